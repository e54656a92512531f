// Tests that every order of a Shopify shop is read by bulk operations that fail, expire or lose their answers,
// within the shop's limits, and what its refusals mean.
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import type { PullOutcome, ShopOrder } from '../../../src/service/connections/connector.ts';
import { createShopifyConnector } from '../../../src/service/connections/shopify-connector.ts';
import { type FakeShopify, startFakeShopify } from '../../../tools/harness/fake-shopify.ts';
import { createShopifyOrder, createShopifyRefund } from '../../../tools/harness/shopify-orders.ts';

const UNTIL = Date.UTC(2026, 5, 1);
let shops: FakeShopify[] = [];
afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  shops = [];
});

async function openShop(faults: Parameters<typeof startFakeShopify>[0] = {}, count = 0) {
  const shop = await startFakeShopify(faults);
  shops.push(shop);
  for (let id = 1; id <= count; id++) shop.orders.set(String(id), createShopifyOrder(id, id * 3_600));
  const connector = createShopifyConnector({ receivers: 'any' });
  const { address, token } = shop;
  const pull = (cursor?: string, since?: number): Promise<PullOutcome> => {
    const window = { until: UNTIL, ...(since !== undefined && { since }) };
    return connector.pull({ address, credentials: { access_token: token } }, window, cursor);
  };
  const check = (access_token = token) => connector.check({ address, credentials: { access_token } });
  const known = { address, credentials: { access_token: token } };
  const receiver = { url: 'https://api.example/hooks/1', secret: '' };
  const register = () => connector.registerEvents(known, receiver);
  const remove = () => connector.removeEvents(known, receiver.url);
  const checkClient = (changed: object = {}) =>
    connector.check({ address, credentials: { ...shop.client, ...changed } });
  const readAsClient = (cursor?: string, changed: object = {}): Promise<PullOutcome> =>
    connector.pull({ address, credentials: { ...shop.client, ...changed } }, { until: UNTIL }, cursor);
  return { shop, pull, check, register, remove, checkClient, readAsClient };
}

/** Reads without waits; repeats failed requests. */
async function pullAll(pull: (cursor?: string, since?: number) => Promise<PullOutcome>, since?: number) {
  const orders: ShopOrder[] = [];
  const waits: number[] = [];
  let cursor: string | undefined;
  for (let requests = 0; requests < 300; requests++) {
    const found = await pull(cursor, since);
    if (found.outcome === 'refused') throw new Error(found.problem.code);
    if (found.outcome === 'retry') continue;
    if (found.outcome === 'wait') waits.push(found.seconds);
    else orders.push(...found.orders);
    cursor = found.cursor;
    if (cursor === undefined) return { orders, waits };
  }
  throw new Error('no end');
}

const readNames = (orders: readonly ShopOrder[]): string[] =>
  orders.map(({ payload }) => v.parse(v.object({ name: v.string() }), payload).name);

describe('orders', () => {
  it('are each read once, with their lines and refunds, within the limits of the shop', async () => {
    const { shop, pull } = await openShop({}, 450);
    for (let id = 1; id <= 120; id++)
      shop.orders.set(
        String(id),
        createShopifyOrder(id, id * 3_600, { refunds: [createShopifyRefund(9_000 + id, id)] }),
      );
    const { orders } = await pullAll(pull);
    expect(new Set(readNames(orders)).size).toBe(450);
    expect(orders).toHaveLength(450);
    expect(orders.find((_, at) => readNames(orders)[at] === '#3')?.payload).toMatchObject({
      line_items: [{ id: '30', price: '10.00', discount_allocations: [{ amount: '2.00' }] }, { id: '31' }],
      refunds: [{ id: '9003', refund_line_items: [{ line_item_id: '30', quantity: 1 }] }],
      customer: { id: '4' },
    });
    expect(shop.throttled).toBeGreaterThan(0);
    expect(shop.breaches).toEqual([]);
  });

  it('have the time of their last change on a refund without a date', async () => {
    const { shop, pull } = await openShop({}, 1);
    const refunds = [{ ...createShopifyRefund(9_001, 1), createdAt: null }];
    shop.orders.set('1', createShopifyOrder(1, 60, { refunds }));
    const [order] = (await pullAll(pull)).orders;
    expect(order?.payload).toMatchObject({ refunds: [{ created_at: '2026-01-01T00:01:00Z' }] });
  });

  it('are read since a time only', async () => {
    const { shop, pull } = await openShop({}, 10);
    const { orders } = await pullAll(pull, Date.UTC(2026, 0, 1) + 8 * 3_600_000);
    expect(readNames(orders)).toEqual(['#8', '#9', '#10']);
    expect(shop.operations).toHaveLength(1);
  });

  it('have all lines of a refund of more than a query returns', async () => {
    const { shop, pull } = await openShop();
    const lines = Array.from({ length: 130 }, () => ({
      quantity: 1,
      lineItem: { id: 'gid://shopify/LineItem/10' },
    }));
    const refunds = [{ ...createShopifyRefund(1, 1), refundLineItems: lines }, createShopifyRefund(2, 1)];
    shop.orders.set('1', createShopifyOrder(1, 1, { refunds }));
    const { orders } = await pullAll(pull);
    const payload = v.parse(
      v.object({ refunds: v.array(v.object({ refund_line_items: v.array(v.unknown()) })) }),
      orders[0]?.payload,
    );
    expect(payload.refunds.map(({ refund_line_items }) => refund_line_items.length)).toEqual([130, 1]);
  });

  it('are all read after operations that time out, in shorter periods, or expire', async () => {
    const ends = ['FAILED', 'EXPIRED', 'FAILED'] as const;
    const { shop, pull } = await openShop({ end: (started) => ends[started] ?? 'COMPLETED' }, 60);
    const { orders } = await pullAll(pull);
    expect(new Set(readNames(orders)).size).toBe(60);
    expect(shop.operations.length).toBeGreaterThan(4);
  });

  it('are read from one operation only if the answer to its start was lost', async () => {
    const { shop, pull } = await openShop({ fault: (asked) => (asked === 2 ? 'lost' : 'none'), looks: 4 }, 5);
    const { orders } = await pullAll(pull);
    expect([orders.length, shop.operations.length]).toEqual([5, 1]);
  });

  it('wait for an operation of somebody else', async () => {
    const { shop, pull } = await openShop({ looks: 1 }, 3);
    const other = await openShop({ looks: 1 });
    expect(other.shop.operations).toEqual([]);
    const first = await pull();
    expect(first).toMatchObject({ outcome: 'wait' });
    // Another window: the operation that runs is not its own.
    expect(await pull(undefined, UNTIL - 1_000)).toMatchObject({ outcome: 'wait', seconds: 15 });
    expect(shop.operations).toHaveLength(1);
  });
});

describe('a shop', () => {
  it('is refused for each way in which its token is wrong', async () => {
    const { shop, check } = await openShop();
    expect(await check()).toBeUndefined();
    expect(await check('shpat_other')).toMatchObject({ problem: { code: 'shop_denied' } });
    shop.scopes = ['read_orders', 'read_customers'];
    expect(await check()).toMatchObject({ outcome: 'refused', problem: { code: 'shop_history_hidden' } });
    shop.scopes = ['read_all_orders', 'write_orders'];
    expect(await check()).toMatchObject({
      problem: { code: 'shop_scope_missing', params: { scope: 'read_customers' } },
    });
    const frozen = await openShop({ fault: () => 'frozen' });
    expect(await frozen.check()).toMatchObject({ problem: { code: 'shop_closed', params: { status: 402 } } });
  });

  it('that is down is asked again, after the time that it states', async () => {
    const { pull } = await openShop({ fault: () => 'down' });
    expect(await pull()).toMatchObject({ outcome: 'retry', seconds: 2 });
  });

  it('is given up after six failed operations, or without access to customers', async () => {
    const failing = await openShop({ end: () => 'FAILED' }, 3);
    await expect(pullAll(failing.pull)).rejects.toThrow('shop_export_failed');
    expect(failing.shop.operations).toHaveLength(6);
    const hidden = await openShop({ end: () => 'ACCESS_DENIED' }, 3);
    await expect(pullAll(hidden.pull)).rejects.toThrow('shop_scope_missing');
  });
});

it('posts its events under every topic, once, until they are removed', async () => {
  const { shop, register, remove } = await openShop();
  shop.subscriptions.add('ORDERS_PAID https://other.example');
  expect([await register(), await register()]).toEqual([undefined, undefined]);
  expect([...shop.subscriptions].filter((one) => one.endsWith('/hooks/1')).sort()).toEqual(
    ['ORDERS_CANCELLED', 'ORDERS_CREATE', 'ORDERS_UPDATED', 'REFUNDS_CREATE'].map(
      (topic) => `${topic} https://api.example/hooks/1`,
    ),
  );
  await remove();
  expect([...shop.subscriptions]).toEqual(['ORDERS_PAID https://other.example']);
});

describe('an app of the Dev Dashboard', () => {
  it('gets a token once for all requests, and another one when it has expired', async () => {
    const { shop, pull, checkClient, readAsClient } = await openShop({}, 30);
    expect(await checkClient()).toBeUndefined();
    const { orders } = await pullAll((cursor) => readAsClient(cursor));
    expect([orders.length, shop.obtained]).toEqual([30, 1]);
    shop.expireTokens();
    expect((await pullAll((cursor) => readAsClient(cursor))).orders).toHaveLength(30);
    expect(shop.obtained).toBe(2);
    // A token of the admin is used as it is.
    expect((await pullAll(pull)).orders).toHaveLength(30);
    expect([shop.obtained, shop.breaches]).toEqual([2, []]);
  });

  it('is asked for its scopes with a new token, which has those that were added', async () => {
    const { shop, checkClient } = await openShop();
    shop.scopes = ['read_orders', 'read_customers'];
    expect(await checkClient()).toMatchObject({ problem: { code: 'shop_history_hidden' } });
    shop.scopes = [...shop.scopes, 'read_all_orders'];
    expect(await checkClient()).toBeUndefined();
    expect(shop.obtained).toBe(2);
  });

  it('is refused with a wrong secret, without an installation, and once its token is refused, too', async () => {
    const { shop, checkClient, readAsClient } = await openShop({}, 3);
    expect(await checkClient({ client_secret: 'shpss_other' })).toMatchObject({
      outcome: 'refused',
      problem: { code: 'shop_denied', params: { status: 400 } },
    });
    await pullAll((cursor) => readAsClient(cursor));
    // The token of one secret does not serve another.
    expect(await readAsClient(undefined, { client_secret: 'shpss_other' })).toMatchObject({
      problem: { code: 'shop_denied' },
    });
    shop.isInstalled = false;
    shop.expireTokens();
    expect(await readAsClient()).toMatchObject({ outcome: 'refused', problem: { code: 'shop_app_missing' } });
    expect(await checkClient()).toMatchObject({ problem: { code: 'shop_app_missing' } });
  });

  it('signs events with its client secret, and asks again while Shopify is down', async () => {
    const { findSecret } = createShopifyConnector({ receivers: 'any' });
    expect(findSecret({ client_id: 'a', client_secret: 'b' }, true)).toBe('b');
    expect(findSecret({ access_token: 'a' }, false)).toBeUndefined();
    const { readAsClient } = await openShop({ fault: () => 'down' });
    expect(await readAsClient()).toMatchObject({ outcome: 'retry', seconds: 2 });
  });
});

describe('an address', () => {
  const { readAddress } = createShopifyConnector({ receivers: 'public_https' });
  it.each([
    'tea-house.myshopify.com',
    'https://Tea-House.myshopify.com/admin',
    'https://admin.shopify.com/store/tea-house/settings',
  ])('%s is read', (given) => {
    expect(readAddress(given)).toEqual({ address: 'tea-house.myshopify.com' });
  });
  it.each(['tea-house.com', 'https://evil.example/x.myshopify.com', 'a.myshopify.com.evil.example', ''])(
    '"%s" is refused',
    (given) => {
      expect(readAddress(given)).toHaveProperty('expected');
    },
  );
});
