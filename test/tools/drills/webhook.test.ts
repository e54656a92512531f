// Webhooks under faults, on the whole local cloud: receivers that refuse, receivers that are gone, and receivers that
// are not there; what the log says of them, and sending once more by hand.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listen } from '../../../apps/local-cloud/free-port.ts';
import { hashApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { orderKey } from '../../../src/service/tables/orders-table.ts';
import { signBody, signEvent, standardSecret } from '../../../src/service/webhooks/signature.ts';
import { createClient, until } from '../../../tools/harness/client.ts';
import { type CommandLine, commandLine } from '../../../tools/harness/command-line.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();

it('fails with a reason, sends report.failed, and does not count', async () => {
  const { cloud, db, newAccount } = target.local;
  const { accountId, apiKey } = await newAccount('max', { requestsPerMinute: 1_000, monthlyReports: 1 });
  const client = createClient(target.baseUrl, apiKey);
  await db.send(
    new PutCommand({
      TableName: cloud.outputs.OrdersTable,
      Item: { ...orderKey(accountId, 'default', '1', '0'), version: 1, imports: [], lines: '[["broken' },
    }),
  );
  const events: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    events.push(JSON.parse(Buffer.concat(parts).toString()));
    response.end();
  });
  const port = await listen(server, 0);

  const report = await client.report({ template: 'standard_mba', webhook_url: `http://127.0.0.1:${port}/` });
  await until(async () => events[0]);
  server.closeAllConnections();
  server.close();

  const fail_reason = expect.stringContaining('does not count against the monthly limit');
  expect(report).toMatchObject({ status: 'Failed', fail_reason });
  expect(events).toEqual([
    {
      event: 'report.failed',
      report_id: report.report_id,
      report_type: 'MBA',
      status: 'Failed',
      fail_reason,
      timestamp: expect.any(String),
    },
  ]);
  const again = await client.post('/reports', { template: 'standard_mba' });
  expect(again.status).toBe(202);
});

interface Received {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

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
