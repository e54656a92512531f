// A finished report as the pages read it: the members that the interface has always had, and the additions that they
// know how to show, which an older body may lack. Whatever else the body carries is let through and ignored.
import * as v from 'valibot';
import { associationRule, mbaReport } from '../../src/report-types/market-basket/schema.ts';
import { rfmReport, rfmSegment, topProduct } from '../../src/report-types/rfm/schema.ts';

const text = v.nullish(v.string());
const figure = v.nullish(v.number());

const settings = v.looseObject({
  template: text,
  customer_scope: text,
  filters: v.nullish(
    v.looseObject({
      dateRange: v.nullish(v.looseObject({ start: text, end: text })),
      conditions: v.nullish(
        v.array(
          v.looseObject({
            field: v.string(),
            operator: v.string(),
            value: v.union([v.string(), v.number()]),
            valueTo: figure,
          }),
        ),
      ),
    }),
  ),
  min_support: figure,
  min_confidence: figure,
  scope: text,
  product_identifier: text,
});
export type ShownSettings = v.InferOutput<typeof settings>;

const changedRules = v.optional(
  v.array(
    v.looseObject({ antecedents: v.array(v.string()), consequents: v.array(v.string()), lift: figure }),
  ),
  [],
);

const changes = v.looseObject({
  compared_with: v.nullish(v.looseObject({ report_id: v.string(), created_at: v.string() })),
  migration: v.nullish(
    v.array(
      v.looseObject({ from: v.string(), to: v.string(), customers: v.pipe(v.number(), v.minValue(0)) }),
    ),
  ),
  segment_growth: v.nullish(
    v.array(v.looseObject({ segment: v.string(), before: v.number(), after: v.number() })),
  ),
  rules: v.nullish(
    v.looseObject({
      appeared: changedRules,
      vanished: changedRules,
      strengthened: changedRules,
      weakened: changedRules,
    }),
  ),
});
export type ReportChanges = v.InferOutput<typeof changes>;

const additions = {
  reference_date: text,
  settings: v.nullish(settings),
  warnings: v.nullish(v.array(v.string())),
  notes: v.nullish(v.array(v.string())),
  changes: v.nullish(changes),
};

const insights = v.nullable(v.looseObject({}));
const { measures: _measures, redundant: _redundant, ...ruleEntries } = associationRule.entries;

const mbaDetail = v.looseObject({
  ...mbaReport.entries,
  ...additions,
  association_rules: v.array(v.looseObject(ruleEntries)),
  ai_insights: insights,
});
export type MbaDetail = v.InferOutput<typeof mbaDetail>;
export type ShownRule = MbaDetail['association_rules'][number];

const score = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));

const rfmDetail = v.looseObject({
  ...rfmReport.entries,
  ...additions,
  ai_insights: insights,
  ai_strategic_insights: insights,
  prediction_model: v.nullish(v.looseObject({})),
  metrics: v.nullable(
    v.looseObject({
      orders: figure,
      revenue: figure,
      average_order_value: figure,
      median_recency: figure,
      mean_frequency: figure,
      mean_monetary: figure,
      repeat_rate: figure,
      median_days_between_orders: figure,
      top20_revenue_share: figure,
    }),
  ),
  segments: v.array(
    v.looseObject({
      ...rfmSegment.entries,
      name: v.string(),
      top_products: v.array(v.looseObject({ product_name: topProduct.entries.product_name })),
      revenue: v.number(),
      revenue_share: v.number(),
      prediction: v.nullish(
        v.looseObject({
          probability_alive: v.number(),
          expected_orders_90d: v.number(),
          expected_value_90d: v.nullable(v.number()),
        }),
      ),
    }),
  ),
  /** Customers and revenue by R and FM; cells without a customer may be missing. */
  score_grid: v.nullish(
    v.array(
      v.looseObject({
        recency: score,
        frequency_monetary: score,
        customers: v.pipe(v.number(), v.minValue(0)),
        revenue: v.number(),
      }),
    ),
  ),
});
export type RfmDetail = v.InferOutput<typeof rfmDetail>;
export type ShownSegment = RfmDetail['segments'][number];

const reportDetail = v.variant('report_type', [mbaDetail, rfmDetail]);
export type ReportDetail = v.InferOutput<typeof reportDetail>;

/** The value is no finished report: its message says what it is instead. */
export class UnreadableReportError extends Error {
  override readonly name = 'UnreadableReportError';
}

const unfinished = v.looseObject({ status: v.picklist(['Processing', 'Failed']), fail_reason: text });

/** `report`: the body of GET /reports/{id}. Throws UnreadableReportError unless that report is finished. */
export function readReport(report: unknown): ReportDetail {
  const early = v.safeParse(unfinished, report);
  if (early.success) {
    const { status, fail_reason } = early.output;
    throw new UnreadableReportError(
      status === 'Processing'
        ? 'The report is still Processing: there is nothing to show yet.'
        : `The report Failed: ${fail_reason ?? 'no reason is known'}`,
    );
  }
  const result = v.safeParse(reportDetail, report, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new UnreadableReportError(
    `Not a finished report: ${v.getDotPath(issue) ?? 'body'}: ${issue.message}`,
  );
}
