// Reads and writes items in batches without a transaction: 25 a write, 100 a read. Retries items that
// DynamoDB leaves undone because it throttles.
import {
  BatchGetCommand,
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import type { ServiceKey } from '../tables/service-table.ts';
import { waitWithJitter } from './dynamodb-errors.ts';

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

const WRITES_PER_BATCH = 25;
const BATCHES_AT_ONCE = 8;
/** Some 60 s of throttling. */
const MAX_ATTEMPTS = 60;

/** The last `add` of a key must be `finish`ed before the next one of the same key. */
export function createBatchWriter(db: DynamoDBDocumentClient, tableName: string) {
  let batch: WriteRequest[] = [];
  const running = new Set<Promise<void>>();
  let failure: { readonly error: unknown } | undefined;

  async function write(requests: WriteRequest[]): Promise<void> {
    let left = requests;
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt > 0) await waitWithJitter(attempt);
      if (attempt === MAX_ATTEMPTS)
        throw new Error(`${left.length} items were not written: DynamoDB throttles`);
      const { UnprocessedItems } = await db.send(
        new BatchWriteCommand({ RequestItems: { [tableName]: left } }),
      );
      left = UnprocessedItems?.[tableName] ?? [];
    }
  }

  function start(): void {
    const task: Promise<void> = write(batch).then(
      () => void running.delete(task),
      (error: unknown) => {
        running.delete(task);
        failure ??= { error };
      },
    );
    running.add(task);
    batch = [];
  }

  return {
    async add(request: WriteRequest): Promise<void> {
      batch.push(request);
      if (batch.length < WRITES_PER_BATCH) return;
      start();
      while (running.size >= BATCHES_AT_ONCE) await Promise.race(running);
      if (failure !== undefined) throw failure.error;
    },

    /** Resolves when all items are written. */
    async finish(): Promise<void> {
      if (batch.length > 0) start();
      await Promise.all(running);
      if (failure !== undefined) throw failure.error;
    },
  };
}

/** Strongly consistent; at most 100 keys, each once. Items that do not exist are missing. */
export async function getBatch(
  db: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly ServiceKey[],
): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let left: readonly Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt > 0) await waitWithJitter(attempt);
    if (attempt === MAX_ATTEMPTS) throw new Error(`${left.length} items were not read: DynamoDB throttles`);
    const { Responses, UnprocessedKeys } = await db.send(
      new BatchGetCommand({ RequestItems: { [tableName]: { Keys: [...left], ConsistentRead: true } } }),
    );
    found.push(...(Responses?.[tableName] ?? []));
    left = UnprocessedKeys?.[tableName]?.Keys ?? [];
  }
  return found;
}
