// Where each customer stands between the last order and the next.
import type { Cadences } from './cadences.ts';

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
/** Days since the last order over the own gap: later is late by more than the gap itself. */
export const TWICE = 2;
/** Share of customers named `rhythm_broken` who have merely waited long by chance, at most. */
export const FALSE_SHARE = 0.05;

export interface Stages {
  /** Of each customer, an index into STAGES. */
  readonly stage: Uint8Array;
}

const at = (stage: Stage): number => STAGES.indexOf(stage);

export function stagesOf(paces: Cadences, daysUntilDue: Float64Array): Stages {
  const { gap, waited } = paces;
  const least = leastSurprise(paces.logSurprise);
  return {
    stage: Uint8Array.from(daysUntilDue, (days, c) => {
      if (Number.isNaN(days)) return at('too_few_orders');
      if (waited[c] > TWICE * gap[c] && paces.logSurprise[c] <= least) return at('rhythm_broken');
      if (days < 1) return at('overdue');
      return at(days <= WEEK ? 'due_this_week' : days <= MONTH ? 'due_this_month' : 'later');
    }),
  };
}

/**
 * ln of the greatest probability whose customers are called broken: with so many customers, some wait long by chance. Benjamini
 * & Hochberg (1995), "Controlling the False Discovery Rate", J. R. Statist. Soc. B 57 (1), 289–300. −Infinity where none is.
 */
function leastSurprise(logSurprise: Float64Array): number {
  const ascending = logSurprise.filter((value) => !Number.isNaN(value)).sort();
  for (let rank = ascending.length; rank > 0; rank--) {
    if (ascending[rank - 1] <= Math.log((FALSE_SHARE * rank) / ascending.length)) return ascending[rank - 1];
  }
  return Number.NEGATIVE_INFINITY;
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
