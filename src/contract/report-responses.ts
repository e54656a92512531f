// The bodies of GET /reports and GET /reports/{id}: what a client may rely on. Members beyond the contract's are
// additions; a client may ignore them.
import * as v from 'valibot';
import { REPORT_TYPES } from '../core/reports/settings.ts';
import { timestamp } from './fields.ts';

export const REPORT_STATUSES = ['Processing', 'Completed', 'Failed', 'Completed with warnings'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** One attempt to deliver the report's webhook. It never holds the address that it went to. */
export const delivery = v.object({
  /** From 1, in the order in which they were made. */
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** On the retry schedule, or by hand. */
  trigger: v.optional(v.picklist(['schedule', 'redelivery']), 'schedule'),
  at: timestamp,
  outcome: v.picklist(['delivered', 'retry', 'given_up']),
  /** The status code that the receiver answered; missing when there was no answer. */
  response_status: v.optional(count),
  /** Why the attempt failed, in words. */
  problem: v.optional(v.string()),
  duration_ms: v.number(),
  /** When it will be tried again: present exactly when the outcome is `retry`. */
  next_at: v.optional(timestamp),
});

/** Present when the report was asked for with a webhook_url: an addition to the contract. */
const deliveries = v.optional(v.array(delivery));

export const reportSummary = v.object({
  report_id: v.string(),
  name: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  dataset_id: v.string(),
  status: v.picklist(REPORT_STATUSES),
  fail_reason: v.optional(v.string()),
  created_at: timestamp,
  updated_at: timestamp,
});
export type ReportSummary = v.InferOutput<typeof reportSummary>;

export const listReportsResponse = v.object({
  reports: v.array(reportSummary),
  next_cursor: v.optional(v.string()),
});

/** While a report is Processing, a read returns only its status. */
export const processingReport = v.strictObject({ status: v.literal('Processing') });

export const failedReport = v.object({
  ...reportSummary.entries,
  status: v.literal('Failed'),
  fail_reason: v.string(),
  deliveries,
});

const associationRule = v.looseObject({
  antecedents: v.pipe(v.array(v.string()), v.minLength(1)),
  consequents: v.pipe(v.array(v.string()), v.minLength(1)),
  support: share,
  confidence: share,
  lift: v.number(),
  impact_rating: v.picklist(['High', 'Medium', 'Low']),
  impact_analysis: v.object({
    revenue: v.number(),
    lift: v.number(),
    conversion_rate: share,
    occurrences: count,
    /** Below zero where the consequents were given back rather than sold. */
    incremental_value: v.number(),
  }),
});

const finishedEnvelope = {
  report_id: v.string(),
  name: v.string(),
  dataset_id: v.string(),
  status: v.picklist(['Completed', 'Completed with warnings']),
  created_at: timestamp,
  deliveries,
};

export const mbaReport = v.looseObject({
  ...finishedEnvelope,
  report_type: v.literal('MBA'),
  summary: v.looseObject({
    orders_processed: count,
    total_revenue_processed: v.number(),
    average_order_value: v.number(),
    average_basket_size: v.number(),
    association_rules_found: count,
  }),
  association_rules: v.array(associationRule),
  ai_insights: v.nullable(v.looseObject({})),
});

const rfmSegment = v.looseObject({
  name: v.string(),
  count: count,
  percentage: v.number(),
  avg_recency: v.number(),
  avg_frequency: v.number(),
  avg_monetary: v.number(),
  top_products: v.array(v.looseObject({ product_name: v.string() })),
  ai_observation: v.string(),
  ai_recommendation: v.string(),
});

export const rfmReport = v.looseObject({
  ...finishedEnvelope,
  report_type: v.literal('RFM'),
  metrics: v.nullable(v.looseObject({})),
  segments: v.array(rfmSegment),
  ai_insights: v.nullable(v.looseObject({})),
  ai_strategic_insights: v.nullable(v.looseObject({})),
  customer_count: count,
});
