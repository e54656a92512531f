// Webhooks under faults, on the whole local cloud: receivers that refuse, and receivers that are not there.
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../local/free-port.ts';
import { hashApiKey } from '../../src/core/accounts/api-key.ts';
import { signBody } from '../../src/webhooks/signature.ts';
import { type Client, createClient, until } from '../end-to-end/client.ts';
import { startTarget, type Target } from '../end-to-end/target.ts';

let target: Target;
let client: Client;
beforeAll(async () => {
  target = await startTarget();
  client = createClient(target.baseUrl, target.apiKey);
  await client.push([
    { order_id: '1', customer_id: 'c', order_date: '2026-01-01', line_items: [{ product_name: 'a' }] },
  ]);
});
afterAll(() => target.stop());

it('delivers a signed webhook, again and again until the receiver takes it, with the same bytes', async () => {
  const received: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    received.push({
      body: Buffer.concat(parts).toString(),
      signature: String(request.headers['x-service-signature']),
    });
    response.statusCode = received.length < 3 ? 503 : 200;
    response.end();
  });
  const port = await listen(server, 0);
  const report = await client.report({
    template: 'standard_rfm',
    webhook_url: `http://127.0.0.1:${port}/hook`,
  });
  await until(async () => (received.length >= 3 ? true : undefined));
  server.closeAllConnections();
  server.close();
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  for (const { body, signature } of received)
    expect(signature).toBe(signBody(body, hashApiKey(target.apiKey)));
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    event: 'report.completed',
    report_id: report.report_id,
    report_type: 'RFM',
    status: report.status,
    timestamp: expect.any(String),
  });
});

it('finishes a report and a request in spite of a receiver that is not there', async () => {
  const report = await client.report({ template: 'standard_mba', webhook_url: 'http://127.0.0.1:1/' });
  expect(report.status).toMatch(/^Completed/);
});
