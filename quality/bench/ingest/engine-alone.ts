// Writes the transactions of an ingest run, prepared beforehand, to the engine without the service: the upper bound of
// what optimizing the service can gain.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import { cutIntoChunks } from '../../../src/core/ingest/chunks.ts';
import { mergeOrder } from '../../../src/core/ingest/merge-order.ts';
import { ROOT_PATH } from '../../../src/core/ingest/stored-order.ts';
import { countRows, type SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';
import { type ChunkCommit, createOrderStore, type DatasetRef } from '../../../src/stores/orders/orders.ts';

/** Concurrent consumers, as in the local cloud. */
const AT_ONCE = 4;

/** Milliseconds for the transactions of all chunks, and the reads before them. */
export async function writeToEngine(
  db: DynamoDBDocumentClient,
  outputs: Readonly<Record<string, string>>,
  orders: readonly SubmittedOrder[],
): Promise<number> {
  const store = createOrderStore(db, {
    orders: outputs.OrdersTable ?? '',
    service: outputs.ServiceTable ?? '',
  });
  const dataset = { accountId: `acc_${ulid()}`, datasetId: 'alone' };
  const importId = ulid();
  const commits = cutIntoChunks(orders).map((chunk, index) => commitOf(dataset, importId, index, chunk));
  const began = performance.now();
  const pending = commits.values();
  const worker = async (): Promise<void> => {
    for (const commit of pending) {
      // As the service does: not once it takes them for new.
      if (!store.assumesNew(dataset)) {
        await store.readParts(
          dataset,
          commit.parts.map(({ orderId }) => ({ orderId, path: ROOT_PATH })),
        );
      }
      const outcome = await store.commit(commit);
      if (outcome !== 'committed') throw new Error(`engine without the service: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return performance.now() - began;
}

/** The commit of a chunk none of whose orders is stored. */
function commitOf(
  dataset: DatasetRef,
  importId: string,
  index: number,
  chunk: readonly SubmittedOrder[],
): ChunkCommit {
  const parts = chunk.flatMap((order) => {
    const date = order.order_date === undefined ? undefined : parseOrderDate(order.order_date);
    return mergeOrder(new Map(), order, date, importId, { remaining: Number.POSITIVE_INFINITY }).writes;
  });
  return {
    dataset,
    importId,
    chunk: index,
    path: '',
    parts,
    draws: [{ shard: index % 16, rows: countRows(chunk) }],
    maxStoredRows: 1_000_000_000,
    receipt: { kind: 'applied', inserted: countRows(chunk), updated: 0, failed: 0, over_cap: 0 },
    replaces: 'nothing',
  };
}
