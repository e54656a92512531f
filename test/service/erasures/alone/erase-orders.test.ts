// Tests how an erasure groups the orders that it deletes, and when it stops.
import { expect, it } from 'vitest';
import { createEmptyPart, type OrderPart } from '../../../../src/analysis/ingest/stored-order.ts';
import { eraseOrders } from '../../../../src/service/erasures/erase-orders.ts';
import { createErasableOrders, type StoredRoot } from '../../../../src/service/orders/erasable-orders.ts';
import { NO_DATABASE } from '../../orders/stores-in-memory.ts';

const DATASET = { accountId: 'acc', datasetId: 'shop' };
const WHOLE = [{ erasureId: '01M00000000000000000000002', customer: undefined }];
const importId = '01M00000000000000000000001';
const LINE = { name: 'tea', sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined, importId };

const createOrder = (at: number): OrderPart => ({
  ...createEmptyPart(`o${at}`),
  version: 1,
  lines: new Map([['n:tea', LINE]]),
});

/** Erases orders of the first shard, in one page. Returns how many orders were deleted together each time. */
async function eraseInGroups(roots: readonly StoredRoot[]): Promise<number[]> {
  const found: number[] = [];
  const reached = await eraseOrders(
    {
      clock: () => 0,
      orders: {
        ...createErasableOrders(NO_DATABASE, { orders: '', service: '' }),
        page: async (_, shard) => ({ roots: shard === 0 ? roots : [], next: undefined }),
        async commit(_dataset, _shard, steps) {
          found.push(steps.length);
          return true;
        },
        book: async () => {},
      },
    },
    DATASET,
    WHOLE,
    { done: new Set(), cursors: {} },
    1,
  );
  expect(reached.isComplete).toBe(true);
  return found;
}
const createRoots = (count: number, bytes: number): StoredRoot[] =>
  Array.from({ length: count }, (_, at) => ({ part: createOrder(at), bytes }));

it('deletes up to 99 orders together with the tally of the erasure', async () => {
  expect(await eraseInGroups(createRoots(99, 1))).toEqual([99]);
  expect(await eraseInGroups(createRoots(100, 1))).toEqual([99, 1]);
});

it('deletes up to 2.5 MB of orders together', async () => {
  expect(await eraseInGroups(createRoots(10, 500_000))).toEqual([5, 5]);
  expect(await eraseInGroups(createRoots(3, 900_000))).toEqual([2, 1]);
});

it('stops an erasure at its deadline, and returns the cursors at which it continues', async () => {
  let now = 0;
  let pages = 0;
  const reached = await eraseOrders(
    {
      clock: () => now,
      orders: {
        ...createErasableOrders(NO_DATABASE, { orders: '', service: '' }),
        async page() {
          pages++;
          now = 10;
          return { roots: [], next: pages < 100 ? `order ${pages}` : undefined };
        },
        book: async () => {},
      },
    },
    DATASET,
    WHOLE,
    { done: new Set(Array.from({ length: 15 }, (_, shard) => shard + 1)), cursors: {} },
    10,
  );
  expect([pages, reached.isComplete, reached.cursors]).toEqual([1, false, { 0: 'order 1' }]);
});
