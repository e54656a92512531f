// One page that shows the health and the cost of the service. Names come from the constructs, never from here.
import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Dashboard as CloudWatchDashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  type Metric,
  SingleValueWidget,
  Stats,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { ServiceTables } from '../data/service-tables.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import type { OrderIntake } from '../order-intake.ts';
import type { OneFunctionWorkflow } from '../workflows/one-function-workflows.ts';
import type { ReportPipeline } from '../workflows/report-pipeline.ts';
import { consumedMetrics, throttleMetrics } from './table-metrics.ts';

export interface DashboardProps {
  readonly tables: ServiceTables;
  readonly intake: OrderIntake;
  readonly pipeline: ReportPipeline;
  readonly erasure: OneFunctionWorkflow;
  readonly exporting: OneFunctionWorkflow;
  readonly audiences: OneFunctionWorkflow;
  readonly deliveries: OneFunctionWorkflow;
  readonly events: OneFunctionWorkflow;
  readonly api: HttpApi;
  readonly functions: readonly ServiceFunction[];
}

const PERIOD = Duration.minutes(5);
const WHOLE_WIDTH = 24;
const HEIGHT = 6;

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    new CloudWatchDashboard(this, 'Page', {
      defaultInterval: Duration.hours(12),
      widgets: [
        [heading('API')],
        apiRow(props.api),
        [heading('Ingest')],
        ingestRow(props.intake),
        [heading('Reports')],
        reportRow(props.pipeline),
        [heading('Reports in partitions')],
        partitionRow(props.pipeline),
        [heading('Memory of reports, files of partitions, and extracts of datasets')],
        extractRow(props.pipeline),
        [heading('Exports')],
        exportRow(props.exporting),
        [heading('Audiences')],
        audienceRow(props.audiences),
        deliveryRow(props.deliveries),
        eventRow(props.events),
        [heading('Erasures')],
        erasureRow(props.erasure),
        [heading('Tables')],
        tableRow(props.tables),
        [heading('Cost drivers over the time shown')],
        [bill(props)],
      ],
    });
  }
}

function apiRow(api: HttpApi): IWidget[] {
  const latency = (statistic: string): Metric => api.metricLatency({ statistic, label: statistic });
  return row(
    graph('Requests', [api.metricCount({ statistic: Stats.SUM, label: 'requests' })]),
    graph('Latency, ms', [latency('p50'), latency('p99')]),
    graph('Refused and failed requests', [
      api.metricClientError({ statistic: Stats.SUM, label: '4xx' }),
      api.metricServerError({ statistic: Stats.SUM, label: '5xx' }),
    ]),
  );
}

function ingestRow({ queue, deadLetters, lastResort, apply }: OrderIntake): IWidget[] {
  return row(
    graph('Line items applied', [
      apply.measured('RowsInserted', Stats.SUM, 'inserted'),
      apply.measured('RowsUpdated', Stats.SUM, 'updated'),
      apply.measured('RowsFailed', Stats.SUM, 'failed'),
    ]),
    graph('Chunks waiting', [
      queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting' }),
      queue.metricApproximateNumberOfMessagesNotVisible({ label: 'in work' }),
    ]),
    graph('Oldest chunk, s', [queue.metricApproximateAgeOfOldestMessage({ label: 'oldest' })]),
    graph('Chunks done', [
      queue.metricNumberOfMessagesDeleted({ label: 'applied or failed' }),
      deadLetters.metricNumberOfMessagesReceived({ label: 'dead letters' }),
      lastResort.metricApproximateNumberOfMessagesVisible({ label: 'last resort' }),
    ]),
  );
}

function reportRow({ workflow, functions }: ReportPipeline): IWidget[] {
  const { compute, publish, fail, notify } = functions;
  return row(
    // A failed report still ends its workflow successfully; the state tells the outcome.
    graph('Started and ended', [
      workflow.metricStarted({ label: 'started' }),
      publish.measured('ReportsCompleted', Stats.SUM, 'completed'),
      publish.measured('ReportsWithWarnings', Stats.SUM, 'with warnings'),
      fail.measured('ReportsFailed', Stats.SUM, 'failed'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    graph('POST to finished, ms', [
      publish.measured('ReportDuration', 'p50', 'p50'),
      publish.measured('ReportDuration', 'p99', 'p99'),
    ]),
    graph('Longest computation, ms', [
      compute.measured('ReportReadTime', Stats.MAXIMUM, 'reading'),
      compute.measured('ReportComputeTime', Stats.MAXIMUM, 'computing'),
      compute.lambda.metricDuration({ statistic: Stats.MAXIMUM, label: 'together' }),
    ]),
    graph('Webhooks', [
      notify.measured('WebhooksDelivered', Stats.SUM, 'delivered'),
      notify.measured('WebhookRetries', Stats.SUM, 'retried'),
      notify.measured('WebhooksGivenUp', Stats.SUM, 'given up'),
    ]),
  );
}

function partitionRow({ functions: { extract, pass, join } }: ReportPipeline): IWidget[] {
  const steps = [
    { label: 'extract', lambda: extract.lambda },
    { label: 'pass', lambda: pass.lambda },
    { label: 'join', lambda: join.lambda },
  ];
  return row(
    graph(
      'Runs',
      steps.map(({ label, lambda }) => lambda.metricInvocations({ label })),
    ),
    // Each is tried again, or fails its report.
    graph('Failed and throttled runs', [
      ...steps.map(({ label, lambda }) => lambda.metricErrors({ label: `${label} failed` })),
      ...steps.map(({ label, lambda }) => lambda.metricThrottles({ label: `${label} throttled` })),
    ]),
    graph('Longest, ms', [
      extract.measured('PartitionExtractTime', Stats.MAXIMUM, 'a shard'),
      pass.measured('PartitionReadTime', Stats.MAXIMUM, 'reading a partition'),
      pass.measured('PartitionComputeTime', Stats.MAXIMUM, 'computing it'),
      join.measured('PartitionJoinTime', Stats.MAXIMUM, 'a join'),
    ]),
    graph('Line items and partitions', [
      extract.measured('LineItemsExtracted', Stats.SUM, 'line items written'),
      pass.measured('PartitionComputeTime', Stats.SAMPLE_COUNT, 'partitions computed'),
    ]),
  );
}

function extractRow({ functions: { compute, extract, pass, join } }: ReportPipeline): IWidget[] {
  return row(
    graph('Peak memory, MB', [
      compute.measured('ReportPeakMemory', Stats.MAXIMUM, 'in one function'),
      extract.measured('PartitionPeakMemory', Stats.MAXIMUM, 'a shard'),
      pass.measured('PartitionPeakMemory', Stats.MAXIMUM, 'a partition'),
      join.measured('ReportPeakMemory', Stats.MAXIMUM, 'a join'),
    ]),
    graph('Files of partitions, bytes', [
      extract.measured('PartitionBytes', Stats.SUM, 'extract'),
      pass.measured('PartitionBytes', Stats.SUM, 'pass'),
      join.measured('PartitionBytes', Stats.SUM, 'join'),
    ]),
    graph('Reports by what they read', [
      compute.measured('ExtractHits', Stats.SUM, 'extract'),
      compute.measured('ExtractMisses', Stats.SUM, 'Orders table'),
      compute.measured('ExtractFailures', Stats.SUM, 'extract failures'),
    ]),
    graph('Extracts, bytes', [compute.measured('ExtractBytes', Stats.SUM, 'read and written')]),
  );
}

function exportRow({ workflow, function: write }: OneFunctionWorkflow): IWidget[] {
  return row(
    graph('Started and ended', [
      workflow.metricStarted({ label: 'started' }),
      write.measured('ExportsCompleted', Stats.SUM, 'completed'),
      write.measured('ExportsFailed', Stats.SUM, 'failed'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    graph('Rows written', [write.measured('ExportedRows', Stats.SUM, 'rows')]),
    longest('Longest export, ms', write),
  );
}

function audienceRow({ workflow, function: run }: OneFunctionWorkflow): IWidget[] {
  return row(
    graph('Runs started and ended', [
      workflow.metricStarted({ label: 'started' }),
      run.measured('AudienceRunsCompleted', Stats.SUM, 'completed'),
      run.measured('AudienceRunsFailed', Stats.SUM, 'failed'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    longest('Longest step, ms', run),
  );
}

function deliveryRow({ workflow, function: deliver }: OneFunctionWorkflow): IWidget[] {
  return row(
    graph('Deliveries to destinations', [
      deliver.measured('AudienceDeliveriesCompleted', Stats.SUM, 'in step'),
      deliver.measured('AudienceDeliveriesFailed', Stats.SUM, 'given up'),
      deliver.measured('AudienceRequestsFailed', Stats.SUM, 'failed requests'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    longest('Longest step, ms', deliver),
  );
}

function eventRow({ workflow, function: send }: OneFunctionWorkflow): IWidget[] {
  return row(
    graph('Events to webhook endpoints', [
      send.measured('WebhooksDelivered', Stats.SUM, 'delivered'),
      send.measured('WebhookRetries', Stats.SUM, 'to be retried'),
      send.measured('WebhookEndpointsPaused', Stats.SUM, 'endpoints paused'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    longest('Longest step, ms', send),
  );
}

function erasureRow({ workflow, function: erase }: OneFunctionWorkflow): IWidget[] {
  return row(
    graph('Erasures', [
      workflow.metricStarted({ label: 'runs' }),
      workflow.metricSucceeded({ label: 'finished' }),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    graph('Slices', [erase.lambda.metricInvocations({ label: 'slices' })]),
    longest('Longest slice, ms', erase),
  );
}

function tableRow(tables: ServiceTables): IWidget[] {
  const orders = consumedMetrics(tables.orders.tableName);
  const service = consumedMetrics(tables.service.tableName);
  return row(
    graph('Orders: units', [orders.reads, orders.writes]),
    graph('Service: units', [service.reads, service.writes]),
    graph('Throttled', throttleMetrics(tables, PERIOD)),
  );
}

function bill({ api, tables, intake, pipeline, erasure, exporting, functions }: DashboardProps): IWidget {
  const consumed = [tables.orders, tables.service].map(({ tableName }) => consumedMetrics(tableName));
  return new SingleValueWidget({
    width: WHOLE_WIDTH,
    height: 4,
    setPeriodToTimeRange: true,
    metrics: [
      api.metricCount({ statistic: Stats.SUM, label: 'API requests' }),
      weighted(
        'write units',
        consumed.map(({ writes }) => [writes, 1]),
      ),
      weighted(
        'read units',
        consumed.map(({ reads }) => [reads, 1]),
      ),
      weighted(
        'Lambda GB-seconds',
        functions.map(({ lambda, memoryMb }) => [
          lambda.metricDuration({ statistic: Stats.SUM }),
          memoryMb / 1_024 / 1_000,
        ]),
      ),
      weighted(
        'Lambda requests',
        functions.map(({ lambda }) => [lambda.metricInvocations(), 1]),
      ),
      intake.queue.metricNumberOfMessagesSent({ label: 'chunks queued' }),
      weighted(
        'workflows',
        [pipeline, erasure, exporting].map(({ workflow }) => [workflow.metricStarted(), 1]),
      ),
      weighted(
        'log bytes',
        functions.map(({ log }) => [log.metricIncomingBytes({ statistic: Stats.SUM }), 1]),
      ),
    ],
  });
}

/** The weighted sum of metrics; a metric without a value counts as 0. */
function weighted(label: string, parts: readonly (readonly [metric: Metric, weight: number])[]): IMetric {
  // Ids belong to the widget, not to the expression.
  const idOf = (i: number): string => `${label.toLowerCase().replace(/[^a-z]/g, '_')}_${i}`;
  return new MathExpression({
    label,
    period: PERIOD,
    expression: parts.map(([, weight], i) => `FILL(${idOf(i)}, 0) * ${weight}`).join(' + '),
    usingMetrics: Object.fromEntries(parts.map(([metric], i) => [idOf(i), metric])),
  });
}

interface Graph {
  readonly title: string;
  readonly metrics: readonly IMetric[];
}

function graph(title: string, metrics: readonly IMetric[]): Graph {
  return { title, metrics };
}

/** The longest invocation of a function. */
function longest(title: string, { lambda }: ServiceFunction): Graph {
  return graph(title, [lambda.metricDuration({ statistic: Stats.MAXIMUM, label: 'longest' })]);
}

/** Side by side across the full width. */
function row(...graphs: readonly Graph[]): IWidget[] {
  const width = Math.floor(WHOLE_WIDTH / graphs.length);
  return graphs.map(
    ({ title, metrics }) =>
      new GraphWidget({ title, left: [...metrics], width, height: HEIGHT, period: PERIOD }),
  );
}

function heading(title: string): IWidget {
  return new TextWidget({ markdown: `## ${title}`, width: WHOLE_WIDTH, height: 1 });
}
