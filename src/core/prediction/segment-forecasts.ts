// Forecasts of customers, and what they did, as sums over segments.
import { MoneySums } from '../money/money-sums.ts';
import type { Outcomes } from './at-cut.ts';
import type { CustomerForecast } from './candidates.ts';

export interface SegmentForecast {
  readonly customers: number;
  readonly orders: number;
  /** Customers expected to place at least one order. */
  readonly buyers: number;
  /** Of that number, by chance alone. */
  readonly buyersVariance: number;
  /** Customers who have not left for good; undefined where the forecast knows of nobody leaving. */
  readonly alive: number | undefined;
  /** Net of returns; undefined when spend could not be modelled. */
  readonly value: number | undefined;
  /** Σ expected orders × value of one²: how much the value varies when orders are all that varies. */
  readonly valueVariance: number;
}

/** `segment`: per customer, an index below `segments`. Gives one entry per segment. */
export function segmentForecasts(
  { alive, anyOrder, orders, value }: CustomerForecast,
  segment: Uint8Array,
  segments: number,
): SegmentForecast[] {
  const sumOf = (figureOf: (customer: number) => number): Float64Array => {
    const sums = new Float64Array(segments);
    for (let c = 0; c < segment.length; c++) sums[segment[c]] += figureOf(c);
    return sums;
  };
  const sums = {
    customers: sumOf(() => 1),
    orders: sumOf((c) => orders[c]),
    buyers: sumOf((c) => anyOrder[c]),
    buyersVariance: sumOf((c) => anyOrder[c] * (1 - anyOrder[c])),
    alive: alive && sumOf((c) => alive[c]),
    value: value && sumOf((c) => value[c]),
    variance: sumOf((c) => (value !== undefined && orders[c] > 0 ? value[c] ** 2 / orders[c] : 0)),
  };
  return Array.from({ length: segments }, (_, s) => ({
    customers: sums.customers[s],
    orders: sums.orders[s],
    buyers: sums.buyers[s],
    buyersVariance: sums.buyersVariance[s],
    alive: sums.alive?.[s],
    value: sums.value?.[s],
    valueVariance: sums.variance[s],
  }));
}

export interface SegmentOutcome {
  readonly orders: number;
  readonly buyers: number;
  readonly value: number;
}

export function segmentOutcomes(
  { orders, spend }: Outcomes,
  segment: Uint8Array,
  segments: number,
): SegmentOutcome[] {
  const sums = Array.from({ length: segments }, () => ({ orders: 0, buyers: 0 }));
  const money = new MoneySums(segments, spend.scale);
  for (let c = 0; c < segment.length; c++) {
    const sum = sums[segment[c]];
    sum.orders += orders[c];
    sum.buyers += orders[c] > 0 ? 1 : 0;
    money.addFrom(segment[c], spend, c);
  }
  return sums.map((sum, s) => ({ ...sum, value: money.amountAt(s) }));
}
