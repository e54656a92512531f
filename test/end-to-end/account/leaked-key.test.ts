// Tests the runbook's procedure after a leak: the resources that the leaked key created are listed, paused with the key
// and resumed by another, and the audit list has its requests. The test sends the requests of docs/runbook.md.
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { listAuditResponse } from '../../../src/contract/resources/audit.ts';
import { madeByKey } from '../../../src/contract/resources/keys.ts';
import { signEventBody } from '../../../src/service/sources/signature.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { createEventWaker } from '../../../tools/harness/event-waker.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../tools/harness/webhook-receivers.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const SHOP_SECRET = 'a-long-random-secret';
const conditions = [{ report: { report_type: 'RFM' as const } }];
const createOrder = (id: string, customer_id: string) => ({
  ...{ order_id: id, customer_id, contact: `${customer_id}@example.com`, order_date: '2026-01-05' },
  line_items: [{ product_name: 'tea', unit_price: 2, quantity: 1 }],
});

/** The requests of the runbook, in order. */
const [, WALK = ''] =
  readFileSync('docs/runbook.md', 'utf8').split('\n### A leaked key\n')[1]?.split('```') ?? [];
const STEPS = [...WALK.matchAll(/^([A-Z]+) (\/\S+)(?: (\{.*\}))? +# \d/gm)].map(
  ([, method = '', path = '', body]) => ({ method, path, body }),
);

const madeThings = v.object({ created: v.array(madeByKey) });
type MadeThings = v.InferOutput<typeof madeThings>;

let receivers: WebhookReceivers;
let wake: Awaited<ReturnType<typeof createEventWaker>>;
beforeAll(async () => {
  receivers = await startReceivers();
  if (!DEPLOYED) wake = await createEventWaker(target.local);
});
afterAll(() => receivers.stop());

async function openAccount() {
  const { apiKey: leakedKey, accountId } = await target.local.newAccount('max', { requestsPerMinute: 6_000 });
  const { operations } = target.local;
  const [adminKey, ownKey] = [
    await operations.createKey(accountId, 'admin', { name: 'Owner' }),
    await operations.createKey(accountId, undefined, { name: 'Push' }),
  ];
  const createApi = (apiKey: string) => new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
  const [leaked, owner, own] = [createApi(leakedKey), createApi(adminKey), createApi(ownKey)];
  const hint = leakedKey.slice(-4);
  const keyId = (await owner.keys.list()).find((key) => key.hint.endsWith(hint))?.key_id ?? '';
  return { leaked, owner, own, keyId, hint, leakedKey, ownKey, adminKey };
}

/** Posts an event as the shop of a source does. */
async function postEvent(url: string, id: number) {
  const body = JSON.stringify({
    ...{ id, status: 'processing', currency: 'EUR', customer_id: 12, total: '18.00', total_tax: '0.00' },
    ...{ date_created_gmt: '2026-03-30T13:00:00', date_modified_gmt: '2026-03-30T13:00:00', refunds: [] },
    line_items: [{ name: 'Tea', sku: 'TEA', quantity: 2, total: '18.00' }],
  });
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-WC-Webhook-Topic': 'order.updated',
      'X-WC-Webhook-Delivery-ID': crypto.randomUUID(),
      'X-WC-Webhook-Signature': signEventBody(Buffer.from(body), SHOP_SECRET),
    },
  });
  const answer: { readonly code?: string; readonly status?: string } = JSON.parse(await response.text());
  return [response.status, answer.code ?? answer.status];
}

async function refresh(api: OrderAnalytics, audienceId: string): Promise<string> {
  const { run_id } = await api.audiences.refresh(audienceId);
  await until(async () => {
    const [run] = await api.audiences.runs(audienceId);
    return run?.run_id === run_id && run.status === 'Completed' ? run : undefined;
  });
  return run_id;
}

describe.skipIf(DEPLOYED)('a leaked key (needs accounts of its own)', () => {
  it('is revoked with the resources that it created, which stay paused until another key resumes them', async () => {
    const { leaked, owner, own, keyId, hint, leakedKey, ownKey, adminKey } = await openAccount();
    const [thief, mine] = [receivers.open(takeWebhook), receivers.open(takeWebhook)];
    await createClient(target.baseUrl, leakedKey).push([createOrder('1', 'ann')]);

    // One resource of each kind, and an endpoint of the owner whose URL the leaked key changed.
    const audience = await leaked.audiences.create({
      name: 'All',
      conditions,
      refresh: 'schedule',
      expression: 'rate(1 day)',
    });
    const id = audience.audience_id;
    await refresh(leaked, id);
    const planted = await leaked.audiences.createDestination(id, { kind: 'webhook', url: thief.url, secret });
    const endpoint = await leaked.endpoints.create({ url: thief.url, secret, name: 'Thief' });
    const turned = await own.endpoints.create({ url: mine.url, secret, name: 'Warehouse' });
    await leaked.endpoints.update(turned.endpoint_id, { url: thief.url });
    const source = await leaked.sources.create({ kind: 'woocommerce', secret: SHOP_SECRET });
    const schedule = await leaked.schedules.create({
      report: { report_type: 'RFM' },
      expression: 'rate(1 day)',
    });
    const kept = await own.audiences.createDestination(id, { kind: 'webhook', url: mine.url, secret });
    await until(async () => {
      await wake();
      return thief.received.length > 0 && mine.received.length > 0 ? true : undefined;
    });
    expect(await postEvent(source.url, 1)).toEqual([200, 'accepted']);
    const by = { key_id: keyId, name: null };
    for (const made of [audience, planted, endpoint, source, schedule])
      expect(made).toMatchObject({ created_by: by, updated_by: null });
    expect(await owner.endpoints.get(turned.endpoint_id)).toMatchObject({
      created_by: { name: 'Push' },
      updated_by: by,
    });

    /** Sends the next request of the runbook. */
    const left = STEPS.values();
    const sendNext = async (apiKey: string, path: string) => {
      const step = left.next().value;
      const requested = step?.path.replace('KEY_ID', keyId).replace('SOURCE_ID', source.source_id);
      expect(requested).toBe(path);
      const headers = { 'Content-Type': 'application/json' };
      const init = { method: step?.method ?? '', headers, ...(step?.body && { body: step.body }) };
      const { status, body } = await createClient(target.baseUrl, apiKey).send(path, init);
      expect(status).toBe(200);
      return body;
    };

    // 1. Which key is it?
    const { keys } = await sendNext(adminKey, '/keys');
    expect(keys).toContainEqual(
      expect.objectContaining({ key_id: keyId, hint: expect.stringContaining(hint) }),
    );

    // 2. What did it make?
    const toEntries = (made: MadeThings) =>
      made.created.map(({ kind, id: one, by: how, status }) => [kind, one, how, status]).sort();
    const listExpected = (status: string) =>
      [
        ['audience', id, 'created', status],
        ['destination', planted.destination_id, 'created', status],
        ['endpoint', endpoint.endpoint_id, 'created', status],
        ['endpoint', turned.endpoint_id, 'changed', status],
        ['schedule', schedule.schedule_id, 'created', status],
        ['source', source.source_id, 'created', status],
      ].sort();
    expect(toEntries(v.parse(madeThings, await sendNext(adminKey, `/keys/${keyId}/created`)))).toEqual(
      listExpected('active'),
    );

    // 3. Revoke it: the resources that it created are paused.
    const revoked = await sendNext(adminKey, `/keys/${keyId}`);
    expect([revoked.status, toEntries(v.parse(madeThings, revoked))]).toEqual([
      'revoked',
      listExpected('paused'),
    ]);
    expect(toEntries({ created: [...(await owner.keys.created(keyId))] })).toEqual(listExpected('paused'));
    const because = { status: 'paused', paused_because: 'key_revoked' };
    expect(await owner.audiences.get(id)).toMatchObject({ ...because, next_run_at: null });
    expect(await owner.audiences.destination(id, planted.destination_id)).toMatchObject(because);
    expect(await owner.endpoints.get(endpoint.endpoint_id)).toMatchObject(because);
    expect(await owner.sources.get(source.source_id)).toMatchObject(because);
    expect(await owner.schedules.get(schedule.schedule_id)).toMatchObject({ ...because, next_run_at: null });

    // The thief receives nothing and the shop's events are refused, while the work of other keys continues.
    await until(async () => {
      const { delivery_in_progress } = await owner.audiences.destination(id, planted.destination_id);
      return delivery_in_progress === null ? true : undefined;
    });
    const [before, ofMine] = [thief.received.length, mine.received.length];
    expect(await postEvent(source.url, 2)).toEqual([410, 'source_paused']);
    await createClient(target.baseUrl, ownKey).push([createOrder('2', 'bob')]);
    const run = await refresh(own, id);
    await until(async () => {
      await wake();
      const { in_step_with } = await own.audiences.destination(id, kept.destination_id);
      return in_step_with?.run_id === run ? true : undefined;
    });
    expect(mine.received.length).toBeGreaterThan(ofMine);
    expect(thief.received.length).toBe(before);
    expect(await owner.audiences.destination(id, planted.destination_id)).toMatchObject(because);

    // 4. What else did it do, and from where?
    const { entries } = v.parse(listAuditResponse, await sendNext(adminKey, `/audit?key_id=${keyId}`));
    expect(entries.map(({ operation, resource }) => [operation, resource]).reverse()).toEqual([
      ['submitOrders', expect.stringMatching(/^\/data\/orders\?import_id=/)],
      ['createAudience', `/audiences/${id}`],
      ['refreshAudience', `/audiences/${id}/runs`],
      ['createDestination', `/audiences/${id}/destinations/${planted.destination_id}`],
      ['createEndpoint', `/webhooks/endpoints/${endpoint.endpoint_id}`],
      ['updateEndpoint', `/webhooks/endpoints/${turned.endpoint_id}`],
      ['createSource', `/sources/${source.source_id}`],
      ['createSchedule', `/schedules/${schedule.schedule_id}`],
    ]);
    for (const entry of entries) {
      expect(entry).toMatchObject({ key: by, source_ip: expect.stringMatching(/\d/) });
      expect(Date.now() - Date.parse(entry.at)).toBeLessThan(600_000);
    }
    const { entries: newest } = await owner.keys.audit({ limit: 50 }).page();
    expect(newest.find(({ operation }) => operation === 'revokeKey')).toMatchObject({
      resource: `/keys/${keyId}`,
      key: { name: 'Owner' },
    });

    // 5. Another key resumes a wanted resource, and also becomes responsible for it.
    expect(await sendNext(ownKey, `/sources/${source.source_id}`)).toMatchObject({
      ...{ status: 'active', paused_because: null, created_by: by, updated_by: { name: 'Push' } },
    });
    expect(await postEvent(source.url, 2)).toEqual([200, 'accepted']);
    expect(await own.audiences.update(id, { status: 'active' })).toMatchObject({
      ...{ status: 'active', paused_because: null, next_run_at: expect.any(String) },
    });
    expect(left.next().done).toBe(true);
  });

  it('is revoked without a pause of its resources if created=keep is given', async () => {
    const { leaked, owner, keyId } = await openAccount();
    const { source_id } = await leaked.sources.create({ kind: 'shopify' });
    const { created } = await owner.keys.revoke(keyId, { created: 'keep' });
    expect(created).toMatchObject([{ kind: 'source', id: source_id, status: 'active' }]);
    expect(await owner.sources.get(source_id)).toMatchObject({ status: 'active' });
    // A second request with the default pauses it, and so completes an interrupted request.
    expect((await owner.keys.revoke(keyId)).created).toMatchObject([{ status: 'paused' }]);
    expect(await owner.sources.get(source_id)).toMatchObject({ paused_because: 'key_revoked' });
  });
});
