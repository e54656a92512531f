// What the receipt of a chunk says about rows that could not be stored.
import { expect, it } from 'vitest';
import { lineKey } from '../../src/core/ingest/line-key.ts';
import { emptyPart } from '../../src/core/ingest/stored-order.ts';
import { CountedAsFailedError, createApplyChunk } from '../../src/ingest/apply-chunk.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import type { ChunkCommit } from '../../src/stores/orders/orders.ts';
import { ACCOUNT, importInMemory, importItem, NO_DATABASE } from './stores-in-memory.ts';

it('names the first 20 failed rows of a chunk and counts them all', async () => {
  const line_items = Array.from({ length: 15 }, () => ({}));
  const orders = ['a', 'b', 'c'].map((order_id) => ({ order_id, line_items }));
  const item = importItem({ chunk_rows: [45] });
  const commits: ChunkCommit[] = [];
  const apply = createApplyChunk({
    imports: importInMemory(item).imports,
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

it('drops no chunk whose rows were counted as failed before it came', async () => {
  const item = importItem({ chunk_rows: [1] });
  const { imports, receipts } = importInMemory(item);
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
  'reads orders that were taken for new and are stored, with room for %d rows',
  async (room) => {
    const item = importItem({ chunk_rows: [1] });
    const line = { name: 'tea', sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined };
    const lines = new Map([[lineKey('tea', undefined), { ...line, importId: '' }]]);
    const committed: number[][] = [];
    const apply = createApplyChunk({
      imports: importInMemory(item).imports,
      orders: {
        assumesNew: () => true,
        readParts: async () => [{ ...emptyPart('o'), version: 3, lines }],
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
