// An RFM report as its pages read it: the members that the interface has always had, and additions that an older body
// may lack.
import * as v from 'valibot';
import { counted, decimals } from '../../../src/core/insights/wording.ts';
import { segmentGrowth, segmentMove } from '../../../src/report-types/rfm/schema/changes.ts';
import {
  backtestOrders,
  backtestSchema,
  backtestSegment,
} from '../../../src/report-types/rfm/schema/forecast.ts';
import { rfmMetrics } from '../../../src/report-types/rfm/schema/metrics.ts';
import { rfmSegment, segmentPrediction, topProduct } from '../../../src/report-types/rfm/schema/segment.ts';
import { rfmReport, rfmSettings } from '../../../src/report-types/rfm/schema.ts';
import { comparison, insights, laterMembers, lenient } from '../shown-report.ts';

const { expected_orders_90d, expected_value_90d } = segmentPrediction.entries;
const prediction = v.looseObject({
  ...lenient(segmentPrediction.entries).entries,
  expected_orders_90d,
  expected_value_90d,
});
// Segments of other versions may have other names.
const { customers } = segmentMove.entries;
const move = v.looseObject({ from: v.string(), to: v.string(), customers });
const { before, after } = segmentGrowth.entries;
const growth = v.looseObject({ segment: v.string(), before, after });
// Reports of earlier versions tried one model on one date.
const figure = v.nullish(v.number());
const tried = v.looseObject({
  ...backtestOrders.entries,
  ...{ root_mean_square_error: figure, naive_root_mean_square_error: figure, cut_dates_better: figure },
});
const triedSegment = v.looseObject({
  ...backtestSegment.entries,
  ...{ orders_error: figure, naive_orders_error: figure },
});
const { cut_date, customers: known } = backtestSchema.entries;
const backtest = v.looseObject({
  ...lenient(backtestSchema.entries).entries,
  ...{ cut_date, customers: known, orders: tried, value: v.nullish(tried), segments: v.array(triedSegment) },
});
const changes = v.looseObject({
  ...comparison,
  migration: v.nullish(v.array(move)),
  segment_growth: v.nullish(v.array(growth)),
});

export const rfmDetail = v.looseObject({
  ...rfmReport.entries,
  ...laterMembers,
  settings: v.nullish(lenient(rfmSettings.entries)),
  changes: v.nullish(changes),
  ai_insights: insights,
  ai_strategic_insights: insights,
  prediction_model: v.nullish(
    v.looseObject({
      name: v.nullish(v.string()),
      k: v.nullish(v.number()),
      value_by: v.nullish(v.string()),
      backtest: v.nullish(backtest),
    }),
  ),
  metrics: v.nullable(lenient(rfmMetrics.entries)),
  segments: v.array(
    v.looseObject({
      ...rfmSegment.entries,
      name: v.string(),
      median_recency: v.nullish(v.number()),
      median_frequency: v.nullish(v.number()),
      median_monetary: v.nullish(v.number()),
      top_products: v.array(v.looseObject({ product_name: topProduct.entries.product_name })),
      prediction: v.nullish(prediction),
    }),
  ),
  /** Cells without a customer may be missing. */
  score_grid: v.nullish(rfmReport.entries.score_grid),
});
export type RfmDetail = v.InferOutput<typeof rfmDetail>;
export type ShownSegment = RfmDetail['segments'][number];

/**
 * Expected figures that the report stands by: what it expects by trials on several dates, the past repeated where nothing was
 * better. Of bodies of earlier versions, those that the back-test supported, or all without one.
 */
export function supportedFigures({ prediction_model: model }: RfmDetail): {
  orders: boolean;
  value: boolean;
} {
  const { orders, value, candidates } = model?.backtest ?? {};
  if (candidates !== undefined) return { orders: true, value: true };
  return { orders: orders?.better_than_naive ?? true, value: value?.better_than_naive ?? true };
}

/** Which forecast is used, how far it was off before, and whether to rely on it; empty for bodies of earlier versions. */
export function reliance({ prediction_model: model }: RfmDetail): string {
  const { orders, candidates, cut_dates } = model?.backtest ?? {};
  if (orders === undefined || candidates === undefined || cut_dates === undefined) return '';
  const dates = counted(cut_dates.length, 'past date');
  const off = (error: number): string => `${decimals(error, 1)} orders per segment`;
  if (!orders.better_than_naive) {
    return (
      `None of ${counted(candidates.length, 'forecast')} was better at ${dates} than “the same as in the 90 days before”: that is ` +
      `what is expected, off by ${off(orders.naive_segment_mean_absolute_error)} on average. Do not rely on it as on a prediction.`
    );
  }
  const name = model?.name === 'own_frequency' ? 'each customer’s own frequency' : (model?.name ?? 'a model');
  return (
    `Orders by ${name}${(model?.k ?? 1) > 1 ? ` (k = ${model?.k})` : ''}: at ${dates} off by ` +
    `${off(orders.segment_mean_absolute_error)} on average, “the same as in the 90 days before” by ` +
    `${decimals(orders.naive_segment_mean_absolute_error, 1)}.` +
    (model?.value_by === 'naive' ? ' Value is the same as in the last 90 days: no model was better.' : '')
  );
}
export type RfmChanges = v.InferOutput<typeof changes>;
