// The states of the report workflow that compute a report in partitions: the shards are extracted side by side, then pass
// after pass computes the partitions, lane by lane, and joins what it found, until the report is computed.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  Choice,
  Condition,
  type IChainable,
  JsonPath,
  Map as MapState,
  Pass,
  Result,
  type RetryProps,
  type State,
  Succeed,
  type TaskStateBase,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { ENVIRONMENT, EnvironmentOf } from '../src/wiring/environment.ts';
import { allowAnalysis } from './analysis-permissions.ts';
import { ServiceFunction } from './service-function.ts';
import type { ServiceTables } from './service-tables.ts';

export interface PartitionStatesProps {
  readonly tables: ServiceTables;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
  readonly memoryMb: number;
  readonly linesPerFile: number;
  /** Functions of one report that run at once. */
  readonly concurrency: number;
}

export interface PartitionLinks {
  /** A state that invokes the function. */
  task(name: string, target: ServiceFunction, throttled?: RetryProps, passing?: RetryProps): TaskStateBase;
  /** Follows a state that failed. */
  readonly fail: State;
  /** Follows when the report is computed. */
  readonly computed: State;
}

/**
 * Of states that run many times in an execution, which has 25,000 events. Throttled: 10 s, 40 s, 160 s, then twice five
 * minutes, about a quarter of an hour.
 */
const THROTTLED_OFTEN: RetryProps = {
  errors: ['Lambda.TooManyRequestsException'],
  interval: Duration.seconds(10),
  maxAttempts: 5,
  backoffRate: 4,
  maxDelay: Duration.minutes(5),
};
/** 4 s, 12 s, 36 s, 108 s. */
const PASSING_OFTEN: RetryProps = { interval: Duration.seconds(4), maxAttempts: 4, backoffRate: 3 };

export class PartitionStates extends Construct {
  readonly extract: ServiceFunction;
  readonly pass: ServiceFunction;
  readonly join: ServiceFunction;
  private readonly concurrency: number;

  constructor(scope: Construct, id: string, props: PartitionStatesProps) {
    super(scope, id);
    const { tables, logRetention, key, memoryMb, concurrency } = props;
    this.concurrency = concurrency;
    const SERVICE_TABLE = tables.service.tableName;
    const BUCKET = tables.bucket.bucketName;
    const state = (
      name: string,
      entry: string,
      description: string,
      environment: Readonly<Record<string, string>>,
    ): ServiceFunction =>
      new ServiceFunction(this, name, {
        entry,
        description,
        environment,
        logRetention,
        key,
        memoryMb,
        timeout: Duration.minutes(15),
      });
    const extractEnvironment: EnvironmentOf<typeof ENVIRONMENT.extractShard> = {
      SERVICE_TABLE,
      ORDERS_TABLE: tables.orders.tableName,
      BUCKET,
      LINES_PER_FILE: String(props.linesPerFile),
    };
    const passEnvironment: EnvironmentOf<typeof ENVIRONMENT.computeLane> = { SERVICE_TABLE, BUCKET };
    const joinEnvironment: EnvironmentOf<typeof ENVIRONMENT.joinPartitions> = { SERVICE_TABLE, BUCKET };
    this.extract = state(
      'ExtractShard',
      'report/extract',
      'Cuts orders into partitions for a report',
      extractEnvironment,
    );
    this.pass = state('ComputeLane', 'report/pass', 'Computes partitions of a report', passEnvironment);
    this.join = state('JoinPartitions', 'report/join', 'Joins the partitions of a report', joinEnvironment);
    this.allow(tables);
  }

  get functions(): readonly ServiceFunction[] {
    return [this.extract, this.pass, this.join];
  }

  /** Begins with the partitions that the plan asks for. */
  chain({ task, fail, computed }: PartitionLinks): IChainable {
    const failing = (name: string, step: string): Pass => {
      const named = new Pass(this, name, { result: Result.fromString(step), resultPath: '$.failed_step' });
      named.next(fail);
      return named;
    };
    const often = (name: string, target: ServiceFunction): TaskStateBase =>
      task(name, target, THROTTLED_OFTEN, PASSING_OFTEN);
    const onError = { errors: ['States.ALL'], resultPath: '$.error' };
    const extract = often('Extract', this.extract);
    const shards = new MapState(this, 'Extract shards', {
      itemsPath: '$.partitions.shards',
      itemSelector: {
        'account_id.$': '$.account_id',
        'report_id.$': '$.report_id',
        'parts.$': '$.partitions.parts',
        'shard.$': '$$.Map.Item.Value',
      },
      maxConcurrency: this.concurrency,
      resultPath: '$.partitions.extracted',
    });
    shards.itemProcessor(this.untilDone(extract, 'More of the shard?', 'Shard extracted'));
    shards.addCatch(failing('Extraction failed', 'extract'), onError);

    const compute = often('Compute lane', this.pass);
    const lanes = new MapState(this, 'Compute partitions', {
      itemsPath: '$.partitions.lanes',
      itemSelector: {
        'account_id.$': '$.account_id',
        'report_id.$': '$.report_id',
        'parts.$': '$.partitions.parts',
        'job.$': '$.partitions.job',
        'lane.$': '$$.Map.Item.Value',
      },
      maxConcurrency: this.concurrency,
      resultPath: '$.partitions.passed',
    });
    lanes.itemProcessor(this.untilDone(compute, 'More of the lane?', 'Lane computed'));
    lanes.addCatch(failing('Pass failed', 'pass'), onError);

    const join = task('Join', this.join);
    join.addCatch(failing('Join failed', 'join'), onError);
    // The report is computed: files that could not be removed expire.
    const remove = task('Remove partitions', this.join);
    remove.addCatch(computed, { errors: ['States.ALL'], resultPath: JsonPath.DISCARD });
    remove.next(computed);
    const another = new Choice(this, 'Another pass?')
      .when(Condition.isPresent('$.partitions.lanes'), lanes)
      .otherwise(remove);
    lanes.next(join);
    return shards.next(join.next(another));
  }

  /** Runs the task again until it says that nothing is left. */
  private untilDone(work: TaskStateBase, question: string, end: string): IChainable {
    return work.next(
      new Choice(this, question)
        .when(Condition.booleanEquals('$.more', true), work)
        .otherwise(new Succeed(this, end)),
    );
  }

  private allow({ service, orders, bucket }: ServiceTables): void {
    for (const fn of this.functions) {
      fn.allow(['dynamodb:GetItem'], service.tableArn);
      fn.allowPrefix('s3:GetObject', bucket, 'partitions/');
      fn.allowPrefix('s3:PutObject', bucket, 'partitions/');
      // Without this permission, S3 returns 403 instead of 404 for a missing object. The join lists what it removes.
      fn.allow(['s3:ListBucket'], bucket.bucketArn);
    }
    // Write the report's progress.
    for (const fn of [this.extract, this.pass]) fn.allow(['dynamodb:UpdateItem'], service.tableArn);
    this.extract.allow(['dynamodb:Query'], orders.tableArn);
    this.join.allowPrefix('s3:DeleteObject', bucket, 'partitions/');
    allowAnalysis(this.join, { service, bucket });
  }
}
