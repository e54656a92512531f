// Tests the table that a dataset is kept as: equal to the stored orders after every refresh, whatever its slices are and
// wherever it is killed, with only changed months written.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hash64 } from '../../../../src/analysis/customer-lists/customer-ids.ts';
import { createEmptyPart, type OrderPart } from '../../../../src/analysis/ingest/stored-order.ts';
import { listExpected, NOW, storedOrders } from '../orders/orders-stage.ts';
import { createTableStage } from './table-stage.ts';

const DAY = 86_400_000;
const toMonth = (date: string | null): string => date?.slice(0, 7) ?? '__HIVE_DEFAULT_PARTITION__';

/** The dates of `storedOrders`, a month apart. */
const spread = (orders: readonly OrderPart[]): OrderPart[] =>
  orders.map((order) => ({
    ...order,
    orderDate: order.orderDate && {
      ...order.orderDate,
      value: NOW + (order.orderDate.value - NOW) * 31 * DAY,
    },
  }));

const createOrder = (
  orderId: string,
  date: string | undefined,
  customer = 'ann',
  quantity = 1,
): OrderPart => ({
  ...createEmptyPart(orderId),
  customerId: { value: customer, importId: 'i1' },
  contact: { value: `${customer}@example.com`, importId: 'i1' },
  orderDate: date === undefined ? undefined : { value: Date.parse(date), importId: 'i1' },
  lines: new Map([
    ['s', { name: 'tea', sku: 's', unitPrice: 1, quantity, customFields: undefined, importId: 'i1' }],
  ]),
});

const hashOf = (customer: string): string => String(hash64(customer));

const ERASED_ANN = { erasure_id: 'E1', customer: { digest: '', member: hashOf('ann') } };

function listRows(orders: readonly OrderPart[]) {
  const rows = listExpected(orders).map(({ order_id, order_date, quantity }) => ({
    order_id,
    month: toMonth(order_date),
    quantity: BigInt(quantity),
  }));
  return rows.sort((a, b) => (a.month < b.month ? -1 : Number(a.month > b.month)));
}

const pick = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ order_id, month, quantity }) => ({ order_id, month, quantity }));

it('equals the stored orders after every refresh, however it is sliced and wherever it is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ orders: storedOrders, killedAt: fc.nat({ max: 12 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.record({
        runCharacters: fc.integer({ min: 1, max: 2_000 }),
        mergedRuns: fc.integer({ min: 2, max: 4 }),
      }),
      fc.integer({ min: 1, max: 50 }),
      async (versions, sizes, ordersPerSlice) => {
        const stage = createTableStage({ sizes, ordersPerSlice });
        for (const { orders, killedAt } of versions) {
          stage.store(spread(orders));
          await stage.refresh({ killedAt });
          const rows = await stage.readRows();
          expect(pick(rows)).toEqual(listRows(spread(orders)));
          expect(rows.every((row) => !('contact' in row))).toBe(true);
          const months = stage.manifest()?.months ?? {};
          expect(Object.keys(months)).toEqual([...stage.files.keys()].sort());
          expect(Object.values(months).reduce((sum, file) => sum + file.rows, 0)).toBe(rows.length);
          expect(stage.objects.size).toBe(0);
        }
      },
    ),
    { numRuns: 40 },
  );
});

it('writes only the months whose orders have changed, and deletes those without any', async () => {
  const stage = createTableStage();
  const [january, february, undated] = [
    createOrder('a', '2026-01-31T23:59:59.999Z'),
    createOrder('b', '2026-02-01T00:00:00Z'),
    createOrder('c', undefined),
  ];
  stage.store([january, february, undated]);
  await stage.refresh();
  expect(stage.puts.splice(0)).toEqual(['2026-01', '2026-02', '__HIVE_DEFAULT_PARTITION__']);
  stage.store([january, createOrder('b', '2026-02-01T00:00:00Z', 'ann', 2), undated]);
  await stage.refresh();
  expect(stage.puts.splice(0)).toEqual(['2026-02']);
  stage.store([january, createOrder('b', '2026-03-01T00:00:00Z')]);
  await stage.refresh();
  expect(stage.puts.splice(0)).toEqual(['2026-03']);
  expect([...stage.files.keys()].sort()).toEqual(['2026-01', '2026-03']);
});

it('reads nothing if the orders and the files are those of the last refresh', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31')]);
  await stage.refresh();
  const { as_of = '' } = stage.item() ?? {};
  stage.pass(DAY);
  await stage.refresh();
  expect(stage.puts).toEqual(['2026-01']);
  expect(Date.parse(stage.item()?.as_of ?? '') - Date.parse(as_of)).toBeGreaterThanOrEqual(DAY);
});

it('writes a file again that another run has replaced', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31')]);
  await stage.refresh();
  stage.files.set('2026-01', { bytes: Buffer.from('stale'), etag: 'of another run' });
  await stage.refresh();
  expect(pick(await stage.readRows())).toEqual([{ order_id: 'a', month: '2026-01', quantity: 1n }]);
});

it('replaces no file that a later run has written, and has the table checked again', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31', 'ann', 1)]);
  stage.pauseBeforePut(async () => {
    stage.store([createOrder('a', '2026-01-31', 'ann', 2)]);
    await stage.refresh();
  });
  await stage.refresh();
  expect(pick(await stage.readRows())).toEqual([{ order_id: 'a', month: '2026-01', quantity: 2n }]);
  expect(stage.item()?.state).toBe('t2');
  expect(stage.called).toHaveLength(1);
});

it('has the table checked again if a month appears that its refresh did not write', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31')]);
  stage.pauseBeforePut(async () => void stage.files.set('2026-02', { bytes: Buffer.from(''), etag: 'late' }));
  await stage.refresh();
  expect(stage.called).toHaveLength(1);
  expect(stage.item()?.state).toBeUndefined();
  await stage.refresh();
  expect([[...stage.files.keys()], stage.item()?.state]).toEqual([['2026-01'], 't1']);
});

it('leaves out customers who are being erased, and is not in step until their newer orders are in', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31', 'ann'), createOrder('b', '2026-01-31', 'bob')]);
  await stage.refresh();
  stage.erase('E1', [ERASED_ANN], false);
  await stage.refresh();
  expect((await stage.readRows()).map(({ customer_id }) => customer_id)).toEqual(['bob']);
  expect(stage.item()).toMatchObject({ erased_until: 'E1' });
  expect(stage.item()?.state).toBeUndefined();
  stage.erase('E1', []);
  await stage.refresh();
  expect((await stage.readRows()).map(({ customer_id }) => customer_id)).toEqual(['ann', 'bob']);
  expect(stage.item()?.state).toBe('t3');
});

it('holds the orders that an erasure has kept once it has deleted the others', async () => {
  const stage = createTableStage();
  stage.store([createOrder('newer', '2026-01-31', 'ann')]);
  const done = {
    erasure_id: 'E1',
    orders_done_at: '2026-03-01T12:00:00Z',
    customer: { digest: '', member: hashOf('ann') },
  };
  stage.erase('E1', [done]);
  await stage.refresh();
  expect(pick(await stage.readRows())).toEqual([{ order_id: 'newer', month: '2026-01', quantity: 1n }]);
  expect(stage.item()).toMatchObject({ erased_until: 'E1' });
});

it('writes nothing while the orders of the whole dataset are deleted', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31')]);
  stage.erase('E1', [{ erasure_id: 'E1' }]);
  await stage.refresh();
  expect([stage.files.size, stage.item()?.erased_until]).toEqual([0, '']);
});

it('reads all orders again if an erasure is requested during the refresh', async () => {
  const orders = Array.from({ length: 20 }, (_, at) =>
    createOrder(`o${at}`, '2026-01-31', at % 2 ? 'ann' : 'bob'),
  );
  const stage = createTableStage({ ordersPerSlice: 3 });
  stage.store(orders);
  let slices = 0;
  await stage.refresh({
    async afterSlice() {
      if (++slices === 2) stage.erase('E1', [ERASED_ANN]);
    },
  });
  const customers = new Set((await stage.readRows()).map(({ customer_id }) => customer_id));
  expect([[...customers], stage.item()?.erased_until]).toEqual([['bob'], 'E1']);
});

it('deletes the files of a stage that keeps no tables any more', async () => {
  const stage = createTableStage();
  stage.store([createOrder('a', '2026-01-31')]);
  await stage.refresh();
  await stage.refresh({ keepsTables: false });
  expect([stage.files.size, stage.manifest(), stage.item()]).toEqual([0, undefined, undefined]);
});

it('ends a run that a later one has replaced, and leaves the files of the later one', async () => {
  const stage = createTableStage({ ordersPerSlice: 3 });
  stage.store(Array.from({ length: 20 }, (_, at) => createOrder(`o${at}`, '2026-01-31')));
  let isReplaced = false;
  await stage.refresh({
    async afterSlice() {
      if (isReplaced) return;
      isReplaced = true;
      stage.store([createOrder('a', '2026-02-28')]);
      await stage.refresh();
    },
  });
  expect([[...stage.files.keys()], stage.item()]).toMatchObject([['2026-02'], { runs: 2, state: 't2' }]);
});
