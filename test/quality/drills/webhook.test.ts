// Webhooks under faults, on the whole local cloud: receivers that refuse, receivers that are gone, and receivers that
// are not there; what the log says of them, and sending once more by hand.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listen } from '../../../local/free-port.ts';
import { createClient, until } from '../../../quality/harness/client.ts';
import { type CommandLine, commandLine } from '../../../quality/harness/command-line.ts';
import { failedReport } from '../../../src/contract/resources/reports/report-responses.ts';
import { hashApiKey } from '../../../src/core/accounts/api-key.ts';
import { mbaReport } from '../../../src/report-types/market-basket/schema.ts';
import { rfmReport } from '../../../src/report-types/rfm/schema.ts';
import { signBody, signEvent, standardSecret } from '../../../src/webhooks/signature.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

interface Received {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

const target = useTarget();
let cli: CommandLine;
beforeAll(async () => {
  cli = commandLine(target.local.cloud);
  await target.client.push([
    { order_id: '1', customer_id: 'c', order_date: '2026-01-01', line_items: [{ product_name: 'a' }] },
  ]);
});
afterAll(() => cli.remove());
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Answers its calls with these statuses in turn, the last one for good. */
async function receiver(...statuses: number[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    response.statusCode = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
    received.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
    response.end();
  });
  const port = await listen(server, 0);
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, webhook_url: `http://127.0.0.1:${port}/hook?token=hidden` };
}

/** The deliveries of a report once there are as many, with a body that is the contract's. */
function deliveries(reportId: unknown, count: number) {
  return until(async () => {
    const { body } = await target.client.get(`/reports/${reportId}`);
    const { deliveries: made = [] } = v.parse(v.union([mbaReport, rfmReport, failedReport]), body);
    expect(JSON.stringify(body)).not.toContain('hidden');
    return made.length >= count ? made : undefined;
  });
}

it('delivers a signed webhook, again and again until the receiver takes it, with the same bytes', async () => {
  const { apiKey } = await target.local.newAccount('max');
  const { received, webhook_url } = await receiver(503, 503, 200);
  const own = createClient(target.baseUrl, apiKey);
  const report = await own.report({ template: 'standard_rfm', webhook_url });
  await until(async () => (received.length >= 3 ? true : undefined));
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  const secret = standardSecret(hashApiKey(apiKey));
  for (const { body: rawBody, headers } of received) {
    expect(headers['x-service-signature']).toBe(signBody(rawBody, hashApiKey(apiKey)));
    const id = `msg_${report.report_id}`;
    const timestamp = Number(headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1_000 - timestamp)).toBeLessThan(60);
    expect(headers['webhook-id']).toBe(id);
    expect(headers['webhook-signature']).toBe(signEvent({ id, timestamp, rawBody }, secret));
  }
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    event: 'report.completed',
    report_id: report.report_id,
    report_type: 'RFM',
    status: report.status,
    timestamp: expect.any(String),
  });
});

it('lists every attempt in the report, with the time of the next one, and without the address', async () => {
  const { webhook_url } = await receiver(500, 200);
  const { report_id } = await target.client.report({ template: 'standard_mba', webhook_url });
  const [first, second, ...more] = await deliveries(report_id, 2);
  expect(more).toEqual([]);
  expect(first).toEqual({
    attempt: 1,
    trigger: 'schedule',
    at: expect.any(String),
    outcome: 'retry',
    response_status: 500,
    problem: 'the receiver responded with 500',
    fail_reason: 'the receiver responded with 500',
    fail_reason_coded: [{ code: 'receiver_responded', params: { status: 500 } }],
    duration_ms: expect.any(Number),
    next_at: expect.any(String),
  });
  const { at = '', next_at = '', duration_ms = 0 } = first ?? {};
  expect(Date.parse(next_at) - Date.parse(at) - duration_ms).toBe(5_000);
  expect(second).toMatchObject({ attempt: 2, outcome: 'delivered', response_status: 200 });
  expect(second).not.toHaveProperty('next_at');
  const plain = await target.client.send(`/reports/${report_id}`, {
    headers: { 'Accept-Encoding': 'identity' },
  });
  expect(plain.body.deliveries).toEqual([first, second]);
});

it.each([410, 301])('stops after a %i', async (status) => {
  const { received, webhook_url } = await receiver(status);
  const { report_id } = await target.client.report({ template: 'standard_rfm', webhook_url });
  const made = await deliveries(report_id, 1);
  // The first retry would have come after 50 ms of this cloud's time.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(made).toMatchObject([{ attempt: 1, outcome: 'given_up', response_status: status }]);
  expect(received).toHaveLength(1);
});

it('finishes a report whose receiver is unreachable, and lists no deliveries without a webhook_url', async () => {
  const webhook_url = 'http://127.0.0.1:1/';
  const report = await target.client.report({ template: 'standard_mba', webhook_url });
  expect(report.status).toMatch(/^Completed/);
  const [first] = await deliveries(report.report_id, 1);
  expect(first).toMatchObject({ outcome: 'retry', problem: expect.stringContaining('ECONNREFUSED') });
  expect(first).not.toHaveProperty('response_status');
  expect(await target.client.report({ template: 'standard_mba' })).not.toHaveProperty('deliveries');
});

it('sends once more by hand: same id, same bytes, logged after the others', async () => {
  const { accountId, apiKey } = await target.local.newAccount('max');
  const own = createClient(target.baseUrl, apiKey);
  const { received, webhook_url } = await receiver(410, 200, 503);
  const { report_id } = await own.report({ template: 'standard_rfm', webhook_url });
  await until(async () => received[0]);
  const redeliver = (...args: string[]) => cli.run(['--json', 'reports', 'redeliver', ...args]);
  const made = await redeliver(String(report_id), '--account', accountId);
  expect([made.code, made.stderr]).toEqual([0, '']);
  const entry = { attempt: 2, trigger: 'redelivery', outcome: 'delivered', response_status: 200 };
  expect(JSON.parse(made.stdout)).toMatchObject(entry);
  const refused = await redeliver(String(report_id), '--account', accountId);
  expect(refused.code).toBe(1);
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const { body } = await own.get(`/reports/${report_id}`);
  expect(body.deliveries).toMatchObject([
    { attempt: 1, trigger: 'schedule', outcome: 'given_up', response_status: 410 },
    entry,
    { attempt: 3, trigger: 'redelivery', outcome: 'given_up', response_status: 503 },
  ]);
  // By the API, with the key of the account.
  const byKey = await redeliver(String(report_id), '--key', apiKey);
  expect([byKey.code, JSON.parse(byKey.stdout)]).toMatchObject([
    1,
    { attempt: 4, trigger: 'redelivery', outcome: 'given_up', response_status: 503 },
  ]);
  expect(received[3]?.body).toBe(received[0]?.body);
  expect(received[3]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  const foreign = await redeliver(String(report_id), '--account', 'acc_other');
  expect([foreign.code, JSON.parse(foreign.stderr)]).toEqual([
    2,
    { error: `acc_other has no report ${report_id}`, code: 'invalid_request' },
  ]);
  const silent = await own.report({ template: 'standard_rfm' });
  const nothing = await redeliver(String(silent.report_id), '--account', accountId);
  expect([nothing.code, nothing.stderr.includes('without a webhook_url')]).toEqual([2, true]);
});
