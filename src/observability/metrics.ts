// What the functions measure, in CloudWatch's embedded metric format: a log line each, no call. Every metric is named
// here, with the function as its one dimension: no account, no id. docs/metrics.md says the same for people.
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

export const METRIC_NAMESPACE = 'OrderAnalytics';

const { Count, Milliseconds, Megabytes } = MetricUnit;

export const METRICS = {
  RateLimitedRequests: { unit: Count, about: 'requests refused by the rate limit' },
  IdempotentReplays: {
    unit: Count,
    about: 'requests answered from an earlier one with the same Idempotency-Key',
  },
  RowsAccepted: { unit: Count, about: 'line items accepted for ingest' },
  ReportsRequested: { unit: Count, about: 'reports accepted' },
  ErasuresRequested: { unit: Count, about: 'erasures accepted' },
  ChunksApplied: { unit: Count, about: 'chunks of orders committed' },
  RowsInserted: { unit: Count, about: 'line items stored anew' },
  RowsUpdated: { unit: Count, about: 'line items that were there already' },
  RowsFailed: { unit: Count, about: 'line items kept out by the storage cap or by an erasure' },
  ChunkConflicts: { unit: Count, about: 'tries that met another writer and were made again' },
  ChunkFailures: { unit: Count, about: 'deliveries of a chunk that failed' },
  DeadLettersKept: { unit: Count, about: 'chunks given up and kept in S3' },
  LineItemsRead: { unit: Count, about: 'line items read for a report' },
  ReportReadTime: { unit: Milliseconds, about: 'reading and decoding the dataset of a report' },
  ReportComputeTime: { unit: Milliseconds, about: 'computing a report' },
  ReportPeakMemory: { unit: Megabytes, about: 'resident memory of the process that computed a report' },
  ReportsCompleted: { unit: Count, about: 'reports that ended well' },
  ReportsWithWarnings: { unit: Count, about: 'reports that ended with warnings' },
  ReportsFailed: { unit: Count, about: 'reports that failed' },
  ReportDuration: { unit: Milliseconds, about: 'from POST to the end of a report' },
  ModelInsightsUsed: { unit: Count, about: 'reports worded by the model' },
  ModelInsightsRefused: { unit: Count, about: 'model answers that were not used' },
  WebhooksDelivered: { unit: Count, about: 'attempts that a receiver answered with 2xx' },
  WebhookRetries: { unit: Count, about: 'attempts that failed and will be made again' },
  WebhooksGivenUp: { unit: Count, about: 'webhooks that are not tried any more' },
  WebhookDuration: { unit: Milliseconds, about: 'one attempt to deliver a webhook' },
  LineItemsErased: { unit: Count, about: 'line items taken by erasures' },
  UnfinishedWork: { unit: Count, about: 'imports, reports and erasures that the reconciler looked at' },
} as const;
export type MetricName = keyof typeof METRICS;

let metrics: Metrics | undefined;
let isObserved = false;

/** Kept until the function's request ends; nothing is kept outside of a function. */
export function measure(name: MetricName, value = 1): void {
  if (!isObserved || value === 0) return;
  metrics ??= new Metrics({ namespace: METRIC_NAMESPACE });
  metrics.addMetric(name, METRICS[name].unit, value);
}

/** Only functions publish: what a command line or a test measures goes nowhere. */
export function beginMeasuring(): void {
  isObserved = true;
}

export function publishMeasured(): void {
  if (metrics?.hasStoredMetrics()) metrics.publishStoredMetrics();
}
