// An RFM report as its pages read it: the members that the interface has always had, and additions that an older body
// may lack.
import * as v from 'valibot';
import {
  backtestSchema,
  rfmMetrics,
  rfmReport,
  rfmSegment,
  rfmSettings,
  segmentGrowth,
  segmentMove,
  segmentPrediction,
  topProduct,
} from '../../../src/report-types/rfm/schema.ts';
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
  prediction_model: v.nullish(v.looseObject({ backtest: v.nullish(backtestSchema) })),
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

/** Expected figures that the back-test supports: a table has no others. Of bodies without a back-test, all. */
export function supportedFigures({ prediction_model: model }: RfmDetail): {
  orders: boolean;
  value: boolean;
} {
  const { orders, value } = model?.backtest ?? {};
  return { orders: orders?.better_than_naive ?? true, value: value?.better_than_naive ?? true };
}
export type RfmChanges = v.InferOutput<typeof changes>;
