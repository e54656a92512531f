// Shows a segment's expected orders with their interval, and the error of the same forecast last time, as a report's
// sentences do.
import type { RfmReport, RfmSegment } from '../../../packages/client/src/index.ts';
import { isMissed } from '../../../src/analysis/prediction/intervals.ts';

export type BackTest = NonNullable<RfmReport['prediction_model']>['backtest'];

interface ExpectedRange {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export interface ExpectedOrders {
  /** Undefined if the segment has no prediction, or the last forecast was too far off to be reliable. */
  readonly range?: ExpectedRange;
  /** Undefined if the segment had no customers then. */
  readonly tried?: { readonly predicted: number; readonly actual: number };
}

type Predicted = Pick<
  NonNullable<RfmSegment['prediction']>,
  'expected_orders_90d' | 'expected_orders_90d_interval'
>;
type Tried = Pick<BackTest['segments'][number], 'segment' | 'predicted_orders' | 'actual_orders'>;

export function formatExpectedOrders(
  { name, prediction }: Pick<RfmSegment, 'name'> & { readonly prediction?: Predicted | null },
  { segments }: { readonly segments: readonly Tried[] },
): ExpectedOrders {
  if (!prediction) return {};
  const range = { value: prediction.expected_orders_90d, interval: prediction.expected_orders_90d_interval };
  const then = segments.find(({ segment }) => segment === name);
  if (then === undefined) return { range };
  const tried = { predicted: Math.round(then.predicted_orders), actual: then.actual_orders };
  const isOff = isMissed({ mean: tried.predicted, variance: tried.predicted, actual: tried.actual });
  return isOff ? { tried } : { range, tried };
}

export function formatRange(write: (value: number) => string, { value, interval }: ExpectedRange): string {
  return interval ? `${write(value)} (${write(interval.low)} – ${write(interval.high)})` : write(value);
}
