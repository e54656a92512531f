// Where each customer stands between the last order and the next.
import type { Cadences } from './cadences.ts';
import { isLateTwice, type Rhythm } from './rhythm.ts';

export const STAGES = [
  'overdue',
  'due_this_week',
  'due_this_month',
  'later',
  'rhythm_broken',
  'too_few_orders',
] as const;
export type Stage = (typeof STAGES)[number];

/** Days ahead of the two stages of customers who are due. */
export const WEEK = 7;
export const MONTH = 30;

export interface Stages {
  /** Of each customer, an index into STAGES. */
  readonly stage: Uint8Array;
}

const at = (stage: Stage): number => STAGES.indexOf(stage);

export function stagesOf(paces: Cadences, daysUntilDue: Float64Array, { most_probable }: Rhythm): Stages {
  const least = most_probable === null ? Number.NEGATIVE_INFINITY : Math.log(most_probable);
  return {
    stage: Uint8Array.from(daysUntilDue, (days, c) => {
      if (Number.isNaN(days)) return at('too_few_orders');
      if (isLateTwice(paces, c) && paces.logSurprise[c] <= least) return at('rhythm_broken');
      if (days < 1) return at('overdue');
      return at(days <= WEEK ? 'due_this_week' : days <= MONTH ? 'due_this_month' : 'later');
    }),
  };
}

/** Customers in each; of no stages, all have too few orders. */
export function stageCounts(stages: Stages | undefined, customers: number): Record<Stage, number> {
  const counts = new Float64Array(STAGES.length);
  if (stages === undefined) counts[at('too_few_orders')] = customers;
  else for (const stage of stages.stage) counts[stage]++;
  const [overdue, due_this_week, due_this_month, later, rhythm_broken, too_few_orders] = counts;
  return { overdue, due_this_week, due_this_month, later, rhythm_broken, too_few_orders };
}

/** Customers who are due in each of the weeks ahead. */
export function dueByWeek(daysUntilDue: Float64Array, weeks: number): Float64Array {
  const customers = new Float64Array(weeks);
  for (const days of daysUntilDue)
    if (days >= 1 && days <= WEEK * weeks) customers[Math.ceil(days / WEEK) - 1]++;
  return customers;
}
