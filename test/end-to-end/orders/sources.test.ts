// Tests sources, to which shops post their order webhooks: setup, signed events, refusals, limits and deletion.
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { importJob } from '../../../src/contract/resources/orders/orders.ts';
import { type EventReceived, eventReceived, source } from '../../../src/contract/resources/orders/sources.ts';
import { signEventBody } from '../../../src/service/sources/signature.ts';
import {
  type ApiReply,
  type Client,
  createClient,
  readAnswer,
  until,
} from '../../../tools/harness/client.ts';
import { DEPLOYED, RUN, useOwnAddress } from '../use-target.ts';

/** All unsigned requests from an address share a limit of 60 a minute. */
const target = useOwnAddress();
const SECRET = 'a-long-random-secret';
const formatMinutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19);

function createWooOrder(changed: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 727,
    status: 'processing',
    currency: 'EUR',
    date_created_gmt: '2026-03-30T13:00:00',
    date_modified_gmt: formatMinutesAgo(10),
    customer_id: 12,
    total: '30.00',
    total_tax: '0.00',
    line_items: [
      { name: 'Tea', sku: 'TEA', quantity: 2, total: '18.00' },
      { name: 'Honey', sku: '', quantity: 1, total: '12.00' },
    ],
    refunds: [],
    ...changed,
  };
}

interface Sent {
  readonly topic?: string;
  readonly secret?: string;
  readonly deliveryId?: string;
}

/** Posts an event as WooCommerce does. */
async function post(
  id: string,
  payload: unknown,
  { topic = 'order.updated', secret = SECRET, deliveryId }: Sent = {},
) {
  const body = JSON.stringify(payload);
  const path = `/hooks/${id}`;
  const response = await fetch(`${target.baseUrl}${path}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-WC-Webhook-Topic': topic,
      'X-WC-Webhook-Delivery-ID': deliveryId ?? crypto.randomUUID(),
      'X-WC-Webhook-Signature': signEventBody(Buffer.from(body), secret),
    },
  });
  const text = await readAnswer('POST', path, response);
  return { status: response.status, headers: response.headers, body: JSON.parse(text) };
}

const parseReceived = ({ status, body }: ApiReply): EventReceived => {
  expect(status).toBe(200);
  return v.parse(eventReceived, body);
};

describe('a source', () => {
  const dataset = `shop-${RUN}`;
  let id: string;

  const patch = (body: unknown, of = id): Promise<ApiReply> =>
    target.client.send(`/sources/${of}`, { method: 'PATCH', body: JSON.stringify(body) });
  const waitUntilApplied = async (importId: string | undefined) =>
    until(async () => {
      const { body } = await target.client.get(`/data/orders?import_id=${importId}`);
      return body.status === 'completed' ? v.parse(importJob, body) : undefined;
    });
  const createRfmReport = async () =>
    v.parse(
      v.looseObject({
        customer_count: v.number(),
        metrics: v.nullable(v.looseObject({ net_revenue: v.number() })),
      }),
      await target.client.report({ template: 'standard_rfm', dataset_id: dataset }),
    );

  beforeAll(async () => {
    const { status, body } = await target.client.post('/sources', {
      kind: 'woocommerce',
      secret: SECRET,
      dataset_id: dataset,
    });
    expect(status).toBe(201);
    id = v.parse(source, body).source_id;
  });

  it('is returned and listed with its address, without its secret', async () => {
    const { body, status } = await target.client.get(`/sources/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ kind: 'woocommerce', name: 'woocommerce', dataset_id: dataset, customer_identifier: 'id' },
      ...{ status: 'active', has_secret: true, url: `${target.baseUrl}/hooks/${id}` },
    });
    const list = await target.client.get('/sources');
    expect(JSON.stringify([body, list.body])).not.toContain(SECRET);
    expect(list.body.sources).toContainEqual(body);
  });

  it('imports each signed event once, and keeps orders unchanged by late events', async () => {
    const refund = { id: 801, reason: '', total: '-10.00' };
    const newest = createWooOrder({ date_modified_gmt: formatMinutesAgo(5), refunds: [refund] });
    const first = parseReceived(await post(id, newest, { deliveryId: 'd-1' }));
    expect(first.status).toBe('accepted');
    expect(await waitUntilApplied(first.import_id)).toMatchObject({
      dataset_id: dataset,
      rows: { total: 4, inserted: 4 },
    });
    expect(parseReceived(await post(id, newest, { deliveryId: 'd-1' }))).toEqual({ status: 'duplicate' });
    // An event from before the refund, with another product, arrives late.
    const late = createWooOrder({ line_items: [{ name: 'Milk', quantity: 9, total: '99.00' }] });
    const second = parseReceived(await post(id, late, { topic: 'order.created' }));
    expect(await waitUntilApplied(second.import_id)).toMatchObject({ rows: { inserted: 0, updated: 1 } });
    expect(await createRfmReport()).toMatchObject({ customer_count: 1, metrics: { net_revenue: 20 } });
  });

  it('refuses a wrong signature, and accepts the ping of a shop that saves a webhook', async () => {
    const forged = await post(id, createWooOrder(), { secret: 'guessed' });
    expect([forged.status, forged.body.code]).toEqual([401, 'invalid_signature']);
    const ping = await fetch(`${target.baseUrl}/hooks/${id}`, {
      method: 'POST',
      body: 'webhook_id=12',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([ping.status, await ping.json()]).toEqual([200, { status: 'ping' }]);
    const { body } = await target.client.get(`/sources/${id}`);
    expect(body.last_refused_at).toEqual(expect.any(String));
  });

  it('refuses events while it is paused, or after its dataset is erased, until it is activated', async () => {
    expect((await patch({ status: 'paused' })).body).toMatchObject({ paused_because: 'requested' });
    expect((await post(id, createWooOrder())).status).toBe(410);
    await patch({ status: 'active' });
    await target.client.send(`/datasets/${dataset}`, { method: 'DELETE' });
    const erased = await post(id, createWooOrder());
    expect([erased.status, erased.body.code]).toEqual([410, 'source_paused']);
    expect((await target.client.get(`/sources/${id}`)).body).toMatchObject({
      paused_because: 'dataset_erased',
    });
    expect((await patch({ status: 'active' })).body.status).toBe('active');
    expect((await post(id, { id: 1 }, { topic: 'x' })).status).toBe(200);
  });

  it('is deleted with its address', async () => {
    const { status, body } = await target.client.send(`/sources/${id}`, { method: 'DELETE' });
    expect([status, body.source_id]).toEqual([200, id]);
    expect((await post(id, createWooOrder())).status).toBe(404);
    expect((await target.client.get(`/sources/${id}`)).status).toBe(404);
  });
});

describe.skipIf(DEPLOYED)('the events of a shop (needs an account of its own)', () => {
  let client: Client;
  beforeAll(async () => {
    client = createClient(
      target.baseUrl,
      (await target.local.newAccount('max', { requestsPerMinute: 3 })).apiKey,
    );
  });

  it('have a limit of their own, and do not count against the requests of the account', async () => {
    const { body } = await client.post('/sources', { kind: 'woocommerce', secret: SECRET });
    const id = String(body.source_id);
    for (let event = 0; event < 4; event++) {
      const answer = await post(id, { id: event }, { topic: 'x' });
      expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, '600']);
    }
    expect((await client.get('/sources')).headers.get('x-ratelimit-remaining')).toBe('1');
  });
});
