// Predicted figures in tables: empty where a report has none, or is older than they are.
import { decimals, whole } from '../../../src/core/insights/wording.ts';
import type { RfmDetail } from './detail.ts';

type Backtest = NonNullable<NonNullable<RfmDetail['prediction_model']>['backtest']>;

export function optionally(value: number | null | undefined, write: (value: number) => string): string {
  return value === null || value === undefined ? '' : write(value);
}

/** `60 (45–75)`. */
export function interval(
  value: number | null | undefined,
  bounds: { readonly low: number; readonly high: number } | null | undefined,
  write: (value: number) => string,
): string {
  const range = bounds ? ` (${write(bounds.low)}–${write(bounds.high)})` : '';
  return optionally(value, (figure) => `${write(figure)}${range}`);
}

export function rounded(value: number): string {
  return whole(Math.round(value));
}

/** Orders of each segment on that day, and of all: predicted, actual, naive, and how far off. */
export function backtestRows({ customers, orders, segments }: Backtest): string[][] {
  return [
    ...segments.map((each) => [
      each.segment,
      ...[each.customers, each.predicted_orders, each.actual_orders, each.naive_orders].map(rounded),
      optionally(each.orders_error, (error) => decimals(error, 1)),
    ]),
    [
      'All',
      ...[customers, orders.predicted, orders.actual, orders.naive].map(rounded),
      decimals(orders.segment_mean_absolute_error, 1),
    ],
  ];
}
