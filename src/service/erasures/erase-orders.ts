// Reads a dataset's orders, shard by shard, and deletes those that the erasures cover. Returns the position
// reached by the deadline, for the next slice to resume.

import { type ErasureStep, eraseOrder } from '../../analysis/erasure/erase-order.ts';
import { computeCustomerDigest, type Erasure } from '../../analysis/erasure/erasure.ts';
import { type OrderPart, ROOT_PATH } from '../../analysis/ingest/stored-order.ts';
import { SHARD_COUNT } from '../../contract/schema/limits.ts';
import { waitWithJitter } from '../aws/dynamodb-errors.ts';
import { measure } from '../observability/metrics.ts';
import type { ErasableOrders, StoredRoot } from '../orders/erasable-orders.ts';
import type { DatasetRef } from '../orders/orders.ts';

export interface EraseOrdersDeps {
  readonly orders: ErasableOrders;
  readonly clock: () => number;
}

export interface ShardProgress {
  readonly done: ReadonlySet<number>;
  /** Sort key after which each shard resumes, by shard number. */
  readonly cursors: Readonly<Record<string, string>>;
}

/**
 * Limit of DynamoDB: 100 items. Each order is an item, and each erasure that covers any of them adds a tally.
 */
const ITEMS_PER_TRANSACTION = 100;
/** Limit of DynamoDB: 4 MB. The size of each order is an estimate. */
const BYTES_PER_TRANSACTION = 2_500_000;

export interface Reached extends ShardProgress {
  readonly isComplete: boolean;
  /** Errors that ended the work on a shard early; the other shards were completed. */
  readonly failures: readonly unknown[];
}

interface ShardRef extends DatasetRef {
  readonly shard: number;
}

/** `erasures`: ascending by id. */
export async function eraseOrders(
  deps: EraseOrdersDeps,
  dataset: DatasetRef,
  erasures: readonly Erasure[],
  from: ShardProgress,
  deadline: number,
): Promise<Reached> {
  const done = new Set(from.done);
  const cursors: Record<string, string> = { ...from.cursors };
  const applying = createErasureFilter(dataset, erasures);

  async function eraseShard(shard: number): Promise<void> {
    for (;;) {
      if (deps.clock() >= deadline) return;
      const { roots, next } = await deps.orders.page(dataset, shard, cursors[shard]);
      for (const batch of groupIntoBatches(roots, applying))
        await eraseBatch(deps, { ...dataset, shard }, batch, applying);
      if (next === undefined) break;
      cursors[shard] = next;
    }
    delete cursors[shard];
    done.add(shard);
  }

  const open = Array.from({ length: SHARD_COUNT }, (_, shard) => shard).filter((shard) => !done.has(shard));
  const walks = await Promise.allSettled(open.map(eraseShard));
  await deps.orders.book(dataset);
  const failures = walks.flatMap((walk) => (walk.status === 'rejected' ? [walk.reason] : []));
  return { done, cursors, isComplete: done.size === SHARD_COUNT, failures };
}

type ErasuresOf = (root: OrderPart) => readonly Erasure[];

/** The erasures that can apply to an order: the dataset's, and its customer's. */
function createErasureFilter({ accountId, datasetId }: DatasetRef, erasures: readonly Erasure[]): ErasuresOf {
  const whole = erasures.filter(({ customer }) => customer === undefined);
  if (whole.length === erasures.length) return () => whole;
  const wanted = new Set(erasures.flatMap(({ customer }) => customer?.digest ?? []));
  return ({ customerId }) => {
    if (customerId === undefined) return whole;
    const digest = computeCustomerDigest(accountId, datasetId, customerId.value);
    if (!wanted.has(digest)) return whole;
    return erasures.filter(({ customer }) => customer === undefined || customer.digest === digest);
  };
}

/** Orders to erase, grouped so that each group fits in a transaction; a split order is a group of its own. */
function* groupIntoBatches(roots: readonly StoredRoot[], applying: ErasuresOf): Generator<OrderPart[]> {
  let batch: OrderPart[] = [];
  let batchBytes = 0;
  let owners = new Set<Erasure>();
  for (const { part, bytes } of roots) {
    const erasures = applying(part);
    if (erasures.length === 0) continue;
    if (part.split) {
      yield [part];
      continue;
    }
    const together = owners.union(new Set(erasures));
    if (
      batch.length > 0 &&
      (batch.length + 1 + together.size > ITEMS_PER_TRANSACTION || batchBytes + bytes > BYTES_PER_TRANSACTION)
    ) {
      yield batch;
      batch = [];
      batchBytes = 0;
      owners = new Set();
    }
    batch.push(part);
    owners = owners.union(new Set(erasures));
    batchBytes += bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Tries the group as read; if another writer was faster, each order separately, read again. */
async function eraseBatch(
  deps: EraseOrdersDeps,
  shard: ShardRef,
  roots: readonly OrderPart[],
  applying: ErasuresOf,
): Promise<void> {
  if (roots.every(({ split }) => !split)) {
    const steps = roots.flatMap((root) => eraseOrder(new Map([[ROOT_PATH, root]]), applying(root)));
    if (steps.length === 0 || (await commitAll(deps.orders, shard, steps))) return;
  }
  for (const { orderId } of roots) await eraseSingly(deps, shard, orderId, applying);
}

async function eraseSingly(
  { orders }: EraseOrdersDeps,
  shard: ShardRef,
  orderId: string,
  applying: ErasuresOf,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await waitWithJitter(attempt);
    const parts = await orders.read(shard, orderId);
    const root = parts.get(ROOT_PATH);
    if (root === undefined) return;
    if (await commitInTurn(orders, shard, eraseOrder(parts, applying(root)))) return;
  }
}

/** Deletes the group in one transaction. */
async function commitAll(
  orders: ErasableOrders,
  shard: ShardRef,
  steps: readonly ErasureStep[],
): Promise<boolean> {
  const isDone = await orders.commit(shard, shard.shard, steps);
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
  shard: ShardRef,
  steps: readonly ErasureStep[],
): Promise<boolean> {
  for (const step of steps) {
    if (!(await commitAll(orders, shard, [step]))) return false;
  }
  return true;
}
