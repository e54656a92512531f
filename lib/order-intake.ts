// Ingest behind the queue: applies chunks, retries them, and finally stores them as dead letters whose rows
// count as failed.
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { CHUNKS_PER_BATCH, MAX_RECEIVES } from '../src/service/orders/redelivery.ts';
import { createFunction, type Shared } from './functions/grants.ts';
import type { ServiceFunction } from './functions/service-function.ts';

interface OrderIntakeProps {
  /** Batches of chunks applied concurrently. */
  readonly concurrency: number;
  /** Dead letters stored concurrently. */
  readonly deadLetterConcurrency: number;
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

  constructor(scope: Construct, id: string, shared: Shared, props: OrderIntakeProps) {
    super(scope, id);
    const { key, queues, variables } = shared;
    this.lastResort = new Queue(this, 'LastResort', createQueueDefaults(key));
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...createQueueDefaults(key),
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.lastResort, maxReceiveCount: MAX_RECEIVES },
    });
    this.queue = new Queue(this, 'Queue', {
      ...createQueueDefaults(key),
      visibilityTimeout: VISIBILITY,
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: MAX_RECEIVES },
    });

    queues.ingest = this.queue;
    queues['dead letters'] = this.deadLetters;
    variables.INGEST_QUEUE_URL = this.queue.queueUrl;
    variables.DEAD_LETTER_QUEUE_URL = this.deadLetters.queueUrl;
    variables.MAX_RECEIVES = String(MAX_RECEIVES);

    const apply = createFunction(this, 'ApplyChunk', shared, {
      entry: 'queue/apply-chunk',
      description: 'Applies chunks of orders exactly once',
      timeout: APPLY_TIMEOUT,
      memoryMb: 1_024,
      table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      orders: ['dynamodb:BatchGetItem', 'dynamodb:PutItem'],
      sendsTo: 'dead letters',
      returnsTo: 'ingest',
    });
    apply.consume(this.queue, { batchSize: CHUNKS_PER_BATCH, maxConcurrency: props.concurrency });

    const keep = createFunction(this, 'KeepDeadLetter', shared, {
      entry: 'queue/keep-dead-letter',
      description: 'Stores chunks that could not be applied and counts their rows as failed',
      timeout: APPLY_TIMEOUT,
      memoryMb: 512,
      table: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Query'],
      writes: ['dead-letters/'],
    });
    keep.consume(this.deadLetters, { batchSize: 1, maxConcurrency: props.deadLetterConcurrency });
    this.apply = apply;
    this.functions = [apply, keep];
  }
}

function createQueueDefaults(key: IKey | undefined) {
  return {
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    ...(key
      ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
      : { encryption: QueueEncryption.SQS_MANAGED }),
  };
}
