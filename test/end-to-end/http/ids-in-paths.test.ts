// Tests ids that URL parsers misinterpret, in paths as they are written and as a URL parser rewrites them: no write
// with such an id reaches a parent, and no write is redirected.
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../packages/client/src/index.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { DEPLOYED, useTarget } from '../use-target.ts';

const target = useTarget();
/** A selection: test/contract/ids-in-paths.test.ts has all spellings. */
const IDS = ['..', '%2e%2e', 'a%2Fb', ''];
const NAMED = OPERATIONS.filter(({ path }) => path.includes('{'));
const READS = ['GET', 'HEAD'];

interface Reply {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** Sends `path` unchanged, without fetch, which normalises paths and follows redirects. */
function sendRaw(method: string, path: string, apiKey: string): Promise<Reply> {
  const { hostname, port } = new URL(target.baseUrl);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      response.setEncoding('utf8');
      let body = '';
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
      );
    });
    sent.on('error', reject).end(method === 'GET' || method === 'DELETE' ? undefined : '{}');
  });
}

describe.skipIf(DEPLOYED)('an id of dots, or with a slash', () => {
  let client: OrderAnalytics;
  let apiKey: string;
  let audienceId: string;
  let destinationId: string;

  beforeAll(async () => {
    ({ apiKey } = await target.local.newAccount('max'));
    client = new OrderAnalytics({ baseUrl: target.baseUrl, apiKey });
    await client.push(
      ['.', '..', 'ann'].map((id) => ({
        order_id: id,
        customer_id: id,
        line_items: [{ product_name: 'tea' }],
      })),
      { wait: true },
    );
    const conditions = [{ report: { template: 'standard_rfm' as const } }];
    ({ audience_id: audienceId } = await client.audiences.create({ name: 'All', conditions }));
    ({ destination_id: destinationId } = await client.audiences.createDestination(audienceId, {
      kind: 'webhook',
      url: 'https://example.com/',
      status: 'paused',
      secret: `whsec_${Buffer.alloc(24).toString('base64')}`,
    }));
  });

  it('is refused by every write and changes nothing', async () => {
    const { pathname } = new URL(target.baseUrl);
    const getKnownId = (name: string) => (name.endsWith('destination_id}') ? destinationId : audienceId);
    for (const { method, path, operationId } of NAMED.filter(
      (operation) => !READS.includes(operation.method),
    )) {
      for (const name of path.match(/\{\w+\}/g) ?? []) {
        for (const id of IDS) {
          const named = path.replace(name, id).replaceAll(/\{\w+\}/g, (other) => getKnownId(other));
          const asSent = `${pathname}${named}`;
          for (const address of new Set([asSent, new URL(asSent, target.baseUrl).pathname])) {
            // Any other text is a valid id of a customer or an order.
            const isText = /customer|order/i.test(operationId) && !/(^|\/)(%2e|\.)*\/?$/i.test(address);
            if (isText) continue;
            const { status, location, body } = await sendRaw(method, address, apiKey);
            expect([400, 404, 405, 403], `${method} ${address}: ${body}`).toContain(status);
            expect(location).toBeUndefined();
            expect(JSON.parse(body).error, address).not.toBe('');
          }
        }
      }
    }
    expect(await client.audiences.destination(audienceId, destinationId)).toMatchObject({ status: 'paused' });
  });

  it('is refused with 404, and not redirected, in a write with a trailing slash', async () => {
    const { pathname } = new URL(target.baseUrl);
    const { status, body } = await sendRaw('DELETE', `${pathname}/audiences/${audienceId}/`, apiKey);
    expect([status, JSON.parse(body).error]).toEqual([
      404,
      expect.stringContaining('A write is never redirected'),
    ]);
  });

  it.each(['.', '..'])('can be read, erased and deleted in base64url: %s', async (id) => {
    const encoded = Buffer.from(id).toString('base64url');
    const { pathname } = new URL(target.baseUrl);
    const wrong = await sendRaw('GET', `${pathname}/orders/a*?id_encoding=base64url`, apiKey);
    expect([wrong.status, JSON.parse(wrong.body).param]).toEqual([400, 'order_id']);
    const found = await sendRaw('GET', `${pathname}/orders/${encoded}?id_encoding=base64url`, apiKey);
    expect([found.status, JSON.parse(found.body)]).toMatchObject([200, { order_id: id, customer_id: id }]);
    expect((await client.orders.get(id)).order_id).toBe(id);
    const { erasure_id } = await client.customers.delete(id);
    const { erased } = await client.erasures.wait(erasure_id);
    expect(erased.orders).toBe(1);
    await expect(client.orders.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await client.imports.wait((await client.orders.delete(id)).import_id);
    expect((await client.orders.get('ann')).order_id).toBe('ann');
  });
});
