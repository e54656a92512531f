// The functions' metrics, in CloudWatch's embedded metric format: one log line each, no API call. This file
// names every metric. The function is the only dimension: no account, no id. docs/metrics.md describes them.
import type { Context } from 'aws-lambda';
import { isDevelopment, output } from './log.ts';

export const METRIC_NAMESPACE = 'OrderAnalytics';

/** Part of a function's time limit. A read that `Prefer: wait` holds for 20 s of 29 s stays below it. */
const NEAR_THE_TIMEOUT = 0.8;

/** The context of the latest run. */
type Run = Pick<Context, 'getRemainingTimeInMillis'>;

const defineCount = (about: string) => ({ unit: 'Count', about }) as const;

const METRICS = {
  RateLimitedRequests: defineCount('requests refused by the rate limit'),
  AuditEntriesNotWritten: defineCount(
    'changes whose entry of the audit list could not be written: the log has it',
  ),
  IdempotentReplays: defineCount(
    'requests answered with the stored response of an earlier request with the same Idempotency-Key',
  ),
  RowsAccepted: defineCount('line items accepted for ingest'),
  ReportsRequested: defineCount('reports accepted'),
  ErasuresRequested: defineCount('erasures accepted'),
  ChunksApplied: defineCount('chunks of orders committed'),
  RowsInserted: defineCount('new line items stored'),
  RowsUpdated: defineCount('existing line items updated'),
  RowsFailed: defineCount('line items rejected by the storage cap or by an erasure'),
  ChunkConflicts: defineCount('attempts repeated after contention with another writer'),
  ChunkFailures: defineCount('deliveries of a chunk that failed'),
  DeadLettersKept: defineCount('chunks that could not be applied, stored as dead letters'),
  ShopEventsAccepted: defineCount('events of shops that became an import'),
  ShopEventsRepeated: defineCount('events of shops that had been delivered before'),
  ShopEventsIgnored: defineCount('events of shops that change no orders'),
  ShopEventsUnreadable: defineCount('events of shops that are not as the shop documents them'),
  ShopEventsRefused: defineCount('events of shops with a wrong signature'),
  LineItemsRead: defineCount('line items that a report was computed on'),
  ExtractHits: defineCount('reports computed on the extract of an earlier report'),
  ExtractMisses: defineCount(
    'reports that read the Orders table, because no extract was of the current state',
  ),
  ExtractBytes: defineCount('bytes of extracts read and written'),
  ExtractFailures: defineCount('extracts that could not be read or stored: the report read the Orders table'),
  ReportReadTime: { unit: 'Milliseconds', about: 'reading and decoding the dataset of a report' },
  ReportComputeTime: { unit: 'Milliseconds', about: 'computing a report' },
  ReportPeakMemory: { unit: 'Megabytes', about: 'resident memory of the process that computed a report' },
  LineItemsExtracted: defineCount('line items written to files for a report in partitions'),
  PartitionExtractTime: { unit: 'Milliseconds', about: 'cutting orders of a shard into partitions' },
  PartitionReadTime: { unit: 'Milliseconds', about: 'reading one partition, in one pass' },
  PartitionComputeTime: { unit: 'Milliseconds', about: 'computing one partition, in one pass' },
  PartitionJoinTime: { unit: 'Milliseconds', about: 'joining what a pass found in all partitions' },
  PartitionBytes: defineCount('bytes of the files that one step writes for others'),
  PartitionPeakMemory: {
    unit: 'Megabytes',
    about: 'resident memory of a process that cut orders or computed partitions',
  },
  ReportsCompleted: defineCount('reports completed'),
  ReportsWithWarnings: defineCount('reports completed with warnings'),
  ReportsFailed: defineCount('reports that failed'),
  ReportDuration: { unit: 'Milliseconds', about: 'from POST to the end of a report' },
  ModelInsightsUsed: defineCount('reports whose insights were chosen by the model'),
  ModelInsightsRefused: defineCount('model answers that were not used'),
  WebhooksDelivered: defineCount('attempts that the receiver acknowledged with 2xx'),
  WebhookRetries: defineCount('failed attempts that will be retried'),
  WebhooksGivenUp: defineCount('webhooks abandoned after their last attempt'),
  WebhookEndpointsPaused: defineCount('webhook endpoints paused because their receiver takes nothing'),
  WebhookDuration: { unit: 'Milliseconds', about: 'one attempt to deliver a webhook' },
  ExportsRequested: defineCount('exports accepted'),
  ExportsCompleted: defineCount('exports whose file was written'),
  ExportsFailed: defineCount('exports that failed'),
  ExportedRows: defineCount('rows written to files of exports'),
  ExportDuration: { unit: 'Milliseconds', about: 'writing the file of an export' },
  TablesRefreshed: defineCount('tables of Parquet files that a refresh brought in step with their orders'),
  TableMonthsWritten: defineCount('files of months that refreshes of tables wrote or deleted'),
  TableRefreshesFailed: defineCount('refreshes of tables that failed'),
  OpenTableAge: {
    unit: 'Seconds',
    about: 'since when the table that is furthest behind its orders was in step, of those that are due',
  },
  AudienceRunsCompleted: defineCount('runs of audiences that have found their members'),
  AudienceRunsFailed: defineCount('runs of audiences that failed'),
  AudienceDeliveriesCompleted: defineCount('destinations updated to the members of an audience'),
  AudienceDeliveriesFailed: defineCount('destinations of audiences given up'),
  AudienceRequestsFailed: defineCount('requests to destinations of audiences that failed'),
  ShopOrdersRead: defineCount('orders read from connected shops'),
  ShopOrdersRepaired: defineCount('orders whose change was missing when a connected shop was compared'),
  ShopPassesCompleted: defineCount('connected shops read to the end'),
  ShopPassesFailed: defineCount('connected shops whose reading was given up'),
  ShopRequestsFailed: defineCount('requests to connected shops that failed'),
  LineItemsErased: defineCount('line items erased'),
  ScheduledReports: defineCount('reports started by schedules'),
  ScheduledRunsSkipped: defineCount('runs of schedules skipped because nothing had changed'),
  ScheduledRunsFailed: defineCount('runs of schedules whose report could not be started'),
  SchedulesPaused: defineCount('schedules paused by the service'),
  OverdueSchedules: defineCount('schedules that should have been run an hour ago'),
  OldestUnfinishedWork: {
    unit: 'Seconds',
    about: 'age of the oldest import, report, export or erasure that has not ended',
  },
  UnfinishedWork: defineCount('imports, reports, exports and erasures checked by the reconciler'),
  NearTimeouts: defineCount(
    'runs that took more than four fifths of their time limit, of all functions: `service` is the stack',
  ),
} as const;
export type MetricName = keyof typeof METRICS;

/** CloudWatch reads at most this many values of one metric in a line. */
const MAX_VALUES = 100;

const measured = new Map<MetricName, number[]>();
let isObserved = false;
let run: { readonly of: Run; readonly limitMs: number } | undefined;

/** Kept until the function's request ends; discarded outside a function. */
export function measure(name: MetricName, value = 1): void {
  if (!isObserved || value === 0) return;
  const values = measured.get(name) ?? [];
  measured.set(name, values);
  if (values.push(value) === MAX_VALUES) publishMeasured();
}

/** Only functions publish metrics: a command line or a test discards them. `of`: the starting run. */
export function beginMeasuring(of?: Run): void {
  isObserved = true;
  run = of && { of, limitMs: of.getRemainingTimeInMillis() };
}

/** Ends the run and publishes its metrics. */
export function endMeasuring(): void {
  publishMeasured();
  if (run !== undefined && run.of.getRemainingTimeInMillis() < (1 - NEAR_THE_TIMEOUT) * run.limitMs)
    countNearTimeout();
  run = undefined;
}

function publishMeasured(): void {
  if (measured.size > 0) publish(process.env.POWERTOOLS_SERVICE_NAME ?? '', measured);
  measured.clear();
}

/** One metric for all functions of the stack: an alarm on each would cost as much as all the other alarms. */
function countNearTimeout(): void {
  const [stack = ''] = (process.env.POWERTOOLS_SERVICE_NAME ?? '').split('/');
  publish(stack, new Map([['NearTimeouts', [1]]]));
}

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
function publish(service: string, metrics: ReadonlyMap<MetricName, readonly number[]>): void {
  if ((process.env.POWERTOOLS_METRICS_DISABLED ?? String(isDevelopment)) === 'true') return;
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: METRIC_NAMESPACE,
          Dimensions: [['service']],
          Metrics: [...metrics.keys()].map((name) => ({ Name: name, Unit: METRICS[name].unit })),
        },
      ],
    },
    service,
    ...Object.fromEntries(
      [...metrics].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    ),
  };
  output.log(JSON.stringify(line));
}
