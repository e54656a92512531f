// Tests webhooks that are sent on request: their refusals, requests and responses.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyStandardWebhook, verifyWebhook } from '../../../packages/client/src/index.ts';
import { say } from '../../../src/contract/sentences/sentence.ts';
import type { Delivery } from '../../../src/service/reports/deliveries.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createRedeliver } from '../../../src/service/webhooks/attempt-delivery.ts';
import type { DeliveryAttempt, WebhookRequest } from '../../../src/service/webhooks/send.ts';
import { createSendOnRequest, createTryReceiver } from '../../../src/service/webhooks/send-on-request.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const URL = 'https://example.com/hook';
const KEY = 'afn_of-the-caller';
const KEY_HASH = createHash('sha256').update(KEY).digest('hex');
const CALLER = { accountId: 'acc', keyHash: KEY_HASH };
const DELIVERED: DeliveryAttempt = { verdict: 'delivered', responseStatus: 204, problem: undefined };
const REFUSED: DeliveryAttempt = {
  verdict: 'retry',
  responseStatus: 503,
  problem: say('receiver_responded', { status: 503 }),
};

/** Creates a receiver that answers after a second. */
function createTestReceiver(attempt: DeliveryAttempt) {
  const sent: WebhookRequest[] = [];
  let now = NOW;
  return {
    sent,
    clock: () => now,
    send: async (_accountId: string, webhook: WebhookRequest) => {
      sent.push(webhook);
      now += 1_000;
      return attempt;
    },
  };
}

const tryOnce = (attempt: DeliveryAttempt) => {
  const { sent, ...deps } = createTestReceiver(attempt);
  const tryReceiver = createTryReceiver({ ...deps, receivers: 'public_https', newId: () => 'ID' });
  return { sent, tryReceiver };
};

it('tests a receiver with an event that the holder of the key can verify', async () => {
  const { sent, tryReceiver } = tryOnce(DELIVERED);
  expect(await tryReceiver(URL, CALLER)).toEqual({
    webhook_id: 'msg_ID',
    at: '2026-03-01T12:00:00.000Z',
    delivered: true,
    response_status: 204,
    duration_ms: 1_000,
  });
  const [{ url, body, headers } = { url: '', body: '', headers: {} }] = sent;
  expect([url, JSON.parse(body)]).toEqual([
    URL,
    { event: 'webhook.test', timestamp: '2026-03-01T12:00:00.000Z' },
  ]);
  const now = NOW / 1_000;
  expect(await verifyStandardWebhook(body, headers, KEY, { now })).toBe(true);
  expect(await verifyStandardWebhook(body, headers, `${KEY}2`, { now })).toBe(false);
  expect(await verifyWebhook(body, headers['X-Service-Signature'], KEY)).toBe(true);
});

it('returns why a receiver was not reached, and does not retry', async () => {
  const { sent, tryReceiver } = tryOnce(REFUSED);
  expect(await tryReceiver(URL, CALLER)).toMatchObject({
    delivered: false,
    response_status: 503,
    problem: 'the receiver responded with 503',
    fail_reason_coded: [say('receiver_responded', { status: 503 })],
  });
  expect(sent).toHaveLength(1);
});

it('sends nothing to an address that no report may have', async () => {
  const { sent, tryReceiver } = tryOnce(DELIVERED);
  for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://user:word@example.com/'])
    await expect(tryReceiver(url, CALLER)).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'webhook_url',
    });
  expect(sent).toEqual([]);
});

const REPORT: ReportItem = createReportItem({
  report_id: 'r',
  dataset_id: 'shop',
  status: 'Completed',
  at: new Date(NOW).toISOString(),
  key_hash: KEY_HASH,
  request: { report_type: 'RFM', dataset_id: 'shop', webhook_url: URL },
});

const SCHEDULED: Delivery = {
  attempt: 10,
  trigger: 'schedule',
  at: '2026-02-28',
  outcome: 'given_up',
  duration_ms: 1,
};

async function redeliverEvent(report: ReportItem | undefined, log: readonly Delivery[] = [SCHEDULED]) {
  const { sent, ...deps } = createTestReceiver(REFUSED);
  const redeliver = createRedeliver({
    ...deps,
    reports: { get: async () => report },
    deliveries: {
      add: async (_, entry) => entry,
      list: async () => [...log],
      newest: async () => [],
      remove: async () => undefined,
    },
  });
  return {
    sent,
    delivery: await redeliver({ accountId: 'acc', reportId: 'r' }).catch((error: unknown) => error),
  };
}

it('sends the event of a report again, once, and lists it after the others', async () => {
  const { sent, delivery } = await redeliverEvent(REPORT);
  expect(delivery).toMatchObject({ attempt: 11, trigger: 'redelivery', outcome: 'given_up' });
  expect(delivery).not.toHaveProperty('next_at');
  expect(sent).toMatchObject([{ url: URL, headers: { 'webhook-id': 'msg_r' } }]);
});

it('sends nothing for a report that does not exist, is not finished, or has no webhook', async () => {
  const { webhook_url: _, ...silent } = REPORT.request;
  const cases = [
    [undefined, 'not_found'],
    [{ ...REPORT, status: 'Processing' as const }, 'report_not_finished'],
    [{ ...REPORT, request: silent }, 'invalid_request'],
  ] as const;
  for (const [report, code] of cases) {
    const { sent, delivery } = await redeliverEvent(report);
    expect([delivery, sent]).toMatchObject([{ code }, []]);
  }
});

it('sends the event of a report again at most 50 times', async () => {
  const createRedeliveries = (count: number): Delivery[] =>
    Array.from({ length: count }, (_, at) => ({ ...SCHEDULED, attempt: 11 + at, trigger: 'redelivery' }));
  const last = await redeliverEvent(REPORT, [SCHEDULED, ...createRedeliveries(49)]);
  expect(last.delivery).toMatchObject({ attempt: 60 });
  const refused = await redeliverEvent(REPORT, [SCHEDULED, ...createRedeliveries(50)]);
  expect([refused.delivery, refused.sent]).toMatchObject([{ code: 'invalid_request' }, []]);
});

it('sends nothing while the maximum number of concurrent webhooks waits, and returns its lease', async () => {
  const leases = ['one'];
  const sent: string[] = [];
  const send = createSendOnRequest({
    sends: {
      take: async (account_id, seconds, now) => {
        const id = leases.pop();
        return id === undefined ? undefined : { id, account_id, ends_at: now + seconds * 1_000 };
      },
      release: async ({ id }) => {
        leases.push(id);
      },
    },
    send: async ({ url }: WebhookRequest) => {
      sent.push(url);
      if (url === 'second') return DELIVERED;
      await expect(send('acc', { url: 'second', body: '', headers: {} })).rejects.toMatchObject({
        code: 'webhook_limit_exceeded',
      });
      return DELIVERED;
    },
    clock: () => NOW,
  });
  expect(await send('acc', { url: 'first', body: '', headers: {} })).toEqual(DELIVERED);
  expect([sent, leases]).toEqual([['first'], ['one']]);
});
