// Tests that every order of a WooCommerce shop is read, whatever changes while it is read, and what its
// refusals mean.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import type { PullOutcome, ShopOrder } from '../../../src/service/connections/connector.ts';
import { createWooCommerceConnector } from '../../../src/service/connections/woocommerce-connector.ts';
import {
  createWooOrder,
  type FakeWooCommerce,
  type ShopFault,
  startFakeWooCommerce,
  type WooOrder,
} from '../../../tools/harness/fake-woocommerce.ts';

const UNTIL = Date.UTC(2026, 5, 1);
let shops: FakeWooCommerce[] = [];
afterEach(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  shops = [];
});

async function openShop(
  orders: readonly WooOrder[],
  next?: (asked: number, orders: Map<number, WooOrder>) => ShopFault,
) {
  const shop = await startFakeWooCommerce(next);
  shops.push(shop);
  for (const order of orders) shop.orders.set(order.id, order);
  const credentials = { consumer_key: shop.key, consumer_secret: shop.secret };
  const connector = createWooCommerceConnector({ receivers: 'any' });
  const pull = (cursor?: string, since?: number): Promise<PullOutcome> =>
    connector.pull({ address: shop.address, credentials }, { since, until: UNTIL }, cursor);
  const check = (changed = {}) =>
    connector.check({ address: shop.address, credentials: { ...credentials, ...changed } });
  const receiver = { url: 'https://api.example/hooks/1', secret: 'first' };
  const known = { address: shop.address, credentials };
  const register = (secret = receiver.secret) => connector.registerEvents(known, { ...receiver, secret });
  const remove = () => connector.removeEvents(known, receiver.url);
  return { shop, pull, check, register, remove };
}

const readIds = (orders: readonly ShopOrder[]): string[] =>
  orders.map(({ payload }) => v.parse(v.object({ id: v.string() }), payload).id);

async function pullAll(
  pull: (cursor?: string, since?: number) => Promise<PullOutcome>,
  since?: number,
): Promise<ShopOrder[]> {
  const orders: ShopOrder[] = [];
  let cursor: string | undefined;
  for (let requests = 0; requests < 100; requests++) {
    const found = await pull(cursor, since);
    if ('problem' in found) throw new Error(found.problem.code);
    if (found.outcome === 'page') orders.push(...found.orders);
    cursor = found.cursor;
    if (cursor === undefined) return orders;
  }
  throw new Error('no end');
}

describe('orders', () => {
  it('are each read once, with those of the trash', async () => {
    const { shop, pull } = await openShop([
      ...Array.from({ length: 350 }, (_, at) => createWooOrder(at + 1, at * 7)),
      createWooOrder(900, 10, { status: 'trash' }),
    ]);
    const first = await pull();
    expect(first).toMatchObject({ outcome: 'page', expected: 350 });
    const ids = readIds(await pullAll(pull));
    expect([ids.length, new Set(ids).size]).toEqual([351, 351]);
    expect(shop.breaches).toEqual([]);
  });

  it('are read since a time, that second included', async () => {
    const { pull } = await openShop([1, 2, 3].map((id) => createWooOrder(id, id * 100)));
    expect(readIds(await pullAll(pull, Date.UTC(2026, 0, 1) + 200_000))).toEqual(['2', '3']);
  });

  it('are all read if hundreds were changed within the same second', async () => {
    const same = Array.from({ length: 420 }, (_, at) => createWooOrder(at + 1, 50));
    const { pull } = await openShop([createWooOrder(900, 10), ...same, createWooOrder(901, 90)]);
    const ids = readIds(await pullAll(pull));
    expect([ids.length, new Set(ids).size]).toEqual([422, 422]);
  });

  it.each([
    ['different seconds', (at: number) => at * 3],
    ['the same second', () => 50],
  ])('are all read if others change meanwhile, last changed in %s', async (_, second) => {
    const orders = Array.from({ length: 330 }, (__, at) => createWooOrder(at + 1, second(at)));
    const { pull } = await openShop(orders, (asked, stored) => {
      // Moves two orders to the end, before each request.
      for (const id of [asked * 2, asked * 2 + 1])
        if (asked < 6) stored.set(id, createWooOrder(id, 5_000 + asked));
      return 'none';
    });
    expect(new Set(readIds(await pullAll(pull))).size).toBe(330);
  });

  it('have the dates of their refunds', async () => {
    const refunds = [{ id: 80, total: '-5.00', date_created_gmt: '2026-01-20T12:00:00' }];
    const { pull } = await openShop(
      Array.from({ length: 25 }, (_, at) => createWooOrder(at + 1, at, { refunds })),
    );
    const orders = await pullAll(pull);
    expect(readIds(orders)).toHaveLength(25);
    for (const { payload } of orders)
      expect(payload).toMatchObject({ refunds: [{ date_created_gmt: '2026-01-20T12:00:00' }] });
  });
});

describe('a shop', () => {
  it('that is busy or down is asked again, after the time that it states', async () => {
    const faults: ShopFault[] = ['busy', 'down', 'lost'];
    const { pull } = await openShop([], (asked) => faults[asked - 1] ?? 'none');
    expect(await pull()).toMatchObject({
      outcome: 'retry',
      seconds: 1,
      problem: { params: { status: 429 } },
    });
    expect(await pull()).toMatchObject({ outcome: 'retry', problem: { params: { status: 502 } } });
    expect(await pull()).toMatchObject({ outcome: 'retry', problem: { code: 'receiver_unreachable' } });
    expect(await pull()).toMatchObject({ outcome: 'page', orders: [] });
  });

  it('that refuses the key, or is none, says so at once', async () => {
    const { shop, check } = await openShop([createWooOrder(1, 1)]);
    expect(await check()).toBeUndefined();
    expect(await check({ consumer_secret: 'cs_other' })).toMatchObject({
      outcome: 'refused',
      problem: { code: 'shop_denied', params: { status: 401 } },
    });
    const connector = createWooCommerceConnector({ receivers: 'any' });
    const credentials = { consumer_key: shop.key, consumer_secret: shop.secret };
    expect(await connector.check({ address: `${shop.address}/blog`, credentials })).toMatchObject({
      problem: { code: 'shop_not_found' },
    });
  });

  it('with a self-signed certificate is not sent the credentials', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=127.0.0.1'];
    execFileSync('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    let asked = 0;
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      asked += 1;
      response.end('[]');
    });
    const address = `https://127.0.0.1:${await listen(server, 0)}`;
    const credentials = { consumer_key: 'ck', consumer_secret: 'cs' };
    const refusal = await createWooCommerceConnector({ receivers: 'any' }).check({ address, credentials });
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
    expect(refusal).toMatchObject({
      problem: { code: 'receiver_unreachable', params: { error: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    });
    expect(asked).toBe(0);
  });

  it('of an older version, which ignores times, is refused instead of being read for ever', async () => {
    const { pull } = await openShop([createWooOrder(1, 1)], () => 'old');
    expect(await pull(undefined, UNTIL)).toMatchObject({ outcome: 'refused' });
  });
});

describe('events', () => {
  it('are posted under every topic once, signed with the newest secret, until they are removed', async () => {
    const { shop, register, remove } = await openShop([]);
    shop.webhooks.set('https://other.example', { secret: 'other', topics: ['order.created'] });
    expect([await register(), await register('second')]).toEqual([undefined, undefined]);
    expect(shop.webhooks.get('https://api.example/hooks/1')).toEqual({
      secret: 'second',
      topics: ['order.created', 'order.updated', 'order.deleted', 'order.restored'],
    });
    await remove();
    expect([...shop.webhooks.keys()]).toEqual(['https://other.example']);
  });

  it('are refused to a key that may only read', async () => {
    const { shop, register } = await openShop([]);
    shop.isReadOnly = true;
    expect(await register()).toMatchObject({ outcome: 'refused', problem: { code: 'shop_denied' } });
  });
});

describe('an address', () => {
  const { readAddress } = createWooCommerceConnector({ receivers: 'public_https' });
  it.each([
    ['shop.example.com', 'https://shop.example.com'],
    ['https://Shop.example.com/', 'https://shop.example.com'],
    ['https://example.com/shop/wp-admin/index.php', 'https://example.com/shop'],
    ['https://example.com/wp-json/wc/v3/', 'https://example.com'],
  ])('%s is read as %s', (given, address) => {
    expect(readAddress(given)).toEqual({ address });
  });
  it.each([
    'http://shop.example.com',
    'https://10.0.0.1',
    'https://localhost',
    'https://a:b@example.com',
    '::',
  ])('%s is refused', (given) => {
    expect(readAddress(given)).toHaveProperty('expected');
  });
});
