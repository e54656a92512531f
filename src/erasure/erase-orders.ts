// Reads a dataset's orders, shard by shard, and deletes those that the erasures cover. The position reached by the
// deadline is returned, for the next slice to resume.

import { type ErasureStep, eraseOrder } from '../core/erasure/erase-order.ts';
import { customerDigest, type Erasure } from '../core/erasure/erasure.ts';
import { SHARD_COUNT } from '../core/ingest/hash.ts';
import { type OrderPart, ROOT_PATH } from '../core/ingest/stored-order.ts';
import { measure } from '../observability/metrics.ts';
import { backoff } from '../stores/dynamodb-errors.ts';
import type { ErasableOrders, StoredRoot } from '../stores/erasable-orders.ts';
import type { DatasetRef } from '../stores/orders.ts';

export interface EraseOrdersDeps {
  readonly orders: ErasableOrders;
  readonly clock: () => number;
}

export interface ShardProgress {
  readonly done: ReadonlySet<number>;
  /** Sort key after which each shard resumes, by shard number. */
  readonly cursors: Readonly<Record<string, string>>;
}

const SHARDS_AT_ONCE = 4;
/** With up to 16 row counters and the counts of the erasures, a transaction stays below 100 items and 4 MB. */
const ORDERS_PER_TRANSACTION = 40;
const BYTES_PER_TRANSACTION = 2_500_000;

/** `erasures`: ascending by id. */
export async function eraseOrders(
  deps: EraseOrdersDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
  from: ShardProgress,
  deadline: number,
): Promise<ShardProgress & { readonly isComplete: boolean }> {
  const done = new Set(from.done);
  const cursors: Record<string, string> = { ...from.cursors };
  const applying = erasuresOf(dataset, erasures);

  async function eraseShard(shard: number): Promise<void> {
    for (;;) {
      if (deps.clock() >= deadline) return;
      const { roots, next } = await deps.orders.page(dataset, shard, cursors[shard]);
      for (const batch of batches(roots, applying)) await eraseBatch(deps, dataset, batch, applying);
      if (next === undefined) break;
      cursors[shard] = next;
    }
    delete cursors[shard];
    done.add(shard);
  }

  const open = Array.from({ length: SHARD_COUNT }, (_, shard) => shard).filter((shard) => !done.has(shard));
  const pending = open.values();
  const walker = async (): Promise<void> => {
    for (const shard of pending) await eraseShard(shard);
  };
  await Promise.all(Array.from({ length: SHARDS_AT_ONCE }, walker));
  return { done, cursors, isComplete: done.size === SHARD_COUNT };
}

type ErasuresOf = (root: OrderPart) => readonly Erasure[];

/** The erasures that can apply to an order: the dataset's, and its customer's. */
function erasuresOf({ accountId, datasetId }: DatasetRef, erasures: readonly Erasure[]): ErasuresOf {
  const whole = erasures.filter(({ customer }) => customer === undefined);
  if (whole.length === erasures.length) return () => whole;
  const wanted = new Set(erasures.flatMap(({ customer }) => customer?.digest ?? []));
  return ({ customerId }) => {
    if (customerId === undefined) return whole;
    const digest = customerDigest(accountId, datasetId, customerId.value);
    if (!wanted.has(digest)) return whole;
    return erasures.filter(({ customer }) => customer === undefined || customer.digest === digest);
  };
}

/** Orders to erase, grouped so that each group fits in a transaction; a split order is a group of its own. */
function* batches(roots: readonly StoredRoot[], applying: ErasuresOf): Generator<OrderPart[]> {
  let batch: OrderPart[] = [];
  let batchBytes = 0;
  for (const { part, bytes } of roots) {
    if (applying(part).length === 0) continue;
    if (part.split) {
      yield [part];
      continue;
    }
    if (batch.length === ORDERS_PER_TRANSACTION || batchBytes + bytes > BYTES_PER_TRANSACTION) {
      yield batch;
      batch = [];
      batchBytes = 0;
    }
    batch.push(part);
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** First the group as read; if another writer was faster, each order separately, read again. */
async function eraseBatch(
  deps: EraseOrdersDeps,
  dataset: DatasetRef,
  roots: readonly OrderPart[],
  applying: ErasuresOf,
): Promise<void> {
  if (roots.every(({ split }) => !split)) {
    const steps = roots.flatMap((root) => eraseOrder(new Map([[ROOT_PATH, root]]), applying(root)));
    if (steps.length === 0 || (await commitAll(deps.orders, dataset, steps))) return;
  }
  for (const { orderId } of roots) await eraseByItself(deps, dataset, orderId, applying);
}

async function eraseByItself(
  { orders }: EraseOrdersDeps,
  dataset: DatasetRef,
  orderId: string,
  applying: ErasuresOf,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await backoff(attempt);
    const parts = await orders.read(dataset, orderId);
    const root = parts.get(ROOT_PATH);
    if (root === undefined) return;
    if (await commitInTurn(orders, dataset, eraseOrder(parts, applying(root)))) return;
  }
}

/** Deletes the group in one transaction. */
async function commitAll(
  orders: ErasableOrders,
  dataset: DatasetRef,
  steps: readonly ErasureStep[],
): Promise<boolean> {
  const isDone = await orders.commit(dataset, steps);
  const lines = steps.flatMap(({ erased }) => [...erased.values()].map((rows) => rows.lines));
  if (isDone)
    measure(
      'LineItemsErased',
      lines.reduce((sum, count) => sum + count, 0),
    );
  return isDone;
}

async function commitInTurn(
  orders: ErasableOrders,
  dataset: DatasetRef,
  steps: readonly ErasureStep[],
): Promise<boolean> {
  for (const step of steps) {
    if (!(await commitAll(orders, dataset, [step]))) return false;
  }
  return true;
}
