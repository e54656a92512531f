// Computes the measures of an effect as steps of each active customer's own sum, which permutations add up.
import type { EffectMeasure } from '../../contract/report-types/effect/limits.ts';
import type { Outcomes } from './outcomes.ts';

/** Steps of active customer a: from start[a] to before start[a + 1]. */
export interface Series {
  readonly start: Uint32Array;
  /** Day of the window, from 0. */
  readonly look: Uint16Array;
  /** The increments of the customer's sum, and of its square. */
  readonly step: Float64Array;
  readonly squareStep: Float64Array;
}

export function createSeries(outcomes: Outcomes, measure: EffectMeasure): Series {
  const { active, start, look, isPurchase, value } = outcomes;
  const amounts = measure === 'revenue' ? value.amounts() : undefined;
  const starts = new Uint32Array(active + 1);
  const looks = new Uint16Array(look.length);
  const step = new Float64Array(look.length);
  const squareStep = new Float64Array(look.length);
  let rows = 0;
  for (let a = 0; a < active; a++) {
    let purchases = 0;
    let sum = 0;
    for (let at = start[a]; at < start[a + 1]; at++) {
      purchases += isPurchase[at];
      const added = amounts === undefined ? countStep(measure, purchases, isPurchase[at]) : amounts[at];
      if (added === 0) continue;
      looks[rows] = look[at];
      step[rows] = added;
      squareStep[rows] = (sum + added) ** 2 - sum ** 2;
      sum += added;
      rows++;
    }
    starts[a + 1] = rows;
  }
  return {
    start: starts,
    look: looks.slice(0, rows),
    step: step.slice(0, rows),
    squareStep: squareStep.slice(0, rows),
  };
}

/** `purchases`: the customer's count, including this one. */
function countStep(measure: EffectMeasure, purchases: number, isOne: number): number {
  if (measure === 'orders') return isOne;
  return isOne === 1 && purchases === (measure === 'customers' ? 1 : 2) ? 1 : 0;
}

/** Customers with a step by the end of the first `looks` days. */
export function countCustomersWithSteps({ start, look }: Series, looks: number): number {
  let count = 0;
  for (let a = 0; a + 1 < start.length; a++) if (start[a] < start[a + 1] && look[start[a]] < looks) count++;
  return count;
}
