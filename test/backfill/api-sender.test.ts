// Sending through the API: what is tried again, how long it waits, and what is told at once.
import { createServer, type RequestListener } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { createApiSender } from '../../src/backfill/api-sender.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

async function senderTo(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const waits: number[] = [];
  const send = createApiSender({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'afn_test',
    datasetId: 'history',
    fetch,
    wait: async (ms) => {
      waits.push(ms);
    },
    random: () => 1,
  });
  const batch = {
    index: 0,
    orders: [{ order_id: '1', line_items: [{ product_name: 'tea' }] }],
    rows: 1,
    ordersBehind: 1,
  };
  return { send: () => send(batch), waits };
}

const accepted = JSON.stringify({ success: true, import_id: 'imp', rows_accepted: 1, orders_count: 1 });

it('sends gzip with the key, and gives the import', async () => {
  const { send } = await senderTo((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(gunzipSync(Buffer.concat(parts)).toString());
      const isRight = request.headers.authorization === 'Bearer afn_test' && body.dataset_id === 'history';
      response.writeHead(isRight ? 202 : 400).end(accepted);
    });
  });
  expect(await send()).toBe('imp');
});

it('waits as long as Retry-After says, and backs off where the service fails', async () => {
  let calls = 0;
  const { send, waits } = await senderTo((_, response) => {
    calls++;
    if (calls === 1) response.writeHead(429, { 'Retry-After': '7' }).end('{"error":"slow down"}');
    else if (calls === 2) response.writeHead(503).end('oops');
    else if (calls === 3) response.socket?.destroy();
    else response.writeHead(202).end(accepted);
  });
  expect(await send()).toBe('imp');
  expect(waits).toEqual([7_000, 2_000, 4_000]);
});

it('tells at once what no retry can change', async () => {
  const { send, waits } = await senderTo((_, response) => {
    response.writeHead(400).end('{"error":"orders[0].order_id: expected a string"}');
  });
  await expect(send()).rejects.toThrow('400 orders[0].order_id: expected a string');
  expect(waits).toEqual([]);
});

it('gives up after eight attempts, with the last reason', async () => {
  const { send, waits } = await senderTo((_, response) => {
    response.writeHead(503).end('{"error":"down"}');
  });
  await expect(send()).rejects.toThrow('503 down');
  expect(waits).toHaveLength(7);
  expect(Math.max(...waits)).toBe(30_000);
});
