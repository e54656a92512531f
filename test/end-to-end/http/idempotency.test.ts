// Tests Idempotency-Key: a repeated POST is executed once and gets the first response.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createIdempotencyRecords } from '../../../src/service/accounts/idempotency-records.ts';
import { type ApiReply, type Client, createClient } from '../../../tools/harness/client.ts';
import { createOrders } from '../../../tools/harness/orders.ts';
import { DEPLOYED, RUN, useTarget } from '../use-target.ts';

const target = useTarget();

function post(client: Client, path: string, key: string, body: unknown, gzip = false): Promise<ApiReply> {
  const json = JSON.stringify(body);
  return client.send(path, {
    method: 'POST',
    body: gzip ? gzipSync(json) : json,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      ...(gzip && { 'Content-Encoding': 'gzip' }),
    },
  });
}
/** Creates an account with a monthly limit of reports. */
async function createAccount(monthlyReports: number) {
  const overrides = { requestsPerMinute: 10_000, monthlyReports };
  const { accountId, apiKey } = await target.local.newAccount('max', overrides);
  const client = createClient(target.baseUrl, apiKey);
  const records = createIdempotencyRecords(target.local.db, target.local.cloud.outputs.ServiceTable ?? '');
  return { accountId, client, records };
}
const isReplayed = ({ headers }: ApiReply): boolean => headers.get('idempotent-replayed') === 'true';
const RFM = { template: 'standard_rfm' };

describe('Idempotency-Key', () => {
  it('replays the first response, whether or not the body is compressed', async () => {
    const key = `replay ${RUN}`;
    const push = (gzip: boolean) =>
      post(target.client, '/data/orders', key, { orders: createOrders(3), dataset_id: `once-${RUN}` }, gzip);
    const first = await push(false);
    expect([first.status, isReplayed(first)]).toEqual([202, false]);
    for (const gzip of [false, true]) {
      const again = await push(gzip);
      expect([again.status, isReplayed(again), again.body]).toEqual([202, true, first.body]);
      expect(again.headers.get('content-type')).toBe('application/json');
      expect(Number(again.headers.get('x-ratelimit-limit'))).toBeGreaterThan(0);
    }
  });

  it('answers 422 to a different body, and to the same body on a different path', async () => {
    const key = `other-${RUN}`;
    expect((await post(target.client, '/data/orders', key, { orders: createOrders(1) })).status).toBe(202);
    for (const reply of [
      await post(target.client, '/data/orders', key, { orders: createOrders(2) }),
      await post(target.client, '/reports', key, { orders: createOrders(1) }),
    ]) {
      expect([reply.status, reply.body]).toMatchObject([422, { error: expect.stringContaining('new key') }]);
    }
  });

  // A deployed stage has a gateway, which treats an empty or non-ASCII header in its own way.
  it.each(['x'.repeat(256), ...(DEPLOYED ? [] : ['', 'clé'])])('answers 400 to the key %j', async (key) => {
    const reply = await post(target.client, '/reports', key, RFM);
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: expect.stringContaining('Idempotency-Key: ') },
    ]);
  });

  it.skipIf(DEPLOYED).each(['/data/orders', '/reports'])(
    'executes 20 parallel requests to %s exactly once (needs an account of its own)',
    async (path) => {
      const { client } = await createAccount(1);
      const body = path === '/reports' ? RFM : { orders: createOrders(20) };
      const replies = await Promise.all(Array.from({ length: 20 }, () => post(client, path, 'one', body)));
      const done = replies.filter(({ status }) => status === 202);
      expect(done.filter((reply) => !isReplayed(reply))).toHaveLength(1);
      expect(new Set(done.map((reply) => JSON.stringify(reply.body))).size).toBe(1);
      for (const { status, headers } of replies.filter((reply) => !done.includes(reply)))
        expect([status, headers.get('retry-after')]).toEqual([409, '1']);
      // The account may create one report a month: a replay does not count, and a second report would get 429.
      expect(await post(client, path, 'one', body)).toMatchObject({ status: 202, body: done[0]?.body });
      const listed = await client.get(path);
      expect(Object.values(listed.body)).toEqual([[expect.anything()], false]);
    },
  );
});
