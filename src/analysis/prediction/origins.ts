// Computes rolling origins: the customers known on several past days, and their orders in the days after each. A trial
// on a single day would depend on its season.
import type { Numbers } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { RfmFigures } from '../rfm/customers.ts';
import { type CustomerDays, findKnownCustomers } from './customer-days.ts';
import { type CustomerSummaries, summarizeCustomers } from './customer-summaries.ts';

/** All inputs that a forecast may use. */
export interface Observed {
  readonly summaries: CustomerSummaries;
  /** Figures of the same customers in the horizon's days before the cut. */
  before(): { readonly orders: Numbers; readonly value: Float64Array };
}

interface Origin extends Observed {
  /** The last day of data for the forecast. */
  readonly cut: number;
  /** Customers with a purchase until then; all other fields are indexed alike. */
  readonly known: Uint32Array;
}

interface PastOrigin extends Origin {
  /** Outcomes in the horizon's days after the cut. */
  readonly after: OriginOutcomes;
}

interface OriginSettings {
  /** Number of days forecast. */
  readonly horizon: number;
  /** Days between consecutive origins. */
  readonly step: number;
  readonly most: number;
}

/**
 * Latest first. `firstDay`: day of the first purchase of any customer. An origin needs as many days before it as after
 * it, because a naive forecast repeats the whole span.
 */
export function listOriginCuts(
  firstDay: number,
  reference: number,
  { horizon, step, most }: OriginSettings,
): number[] {
  const earliest = firstDay + horizon;
  const cuts: number[] = [];
  for (let cut = reference - horizon; cut >= earliest && cuts.length < most; cut -= step) cuts.push(cut);
  return cuts;
}

export function createOrigin(days: CustomerDays, cut: number, horizon: number): Origin {
  const known = findKnownCustomers(days, cut);
  const before = countOutcomes(days, known, cut - horizon, cut);
  return { cut, known, summaries: summarizeCustomers(days, known, cut), before: () => before };
}

export function createPastOrigin(days: CustomerDays, cut: number, horizon: number): PastOrigin {
  const origin = createOrigin(days, cut, horizon);
  return { ...origin, after: countOutcomes(days, origin.known, cut, cut + horizon) };
}

// Computes figures of customers on a day, and their orders and value in a span of days after or before it.

/** `known`: customers with a purchase on or before `cut`; the result is indexed alike. */
export function computeFiguresAt(days: CustomerDays, known: Uint32Array, cut: number): RfmFigures {
  const count = known.length;
  const recency = new Float64Array(count);
  const frequency = new Float64Array(count);
  const spend = new MoneySums(count, days.value.scale);
  for (let c = 0; c < count; c++) {
    const end = days.start[known[c] + 1];
    for (let at = days.start[known[c]]; at < end && days.day[at] <= cut; at++) {
      spend.addFrom(c, days.value, at);
      if (days.orders[at] === 0) continue;
      frequency[c] += days.orders[at];
      recency[c] = cut - days.day[at];
    }
  }
  return { count, recency, frequency, spend, monetary: spend.amounts() };
}

/** Indexed as the requested customers. */
export interface OriginOutcomes {
  /** Orders with a purchase. */
  readonly orders: Float64Array;
  /** Net of returns: exact, in the dataset's currency. */
  readonly spend: MoneySums;
  readonly value: Float64Array;
}

/** Counts days after `after`, up to and including `last`. */
export function countOutcomes(
  days: CustomerDays,
  known: Uint32Array,
  after: number,
  last: number,
): OriginOutcomes {
  const orders = new Float64Array(known.length);
  const spend = new MoneySums(known.length, days.value.scale);
  for (let c = 0; c < known.length; c++) {
    const end = days.start[known[c] + 1];
    for (let at = days.start[known[c]]; at < end && days.day[at] <= last; at++) {
      if (days.day[at] <= after) continue;
      orders[c] += days.orders[at];
      spend.addFrom(c, days.value, at);
    }
  }
  return { orders, spend, value: spend.amounts() };
}
