// Rolling origins: what was known on several past days, and what came in the days after each. A forecast that is tried on one
// day alone is judged by that season.

import type { Numbers } from '../extract/packed-columns.ts';
import { type Outcomes, outcomes } from './at-cut.ts';
import { type CustomerDays, knownAt } from './customer-days.ts';
import { type CustomerSummaries, customerSummaries } from './customer-summaries.ts';

/** All that a forecast may know. */
export interface Observed {
  readonly summaries: CustomerSummaries;
  /** What the same customers did in the horizon's days before. */
  before(): { readonly orders: Numbers; readonly value: Float64Array };
}

export interface Origin extends Observed {
  /** The last day that a forecast may see. */
  readonly cut: number;
  /** Customers with a purchase until then; all else is indexed as they are. */
  readonly known: Uint32Array;
}

export interface PastOrigin extends Origin {
  /** In the horizon's days after the cut. */
  readonly after: Outcomes;
}

export interface OriginSettings {
  /** Days ahead that are forecast. */
  readonly horizon: number;
  /** Days from one origin to the next. */
  readonly step: number;
  readonly most: number;
}

/** Latest first. `firstDay`: of the first purchase of any customer. As many days before an origin as after it: else the past period that a naive forecast repeats is not whole. */
export function originCuts(
  firstDay: number,
  reference: number,
  { horizon, step, most }: OriginSettings,
): number[] {
  const earliest = firstDay + horizon;
  const cuts: number[] = [];
  for (let cut = reference - horizon; cut >= earliest && cuts.length < most; cut -= step) cuts.push(cut);
  return cuts;
}

export function originAt(days: CustomerDays, cut: number, horizon: number): Origin {
  const known = knownAt(days, cut);
  const before = outcomes(days, known, cut - horizon, cut);
  return { cut, known, summaries: customerSummaries(days, known, cut), before: () => before };
}

export function pastOriginAt(days: CustomerDays, cut: number, horizon: number): PastOrigin {
  const origin = originAt(days, cut, horizon);
  return { ...origin, after: outcomes(days, origin.known, cut, cut + horizon) };
}
