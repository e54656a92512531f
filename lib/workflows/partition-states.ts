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
import { STATE_VERSION } from '../../src/contract/messages/format-versions.ts';
import type { ENVIRONMENT, EnvironmentOf } from '../../src/wiring/environment.ts';
import type { ServiceTables } from '../data/service-tables.ts';
import { allowAnalysis } from '../functions/analysis-permissions.ts';
import { ServiceFunction } from '../functions/service-function.ts';

export interface PartitionStatesProps {
  readonly tables: ServiceTables;
  readonly logRetention: RetentionDays;
  readonly key: IKey | undefined;
  readonly memoryMb: number;
  readonly linesPerFile: number;
  /** Functions of one report that run at once. */
  readonly concurrency: number;
}

/** How often a state repeats what failed; `timedOut`: not at all by default. */
export interface Retries {
  readonly throttled?: RetryProps;
  readonly passing?: RetryProps;
  readonly timedOut?: RetryProps;
}

export interface PartitionLinks {
  /** A state that invokes the function. */
  task(name: string, target: ServiceFunction, retries?: Retries): TaskStateBase;
  /** Repeated whatever the error is. */
  readonly always: Retries;
  /** Follows a state that failed. */
  readonly fail: State;
  /** Follows when the report is computed. */
  readonly computed: State;
}

/** Of states that run many times in an execution, which has 25,000 events. */
const OFTEN: Retries = {
  // 10 s, a minute, six minutes, ten minutes: about a quarter of an hour.
  throttled: {
    errors: ['Lambda.TooManyRequestsException'],
    interval: Duration.seconds(10),
    maxAttempts: 4,
    backoffRate: 6,
    maxDelay: Duration.minutes(10),
  },
  // 4 s, 12 s, 36 s, 108 s.
  passing: { interval: Duration.seconds(4), maxAttempts: 4, backoffRate: 3 },
  // They end their slices well before their timeout, whatever the size of the dataset.
  timedOut: { interval: Duration.seconds(4), maxAttempts: 1 },
};

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
  chain({ task, always, fail, computed }: PartitionLinks): IChainable {
    const failing = (name: string, step: string): Pass => {
      const named = new Pass(this, name, { result: Result.fromString(step), resultPath: '$.failed_step' });
      named.next(fail);
      return named;
    };
    const onError = { errors: ['States.ALL'], resultPath: '$.error' };
    const extract = task('Extract', this.extract, OFTEN);
    const shards = new MapState(this, 'Extract shards', {
      itemsPath: '$.partitions.shards',
      itemSelector: {
        version: STATE_VERSION,
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

    const compute = task('Compute lane', this.pass, OFTEN);
    const lanes = new MapState(this, 'Compute partitions', {
      itemsPath: '$.partitions.lanes',
      itemSelector: {
        version: STATE_VERSION,
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
    const remove = task('Remove partitions', this.join, always);
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
    // Who was assigned to the audience that a report is about, without customers whose erasure is in progress.
    for (const fn of [this.pass, this.join]) fn.allowPrefix('s3:GetObject', bucket, 'audiences/');
    this.pass.allow(['dynamodb:Query'], service.tableArn);
    this.join.allowPrefix('s3:DeleteObject', bucket, 'partitions/');
    allowAnalysis(this.join, { service, bucket });
  }
}
