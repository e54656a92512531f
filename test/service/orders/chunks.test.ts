// Tests what the receipt of a chunk states about rows that could not be stored.

import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { halve } from '../../../src/analysis/ingest/chunks.ts';
import { toLineIdentity } from '../../../src/analysis/ingest/line-key.ts';
import { computeShardLimit } from '../../../src/analysis/ingest/row-capacity.ts';
import { createEmptyPart } from '../../../src/analysis/ingest/stored-order.ts';
import type { StartedWork } from '../../../src/analysis/started-work.ts';
import { say } from '../../../src/contract/sentences/sentence.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createAcceptOrders } from '../../../src/service/orders/accept-orders.ts';
import {
  CountedAsFailedError,
  checkChunk,
  createApplyChunk,
  UnknownChunkError,
} from '../../../src/service/orders/apply-chunk.ts';
import type { ImportItem } from '../../../src/service/orders/import-item.ts';
import type { ChunkCommit } from '../../../src/service/orders/orders.ts';
import { completeIfDone, failChunk } from '../../../src/service/orders/settle-chunk.ts';
import { ACCOUNT, createImportInMemory, createImportItem, NO_DATABASE } from './stores-in-memory.ts';

it('names the first 20 failed rows of a chunk and counts them all', async () => {
  const line_items = Array.from({ length: 15 }, () => ({}));
  const orders = ['a', 'b', 'c'].map((order_id) => ({ order_id, line_items }));
  const item = createImportItem({ chunk_rows: [45] });
  const commits: ChunkCommit[] = [];
  const apply = createApplyChunk({
    imports: createImportInMemory(item).imports,
    orders: {
      assumesNew: () => false,
      readParts: async () => [],
      async commit(commit) {
        commits.push(commit);
        return 'committed';
      },
    },
    rowCounters: { read: async () => [] },
    erasures: { ...createErasureStore(NO_DATABASE, ''), mark: async () => undefined },
    maxStoredRows: async () => 1_000,
    clock: () => 0,
  });
  const { import_id, dataset_id } = item;
  await apply({ version: 1, account_id: ACCOUNT, dataset_id, import_id, chunk: 0, orders });
  expect(commits.map(({ receipt }) => [receipt.failed, receipt.errors?.length])).toEqual([[45, 20]]);
});

it('keeps the count of a chunk whose rows were counted as failed before it arrived', async () => {
  const item = createImportItem({ chunk_rows: [1] });
  const { imports, receipts } = createImportInMemory(item);
  const apply = createApplyChunk({
    imports,
    orders: {
      assumesNew: () => false,
      readParts: async () => [],
      commit: async () => 'decided_before',
    },
    rowCounters: { read: async () => [] },
    erasures: { ...createErasureStore(NO_DATABASE, ''), mark: async () => undefined },
    maxStoredRows: async () => 1_000,
    clock: () => 0,
  });
  const { import_id, dataset_id } = item;
  const orders = [{ order_id: 'o', line_items: [{ product_name: 'tea' }] }];
  const message = { version: 1, account_id: ACCOUNT, dataset_id, import_id, chunk: 0, orders } as const;
  const receipt = { kind: 'applied', inserted: 0, updated: 0, failed: 1, over_cap: 0 } as const;
  receipts.set('0/', { ...receipt, dead: true });
  await expect(apply(message)).rejects.toThrow(CountedAsFailedError);
  receipts.set('0/', receipt);
  await apply(message);
});

it.each([1_000, 0])(
  'reads orders that were assumed to be new but are stored, with room for %d rows',
  async (room) => {
    const item = createImportItem({ chunk_rows: [1] });
    const line = { name: 'tea', sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined };
    const lines = new Map([[toLineIdentity('tea', undefined), { ...line, importId: '' }]]);
    const committed: number[][] = [];
    const apply = createApplyChunk({
      imports: createImportInMemory(item).imports,
      orders: {
        assumesNew: () => true,
        readParts: async () => [{ ...createEmptyPart('o'), version: 3, lines }],
        async commit({ parts }) {
          const versions = parts.map(({ version }) => version);
          if (versions.includes(1)) return 'conflict';
          committed.push(versions);
          return 'committed';
        },
      },
      rowCounters: { read: async () => [] },
      erasures: { ...createErasureStore(NO_DATABASE, ''), mark: async () => undefined },
      maxStoredRows: async () => room,
      clock: () => 0,
    });
    const { import_id, dataset_id } = item;
    const orders = [{ order_id: 'o', line_items: [{ product_name: 'tea' }] }];
    await apply({ version: 1, account_id: ACCOUNT, dataset_id, import_id, chunk: 0, orders });
    expect(committed).toEqual([[4]]);
  },
);

it.each(['nothing', 'dead'] as const)(
  'splits a chunk that is too large with receipts of its halves only if it replaces a dead one (%s)',
  async (replaces) => {
    const item = createImportItem({ chunk_rows: [2] });
    const { imports, receipts } = createImportInMemory(item);
    if (replaces === 'dead')
      receipts.set('0/', { kind: 'applied', inserted: 0, updated: 0, failed: 2, over_cap: 0, dead: true });
    const splits: string[] = [];
    const apply = createApplyChunk(
      {
        imports: {
          ...imports,
          async putReceipt(ref, chunk, path, receipt) {
            splits.push(`${path} ${receipt.kind}`);
            return imports.putReceipt(ref, chunk, path, receipt);
          },
          async splitDead(_ref, chunk, path, halves) {
            splits.push(`${path} dead: ${halves.map((half) => half.path).join(', ')}`);
            receipts.set(`${chunk}/${path}`, { kind: 'split' });
          },
        },
        orders: {
          assumesNew: () => false,
          readParts: async () => [],
          async commit({ parts, chunk, path, receipt }) {
            if (parts.length > 1) return 'too_large';
            receipts.set(`${chunk}/${path}`, receipt);
            return 'committed';
          },
        },
        rowCounters: { read: async () => [] },
        erasures: { ...createErasureStore(NO_DATABASE, ''), mark: async () => undefined },
        maxStoredRows: async () => 1_000,
        clock: () => 0,
      },
      { replaces },
    );
    const orders = ['a', 'b'].map((order_id) => ({ order_id, line_items: [{ product_name: 'tea' }] }));
    const { import_id, dataset_id } = item;
    await apply({ version: 1, account_id: ACCOUNT, dataset_id, import_id, chunk: 0, orders });
    expect(splits).toEqual([replaces === 'nothing' ? ' split' : ' dead: 0, 1']);
    expect([...receipts.keys()].sort()).toEqual(['0/', '0/0', '0/1']);
  },
);

// Tests that a message of the queue belongs to its import, or is refused.

const MESSAGE = {
  version: 1,
  account_id: ACCOUNT,
  dataset_id: 'shop',
  import_id: '01M00000000000000000000001',
  chunk: 0,
  orders: [{ order_id: 'o', line_items: [{ product_name: 'tea' }, { product_name: 'milk' }] }],
} as const;

it('accepts the rows of a chunk that the import has recorded', async () => {
  const { imports } = createImportInMemory(createImportItem({ chunk_rows: [2] }));
  await expect(checkChunk(imports, { ...MESSAGE, orders: [...MESSAGE.orders] })).resolves.toBeUndefined();
});

it.each([
  ['an import that does not exist', undefined, 'no import with id'],
  [
    'another dataset than its import',
    createImportItem({ dataset_id: 'other', chunk_rows: [2] }),
    'belongs to dataset other',
  ],
  ['a chunk that its import does not have', createImportItem({ chunk_rows: [] }), 'has no chunk 0'],
  ['fewer rows than its chunk', createImportItem({ chunk_rows: [3] }), 'has 3 rows, the message has 2'],
])('refuses a message of %s', async (_, item, problem) => {
  const { imports } = createImportInMemory(item);
  const checked = checkChunk(imports, { ...MESSAGE, orders: [...MESSAGE.orders] });
  await expect(checked).rejects.toThrow(UnknownChunkError);
  await expect(checked).rejects.toThrow(problem);
});

// Tests that chunks that cannot be applied are counted, however much of them was applied.

it('fails only the unapplied half of a split chunk', async () => {
  const orders = ['a', 'b', 'c', 'd'].map((order_id) => ({
    order_id,
    line_items: [{ product_name: 'tea' }],
  }));
  const item = createImportItem({ chunk_rows: [4] });
  const { imports, receipts } = createImportInMemory(item);
  const applied = { kind: 'applied', inserted: 2, updated: 0, failed: 0, over_cap: 0 } as const;
  receipts.set('0/', { kind: 'split' });
  receipts.set('0/0', applied);
  const ref = { accountId: item.account_id, importId: item.import_id };
  await failChunk({ imports, clock: () => 0 }, ref, 0, orders, 'broken');
  expect(receipts.get('0/0')).toEqual(applied);
  expect(receipts.get('0/1')).toMatchObject({
    failed: halve(orders)?.[1].length,
    reason: 'broken',
    dead: true,
  });
});

it('warns of the storage cap only in an import whose rows the cap rejected', async () => {
  const warnings: unknown[] = [];
  for (const over_cap of [0, 1]) {
    const item = createImportItem({ chunk_rows: [2], done: new Set([0]) });
    const { imports, receipts } = createImportInMemory(item);
    receipts.set('0/', { kind: 'applied', inserted: 1, updated: 0, failed: 1, over_cap });
    const complete: typeof imports.complete = async (_, { warning }) => void warnings.push(warning);
    await completeIfDone({ imports: { ...imports, complete }, clock: () => 0 }, item);
  }
  expect(warnings).toEqual([[], [say('storage_cap_reached', {})]]);
});

// Tests the warning of the plan's storage cap when orders are accepted, and the import that a request's orders become.

const CAP = 160;
const NEW_ID = '01M00000000000000000000001';
const FULL = Array.from({ length: 16 }, (_, shard) => computeShardLimit(CAP, shard));

/** Accepts two rows. `acceptedAt`: the time that the dataset assigns. */
function acceptRows(
  counters: readonly number[],
  { acceptedAt, item }: { acceptedAt: number; item: ImportItem | undefined } = {
    acceptedAt: 1,
    item: createImportItem(),
  },
  started?: StartedWork,
) {
  const accept = createAcceptOrders({
    imports: createImportInMemory(item).imports,
    datasets: { ...createDatasetStore(NO_DATABASE, ''), accept: async () => acceptedAt },
    rowCounters: { read: async () => [...counters] },
    queue: { send: async () => {} },
    newImportId: () => NEW_ID,
    clock: () => 0,
  });
  const line_items = [{ product_name: 'tea' }, { product_name: 'milk' }];
  return accept('acc', CAP, { orders: [{ order_id: '1', line_items }], dataset_id: 'shop' }, started);
}

it('warns of the storage cap unless all rows of the request fit below it', async () => {
  const readWarning = async (room: number) => {
    const [first = 0, ...others] = FULL;
    return (await acceptRows([first - room, ...others])).warning;
  };
  expect(await readWarning(0)).toContain("The plan's storage cap is reached");
  expect(await readWarning(1)).toContain('The plan has room for 1 more row:');
  expect([await readWarning(2), await readWarning(3)]).toEqual([undefined, undefined]);
});

it.each([
  ['keeps the import that the request began with', 1_000, false, false],
  ['takes a newer import if others were accepted since', 2_000, false, true],
  ['takes a newer import for a repeated request whose import was never created', 0, true, true],
])('%s', async (_, acceptedAt, resumes, isNew) => {
  const recorded: string[] = [];
  const id = ulid(1_000);
  const started = { id, resumes, renew: async (renewed: string) => void recorded.push(renewed) };
  const { import_id } = await acceptRows(FULL, { acceptedAt, item: undefined }, started);
  expect([import_id, recorded]).toEqual(isNew ? [NEW_ID, [NEW_ID]] : [id, []]);
});
