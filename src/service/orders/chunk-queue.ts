// Sends chunks to the ingest queue in batches and retries the entries that SQS rejected.

import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { toQueueJson } from '../../analysis/ingest/chunks.ts';
import { OwnError } from '../../contract/errors/errors.ts';
import type { ChunkMessage } from '../../contract/messages/chunk-message.ts';
import { waitWithJitter } from '../aws/dynamodb-errors.ts';

const MAX_BATCH_ENTRIES = 10;
/** SQS accepts 1 MiB per batch; the remainder is reserved for ids and the envelope. */
const MAX_BATCH_BYTES = 900_000;
const MAX_ATTEMPTS = 6;
const BATCHES_IN_FLIGHT = 4;

/** Some chunks could not be queued after all retries. The reason is in `cause`, whose message may quote a chunk. */
export class ChunksNotQueuedError extends OwnError {
  override readonly name = 'ChunksNotQueuedError';
  readonly chunks: readonly number[];

  constructor(chunks: readonly number[], cause: unknown) {
    super(`${chunks.length} chunk(s) could not be queued`, { cause });
    this.chunks = chunks;
  }
}

interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  /** The account: SQS serves accounts in turn, so that a backfill of one does not delay the others. */
  readonly MessageGroupId: string;
  readonly chunk: number;
}

export function createChunkQueue(sqs: SQSClient, queueUrl: string) {
  async function sendBatch(batch: readonly Entry[]): Promise<void> {
    let pending = batch;
    let cause: unknown;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (attempt > 0) await waitWithJitter(attempt);
      try {
        const { Failed = [] } = await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: pending.map(({ chunk: _, ...entry }) => entry),
          }),
        );
        const refused = new Set(Failed.map(({ Id }) => Id));
        pending = pending.filter(({ Id }) => refused.has(Id));
        if (pending.length === 0) return;
        cause = new OwnError(`SQS refused: ${Failed[0]?.Code ?? 'no code'}`);
      } catch (error) {
        cause = error;
      }
    }
    throw new ChunksNotQueuedError(
      pending.map(({ chunk }) => chunk),
      cause,
    );
  }

  return {
    /**
     * Throws ChunksNotQueuedError, which lists every chunk that is not in the queue, after it has tried all batches.
     */
    async send(messages: readonly ChunkMessage[]): Promise<void> {
      const batches = toBatches(messages);
      const lost: number[] = [];
      let cause: unknown;
      const runWorker = async (): Promise<void> => {
        for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
          try {
            await sendBatch(batch);
          } catch (error) {
            if (!(error instanceof ChunksNotQueuedError)) throw error;
            lost.push(...error.chunks);
            cause = error.cause;
          }
        }
      };
      await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, runWorker));
      if (lost.length > 0) throw new ChunksNotQueuedError(lost, cause);
    },
  };
}
export type ChunkQueue = ReturnType<typeof createChunkQueue>;

function toBatches(messages: readonly ChunkMessage[]): Entry[][] {
  const batches: Entry[][] = [];
  let batch: Entry[] = [];
  let batchBytes = 0;
  for (const message of messages) {
    const MessageBody = toQueueJson(message);
    const bytes = Buffer.byteLength(MessageBody);
    if (batch.length > 0 && (batch.length >= MAX_BATCH_ENTRIES || batchBytes + bytes > MAX_BATCH_BYTES)) {
      batches.push(batch);
      batch = [];
      batchBytes = 0;
    }
    batch.push({
      Id: String(message.chunk),
      MessageBody,
      MessageGroupId: message.account_id,
      chunk: message.chunk,
    });
    batchBytes += bytes;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
