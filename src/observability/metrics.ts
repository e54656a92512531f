// The functions' metrics, in CloudWatch's embedded metric format: one log line each, no API call. Every metric is named
// here, with the function as its only dimension: no account, no id. docs/metrics.md describes them.
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';

export const METRIC_NAMESPACE = 'OrderAnalytics';

const { Count, Milliseconds, Megabytes, Seconds } = MetricUnit;

/** Part of a function's time limit. A read that `Prefer: wait` holds for 20 s of 29 s stays below it. */
const NEAR_THE_TIMEOUT = 0.8;

/** What is known of the run that began last. */
type Run = Pick<Context, 'getRemainingTimeInMillis'>;

export const METRICS = {
  RateLimitedRequests: { unit: Count, about: 'requests refused by the rate limit' },
  IdempotentReplays: {
    unit: Count,
    about: 'requests answered with the stored response of an earlier request with the same Idempotency-Key',
  },
  RowsAccepted: { unit: Count, about: 'line items accepted for ingest' },
  ReportsRequested: { unit: Count, about: 'reports accepted' },
  ErasuresRequested: { unit: Count, about: 'erasures accepted' },
  ChunksApplied: { unit: Count, about: 'chunks of orders committed' },
  RowsInserted: { unit: Count, about: 'new line items stored' },
  RowsUpdated: { unit: Count, about: 'existing line items updated' },
  RowsFailed: { unit: Count, about: 'line items rejected by the storage cap or by an erasure' },
  ChunkConflicts: { unit: Count, about: 'attempts repeated after contention with another writer' },
  ChunkFailures: { unit: Count, about: 'deliveries of a chunk that failed' },
  DeadLettersKept: { unit: Count, about: 'chunks that could not be applied, stored as dead letters' },
  ShopEventsAccepted: { unit: Count, about: 'events of shops that became an import' },
  ShopEventsRepeated: { unit: Count, about: 'events of shops that had been delivered before' },
  ShopEventsIgnored: { unit: Count, about: 'events of shops that change no orders' },
  ShopEventsUnreadable: { unit: Count, about: 'events of shops that are not as the shop documents them' },
  ShopEventsRefused: { unit: Count, about: 'events of shops with a wrong signature' },
  LineItemsRead: { unit: Count, about: 'line items that a report was computed on' },
  ExtractHits: { unit: Count, about: 'reports computed on the extract of an earlier report' },
  ExtractMisses: {
    unit: Count,
    about: 'reports that read the Orders table, because no extract was of the current state',
  },
  ExtractBytes: { unit: Count, about: 'bytes of extracts read and written' },
  ExtractFailures: {
    unit: Count,
    about: 'extracts that could not be read or stored: the report read the Orders table',
  },
  ReportReadTime: { unit: Milliseconds, about: 'reading and decoding the dataset of a report' },
  ReportComputeTime: { unit: Milliseconds, about: 'computing a report' },
  ReportPeakMemory: { unit: Megabytes, about: 'resident memory of the process that computed a report' },
  LineItemsExtracted: { unit: Count, about: 'line items written to files for a report in partitions' },
  PartitionExtractTime: { unit: Milliseconds, about: 'cutting orders of a shard into partitions' },
  PartitionReadTime: { unit: Milliseconds, about: 'reading one partition, in one pass' },
  PartitionComputeTime: { unit: Milliseconds, about: 'computing one partition, in one pass' },
  PartitionJoinTime: { unit: Milliseconds, about: 'joining what a pass found in all partitions' },
  PartitionBytes: { unit: Count, about: 'bytes of the files that one step writes for others' },
  PartitionPeakMemory: {
    unit: Megabytes,
    about: 'resident memory of a process that cut orders or computed partitions',
  },
  ReportsCompleted: { unit: Count, about: 'reports completed' },
  ReportsWithWarnings: { unit: Count, about: 'reports completed with warnings' },
  ReportsFailed: { unit: Count, about: 'reports that failed' },
  ReportDuration: { unit: Milliseconds, about: 'from POST to the end of a report' },
  ModelInsightsUsed: { unit: Count, about: 'reports whose insights were worded by the model' },
  ModelInsightsRefused: { unit: Count, about: 'model answers that were not used' },
  WebhooksDelivered: { unit: Count, about: 'attempts that the receiver acknowledged with 2xx' },
  WebhookRetries: { unit: Count, about: 'failed attempts that will be retried' },
  WebhooksGivenUp: { unit: Count, about: 'webhooks abandoned after their last attempt' },
  WebhookEndpointsPaused: {
    unit: Count,
    about: 'webhook endpoints paused because their receiver takes nothing',
  },
  WebhookDuration: { unit: Milliseconds, about: 'one attempt to deliver a webhook' },
  ExportsRequested: { unit: Count, about: 'exports accepted' },
  ExportsCompleted: { unit: Count, about: 'exports whose file was written' },
  ExportsFailed: { unit: Count, about: 'exports that failed' },
  ExportedRows: { unit: Count, about: 'rows written to files of exports' },
  ExportDuration: { unit: Milliseconds, about: 'writing the file of an export' },
  AudienceRunsCompleted: { unit: Count, about: 'runs of audiences that have found their members' },
  AudienceRunsFailed: { unit: Count, about: 'runs of audiences that failed' },
  AudienceDeliveriesCompleted: { unit: Count, about: 'destinations brought in step with an audience' },
  AudienceDeliveriesFailed: { unit: Count, about: 'destinations of audiences given up' },
  AudienceRequestsFailed: { unit: Count, about: 'requests to destinations of audiences that failed' },
  LineItemsErased: { unit: Count, about: 'line items erased' },
  ScheduledReports: { unit: Count, about: 'reports started by schedules' },
  ScheduledRunsSkipped: { unit: Count, about: 'runs of schedules skipped because nothing had changed' },
  ScheduledRunsFailed: { unit: Count, about: 'runs of schedules whose report could not be started' },
  SchedulesPaused: { unit: Count, about: 'schedules paused by the service' },
  OverdueSchedules: { unit: Count, about: 'schedules that should have been run an hour ago' },
  OldestUnfinishedWork: {
    unit: Seconds,
    about: 'age of the oldest import, report, export or erasure that has not ended',
  },
  UnfinishedWork: { unit: Count, about: 'imports, reports, exports and erasures checked by the reconciler' },
  NearTimeouts: {
    unit: Count,
    about:
      'runs that took more than four fifths of their time limit, of all functions: `service` is the stack',
  },
} as const;
export type MetricName = keyof typeof METRICS;

let metrics: Metrics | undefined;
let isObserved = false;
let run: { readonly of: Run; readonly limitMs: number } | undefined;

/** Kept until the function's request ends; discarded outside a function. */
export function measure(name: MetricName, value = 1): void {
  if (!isObserved || value === 0) return;
  metrics ??= new Metrics({ namespace: METRIC_NAMESPACE });
  metrics.addMetric(name, METRICS[name].unit, value);
}

/** Only functions publish metrics: those of a command line or a test are discarded. `of`: the run that begins. */
export function beginMeasuring(of?: Run): void {
  isObserved = true;
  run = of && { of, limitMs: of.getRemainingTimeInMillis() };
}

export function publishMeasured(): void {
  if (metrics?.hasStoredMetrics()) metrics.publishStoredMetrics();
  if (run !== undefined && run.of.getRemainingTimeInMillis() < (1 - NEAR_THE_TIMEOUT) * run.limitMs)
    countNearTimeout();
  run = undefined;
}

/** One metric for all functions of the stack: an alarm on each would cost as much as all the others. */
function countNearTimeout(): void {
  const [stack = ''] = (process.env.POWERTOOLS_SERVICE_NAME ?? '').split('/');
  const ofStage = new Metrics({ namespace: METRIC_NAMESPACE, serviceName: stack, singleMetric: true });
  ofStage.addMetric('NearTimeouts', METRICS.NearTimeouts.unit, 1);
}
