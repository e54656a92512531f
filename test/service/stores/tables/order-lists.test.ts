// Tests stored orders, one by one and in lists, on a real table: every order once, in bounded pages.
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { toLineIdentity } from '../../../../src/analysis/ingest/line-key.ts';
import {
  createEmptyPart,
  type OrderPart,
  packOrderPart,
  ROOT_PATH,
} from '../../../../src/analysis/ingest/stored-order.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { listOrdersQuery } from '../../../../src/contract/resources/orders/stored-orders.ts';
import { createListOrders, createReadOrder } from '../../../../src/service/orders/list-orders.ts';
import { createOrderReader } from '../../../../src/service/orders/order-reader.ts';
import { toOrderKey } from '../../../../src/service/tables/orders-table.ts';
import { TABLES, useTables } from './use-tables.ts';

const stage = useTables();
const IMPORT = ulid();
const listDays = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-03-01T00:00:00Z');

const openReader = () => createOrderReader(stage.db, TABLES);
const list = (accountId: string, query: Record<string, string> = {}) =>
  createListOrders(openReader())(accountId, parseRequest(listOrdersQuery, query));
const read = (accountId: string, orderId: string, cursor?: string) =>
  createReadOrder(openReader())({ accountId, datasetId: 'default' }, orderId, cursor);

async function put(accountId: string, part: OrderPart): Promise<void> {
  const key = toOrderKey(accountId, 'default', part.orderId, part.path);
  await stage.db.send(new PutCommand({ TableName: TABLES.orders, Item: { ...key, ...packOrderPart(part) } }));
}

/** Creates an order whose rows are tea at 0.1 each, as many as given. */
function createOrder(
  orderId: string,
  customer: string | undefined,
  day: number | undefined,
  ...teas: string[]
) {
  const lines = teas.map((name, at) => {
    const line = { name, sku: undefined, unitPrice: 0.1, quantity: at + 1, customFields: undefined };
    return [toLineIdentity(name, undefined), { ...line, importId: IMPORT }] as const;
  });
  return {
    ...createEmptyPart(orderId),
    version: 1,
    customerId: customer === undefined ? undefined : { value: customer, importId: IMPORT },
    orderDate: day === undefined ? undefined : { value: FIRST + day * DAY_MS, importId: IMPORT },
    lines: new Map(lines),
  };
}

async function listAllPages(accountId: string, query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await list(accountId, { ...query, ...(cursor !== undefined && { cursor }) });
    pages.push(page.orders.map(({ order_id }) => order_id));
    cursor = page.next_cursor;
    if (cursor === undefined) return pages;
  }
}

describe('a list of orders', () => {
  it('shows a customer’s orders page by page, newest first and those without dates last', async () => {
    const account = ulid();
    await Promise.all(listDays(7).map((i) => put(account, createOrder(`a${i}`, 'ann', i, 'tea'))));
    await put(account, createOrder('a-undated', 'ann', undefined, 'tea'));
    await put(account, createOrder('b0', 'bob', 3, 'tea'));
    await put(ulid(), createOrder('other', 'ann', 3, 'tea'));
    const newest = ['a6', 'a5', 'a4', 'a3', 'a2', 'a1', 'a0', 'a-undated'];
    expect((await listAllPages(account, { customer_id: 'ann' })).flat()).toEqual(newest);
    const pages = await listAllPages(account, { customer_id: 'ann', limit: '3' });
    expect(pages).toEqual([newest.slice(0, 3), newest.slice(3, 6), newest.slice(6)]);
    const range = { customer_id: 'ann', from: '2026-03-03', to: '2026-03-05' };
    expect(await listAllPages(account, range)).toEqual([['a3', 'a2']]);
    expect(await listAllPages(account, { customer_id: 'eve' })).toEqual([[]]);
  });

  it('has each order once, with its exact sum, and none without rows', async () => {
    const account = ulid();
    const ids = listDays(40).map((i) => `o${i}`);
    await Promise.all(ids.map((id, i) => put(account, createOrder(id, 'ann', i, 'tea', 'milk'))));
    await put(account, { ...createOrder('gone', 'ann', 1), completeAs: IMPORT });
    for (const limit of ['7', '100']) {
      const pages = await listAllPages(account, { limit });
      expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(Number(limit));
      const found = pages.flat();
      expect(found.toSorted()).toEqual(ids.toSorted());
    }
    const { orders } = await list(account, { from: '2026-03-05', to: '2026-03-06' });
    // 0.1 + 2 × 0.1, which doubles do not add up exactly.
    expect(orders).toMatchObject([{ order_id: 'o4', line_count: 2, revenue: 0.3 }]);
    expect(await list(account, { customer_id: 'ann', from: '2026-03-02', to: '2026-03-03' })).toMatchObject({
      orders: [{ order_id: 'o1' }],
    });
  });

  it('refuses an empty range, and cursors of other lists', async () => {
    const account = ulid();
    for (let i = 0; i < 2; i++) await put(account, createOrder(`a${i}`, 'ann', i, 'tea'));
    const { next_cursor = '' } = await list(account, { customer_id: 'ann', limit: '1' });
    expect(next_cursor).not.toBe('');
    await expect(list(account, { from: '2026-03-02', to: '2026-03-02' })).rejects.toThrow('after from');
    await expect(list(account, { cursor: next_cursor })).rejects.toThrow('next_cursor');
    await expect(read(account, 'a0', next_cursor)).rejects.toThrow('next_cursor');
  });
});

describe('an order', () => {
  it('names the import that wrote each value', async () => {
    const account = ulid();
    await put(account, createOrder('1', 'ann', 0, 'tea'));
    expect(await read(account, '1')).toEqual({
      dataset_id: 'default',
      order_id: '1',
      customer_id: 'ann',
      order_date: '2026-03-01T00:00:00.000Z',
      contact: null,
      version: 1,
      written_by: { customer_id: IMPORT, order_date: IMPORT, contact: null, all_line_items: null },
      line_items: [{ product_name: 'tea', unit_price: 0.1, quantity: 1, written_by: IMPORT }],
      has_more: false,
    });
    await expect(read(account, '2')).rejects.toThrow('Order not found.');
  });

  it('lists all its lines on its pages if it is stored in parts, and no lines of an order whose key lies among them', async () => {
    const account = ulid();
    await put(account, { ...createOrder('1', 'ann', 0), split: true });
    const leaves = ['000', '001', '010', '011'];
    for (const path of ['00', '01'])
      await put(account, { ...createEmptyPart('1', path), version: 1, split: true });
    for (const path of leaves)
      await put(account, { ...createOrder('1', undefined, undefined, `tea ${path}`), path });
    await put(account, { ...createOrder(`1#${ROOT_PATH}`, 'ann', 0, 'not this') });
    const names: (string | undefined)[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await read(account, '1', cursor);
      names.push(...page.line_items.map(({ product_name }) => product_name));
      cursor = page.next_cursor;
      if (cursor === undefined) break;
    }
    expect(names).toEqual(leaves.map((path) => `tea ${path}`));
    const { orders } = await list(account, { customer_id: 'ann' });
    expect(orders).toMatchObject([
      { order_id: '1', line_count: null, revenue: null, line_items: [] },
      { order_id: '1#0', line_count: 1 },
    ]);
  });
});
