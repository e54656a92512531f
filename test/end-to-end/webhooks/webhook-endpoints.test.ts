// Tests the webhook endpoints of an account over HTTP: events of all kinds of work, their list, and the rotation of a
// secret, which no response contains.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics, verifyStandardWebhook } from '../../../packages/client/src/index.ts';
import type { AccountEvent } from '../../../src/contract/resources/events.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { createEventWaker } from '../../../tools/harness/event-waker.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const createSecret = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const [FIRST, SECOND] = [createSecret(3), createSecret(4)];
const createOrder = (id: string, customer_id: string) => ({
  ...{ order_id: id, customer_id, contact: `${customer_id}@example.com`, order_date: '2026-01-05' },
  line_items: [
    { product_name: 'tea', unit_price: 2, quantity: 1 },
    { product_name: 'milk', unit_price: 1, quantity: 1 },
  ],
});

let receivers: WebhookReceivers;
let wake: Awaited<ReturnType<typeof createEventWaker>>;
beforeAll(async () => {
  receivers = await startReceivers();
  if (!DEPLOYED) wake = await createEventWaker(target.local);
});
afterAll(() => receivers.stop());

async function createAccount(maxWebhookEndpoints = 2) {
  const overrides = { maxWebhookEndpoints, requestsPerMinute: 6_000 };
  const { apiKey, accountId } = await target.local.newAccount('max', overrides);
  const api = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
  return { accountId, apiKey, client: createClient(target.baseUrl, apiKey), api };
}

/** Wakes the sender of events until `count` of them have arrived, and returns them. */
async function waitForEvents(receiver: { readonly received: readonly { body: string }[] }, count: number) {
  await until(async () => {
    await wake();
    return receiver.received.length >= count ? true : undefined;
  });
  return receiver.received.map(({ body }): AccountEvent => JSON.parse(body));
}

describe.skipIf(DEPLOYED)('webhook endpoints (need accounts of their own)', () => {
  it('receive an event for every kind of completed work, in the order of the list, and none of another account', async () => {
    const { api, client } = await createAccount();
    const other = await createAccount();
    const [receiver, foreign] = [receivers.open(takeWebhook), receivers.open(takeWebhook)];
    const made = await api.endpoints.create({ url: receiver.url, secret: FIRST });
    await other.api.endpoints.create({ url: foreign.url, secret: FIRST });
    expect(made).toMatchObject({ name: '127.0.0.1', status: 'active', events: null, sent_until: 0 });

    await client.push([createOrder('1', 'ann'), createOrder('2', 'bob')]);
    const report = { body: await client.report({ template: 'standard_rfm' }) };
    const exported = await client.post(`/reports/${report.body.report_id}/exports`, {
      ...{ what: 'customers', format: 'csv' },
    });
    await until(async () => {
      const found = await client.get(`/reports/${report.body.report_id}/exports/${exported.body.export_id}`);
      return found.body.status === 'Completed' ? true : undefined;
    });
    const conditions = [{ report: { report_type: 'RFM' as const } }];
    const { audience_id } = await api.audiences.create({ name: 'All', conditions });
    await api.audiences.refresh(audience_id);
    await until(async () =>
      (await api.audiences.runs(audience_id)).find(({ status }) => status !== 'Processing'),
    );
    await client.send('/customers/ann', { method: 'DELETE' });

    const events = await waitForEvents(receiver, 6);
    expect(events.map(({ event }) => event).sort()).toEqual(
      [
        'audience_run.completed',
        'erasure.completed',
        'export.completed',
        'import.completed',
        'report.completed',
        'report.completed',
      ].sort(),
    );
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
    expect(events[0]).toMatchObject({
      event: 'import.completed',
      counts: { inserted: 4, updated: 0, failed: 0 },
    });
    expect(JSON.stringify(events)).not.toMatch(/ann|bob|tea|milk/);
    const { events: listed, has_more } = await api.endpoints.events().page();
    expect([listed, has_more]).toEqual([events, false]);
    const rest = await api.endpoints.events({ after: 4 }).page();
    expect(rest.events).toEqual(events.slice(4));
    const pages: number[] = [];
    for await (const { sequence } of api.endpoints.events({ limit: 2 })) pages.push(sequence);
    expect(pages).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await other.api.endpoints.events().page()).events).toEqual([]);
    expect(foreign.received).toEqual([]);
  });

  it('receive signatures of both secrets during a rotation, and of the second alone afterwards', async () => {
    const { api, client } = await createAccount();
    const receiver = receivers.open(takeWebhook);
    const { endpoint_id: id } = await api.endpoints.create({ url: receiver.url, secret: FIRST });
    const verifySignatures = async () => {
      const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
      const isSignedBy = (secret: string) => verifyStandardWebhook(body, headers, secret);
      return [await isSignedBy(FIRST), await isSignedBy(SECOND)];
    };
    const patchEndpoint = (body: object) =>
      client.send(`/webhooks/endpoints/${id}`, {
        ...{ method: 'PATCH', body: JSON.stringify(body) },
        headers: { 'Content-Type': 'application/json' },
      });
    const ping = await api.endpoints.ping(id);
    expect(ping).toMatchObject({
      event: 'webhook.test',
      outcome: 'delivered',
      response_status: 200,
      attempt: 1,
    });
    expect(await verifySignatures()).toEqual([true, false]);
    const two = await api.endpoints.update(id, { add_secret: SECOND });
    await client.push([createOrder('1', 'ann')]);
    await waitForEvents(receiver, 2);
    expect(await verifySignatures()).toEqual([true, true]);
    const [{ secret_id: first } = { secret_id: '' }] = two.secrets;
    expect(await patchEndpoint({ add_secret: FIRST })).toMatchObject({
      status: 400,
      body: { error: 'add_secret: expected at most 2 secrets: drop one of them in the same request' },
    });
    const one = await api.endpoints.update(id, { drop_secret: first });
    await api.endpoints.ping(id);
    expect(await verifySignatures()).toEqual([false, true]);
    expect((await patchEndpoint({ drop_secret: first })).body.error).toMatch(
      'drop_secret: expected the secret_id',
    );
    expect((await patchEndpoint({ drop_secret: one.secrets[0]?.secret_id })).body.error).toMatch(
      'add another one first',
    );
    expect((await patchEndpoint({ sent_until: 99 })).body.error).toMatch('sent_until: expected at most 1');
    const all = [two, one, await api.endpoints.list(), await api.endpoints.deliveries(id).page()];
    expect(JSON.stringify(all)).not.toContain(FIRST.slice(6, 26));
  });
});
