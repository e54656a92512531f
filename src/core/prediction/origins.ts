// Rolling origins: what was known on several past days, and what came in the days after each. A forecast that is tried on one
// day alone is judged by that season.
import { type Outcomes, outcomes } from './at-cut.ts';
import { type CustomerDays, firstPurchaseDay, knownAt } from './customer-days.ts';
import { type CustomerSummaries, customerSummaries } from './customer-summaries.ts';

export interface Origin {
  /** The last day that a forecast may see. */
  readonly cut: number;
  /** Customers with a purchase until then; all else is indexed as they are. */
  readonly known: Uint32Array;
  readonly summaries: CustomerSummaries;
  /** In the horizon's days before the cut. */
  readonly before: Outcomes;
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

/** Latest first. As many days before an origin as after it: else the past period that a naive forecast repeats is not whole. */
export function originCuts(
  days: CustomerDays,
  reference: number,
  { horizon, step, most }: OriginSettings,
): number[] {
  const earliest = firstPurchaseDay(days) + horizon;
  const cuts: number[] = [];
  for (let cut = reference - horizon; cut >= earliest && cuts.length < most; cut -= step) cuts.push(cut);
  return cuts;
}

export function originAt(days: CustomerDays, cut: number, horizon: number): Origin {
  const known = knownAt(days, cut);
  return {
    ...{ cut, known },
    summaries: customerSummaries(days, known, cut),
    before: outcomes(days, known, cut - horizon, cut),
  };
}

export function pastOriginAt(days: CustomerDays, cut: number, horizon: number): PastOrigin {
  const origin = originAt(days, cut, horizon);
  return { ...origin, after: outcomes(days, origin.known, cut, cut + horizon) };
}
