// Consumer of the ingest queue: applies each message, which is a chunk, exactly once. A failed chunk is
// reported individually, so that the rest of its batch is not redelivered. After a transient fault, it is
// redelivered within seconds. After its last attempt, or immediately when a retry cannot help, it moves to
// the dead-letter queue with the reason.
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { InvalidRequestError } from '../../src/contract/errors/errors.ts';
import { chunkMessage } from '../../src/contract/messages/chunk-message.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { resolveLimits } from '../../src/contract/plans.ts';
import { formatReason } from '../../src/contract/sentences/import-reasons.ts';
import { createAccountStore } from '../../src/service/accounts/accounts.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { isPassing } from '../../src/service/aws/passing-faults.ts';
import { createSqsClient } from '../../src/service/aws/sqs-client.ts';
import { createOpenTables } from '../../src/service/exports/table/open-tables.ts';
import { describeError } from '../../src/service/observability/describe-error.ts';
import { log } from '../../src/service/observability/log.ts';
import { measure } from '../../src/service/observability/metrics.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { applyBatch } from '../../src/service/orders/apply-batch.ts';
import {
  type ApplyChunkDeps,
  ContentionError,
  CountedAsFailedError,
  UnknownChunkError,
  UnsplittableChunkError,
} from '../../src/service/orders/apply-chunk.ts';
import { createDeadLetterQueue, type DeadLetterQueue } from '../../src/service/orders/dead-letter-queue.ts';
import { computeShortWait, createRedelivery, type Redelivery } from '../../src/service/orders/redelivery.ts';
import { wireApply } from '../../src/service/orders/wire-ingest.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

export interface ApplyChunksDeps extends ApplyChunkDeps {
  readonly deadLetterQueue: DeadLetterQueue;
  readonly maxReceives: number;
  readonly redelivery: Redelivery;
}

export function applyChunks(deps: ApplyChunksDeps) {
  /** Returns true when the message can be removed from the queue. */
  async function giveUp({ body, attributes }: SQSRecord, error: unknown): Promise<boolean> {
    const isLast = Number(attributes.ApproximateReceiveCount) >= deps.maxReceives;
    if (!isLast && !isHopeless(error)) return false;
    await deps.deadLetterQueue.send(body, describeReason(error));
    return true;
  }

  /**
   * Shortens the wait of a chunk that stays in the queue. If that fails, the queue's visibility timeout
   * applies.
   */
  async function hasten({ receiptHandle, attributes }: SQSRecord, error: unknown): Promise<void> {
    if (!(error instanceof ContentionError) && !isPassing(error)) return;
    const seconds = computeShortWait(Number(attributes.ApproximateReceiveCount));
    if (seconds !== undefined) await deps.redelivery.after(receiptHandle, seconds);
  }

  /** Returns true when the message stays in the queue. */
  async function isKept(record: SQSRecord, error: unknown): Promise<boolean> {
    const { messageId, attributes } = record;
    const received = attributes.ApproximateReceiveCount;
    measure('ChunkFailures');
    log('error', 'chunk not applied', { message_id: messageId, received, ...describeError(error) });
    const isDone = await giveUp(record, error).catch((problem: unknown) => {
      log('error', 'dead letter not sent', { message_id: messageId, ...describeError(problem) });
      return false;
    });
    if (isDone) return false;
    await hasten(record, error).catch((problem: unknown) => {
      log('warn', 'redelivery not hastened', { message_id: messageId, ...describeError(problem) });
    });
    return true;
  }

  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const outcomes = await applyBatch(
      deps,
      Records.map(
        ({ body }) =>
          () =>
            parseRequest(chunkMessage, JSON.parse(body)),
      ),
    );
    const failures = await Promise.all(
      Records.map(async (record, at) => {
        const outcome = outcomes[at];
        const isFailed = outcome?.status === 'rejected' && (await isKept(record, outcome.reason));
        return isFailed ? [{ itemIdentifier: record.messageId }] : [];
      }),
    );
    return { batchItemFailures: failures.flat() };
  };
}

/** A permanent error: redelivery cannot help. */
function isHopeless(error: unknown): boolean {
  return (
    error instanceof InvalidRequestError ||
    error instanceof UnknownChunkError ||
    error instanceof CountedAsFailedError ||
    error instanceof UnsplittableChunkError ||
    error instanceof SyntaxError
  );
}

/** Describes the fault of the message or, for an unexpected error, its kind. */
function describeReason(error: unknown): string {
  if (error instanceof SyntaxError) return formatReason('message_not_json');
  if (error instanceof InvalidRequestError) return `The message does not fit the schema: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

const environment = readEnvironment(ENVIRONMENT.applyChunk);
const db = createDocumentClient();
const sqs = createSqsClient();
const accounts = createAccountStore(db, environment.SERVICE_TABLE);
export const handler = observeHandler(
  applyChunks({
    ...wireApply(db, { orders: environment.ORDERS_TABLE, service: environment.SERVICE_TABLE }),
    maxStoredRows: async (accountId) => {
      const account = await accounts.getAccount(accountId);
      if (account === undefined) return 0;
      return resolveLimits(environment.PLANS[account.plan], account.overrides).maxStoredRows;
    },
    ...(environment.OPEN_TABLE && { openTables: createOpenTables(db, environment.SERVICE_TABLE) }),
    deadLetterQueue: createDeadLetterQueue(sqs, environment.DEAD_LETTER_QUEUE_URL),
    maxReceives: environment.MAX_RECEIVES,
    redelivery: createRedelivery(sqs, environment.INGEST_QUEUE_URL),
  }),
);
