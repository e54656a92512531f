// Gathers the inputs of forecasts. All customers have summaries; only the few on which forecasts are tried keep their
// days.
import type { CustomerDays } from './customer-days.ts';
import type { Observed } from './origins.ts';

export const HORIZON_DAYS = 90;
/** Most customers tried; of more, every n-th, which suffices to estimate the errors of all. */
const MOST_TRIED = 50_000;

export interface Histories {
  /** Figures of all customers on the reference day. */
  readonly now: Observed;
  /** Day of the first purchase of any customer. */
  readonly firstDay: number;
  readonly tried: CustomerDays;
  /** Every n-th customer is tried; 1: all of them. */
  readonly nth: number;
}

export function computeEveryNth(customers: number): number {
  return Math.max(1, Math.ceil(customers / MOST_TRIED));
}

/**
 * Picks the places of the customers who are tried. `placeOf`: places of all customers in the whole dataset, in any
 * sequence; they are sorted.
 */
export function pickTriedPlaces(placeOf: Float64Array): Float64Array {
  const ascending = placeOf.slice().sort();
  const nth = computeEveryNth(ascending.length);
  return new Float64Array(Math.ceil(ascending.length / nth)).map((_, at) => ascending[at * nth]);
}
