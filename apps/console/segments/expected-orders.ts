// What a segment is expected to order, with its interval, and how far off the same forecast was last time: as the sentences of a
// report say it.
import type { RfmReport, RfmSegment } from '../../../packages/client/src/index.ts';
import { isMissed } from '../../../src/analysis/prediction/intervals.ts';

export type BackTest = NonNullable<RfmReport['prediction_model']>['backtest'];

interface ExpectedRange {
  readonly value: number;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export interface ExpectedOrders {
  /** Undefined where the segment has no prediction, and where the last one was off by too much to rely on. */
  readonly range?: ExpectedRange;
  /** Undefined where the segment had no customers then. */
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
