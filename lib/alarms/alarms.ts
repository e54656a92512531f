// All alarms, on one topic: functions, queues, the API, the workflows and the tables.
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ServiceTables } from '../data/service-tables.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import type { OrderIntake } from '../order-intake.ts';
import type { OneFunctionWorkflow } from '../workflows/one-function-workflows.ts';
import type { ReportPipeline } from '../workflows/report-pipeline.ts';
import { FunctionAlarms } from './function-alarms.ts';
import { ALARM_PERIOD, combineMetrics, RunbookAlarm, type RunbookSection } from './runbook-alarm.ts';
import { createSystemErrorMetrics, createThrottleMetrics } from './table-metrics.ts';

export interface AlarmsProps {
  readonly topic: ITopic;
  readonly tables: ServiceTables;
  readonly intake: OrderIntake;
  readonly api: HttpApi;
  readonly pipeline: ReportPipeline;
  /** The report and erasure workflows. */
  readonly workflows: readonly StateMachine[];
  readonly audienceWorkflow: StateMachine;
  readonly deliveries: OneFunctionWorkflow;
  /** Endpoints of the API. */
  readonly endpoints: readonly ServiceFunction[];
  /** The other functions. */
  readonly workers: readonly ServiceFunction[];
  readonly scheduleRunner: ServiceFunction;
  /** Restarts stalled work; an alarm covers schedules that are not run. */
  readonly reconciler: ServiceFunction;
  /** Hours that tables of orders may be behind; undefined without such tables. */
  readonly openTableHours: number | undefined;
}

const MINUTE_S = 60;
/** Endpoints that must be quick, with the milliseconds that one run in a hundred may take. */
const SLOW = [
  ['SubmitOrders', 10_000],
  ['GetRecommendations', 2_000],
] as const;
/** Hours in which the largest tables are refreshed: the next refresh begins that much later. */
const LONGEST_REFRESH_H = 4;
/** Fraction of a function's own memory. */
const NEAR_THE_MEMORY = 0.9;

export class Alarms extends Construct {
  /** Alarms raised by failing or slow answers: they judge a deployment. */
  readonly ofAnswers: readonly RunbookAlarm[];

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    const {
      topic,
      tables,
      intake,
      api,
      pipeline,
      workflows,
      audienceWorkflow,
      deliveries,
      endpoints,
      workers,
      scheduleRunner,
      reconciler,
      openTableHours,
    } = props;
    new FunctionAlarms(this, 'Functions', { topic, workers, ticking: [reconciler, scheduleRunner] });
    const period = ALARM_PERIOD;
    const createAlarm = (
      name: string,
      section: RunbookSection,
      threshold: number,
      what: string,
      metric: IMetric,
    ): RunbookAlarm => new RunbookAlarm(this, name, { topic, section, threshold, what, metric });

    // The queue's consumer empties it within seconds, usually before the depth is measured, so received messages count
    // too.
    createAlarm(
      'DeadLetters',
      'dead-letters',
      1,
      'Chunks could not be applied.',
      combineMetrics('SUM', 'dead letters', [
        intake.deadLetters.metricNumberOfMessagesReceived({ period }),
        intake.deadLetters.metricApproximateNumberOfMessagesVisible({ period }),
      ]),
    );
    createAlarm(
      'LastResort',
      'last-resort',
      1,
      'Dead letters could not be kept.',
      intake.lastResort.metricApproximateNumberOfMessagesVisible({ period }),
    );
    createAlarm(
      'OldestChunk',
      'oldest-chunk',
      30 * MINUTE_S,
      'A chunk has waited for more than 30 minutes.',
      combineMetrics('MAX', 'oldest chunk, s', [
        intake.queue.metricApproximateAgeOfOldestMessage({ period }),
        intake.deadLetters.metricApproximateAgeOfOldestMessage({ period }),
      ]),
    );
    const serverErrors = createAlarm(
      'ServerErrors',
      'server-errors',
      3,
      'The API returns 5xx responses.',
      api.metricServerError({ period }),
    );
    createAlarm(
      'RefusedRequests',
      'refused-requests',
      2_000,
      'The API refuses many requests: a flood, a client without a valid key, or one that does not wait.',
      api.metricClientError({ period }),
    );
    const slow = SLOW.map(([name, slowMs]) => {
      const endpoint = endpoints.find(({ node }) => node.id === name);
      if (endpoint === undefined) throw new Error(`no endpoint is called ${name}`);
      return createAlarm(
        `Slow${name}`,
        'slow-answers',
        slowMs,
        `One of a hundred runs of ${name} takes longer than ${slowMs / 1_000} s.`,
        endpoint.lambda.metricDuration({ period, statistic: Stats.percentile(99) }),
      );
    });
    this.ofAnswers = [serverErrors, ...slow];
    createAlarm(
      'OldestWork',
      'oldest-work',
      6 * 60 * MINUTE_S,
      'An import, report, export, run of an audience or erasure has not ended for six hours.',
      reconciler.measured('OldestUnfinishedWork', Stats.MAXIMUM, 'oldest work, s').with({ period }),
    );
    if (openTableHours !== undefined)
      createAlarm(
        'OpenTableAge',
        'oldest-work',
        (openTableHours + LONGEST_REFRESH_H) * 60 * MINUTE_S,
        `The table of a dataset is ${openTableHours + LONGEST_REFRESH_H} hours behind its orders.`,
        reconciler.measured('OpenTableAge', Stats.MAXIMUM, 'table furthest behind, s').with({ period }),
      );
    createAlarm(
      'FailedWorkflows',
      'failed-workflows',
      1,
      'A workflow failed, timed out or was aborted.',
      combineMetrics(
        'SUM',
        'failed workflows',
        // An alarm takes ten metrics. Another run follows each run of an audience, so only its failures
        // count.
        [
          ...workflows.flatMap((workflow) => [
            workflow.metricFailed({ period }),
            workflow.metricTimedOut({ period }),
            workflow.metricAborted({ period }),
          ]),
          audienceWorkflow.metricFailed({ period }),
        ],
      ),
    );
    createAlarm(
      'FailedDeliveries',
      'failed-deliveries',
      1,
      'A destination of an audience was given up, or the work on it fails.',
      combineMetrics('SUM', 'failed deliveries', [
        deliveries.function.measured('AudienceDeliveriesFailed', Stats.SUM, 'given up').with({ period }),
        deliveries.workflow.metricFailed({ period }),
      ]),
    );
    createAlarm(
      'ThrottledWorkflows',
      'throttled-workflows',
      1,
      'Step Functions throttles workflows.',
      combineMetrics(
        'SUM',
        'throttled states',
        [...workflows, audienceWorkflow, deliveries.workflow].map((workflow) =>
          workflow.metricThrottled({ period }),
        ),
      ),
    );
    createAlarm(
      'OverdueSchedules',
      'overdue-schedules',
      1,
      'A schedule should have been run an hour ago.',
      reconciler.measured('OverdueSchedules', Stats.MAXIMUM, 'overdue schedules').with({ period }),
    );
    const { compute, extract, pass, join } = pipeline.functions;
    createAlarm(
      'ReportMemory',
      'report-memory',
      NEAR_THE_MEMORY * compute.memoryMb,
      'A report took nearly all memory that its function has.',
      combineMetrics('MAX', 'peak memory, MB', [
        compute.measured('ReportPeakMemory', Stats.MAXIMUM, 'in one function').with({ period }),
        extract.measured('PartitionPeakMemory', Stats.MAXIMUM, 'a shard').with({ period }),
        pass.measured('PartitionPeakMemory', Stats.MAXIMUM, 'a partition').with({ period }),
        join.measured('ReportPeakMemory', Stats.MAXIMUM, 'a join').with({ period }),
      ]),
    );
    createAlarm(
      'ExtractFailures',
      'extract-failures',
      5,
      'Reports cannot read or store the extracts of their datasets.',
      compute.measured('ExtractFailures', Stats.SUM, 'extract failures').with({ period }),
    );
    // The SDK retries each throttled request: a few throttles while a table scales up for a backfill are
    // harmless.
    createAlarm(
      'TableThrottles',
      'table-throttles',
      50,
      'DynamoDB throttles requests to a table.',
      combineMetrics('SUM', 'throttled requests', createThrottleMetrics(tables, period)),
    );
    createAlarm(
      'TableFaults',
      'table-faults',
      10,
      'DynamoDB returns internal errors.',
      combineMetrics('SUM', 'system errors', createSystemErrorMetrics(tables, period)),
    );
  }
}
