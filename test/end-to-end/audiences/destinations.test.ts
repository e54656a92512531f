// Tests destinations over HTTP: creation, signed pages, an erasure, the limit and deletion. No response has the secret.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import type { AudiencePage } from '../../../src/contract/resources/destinations.ts';
import { signEvent } from '../../../src/service/webhooks/signature.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const KEY = Buffer.alloc(32, 3);
const secret = `whsec_${KEY.toString('base64')}`;
const createOrder = (id: string, customer_id: string) => ({
  ...{ order_id: id, customer_id, contact: `${customer_id}@example.com`, order_date: '2026-01-05' },
  line_items: [{ product_name: 'tea', unit_price: 2, quantity: 1 }],
});

let receivers: WebhookReceivers;
beforeAll(async () => {
  receivers = await startReceivers();
});
afterAll(() => receivers.stop());

describe.skipIf(DEPLOYED)('destinations (need accounts of their own)', () => {
  it('receive members, changes and erasures, signed with a secret that no response contains', async () => {
    const { apiKey, accountId } = await target.local.newAccount('max', {
      maxDestinations: 2,
      requestsPerMinute: 6_000,
    });
    const client = createClient(target.baseUrl, apiKey);
    const { audiences } = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await client.push([createOrder('1', 'ann'), createOrder('2', 'bob')]);
    const conditions = [{ report: { report_type: 'RFM' as const } }];
    const { audience_id: id } = await audiences.create({ name: 'All', conditions });
    const refresh = async () => {
      const { run_id } = await audiences.refresh(id);
      await until(async () => {
        const [run] = await audiences.runs(id);
        return run?.run_id === run_id && run.status !== 'Processing' ? run : undefined;
      });
      return run_id;
    };
    const first = await refresh();
    const receiver = receivers.open(takeWebhook);
    const made = await client.post(`/audiences/${id}/destinations`, {
      kind: 'webhook',
      url: receiver.url,
      secret,
    });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'webhook', status: 'active', in_step_with: null },
    });
    const destinationId = String(made.body.destination_id);
    const waitForRun = (run: string) =>
      until(async () => {
        const found = await audiences.destination(id, destinationId);
        return found.in_step_with?.run_id === run ? found : undefined;
      });
    expect((await waitForRun(first)).in_step_with).toMatchObject({ customers: 2 });
    const readPages = (): AudiencePage[] => receiver.received.map(({ body }) => JSON.parse(body));
    expect(
      readPages()[0]
        ?.joined.map(({ contact }) => contact)
        .sort(),
    ).toEqual(['ann@example.com', 'bob@example.com']);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const signed = {
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      rawBody: body,
    };
    expect(headers['webhook-signature']).toBe(signEvent(signed, KEY));

    await client.push([createOrder('3', 'cid')]);
    await waitForRun(await refresh());
    expect(readPages().at(-1)).toMatchObject({ joined: [{ customer_id: 'cid' }], left: [], erased: [] });
    const { deliveries } = await audiences.deliveries(id).page();
    expect(deliveries.map(({ status, joined, left }) => [status, joined, left])).toEqual([
      ['Completed', 1, 0],
      ['Completed', 2, 0],
    ]);

    const erased = await client.send('/customers/ann', { method: 'DELETE' });
    await until(async () => {
      const { body: found } = await client.get(`/erasures/${erased.body.erasure_id}`);
      return found.status === 'completed' ? found : undefined;
    });
    // The next run wakes the destination, as the reconciler does within minutes.
    await waitForRun(await refresh());
    const forgotten = readPages().find((page) => page.erased.length > 0);
    expect(forgotten).toMatchObject({ erased: [{ customer_id: 'ann' }], joined: [], left: [] });

    const paused = await audiences.updateDestination(id, destinationId, { status: 'paused', secret });
    expect(paused).toMatchObject({ status: 'paused', in_step_with: { customers: 2 } });
    const all = [await audiences.destinations(id), await audiences.list(), deliveries, made.body, paused];
    expect(JSON.stringify(all)).not.toContain(KEY.toString('base64').slice(0, 20));
    const klaviyo = { kind: 'klaviyo', list_id: 'L1', secret: 'pk_1', status: 'paused' };
    expect(await client.post(`/audiences/${id}/destinations`, klaviyo)).toMatchObject({ status: 201 });
    expect(await client.post(`/audiences/${id}/destinations`, klaviyo)).toMatchObject({
      status: 409,
      body: { code: 'destination_limit_exceeded' },
    });
    expect(await audiences.deleteDestination(id, destinationId)).toMatchObject({
      destination_id: destinationId,
    });
    expect(await client.get(`/audiences/${id}/destinations/${destinationId}`)).toMatchObject({ status: 404 });
    await audiences.delete(id);
    expect(await client.get(`/audiences/${id}/destinations`)).toMatchObject({ status: 404 });
    expect(accountId).toMatch(/^acc_/);
  });
});
