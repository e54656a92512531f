// Predictions summed over the customers of each segment.
import type { CustomerPredictions } from './predict.ts';

/** Over the segment's customers and the next 90 days; means are 0 for a segment without customers. */
export interface SegmentPrediction {
  readonly expected_orders_90d: number;
  readonly mean_expected_orders_90d: number;
  /** Mean probability that a customer will buy again at some time, 0..1. */
  readonly probability_alive: number;
  /** Net of returns; null when spend could not be modelled. */
  readonly expected_value_90d: number | null;
  /** Customers who bought on one day only: of them the model knows no more than their age. */
  readonly one_time_buyers: number;
}

/** `segment`: per customer, an index below `segments`. Gives one entry per segment. */
export function segmentPredictions(
  { probabilityAlive, expectedOrders, expectedValue, oneTimeBuyer }: CustomerPredictions,
  segment: Uint8Array,
  segments: number,
): SegmentPrediction[] {
  const sizes = new Uint32Array(segments);
  for (const s of segment) sizes[s]++;
  const sumOf = (values: Float64Array | Uint8Array): Float64Array => {
    const sums = new Float64Array(segments);
    for (const [c, s] of segment.entries()) sums[s] += values[c];
    return sums;
  };
  const alive = sumOf(probabilityAlive);
  const orders = sumOf(expectedOrders);
  const values = expectedValue && sumOf(expectedValue);
  const once = sumOf(oneTimeBuyer);
  return Array.from({ length: segments }, (_, s) => {
    const size = Math.max(1, sizes[s]);
    return {
      expected_orders_90d: orders[s],
      mean_expected_orders_90d: orders[s] / size,
      probability_alive: alive[s] / size,
      expected_value_90d: values?.[s] ?? null,
      one_time_buyers: once[s],
    };
  });
}
