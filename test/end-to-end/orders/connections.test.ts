// Tests connected shops over HTTP, on a stand-in: refused credentials, the history as orders of the dataset,
// cancellation, a change that no event reported, and disconnection. No response has a credential.
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { source } from '../../../src/contract/resources/orders/sources.ts';
import { signEventBody } from '../../../src/service/sources/signature.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { startFakeShopify } from '../../../tools/harness/fake-shopify.ts';
import {
  createWooOrder,
  type FakeWooCommerce,
  startFakeWooCommerce,
} from '../../../tools/harness/fake-woocommerce.ts';
import { createShopifyOrder, createShopifyRefund } from '../../../tools/harness/shopify-orders.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();
let shop: FakeWooCommerce;
let isDown = false;
beforeAll(async () => {
  shop = await startFakeWooCommerce(() => (isDown ? 'down' : 'none'));
});
afterAll(() => shop.stop());

describe.skipIf(DEPLOYED)('a connected shop (needs a stand-in)', () => {
  const dataset = `connected-${RUN}`;
  const ORDERS = 230;

  it('is read into its dataset, compared on request, cancelled and disconnected', async () => {
    const { apiKey } = await target.local.newAccount('max', { requestsPerMinute: 6_000 });
    const client = createClient(target.baseUrl, apiKey);
    for (let id = 1; id <= ORDERS; id++) shop.orders.set(id, createWooOrder(id, id * 60));
    shop.orders.set(7, createWooOrder(7, 7 * 60, { status: 'cancelled' }));
    const credentials = {
      address: shop.address,
      consumer_key: shop.key,
      consumer_secret: shop.secret,
    };
    const create = (changed: object) =>
      client.post('/sources', {
        kind: 'woocommerce',
        dataset_id: dataset,
        credentials: { ...credentials, ...changed },
      });
    expect(await create({ consumer_secret: 'cs_wrong' })).toMatchObject({
      status: 400,
      body: {
        param: 'credentials',
        error: expect.stringContaining('refused the credentials with 401'),
        error_coded: [{ code: 'shop_denied', params: { status: 401 } }],
      },
    });
    expect(await create({ access_token: 'x' })).toMatchObject({
      status: 400,
      body: { param: 'credentials.access_token' },
    });
    expect((await client.get('/sources')).body.sources).toEqual([]);

    const made = await create({});
    expect(made).toMatchObject({
      status: 201,
      body: { connection: { status: 'reading', read_until: null } },
    });
    const { source_id: id } = v.parse(source, made.body);
    const read = async () => v.parse(source, (await client.get(`/sources/${id}`)).body).connection;
    const patch = (body: object) =>
      client.send(`/sources/${id}`, { method: 'PATCH', body: JSON.stringify(body) });
    const untilRead = (after: string | null) =>
      until(async () => {
        const found = await read();
        return found?.status === 'up_to_date' && found.read_until !== after ? found : undefined;
      });
    const history = await untilRead(null);
    expect(history).toMatchObject({
      ...{ orders_read: ORDERS, orders_ignored: 0, last_comparison: null, events: 'registered' },
    });
    // The shop posts its new orders, signed with a secret that the service has chosen.
    const [hook = '', webhook] = [...shop.webhooks][0] ?? [];
    expect(hook).toBe(made.body.url);
    const event = JSON.stringify(createWooOrder(1_000, 0));
    const posted = await fetch(hook, {
      method: 'POST',
      body: event,
      headers: {
        'X-WC-Webhook-Topic': 'order.created',
        'X-WC-Webhook-Signature': signEventBody(Buffer.from(event), webhook?.secret ?? ''),
      },
    });
    expect([posted.status, await posted.json()]).toMatchObject([200, { status: 'accepted' }]);
    await until(async () => {
      const { body } = await client.get('/data/orders?limit=50');
      const imports = v.parse(v.array(v.looseObject({ status: v.string() })), body.imports);
      return imports.every(({ status }) => status === 'completed') ? imports : undefined;
    });
    const order = await client.get(`/orders/8?dataset_id=${dataset}`);
    expect(order).toMatchObject({ status: 200, body: { customer_id: '2' } });
    expect(await client.get(`/orders/7?dataset_id=${dataset}`)).toMatchObject({ status: 404 });

    // Events that never arrived: a refund, and a cancellation.
    const changedAt = new Date(Date.now() - 15 * 60_000).toISOString().slice(0, 19);
    const refunds = [{ id: 9_001, total: '-30.00', date_created_gmt: '2026-02-01T08:00:00' }];
    shop.orders.set(8, createWooOrder(8, 0, { date_modified_gmt: changedAt, refunds }));
    shop.orders.set(9, createWooOrder(9, 0, { date_modified_gmt: changedAt, status: 'cancelled' }));
    await patch({ pull: 'now' });
    const compared = await until(async () => {
      const found = await read();
      return found?.last_comparison ? found : undefined;
    });
    expect(compared).toMatchObject({
      ...{ status: 'up_to_date', orders_read: ORDERS + 2, last_comparison: { orders: 2, repaired: 2 } },
      next_reading_at: expect.any(String),
    });
    const readOrder = (order: string) => client.get(`/orders/${order}?dataset_id=${dataset}`);
    const returned = await until(async () => {
      const found = await readOrder('8-refund');
      return found.status === 200 ? found.body : undefined;
    });
    expect(returned).toMatchObject({ order_date: '2026-02-01T08:00:00.000Z' });
    await until(async () => ((await readOrder('9')).status === 404 ? true : undefined));
    // Compared again, nothing is missing.
    await patch({ pull: 'now' });
    const again = await until(async () => {
      const found = (await read())?.last_comparison;
      return found && found.at !== compared.last_comparison?.at ? found : undefined;
    });
    expect(again).toMatchObject({ orders: 2, repaired: 0 });
    expect(shop.breaches).toEqual([]);

    expect((await patch({ pull: 'cancel' })).body).toMatchObject({
      connection: { status: 'cancelled', next_reading_at: null },
    });
    isDown = true;
    await patch({ pull: 'now' });
    const failing = await until(async () => {
      const found = await read();
      return found?.fail_reason ? found : undefined;
    });
    expect(failing).toMatchObject({ status: 'reading', fail_reason_coded: [{ code: 'service_refused' }] });
    isDown = false;
    const disconnected = await patch({ credentials: null });
    expect(disconnected.body).toMatchObject({ connection: null, status: 'active' });
    expect(shop.webhooks.size).toBe(0);
    const all = JSON.stringify([
      made,
      history,
      compared,
      failing,
      disconnected,
      await client.get('/sources'),
    ]);
    expect(all).not.toContain(shop.secret);
    expect(all).not.toContain(shop.key);
    expect((await client.get(`/datasets/${dataset}`)).status).toBe(200);
    await client.send(`/sources/${id}`, { method: 'DELETE' });
  });

  it('of Shopify is read by a bulk operation, and refused for each scope that its token lacks', async () => {
    const { apiKey } = await target.local.newAccount('max', { requestsPerMinute: 6_000 });
    const client = createClient(target.baseUrl, apiKey);
    const shopify = await startFakeShopify({
      end: (started) => (started === 0 ? 'FAILED' : 'COMPLETED'),
      looks: 1,
    });
    try {
      for (let id = 1; id <= 120; id++)
        shopify.orders.set(
          String(id),
          createShopifyOrder(id, id * 60, { refunds: id <= 12 ? [createShopifyRefund(9_000 + id, id)] : [] }),
        );
      const credentials = { address: shopify.address, access_token: shopify.token };
      const create = () =>
        client.post('/sources', { kind: 'shopify', dataset_id: `shopify-${RUN}`, credentials });
      shopify.scopes = ['read_orders', 'read_customers'];
      expect(await create()).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('read_all_orders, so it shows the last 60 days only') },
      });
      shopify.scopes = ['read_orders', 'read_customers', 'read_all_orders'];
      const made = await create();
      expect(made.status).toBe(201);
      const { source_id: id } = v.parse(source, made.body);
      const done = await until(async () => {
        const { connection } = v.parse(source, (await client.get(`/sources/${id}`)).body);
        return connection?.status === 'up_to_date' ? connection : undefined;
      });
      // Without the app's secret, events could not be verified.
      expect(done).toMatchObject({ orders_read: 120, orders_ignored: 0, events: 'manual' });
      const { body } = await until(async () => {
        const found = await client.get(`/orders/refund-9001?dataset_id=shopify-${RUN}`);
        return found.status === 200 ? found : undefined;
      });
      expect(body).toMatchObject({ customer_id: 'c1@example.com', order_date: '2026-01-20T12:00:00.000Z' });
      expect(shopify.breaches).toEqual([]);
      expect(shopify.operations.length).toBeGreaterThan(1);
      // An app of the Dev Dashboard signs events with its client secret.
      const asClient = { address: shopify.address, ...shopify.client };
      const replace = (changed: object) =>
        client.send(`/sources/${id}`, {
          method: 'PATCH',
          body: JSON.stringify({ credentials: { ...asClient, ...changed } }),
        });
      expect(await replace({ access_token: 'x' })).toMatchObject({
        status: 400,
        body: { error: 'credentials.access_token: not allowed with client_id and client_secret' },
      });
      expect(await replace({ client_secret: undefined })).toMatchObject({
        status: 400,
        body: { param: 'credentials.client_secret' },
      });
      expect(await replace({})).toMatchObject({ status: 200, body: { has_secret: true } });
      await until(async () => {
        const { connection } = v.parse(source, (await client.get(`/sources/${id}`)).body);
        return connection?.events === 'registered' ? connection : undefined;
      });
      expect(shopify.subscriptions.size).toBe(4);
      await client.send(`/sources/${id}`, { method: 'DELETE' });
    } finally {
      await shopify.stop();
    }
  });
});
