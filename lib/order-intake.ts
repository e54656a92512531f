// Ingest behind the queue: chunks are applied, retried and finally stored as dead letters whose rows count as failed.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CHUNKS_PER_BATCH, MAX_RECEIVES } from '../src/stores/imports/redelivery.ts';
import type { ENVIRONMENT, EnvironmentOf } from '../src/wiring/environment.ts';
import type { ServiceTables } from './data/service-tables.ts';
import { ServiceFunction } from './functions/service-function.ts';

export interface OrderIntakeProps {
  readonly tables: ServiceTables;
  /** The plans as JSON. */
  readonly plans: string;
  readonly logRetention: RetentionDays;
  /** Batches of chunks applied concurrently. */
  readonly concurrency: number;
  /** Dead letters stored concurrently. */
  readonly deadLetterConcurrency: number;
  readonly key: IKey | undefined;
}

const APPLY_TIMEOUT = Duration.seconds(60);
/** AWS recommends six times the function's timeout, so that a batch in progress is not redelivered. */
const VISIBILITY = Duration.seconds(360);

export class OrderIntake extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  /** Messages that the dead-letter consumer cannot handle either stay here for an operator. */
  readonly lastResort: Queue;
  readonly functions: readonly ServiceFunction[];
  readonly apply: ServiceFunction;
  /** The longest timeout of these functions. */
  readonly longestWriter = APPLY_TIMEOUT;

  constructor(scope: Construct, id: string, props: OrderIntakeProps) {
    super(scope, id);
    const { tables, plans, logRetention, key } = props;
    this.lastResort = new Queue(this, 'LastResort', queueDefaults(key));
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...queueDefaults(key),
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.lastResort, maxReceiveCount: MAX_RECEIVES },
    });
    this.queue = new Queue(this, 'Queue', {
      ...queueDefaults(key),
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });

    const applyEnvironment: EnvironmentOf<typeof ENVIRONMENT.applyChunk> = {
      SERVICE_TABLE: tables.service.tableName,
      ORDERS_TABLE: tables.orders.tableName,
      PLANS: plans,
      INGEST_QUEUE_URL: this.queue.queueUrl,
      DEAD_LETTER_QUEUE_URL: this.deadLetters.queueUrl,
      MAX_RECEIVES: String(MAX_RECEIVES),
    };
    const apply = new ServiceFunction(this, 'ApplyChunk', {
      entry: 'queue/apply-chunk',
      description: 'Applies chunks of orders exactly once',
      environment: applyEnvironment,
      timeout: APPLY_TIMEOUT,
      memoryMb: 1_024,
      logRetention,
      key,
    });
    apply.allow(['dynamodb:BatchGetItem', 'dynamodb:PutItem'], tables.orders.tableArn);
    apply.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    apply.allow(['sqs:SendMessage'], this.deadLetters.queueArn);
    // Brings a refused chunk back sooner.
    apply.allow(['sqs:ChangeMessageVisibility'], this.queue.queueArn);
    apply.consume(this.queue, { batchSize: CHUNKS_PER_BATCH, maxConcurrency: props.concurrency });

    const keepEnvironment: EnvironmentOf<typeof ENVIRONMENT.keepDeadLetter> = {
      SERVICE_TABLE: tables.service.tableName,
      BUCKET: tables.bucket.bucketName,
    };
    const keep = new ServiceFunction(this, 'KeepDeadLetter', {
      entry: 'queue/keep-dead-letter',
      description: 'Stores chunks that could not be applied and counts their rows as failed',
      environment: keepEnvironment,
      timeout: APPLY_TIMEOUT,
      memoryMb: 512,
      logRetention,
      key,
    });
    keep.allow(
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      tables.service.tableArn,
    );
    keep.allowPrefix('s3:PutObject', tables.bucket, 'dead-letters/');
    keep.consume(this.deadLetters, { batchSize: 1, maxConcurrency: props.deadLetterConcurrency });
    this.apply = apply;
    this.functions = [apply, keep];
  }
}

function queueDefaults(key: IKey | undefined) {
  return {
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    ...(key
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
      : { encryption: QueueEncryption.SQS_MANAGED }),
  };
}
