// Applies one chunk exactly once: reads its orders, merges, and commits them in one transaction with the
// chunk's receipt. A chunk that is too large for one transaction is split into halves, each with its own
// receipt; the split is recorded before the halves are applied, so that a redelivery follows the same path.

import { groupByOrder, halve } from '../../analysis/ingest/chunks.ts';
import { hash32 } from '../../analysis/ingest/hash.ts';
import { addCounts, type MergeCounts, NO_ROWS } from '../../analysis/ingest/merge.ts';
import { listMissingPaths, mergeOrder } from '../../analysis/ingest/merge-order.ts';
import { COUNTER_SHARDS, countFreeRows, drawRows } from '../../analysis/ingest/row-capacity.ts';
import type { RowError } from '../../analysis/ingest/row-errors.ts';
import { type OrderPart, ROOT_PATH } from '../../analysis/ingest/stored-order.ts';
import { OwnError } from '../../contract/errors/errors.ts';
import type { ChunkMessage } from '../../contract/messages/chunk-message.ts';
import { parseOrderDate } from '../../contract/resources/orders/order-date.ts';
import { countRows, type SubmittedOrder } from '../../contract/resources/orders/submitted-order.ts';
import { MAX_ROW_ERRORS } from '../../contract/schema/limits.ts';
import { formatReason } from '../../contract/sentences/import-reasons.ts';
import type { RowCounters } from '../accounts/row-counters.ts';
import { waitWithJitter } from '../aws/dynamodb-errors.ts';
import { redactOrders } from '../erasures/erase-dead-letters.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { readMarks } from '../erasures/read-marks.ts';
import type { OpenTables } from '../exports/table/open-tables.ts';
import { measure } from '../observability/metrics.ts';
import type { ImportRef } from './import-item.ts';
import type { ImportStore } from './imports.ts';
import type { ChunkCommit, CommitOutcome, OrderStore } from './orders.ts';
import { createDeadReceipt, finishChunk } from './settle-chunk.ts';

// Checks that a message's chunk belongs to its import: other systems can write to the queue too, and rows that no job
// accounts for are not stored.

/** The message names an import that does not exist, or differs from its import's job. */
export class UnknownChunkError extends OwnError {
  override readonly name = 'UnknownChunkError';
}

/** Throws UnknownChunkError. */
export async function checkChunk(imports: ImportStore, message: ChunkMessage): Promise<void> {
  const { account_id: accountId, dataset_id, import_id: importId, chunk, orders } = message;
  const item = await imports.get({ accountId, importId });
  if (item === undefined) throw new UnknownChunkError(`no import with id ${importId}`);
  if (item.dataset_id !== dataset_id) {
    throw new UnknownChunkError(
      `import ${importId} belongs to dataset ${item.dataset_id}, but the message to dataset ${dataset_id}`,
    );
  }
  const rows = item.chunk_rows[chunk];
  if (rows === undefined) throw new UnknownChunkError(`import ${importId} has no chunk ${chunk}`);
  const got = countRows(groupByOrder(orders));
  if (rows !== got) {
    throw new UnknownChunkError(
      `chunk ${chunk} of import ${importId} has ${rows} rows, the message has ${got}`,
    );
  }
}

export interface ApplyChunkDeps {
  readonly orders: OrderStore;
  readonly imports: ImportStore;
  readonly rowCounters: Pick<RowCounters, 'read'>;
  readonly erasures: Pick<ErasureStore, 'mark' | 'customerMarks'>;
  /** The cap on the account's stored rows. */
  readonly maxStoredRows: (accountId: string) => Promise<number>;
  readonly clock: () => number;
  /** Keeps each dataset as a table of files. */
  readonly openTables?: Pick<OpenTables, 'begin'>;
}

/** The stored parts of each order, by their paths. */
type StoredOrders = ReadonlyMap<string, ReadonlyMap<string, OrderPart>>;

export interface ApplyChunkOptions {
  /** Applies parts that were counted as failed: replaces their dead receipts. */
  readonly replaces?: ChunkCommit['replaces'];
}

const MAX_ATTEMPTS = 12;
const ERASED_REASON = formatReason('order_erased');

/** Other writers were faster on every attempt: the queue redelivers the chunk. */
export class ContentionError extends OwnError {
  override readonly name = 'ContentionError';
}

/**
 * Its rows were counted as failed before it arrived: it is stored as a dead letter, and a redrive applies it.
 */
export class CountedAsFailedError extends OwnError {
  override readonly name = 'CountedAsFailedError';

  constructor() {
    super('the rows of the chunk were counted as failed before this message came');
  }
}

/** An order with a single line does not fit in a transaction: redelivery cannot help. */
export class UnsplittableChunkError extends OwnError {
  override readonly name = 'UnsplittableChunkError';
}

/** Commits a chunk's orders, once. Does not mark the chunk as done in its import. */
export function createCommitChunk(deps: ApplyChunkDeps, { replaces = 'nothing' }: ApplyChunkOptions = {}) {
  async function readOrders(message: ChunkMessage, orders: readonly SubmittedOrder[]) {
    const dataset = { accountId: message.account_id, datasetId: message.dataset_id };
    const stored = new Map(orders.map(({ order_id }) => [order_id, new Map<string, OrderPart>()]));
    const asked = new Map(orders.map(({ order_id }) => [order_id, new Set<string>()]));
    let refs = orders.map(({ order_id }) => ({ orderId: order_id, path: ROOT_PATH }));
    // One round for nearly all orders; one more for each level of a wide order.
    while (refs.length > 0) {
      for (const { orderId, path } of refs) asked.get(orderId)?.add(path);
      for (const part of await deps.orders.readParts(dataset, refs))
        stored.get(part.orderId)?.set(part.path, part);
      refs = orders.flatMap((order) => {
        const parts = stored.get(order.order_id) ?? new Map<string, OrderPart>();
        return listMissingPaths(parts, asked.get(order.order_id) ?? new Set(), order).map((path) => ({
          orderId: order.order_id,
          path,
        }));
      });
    }
    return stored;
  }

  /**
   * Attempts to commit the orders once. `counters`: the row counters as read, if they are known to be near
   * the cap. `areNew`: assumes without reading that the orders are new; the commit is refused if one of them
   * is stored.
   */
  async function attempt(
    message: ChunkMessage,
    orders: readonly SubmittedOrder[],
    path: string,
    counters: readonly number[] | undefined,
    areNew: boolean,
  ): Promise<CommitOutcome> {
    // Marks are read first: an erasure waits until no attempt that missed its marks can still commit.
    const [marks, maxStoredRows] = await Promise.all([
      readMarks(deps.erasures, message, orders),
      deps.maxStoredRows(message.account_id),
    ]);
    const left = redactOrders({ ...message, orders }, marks);
    const erased = left.filter((order) => order.erased);
    const wanted = left.filter((order) => !order.erased);
    const dataset = { accountId: message.account_id, datasetId: message.dataset_id };
    const stored: StoredOrders = areNew ? new Map() : await readOrders(message, wanted);
    const allowance = {
      remaining: counters === undefined ? maxStoredRows : countFreeRows(maxStoredRows, counters),
    };
    const home = hash32(`${message.import_id}#${message.chunk}`) % COUNTER_SHARDS;
    const parts: OrderPart[] = [];
    let counts: MergeCounts = NO_ROWS;
    let overCap = 0;
    let withdrawn = 0;
    const errors: RowError[] = [];
    for (const order of wanted) {
      const date = order.order_date === undefined ? undefined : parseOrderDate(order.order_date);
      const known = stored.get(order.order_id) ?? new Map<string, OrderPart>();
      const merged = mergeOrder(known, order, date, order.as_of ?? message.import_id, allowance);
      // Without a write of the order, the commit would not detect that it is stored.
      if (areNew && merged.writes.length === 0) return 'conflict';
      parts.push(...merged.writes);
      counts = addCounts(counts, merged.counts);
      overCap += merged.overCap;
      withdrawn += merged.withdrawn;
      errors.push(...merged.errors.slice(0, MAX_ROW_ERRORS - errors.length));
    }
    const commit: ChunkCommit = {
      dataset,
      importId: message.import_id,
      chunk: message.chunk,
      path,
      parts,
      // Away from the cap, a chunk draws all its rows from one counter, without reading any.
      draws: drawRows(maxStoredRows, counters ?? [], home, counts.inserted - withdrawn),
      maxStoredRows,
      receipt: {
        kind: 'applied',
        ...counts,
        failed: counts.failed + countRows(erased),
        over_cap: overCap,
        ...(errors.length > 0 && { errors }),
        ...(erased.length > 0 && { reason: ERASED_REASON }),
      },
      replaces,
    };
    const outcome = await deps.orders.commit(commit);
    if (outcome === 'committed') measureRows(commit.receipt);
    return outcome;
  }

  async function split(ref: ImportRef, chunk: number, path: string, orders: readonly SubmittedOrder[]) {
    if (replaces === 'nothing') {
      await deps.imports.putReceipt(ref, chunk, path, { kind: 'split' });
      return;
    }
    const halves = (halve(orders) ?? []).map((half, at) => ({
      path: `${path}${at}`,
      receipt: createDeadReceipt(half, formatReason('chunk_too_large')),
    }));
    await deps.imports.splitDead(ref, chunk, path, halves);
  }

  async function apply(
    message: ChunkMessage,
    orders: readonly SubmittedOrder[],
    path: string,
  ): Promise<void> {
    const ref = { accountId: message.account_id, importId: message.import_id };
    let counters: readonly number[] | undefined;
    const dataset = { accountId: message.account_id, datasetId: message.dataset_id };
    for (
      let tries = 0, areNew = deps.orders.assumesNew(dataset);
      tries < MAX_ATTEMPTS;
      tries++, areNew = false
    ) {
      if (tries > 0) await waitWithJitter(tries);
      switch (await attempt(message, orders, path, counters, areNew)) {
        case 'committed':
          return;
        case 'conflict':
          if (!areNew) measure('ChunkConflicts');
          continue;
        case 'counter_full':
          counters = await deps.rowCounters.read(message.account_id);
          continue;
        case 'too_large':
          await split(ref, message.chunk, path, orders);
      }
      // The receipt exists, from now or earlier: applied, or split into halves.
      const receipt = await deps.imports.getReceipt(ref, message.chunk, path);
      if (receipt === undefined)
        throw new ContentionError(`chunk ${message.chunk}${path} is not decided yet`);
      if (receipt.kind !== 'split') {
        if (receipt.dead && replaces === 'nothing') throw new CountedAsFailedError();
        return;
      }
      const halves = halve(orders);
      if (halves === undefined)
        throw new UnsplittableChunkError(`chunk ${message.chunk}${path} cannot be split`);
      await apply(message, halves[0], `${path}0`);
      await apply(message, halves[1], `${path}1`);
      return;
    }
    throw new ContentionError(`chunk ${message.chunk} met other writers ${MAX_ATTEMPTS} times`);
  }

  return async function commitChunk(message: ChunkMessage): Promise<void> {
    await checkChunk(deps.imports, message);
    await apply(message, groupByOrder(message.orders), '');
    const { account_id: accountId, dataset_id: datasetId } = message;
    // If this fails, the chunk is delivered again, and finds its receipt.
    await deps.openTables?.begin({ accountId, datasetId }, deps.clock());
  };
}

export function createApplyChunk(deps: ApplyChunkDeps, options: ApplyChunkOptions = {}) {
  const commitChunk = createCommitChunk(deps, options);
  return async function applyChunk(message: ChunkMessage): Promise<void> {
    await commitChunk(message);
    await finishChunk(deps, { accountId: message.account_id, importId: message.import_id }, message.chunk);
  };
}

function measureRows({ inserted, updated, failed }: MergeCounts): void {
  measure('ChunksApplied');
  measure('RowsInserted', inserted);
  measure('RowsUpdated', updated);
  measure('RowsFailed', failed);
}
