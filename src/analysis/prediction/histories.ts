// What a forecast needs of all customers, from what they did day by day: the days themselves are kept of few of them, on which
// forecasts are tried.
import type { CustomerDays } from './customer-days.ts';
import type { Observed } from './origins.ts';

export const HORIZON_DAYS = 90;
/** Of more customers every n-th is tried: the errors of all are known well enough from these. */
const MOST_TRIED = 50_000;

export interface Histories {
  /** Of all customers on the reference day. */
  readonly now: Observed;
  /** Of the first purchase of any of them. */
  readonly firstDay: number;
  readonly tried: CustomerDays;
  /** 1: all of them are tried. */
  readonly nth: number;
}

export function computeEveryNth(customers: number): number {
  return Math.max(1, Math.ceil(customers / MOST_TRIED));
}

/** Of the customers who are tried. `placeOf`: of all customers, in any sequence; their places in the whole are sorted. */
export function pickTriedPlaces(placeOf: Float64Array): Float64Array {
  const ascending = placeOf.slice().sort();
  const nth = computeEveryNth(ascending.length);
  return new Float64Array(Math.ceil(ascending.length / nth)).map((_, at) => ascending[at * nth]);
}
