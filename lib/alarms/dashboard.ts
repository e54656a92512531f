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
import { createConsumedMetrics, createThrottleMetrics } from './table-metrics.ts';

export interface DashboardProps {
  readonly tables: ServiceTables;
  readonly intake: OrderIntake;
  readonly pipeline: ReportPipeline;
  readonly erasure: OneFunctionWorkflow;
  readonly exporting: OneFunctionWorkflow;
  readonly audiences: OneFunctionWorkflow;
  readonly deliveries: OneFunctionWorkflow;
  readonly events: OneFunctionWorkflow;
  readonly pulls: OneFunctionWorkflow;
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
        [createHeading('API')],
        createApiRow(props.api),
        [createHeading('Ingest')],
        createIngestRow(props.intake),
        [createHeading('Reports')],
        createReportRow(props.pipeline),
        [createHeading('Reports in partitions')],
        createPartitionRow(props.pipeline),
        [createHeading('Memory of reports, files of partitions, and extracts of datasets')],
        createExtractRow(props.pipeline),
        [createHeading('Exports')],
        createExportRow(props.exporting),
        [createHeading('Audiences')],
        createAudienceRow(props.audiences),
        createDeliveryRow(props.deliveries),
        createEventRow(props.events),
        [createHeading('Connected shops')],
        createPullRow(props.pulls),
        [createHeading('Erasures')],
        createErasureRow(props.erasure),
        [createHeading('Tables')],
        createTableRow(props.tables),
        [createHeading('Cost drivers over the time shown')],
        [createBillWidget(props)],
      ],
    });
  }
}

function createApiRow(api: HttpApi): IWidget[] {
  const createLatencyMetric = (statistic: string): Metric =>
    api.metricLatency({ statistic, label: statistic });
  return createRow(
    createGraph('Requests', [api.metricCount({ statistic: Stats.SUM, label: 'requests' })]),
    createGraph('Latency, ms', [createLatencyMetric('p50'), createLatencyMetric('p99')]),
    createGraph('Refused and failed requests', [
      api.metricClientError({ statistic: Stats.SUM, label: '4xx' }),
      api.metricServerError({ statistic: Stats.SUM, label: '5xx' }),
    ]),
  );
}

function createIngestRow({ queue, deadLetters, lastResort, apply }: OrderIntake): IWidget[] {
  return createRow(
    createGraph('Line items applied', [
      apply.measured('RowsInserted', Stats.SUM, 'inserted'),
      apply.measured('RowsUpdated', Stats.SUM, 'updated'),
      apply.measured('RowsFailed', Stats.SUM, 'failed'),
    ]),
    createGraph('Chunks waiting', [
      queue.metricApproximateNumberOfMessagesVisible({ label: 'waiting' }),
      queue.metricApproximateNumberOfMessagesNotVisible({ label: 'in work' }),
    ]),
    createGraph('Oldest chunk, s', [queue.metricApproximateAgeOfOldestMessage({ label: 'oldest' })]),
    createGraph('Chunks done', [
      queue.metricNumberOfMessagesDeleted({ label: 'applied or failed' }),
      deadLetters.metricNumberOfMessagesReceived({ label: 'dead letters' }),
      lastResort.metricApproximateNumberOfMessagesVisible({ label: 'last resort' }),
    ]),
  );
}

function createReportRow({ workflow, functions }: ReportPipeline): IWidget[] {
  const { compute, publish, fail, notify } = functions;
  return createRow(
    // A failed report still ends its workflow successfully; the state tells the outcome.
    createGraph('Started and ended', [
      workflow.metricStarted({ label: 'started' }),
      publish.measured('ReportsCompleted', Stats.SUM, 'completed'),
      publish.measured('ReportsWithWarnings', Stats.SUM, 'with warnings'),
      fail.measured('ReportsFailed', Stats.SUM, 'failed'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createGraph('POST to finished, ms', [
      publish.measured('ReportDuration', 'p50', 'p50'),
      publish.measured('ReportDuration', 'p99', 'p99'),
    ]),
    createGraph('Longest computation, ms', [
      compute.measured('ReportReadTime', Stats.MAXIMUM, 'reading'),
      compute.measured('ReportComputeTime', Stats.MAXIMUM, 'computing'),
      compute.lambda.metricDuration({ statistic: Stats.MAXIMUM, label: 'together' }),
    ]),
    createGraph('Webhooks', [
      notify.measured('WebhooksDelivered', Stats.SUM, 'delivered'),
      notify.measured('WebhookRetries', Stats.SUM, 'retried'),
      notify.measured('WebhooksGivenUp', Stats.SUM, 'given up'),
    ]),
  );
}

function createPartitionRow({ functions: { extract, pass, join } }: ReportPipeline): IWidget[] {
  const steps = [
    { label: 'extract', lambda: extract.lambda },
    { label: 'pass', lambda: pass.lambda },
    { label: 'join', lambda: join.lambda },
  ];
  return createRow(
    createGraph(
      'Runs',
      steps.map(({ label, lambda }) => lambda.metricInvocations({ label })),
    ),
    // Each is retried, or fails its report.
    createGraph('Failed and throttled runs', [
      ...steps.map(({ label, lambda }) => lambda.metricErrors({ label: `${label} failed` })),
      ...steps.map(({ label, lambda }) => lambda.metricThrottles({ label: `${label} throttled` })),
    ]),
    createGraph('Longest, ms', [
      extract.measured('PartitionExtractTime', Stats.MAXIMUM, 'a shard'),
      pass.measured('PartitionReadTime', Stats.MAXIMUM, 'reading a partition'),
      pass.measured('PartitionComputeTime', Stats.MAXIMUM, 'computing it'),
      join.measured('PartitionJoinTime', Stats.MAXIMUM, 'a join'),
    ]),
    createGraph('Line items and partitions', [
      extract.measured('LineItemsExtracted', Stats.SUM, 'line items written'),
      pass.measured('PartitionComputeTime', Stats.SAMPLE_COUNT, 'partitions computed'),
    ]),
  );
}

function createExtractRow({ functions: { compute, extract, pass, join } }: ReportPipeline): IWidget[] {
  return createRow(
    createGraph('Peak memory, MB', [
      compute.measured('ReportPeakMemory', Stats.MAXIMUM, 'in one function'),
      extract.measured('PartitionPeakMemory', Stats.MAXIMUM, 'a shard'),
      pass.measured('PartitionPeakMemory', Stats.MAXIMUM, 'a partition'),
      join.measured('ReportPeakMemory', Stats.MAXIMUM, 'a join'),
    ]),
    createGraph('Files of partitions, bytes', [
      extract.measured('PartitionBytes', Stats.SUM, 'extract'),
      pass.measured('PartitionBytes', Stats.SUM, 'pass'),
      join.measured('PartitionBytes', Stats.SUM, 'join'),
    ]),
    createGraph('Reports by what they read', [
      compute.measured('ExtractHits', Stats.SUM, 'extract'),
      compute.measured('ExtractMisses', Stats.SUM, 'Orders table'),
      compute.measured('ExtractFailures', Stats.SUM, 'extract failures'),
    ]),
    createGraph('Extracts, bytes', [compute.measured('ExtractBytes', Stats.SUM, 'read and written')]),
  );
}

function createExportRow({ workflow, function: write }: OneFunctionWorkflow): IWidget[] {
  return createRow(
    createGraph('Started and ended', [
      workflow.metricStarted({ label: 'started' }),
      write.measured('ExportsCompleted', Stats.SUM, 'completed'),
      write.measured('ExportsFailed', Stats.SUM, 'failed'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createGraph('Rows written', [write.measured('ExportedRows', Stats.SUM, 'rows')]),
    createLongestGraph('Longest export, ms', write),
  );
}

function createAudienceRow({ workflow, function: run }: OneFunctionWorkflow): IWidget[] {
  return createRow(
    createGraph('Runs started and ended', [
      workflow.metricStarted({ label: 'started' }),
      run.measured('AudienceRunsCompleted', Stats.SUM, 'completed'),
      run.measured('AudienceRunsFailed', Stats.SUM, 'failed'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createLongestGraph('Longest step, ms', run),
  );
}

function createDeliveryRow({ workflow, function: deliver }: OneFunctionWorkflow): IWidget[] {
  return createRow(
    createGraph('Deliveries to destinations', [
      deliver.measured('AudienceDeliveriesCompleted', Stats.SUM, 'in step'),
      deliver.measured('AudienceDeliveriesFailed', Stats.SUM, 'given up'),
      deliver.measured('AudienceRequestsFailed', Stats.SUM, 'failed requests'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createLongestGraph('Longest step, ms', deliver),
  );
}

function createEventRow({ workflow, function: send }: OneFunctionWorkflow): IWidget[] {
  return createRow(
    createGraph('Events to webhook endpoints', [
      send.measured('WebhooksDelivered', Stats.SUM, 'delivered'),
      send.measured('WebhookRetries', Stats.SUM, 'to be retried'),
      send.measured('WebhookEndpointsPaused', Stats.SUM, 'endpoints paused'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createLongestGraph('Longest step, ms', send),
  );
}

function createPullRow({ workflow, function: pull }: OneFunctionWorkflow): IWidget[] {
  return createRow(
    createGraph('Orders of shops', [
      pull.measured('ShopOrdersRead', Stats.SUM, 'read'),
      pull.measured('ShopOrdersRepaired', Stats.SUM, 'repaired'),
    ]),
    createGraph('Readings of shops', [
      pull.measured('ShopPassesCompleted', Stats.SUM, 'completed'),
      pull.measured('ShopPassesFailed', Stats.SUM, 'given up'),
      pull.measured('ShopRequestsFailed', Stats.SUM, 'failed requests'),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createLongestGraph('Longest step, ms', pull),
  );
}

function createErasureRow({ workflow, function: erase }: OneFunctionWorkflow): IWidget[] {
  return createRow(
    createGraph('Erasures', [
      workflow.metricStarted({ label: 'runs' }),
      workflow.metricSucceeded({ label: 'finished' }),
      workflow.metricFailed({ label: 'workflow failed' }),
    ]),
    createGraph('Slices', [erase.lambda.metricInvocations({ label: 'slices' })]),
    createLongestGraph('Longest slice, ms', erase),
  );
}

function createTableRow(tables: ServiceTables): IWidget[] {
  const orders = createConsumedMetrics(tables.orders.tableName);
  const service = createConsumedMetrics(tables.service.tableName);
  return createRow(
    createGraph('Orders: units', [orders.reads, orders.writes]),
    createGraph('Service: units', [service.reads, service.writes]),
    createGraph('Throttled', createThrottleMetrics(tables, PERIOD)),
  );
}

function createBillWidget({
  api,
  tables,
  intake,
  pipeline,
  erasure,
  exporting,
  functions,
}: DashboardProps): IWidget {
  const consumed = [tables.orders, tables.service].map(({ tableName }) => createConsumedMetrics(tableName));
  return new SingleValueWidget({
    width: WHOLE_WIDTH,
    height: 4,
    setPeriodToTimeRange: true,
    metrics: [
      api.metricCount({ statistic: Stats.SUM, label: 'API requests' }),
      sumWeighted(
        'write units',
        consumed.map(({ writes }) => [writes, 1]),
      ),
      sumWeighted(
        'read units',
        consumed.map(({ reads }) => [reads, 1]),
      ),
      sumWeighted(
        'Lambda GB-seconds',
        functions.map(({ lambda, memoryMb }) => [
          lambda.metricDuration({ statistic: Stats.SUM }),
          memoryMb / 1_024 / 1_000,
        ]),
      ),
      sumWeighted(
        'Lambda requests',
        functions.map(({ lambda }) => [lambda.metricInvocations(), 1]),
      ),
      intake.queue.metricNumberOfMessagesSent({ label: 'chunks queued' }),
      sumWeighted(
        'workflows',
        [pipeline, erasure, exporting].map(({ workflow }) => [workflow.metricStarted(), 1]),
      ),
      sumWeighted(
        'log bytes',
        functions.map(({ log }) => [log.metricIncomingBytes({ statistic: Stats.SUM }), 1]),
      ),
    ],
  });
}

/** The weighted sum of metrics; a metric without a value counts as 0. */
function sumWeighted(label: string, parts: readonly (readonly [metric: Metric, weight: number])[]): IMetric {
  // Ids belong to the widget, not to the expression.
  const toId = (i: number): string => `${label.toLowerCase().replace(/[^a-z]/g, '_')}_${i}`;
  return new MathExpression({
    label,
    period: PERIOD,
    expression: parts.map(([, weight], i) => `FILL(${toId(i)}, 0) * ${weight}`).join(' + '),
    usingMetrics: Object.fromEntries(parts.map(([metric], i) => [toId(i), metric])),
  });
}

interface Graph {
  readonly title: string;
  readonly metrics: readonly IMetric[];
}

function createGraph(title: string, metrics: readonly IMetric[]): Graph {
  return { title, metrics };
}

/** The longest invocation of a function. */
function createLongestGraph(title: string, { lambda }: ServiceFunction): Graph {
  return createGraph(title, [lambda.metricDuration({ statistic: Stats.MAXIMUM, label: 'longest' })]);
}

/** Side by side across the full width. */
function createRow(...graphs: readonly Graph[]): IWidget[] {
  const width = Math.floor(WHOLE_WIDTH / graphs.length);
  return graphs.map(
    ({ title, metrics }) =>
      new GraphWidget({ title, left: [...metrics], width, height: HEIGHT, period: PERIOD }),
  );
}

function createHeading(title: string): IWidget {
  return new TextWidget({ markdown: `## ${title}`, width: WHOLE_WIDTH, height: 1 });
}
