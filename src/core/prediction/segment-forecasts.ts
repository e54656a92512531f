// Predictions of customers as sums over segments.
import type { CustomerPredictions } from './predict.ts';

export interface SegmentForecast {
  readonly customers: number;
  readonly orders: number;
  /** Customers expected to place at least one order. */
  readonly buyers: number;
  /** Customers who have not left for good; undefined where the data show nobody leaving. */
  readonly alive: number | undefined;
  /** Net of returns; undefined when spend could not be modelled. */
  readonly value: number | undefined;
  /** Σ expected orders × value of one²: how much the value varies when orders are all that varies. */
  readonly valueVariance: number;
  readonly oneTimeBuyers: number;
}

/** `segment`: per customer, an index below `segments`. Gives one entry per segment. */
export function segmentForecasts(
  predictions: CustomerPredictions,
  segment: Uint8Array,
  segments: number,
): SegmentForecast[] {
  const { probabilityAlive, probabilityPurchase, expectedOrders, expectedValue, oneTimeBuyer } = predictions;
  const sumOf = (figureOf: (customer: number) => number): Float64Array => {
    const sums = new Float64Array(segments);
    for (const [c, s] of segment.entries()) sums[s] += figureOf(c);
    return sums;
  };
  const customers = sumOf(() => 1);
  const orders = sumOf((c) => expectedOrders[c]);
  const buyers = sumOf((c) => probabilityPurchase[c]);
  const once = sumOf((c) => oneTimeBuyer[c]);
  const alive = probabilityAlive && sumOf((c) => probabilityAlive[c]);
  const value = expectedValue && sumOf((c) => expectedValue[c]);
  const variance = sumOf((c) =>
    expectedValue !== undefined && expectedOrders[c] > 0 ? expectedValue[c] ** 2 / expectedOrders[c] : 0,
  );
  return Array.from({ length: segments }, (_, s) => ({
    customers: customers[s],
    orders: orders[s],
    buyers: buyers[s],
    alive: alive?.[s],
    value: value?.[s],
    valueVariance: variance[s],
    oneTimeBuyers: once[s],
  }));
}
