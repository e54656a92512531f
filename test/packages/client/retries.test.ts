// Tests which failures the client retries and after which delay, and which errors it throws at once.
import { expect, it } from 'vitest';
import { OrderAnalytics, OrderAnalyticsError, type Waiting } from '../../../packages/client/src/index.ts';
import { type Scripted, startScriptedServer } from './servers.ts';

const ACCEPTED = {
  status: 202,
  body: { success: true, import_id: 'imp', rows_accepted: 1, orders_count: 1 },
};
const ORDERS = [{ order_id: '1', line_items: [{ product_name: 'tea' }] }];
const QUICK = { firstDelayMs: 8, maxDelayMs: 20 };

/** A client whose n-th request gets the n-th response of the script, and later requests the last one. */
async function createClient(...script: Scripted[]) {
  const server = await startScriptedServer(({ number }) => script[Math.min(number, script.length) - 1]);
  const client = new OrderAnalytics({ baseUrl: `${server.url}/`, apiKey: 'afn_test', retry: QUICK });
  const waits: Waiting[] = [];
  const onWait = (waiting: Waiting): void => {
    waits.push(waiting);
  };
  return { client, server, waits, onWait };
}

it('sends gzip, the API key and the same idempotency key at every attempt', async () => {
  const { client, server } = await createClient({ status: 503 }, undefined, { status: 504 }, ACCEPTED);
  expect(await client.submit(ORDERS, { datasetId: 'history' })).toMatchObject({ import_id: 'imp' });
  expect(server.received).toHaveLength(4);
  const keys = new Set(server.received.map(({ headers }) => headers['idempotency-key']));
  expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  for (const { method, path, headers, body } of server.received) {
    expect([method, path, headers.authorization]).toEqual(['POST', '/data/orders', 'Bearer afn_test']);
    expect(headers['content-encoding']).toBe('gzip');
    expect(body).toEqual({ orders: ORDERS, dataset_id: 'history' });
  }
});

it('waits a random part of a doubling delay if the response has no Retry-After', async () => {
  const failing = { status: 500, body: { error: 'broken', code: 'internal_error', request_id: 'r-1' } };
  const { client, server, waits, onWait } = await createClient(failing);
  await expect(client.reports.get('x', { onWait })).rejects.toMatchObject({
    name: 'OrderAnalyticsError',
    message: '500 broken',
    status: 500,
    code: 'internal_error',
    requestId: 'r-1',
  });
  expect(server.received).toHaveLength(8);
  expect(waits).toHaveLength(7);
  for (const [i, { reason, ms, error }] of waits.entries()) {
    expect([reason, error?.status]).toEqual(['retry', 500]);
    expect(ms).toBeLessThanOrEqual(Math.min(20, 8 * 2 ** i));
  }
  expect(new Set(waits.map(({ ms }) => ms)).size).toBeGreaterThan(1);
});

it('delays all requests of a client by the retry_after_ms of a rate-limited one', async () => {
  const arrivals: number[] = [];
  const server = await startScriptedServer(({ number }) => {
    arrivals.push(performance.now());
    if (number > 1) return ACCEPTED;
    const body = { error: 'slow down', code: 'rate_limited', retry_after_ms: 120 };
    return { status: 429, headers: { 'Retry-After': '1', 'X-RateLimit-Remaining': '0' }, body };
  });
  const client = new OrderAnalytics({ baseUrl: server.url, apiKey: 'afn_test', retry: QUICK });
  const waits: Waiting[] = [];
  const onWait = (waiting: Waiting): void => {
    waits.push(waiting);
  };
  const first = client.submit(ORDERS, { onWait });
  await expect.poll(() => waits.length).toBe(1);
  await Promise.all([first, client.submit(ORDERS, { onWait }), client.submit(ORDERS)]);
  expect(waits[0]).toMatchObject({ reason: 'rate_limit', error: { status: 429, retryAfterMs: 120 } });
  expect(waits[1]?.reason).toBe('rate_limit');
  const [refused = 0, ...later] = arrivals;
  expect(later).toHaveLength(3);
  for (const arrival of later) expect(arrival - refused).toBeGreaterThanOrEqual(115);
});

it('keeps at most X-RateLimit-Remaining requests in flight', async () => {
  let inFlight = 0;
  let most = 0;
  const server = await startScriptedServer(async () => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 10));
    inFlight--;
    return { ...ACCEPTED, headers: { 'X-RateLimit-Remaining': '2' } };
  });
  const client = new OrderAnalytics({ baseUrl: server.url, apiKey: 'afn_test' });
  await client.submit(ORDERS);
  await Promise.all(Array.from({ length: 8 }, () => client.submit(ORDERS)));
  expect([most, server.received.length]).toEqual([2, 9]);
});

it('doubles the delay while an earlier attempt is in progress (409)', async () => {
  const busy = { status: 409, body: { error: 'in progress', code: 'request_in_progress' } };
  const { client, waits, onWait } = await createClient(busy, busy, busy, ACCEPTED);
  await client.submit(ORDERS, { onWait });
  expect(waits.map(({ ms }) => ms)).toEqual([8, 16, 20]);
});

it('counts attempts of another kind of failure anew, but ends when kinds alternate', async () => {
  const down = { status: 503, body: { error: 'starting', code: 'unavailable' } };
  const busy = { status: 409, body: { error: 'in progress', code: 'request_in_progress' } };
  const repeatSevenTimes = <T>(one: T): T[] => Array.from({ length: 7 }, () => one);
  const { client } = await createClient(...repeatSevenTimes(down), ...repeatSevenTimes(busy), ACCEPTED);
  await client.submit(ORDERS);
  const never = await createClient(...repeatSevenTimes([down, busy]).flat(), down);
  await expect(never.client.submit(ORDERS)).rejects.toMatchObject({ status: 503 });
  expect(never.server.received).toHaveLength(15);
});

it.each([
  [400, { error: 'orders[0].order_id: required', code: 'invalid_request', param: 'orders[0].order_id' }],
  [401, { error: 'no key', code: 'unauthorized' }],
  [422, { error: 'another', code: 'idempotency_key_reused' }],
  [429, { error: 'the month is over', code: 'monthly_limit_exceeded', limit: 5, used: 5 }],
])('throws on status %i at once with all fields of the response', async (status, body) => {
  const answer = { status, body: { ...body, request_id: 'r-2', doc_url: 'https://example.com/errors' } };
  const { client, server } = await createClient(answer);
  const error = await client.reports.create({ template: 'standard_mba' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OrderAnalyticsError);
  expect(error).toMatchObject({
    status,
    code: body.code,
    param: 'param' in body ? body.param : undefined,
    limit: 'limit' in body ? 5 : undefined,
    requestId: 'r-2',
    docUrl: 'https://example.com/errors',
  });
  expect(JSON.stringify([String(error), error])).not.toContain('afn_test');
  expect(server.received).toHaveLength(1);
});

it('throws instead of waiting for an hour and names the delay', async () => {
  const { client, server } = await createClient({ status: 503, headers: { 'Retry-After': '3600' } });
  await expect(client.submit(ORDERS)).rejects.toMatchObject({ status: 503, retryAfterMs: 3_600_000 });
  expect(server.received).toHaveLength(1);
});

it('throws on a response that is not from the service', async () => {
  const proxy = await createClient({ status: 413, body: { message: 'Request Entity Too Large' } });
  await expect(proxy.client.submit(ORDERS)).rejects.toMatchObject({
    message: '413 Request Entity Too Large',
    code: 'http_413',
  });
  const page = await createClient({ status: 200, body: '<html>' });
  await expect(page.client.submit(ORDERS)).rejects.toMatchObject({ code: 'unexpected_response' });
  const list = await createClient({ status: 200, body: { imports: [] } });
  await expect(list.client.submit(ORDERS)).rejects.toMatchObject({ code: 'unexpected_response' });
});

it('retries on a timeout or a failed connection and throws it after the last attempt', async () => {
  const server = await startScriptedServer(() => new Promise<Scripted>(() => undefined));
  const late = new OrderAnalytics({
    baseUrl: server.url,
    apiKey: 'afn_test',
    requestTimeoutMs: 500,
    retry: { ...QUICK, attempts: 2 },
  });
  await expect(late.submit(ORDERS)).rejects.toMatchObject({ code: 'request_timeout', status: undefined });
  expect(server.received).toHaveLength(2);
  const broken = await createClient(undefined);
  await expect(broken.client.submit(ORDERS)).rejects.toMatchObject({ code: 'network_error' });
  expect(broken.server.received).toHaveLength(8);
});

it('aborts with the reason of the signal during a request and during a pause', async () => {
  const hanging = await startScriptedServer(() => new Promise<Scripted>(() => undefined));
  const client = new OrderAnalytics({ baseUrl: hanging.url, apiKey: 'afn_test' });
  const onTheWay = new AbortController();
  const sent = client.submit(ORDERS, { signal: onTheWay.signal });
  await expect.poll(() => hanging.received.length).toBe(1);
  onTheWay.abort(new Error('enough'));
  await expect(sent).rejects.toThrow('enough');

  const failing = await createClient({ status: 503, headers: { 'Retry-After': '60' } });
  const inAPause = new AbortController();
  const onWait = (): void => inAPause.abort(new Error('too long'));
  await expect(failing.client.submit(ORDERS, { signal: inAPause.signal, onWait })).rejects.toThrow(
    'too long',
  );
  expect(failing.server.received).toHaveLength(1);
});

it('hides the API key of a printed client', async () => {
  const { inspect } = await import('node:util');
  const client = new OrderAnalytics({ baseUrl: 'http://127.0.0.1', apiKey: 'afn_secret' });
  const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
  expect(shown).not.toContain('afn_secret');
});
