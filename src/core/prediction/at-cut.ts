// Customers as they were known on a day, and what they did in a stretch of days after or before it.
import { MoneySums } from '../money/money-sums.ts';
import type { RfmFigures } from '../rfm/customers.ts';
import type { CustomerDays } from './customer-days.ts';

/** `known`: with a purchase on or before `cut`; what comes back is indexed as they are. */
export function figuresAt(days: CustomerDays, known: Uint32Array, cut: number): RfmFigures {
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
export interface Outcomes {
  /** With a purchase. */
  readonly orders: Float64Array;
  /** Net of returns: exact, and in the dataset's currency. */
  readonly spend: MoneySums;
  readonly value: Float64Array;
}

/** Days after `after`, up to and including `last`. */
export function outcomes(days: CustomerDays, known: Uint32Array, after: number, last: number): Outcomes {
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
