// The report workflow: plan (again, until the imports that it waits for have ended and it is its turn) → compute, in one
// function or in partitions → publish → notify. Any error leads to fail → notify. Its state holds ids and small figures, never data.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  Errors,
  type IChainable,
  type RetryProps,
  type StateMachine,
  Succeed,
  type TaskStateBase,
  Wait,
  WaitTime,
} from 'aws-cdk-lib/aws-stepfunctions';
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf, WebhookReceivers } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { allowAnalysis } from '../functions/analysis-permissions.ts';
import { allowModel } from '../functions/model-permission.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { PartitionStates, type Retries } from './partition-states.ts';
import { createWorkflow } from './workflow.ts';

export interface ReportPipelineProps {
  readonly tables: ServiceTables;
  /** The plans as JSON. */
  readonly plans: string;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
  readonly webhookReceivers: WebhookReceivers;
  readonly computeMemoryMb: number;
  readonly extractMaxLines: number;
  readonly partitioning: Partitioning;
  /** Of all accounts together. */
  readonly computingReports: number;
  readonly bedrockModelId: string | undefined;
}

/** How a report on many line items is computed in partitions. */
export interface Partitioning {
  /** Line items of a dataset above which its reports are; 0: all of them. */
  readonly thresholdLines: number;
  readonly linesPerPartition: number;
  /** Functions of one report that run at once. */
  readonly concurrency: number;
}

/** About 100 MB in memory, and a few in S3. */
const MAX_LINES_PER_FILE = 2_000_000;

/** Errors of Lambda itself, and those that a state reports as transient. */
export const PASSING = [
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'PassingFaultError',
];

/** A function reached its own timeout. Compute and Join do not repeat it: decision 0028 says why. */
const TIMED_OUT = 'Sandbox.Timedout';

/**
 * If the account's concurrency or the function's reservation is exhausted, a report waits instead of failing: 10 s, 20 s,
 * 40 s, then every minute, for about an hour.
 */
const THROTTLED: RetryProps = {
  errors: ['Lambda.TooManyRequestsException'],
  interval: Duration.seconds(10),
  maxAttempts: 60,
  backoffRate: 2,
  maxDelay: Duration.minutes(1),
};
/**
 * 2 s, 4 s, … 64 s, two minutes in total: enough for an outage of one minute. A report that cannot be generated fails
 * immediately.
 */
const TRANSIENT: RetryProps = { interval: Duration.seconds(2), maxAttempts: 6, backoffRate: 2 };

/** Whatever the error is. */
const ALWAYS: RetryProps = { ...TRANSIENT, errors: [Errors.ALL] };
/** Of states that take seconds: a cold start that takes more than Lambda's ten counts towards their timeout. */
const TRANSIENT_OR_SLOW: RetryProps = { ...TRANSIENT, errors: [...PASSING, TIMED_OUT] };

/** The functions of the workflow's states. */
export type ReportStates = Readonly<
  Record<'plan' | 'compute' | 'publish' | 'fail' | 'notify', ServiceFunction>
>;

export class ReportPipeline extends Construct {
  readonly workflow: StateMachine;
  readonly functions: readonly ServiceFunction[];
  readonly states: ReportStates;
  readonly partitions: PartitionStates;

  constructor(scope: Construct, id: string, props: ReportPipelineProps) {
    super(scope, id);
    const states = this.createFunctions(props);
    this.states = states;
    const { linesPerPartition, concurrency } = props.partitioning;
    this.partitions = new PartitionStates(this, 'Partitions', {
      tables: props.tables,
      logRetention: props.logRetention,
      key: props.key,
      memoryMb: props.computeMemoryMb,
      linesPerFile: Math.min(MAX_LINES_PER_FILE, linesPerPartition),
      concurrency,
    });
    this.functions = [...Object.values(states), ...this.partitions.functions];
    this.workflow = createWorkflow(this, {
      definition: this.definition(states),
      // Webhook retries take up to 52 hours; before that, a report may wait for imports and for others of its account.
      timeout: Duration.days(5),
      functions: this.functions,
      logRetention: props.logRetention,
      key: props.key,
    });
  }

  private createFunctions(props: ReportPipelineProps): ReportStates {
    const { tables, logRetention, key, webhookReceivers, computeMemoryMb, bedrockModelId, extractMaxLines } =
      props;
    const SERVICE_TABLE = tables.service.tableName;
    const BUCKET = tables.bucket.bucketName;
    const state = (
      id: string,
      entry: string,
      description: string,
      environment: Readonly<Record<string, string>>,
      size: { memoryMb: number; timeout: Duration } = { memoryMb: 512, timeout: Duration.seconds(30) },
    ): ServiceFunction =>
      new ServiceFunction(this, id, { entry, description, environment, logRetention, key, ...size });

    const planEnvironment: EnvironmentOf<typeof ENVIRONMENT.planReport> = {
      SERVICE_TABLE,
      PLANS: props.plans,
      PARTITION_THRESHOLD_LINES: String(props.partitioning.thresholdLines),
      LINES_PER_PARTITION: String(props.partitioning.linesPerPartition),
      COMPUTING_REPORTS: String(props.computingReports),
    };
    const computeEnvironment: EnvironmentOf<typeof ENVIRONMENT.computeReport> = {
      SERVICE_TABLE,
      ORDERS_TABLE: tables.orders.tableName,
      BUCKET,
      EXTRACT_MAX_LINES: String(extractMaxLines),
    };
    const publishEnvironment: EnvironmentOf<typeof ENVIRONMENT.publishReport> = {
      SERVICE_TABLE,
      BUCKET,
      BEDROCK_MODEL_ID: bedrockModelId ?? '',
    };
    const failEnvironment: EnvironmentOf<typeof ENVIRONMENT.failReport> = { SERVICE_TABLE };
    const notifyEnvironment: EnvironmentOf<typeof ENVIRONMENT.notifyReceiver> = {
      SERVICE_TABLE,
      WEBHOOK_RECEIVERS: webhookReceivers,
    };
    const states = {
      plan: state('PlanReport', 'report/plan', 'Plans a report', planEnvironment),
      compute: state('ComputeReport', 'report/compute', 'Computes a report', computeEnvironment, {
        memoryMb: computeMemoryMb,
        timeout: Duration.minutes(15),
      }),
      publish: state('PublishReport', 'report/publish', 'Publishes a report', publishEnvironment, {
        // It holds two lists of customers, this report's and an earlier one's.
        memoryMb: computeMemoryMb,
        timeout: Duration.minutes(5),
      }),
      fail: state('FailReport', 'report/fail', 'Fails a report with a reason', failEnvironment),
      notify: state('NotifyReceiver', 'report/notify', 'Delivers a webhook', notifyEnvironment),
    };
    for (const fn of Object.values(states)) fn.allow(['dynamodb:GetItem'], tables.service.tableArn);
    states.compute.allow(['dynamodb:Query'], tables.orders.tableArn);
    // It also writes the report's progress, which needs no more.
    allowAnalysis(states.compute, tables);
    states.compute.allowPrefix('s3:GetObject', tables.bucket, 'extracts/');
    // Who was assigned to the audience that a report is about.
    states.compute.allowPrefix('s3:GetObject', tables.bucket, 'audiences/');
    states.compute.allowPrefix('s3:PutObject', tables.bucket, 'extracts/');
    // Without this permission, S3 returns 403 instead of 404 for a missing extract.
    states.compute.allow(['s3:ListBucket'], tables.bucket.bucketArn);
    // Reads the previous report, and who its customers were, to describe what changed.
    states.publish.allow(['dynamodb:Query'], tables.service.tableArn);
    // Recommendations are served only if they are still there.
    states.publish.allow(['dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'], tables.service.tableArn);
    for (const prefix of ['customers/', 'drafts/', 'members/', 'reports/']) {
      states.publish.allowPrefix('s3:GetObject', tables.bucket, prefix);
    }
    // Without this permission, S3 returns 403 instead of 404 for a missing object.
    states.publish.allow(['s3:ListBucket'], tables.bucket.bucketArn);
    states.publish.allowPrefix('s3:PutObject', tables.bucket, 'reports/');
    states.publish.allowPrefix('s3:PutObject', tables.bucket, 'customers/');
    states.publish.allowPrefix('s3:DeleteObject', tables.bucket, 'drafts/');
    if (bedrockModelId !== undefined) allowModel(states.publish, bedrockModelId);
    // The account's imports and slots; for a report that has ended, the state of its deliveries.
    states.plan.allow(['dynamodb:Query', 'dynamodb:UpdateItem'], tables.service.tableArn);
    states.fail.allow(['dynamodb:UpdateItem'], tables.service.tableArn);
    states.notify.allow(['dynamodb:PutItem', 'dynamodb:UpdateItem'], tables.service.tableArn);
    return states;
  }

  private definition(fn: ReportStates): IChainable {
    const task = (
      name: string,
      target: ServiceFunction,
      { throttled = THROTTLED, passing = TRANSIENT, timedOut }: Retries = {},
    ): TaskStateBase => {
      const state = new LambdaInvoke(this, name, {
        lambdaFunction: target.lambda,
        payloadResponseOnly: true,
        retryOnServiceExceptions: false,
      });
      state.addRetry(throttled).addRetry({ errors: [...PASSING], ...passing });
      if (timedOut !== undefined) state.addRetry({ errors: [TIMED_OUT], ...timedOut });
      return state;
    };
    const plan = task('Plan', fn.plan, { passing: TRANSIENT_OR_SLOW });
    const compute = task('Compute', fn.compute);
    const publish = task('Publish', fn.publish, { passing: TRANSIENT_OR_SLOW });
    // Only the reconciler follows these states, and repeating them is safe.
    const notify = task('Notify', fn.notify, { passing: ALWAYS });
    const fail = task('Fail', fn.fail, { passing: ALWAYS });
    for (const step of [plan, compute, publish]) {
      step.addCatch(fail, { errors: ['States.ALL'], resultPath: '$.error' });
    }
    const delivery = new Choice(this, 'Deliver again?')
      .when(
        Condition.stringEquals('$.delivery.outcome', 'retry'),
        new Wait(this, 'Wait for the receiver', {
          time: WaitTime.secondsPath('$.delivery.wait_seconds'),
        }).next(notify),
      )
      .otherwise(new Succeed(this, 'Done'));
    notify.next(delivery);
    fail.next(notify);
    compute.next(publish).next(notify);
    return plan.next(
      new Choice(this, 'Compute now?')
        // A second workflow run for a report whose webhook the first run did not deliver.
        .when(Condition.isPresent('$.delivery'), delivery)
        .when(
          Condition.isPresent('$.waiting'),
          new Wait(this, 'Wait to start', {
            time: WaitTime.secondsPath('$.waiting.wait_seconds'),
          }).next(plan),
        )
        .when(
          Condition.isPresent('$.partitions'),
          this.partitions.chain({ task, always: { passing: ALWAYS }, fail, computed: publish }),
        )
        .otherwise(compute),
    );
  }
}
