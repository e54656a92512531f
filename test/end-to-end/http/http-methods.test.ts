// Tests the rules of HTTP: HEAD has the headers of GET, a wrong method gets 405 with the allowed ones, every response
// has an id, and a trailing slash is redirected for reads only.
import { request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { useTarget } from '../use-target.ts';

const target = useTarget();

/** Sends a request without fetch, which refuses some methods and follows redirects. */
function sendRaw(method: string, path: string, body?: string) {
  const url = new URL(`${target.baseUrl}${path}`);
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const headers = { Authorization: `Bearer ${target.apiKey}` };
      const sent = request(url, { method, headers }, (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, body: text }),
        );
      });
      sent.on('error', reject).end(body);
    },
  );
}

/** Repeats GET and HEAD until no change happens in between: other tests may push orders to this account. */
function getAndHead(path: string) {
  return vi.waitFor(
    async () => {
      const [get, head, again] = [
        await sendRaw('GET', path),
        await sendRaw('HEAD', path),
        await sendRaw('GET', path),
      ];
      expect(again.headers.etag).toBe(get.headers.etag);
      return { get, head };
    },
    { timeout: 30_000, interval: 500 },
  );
}

describe('HEAD', () => {
  it.each(['/datasets', '/data/orders', '/openapi.json'])(
    'answers %s with the headers of GET and no body',
    async (path) => {
      const { get, head } = await getAndHead(path);
      expect([get.status, head.status, head.body]).toEqual([200, 200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'x-ratelimit-limit']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    },
  );

  it('answers 404 without a body for a report that does not exist', async () => {
    const [head, get] = [await sendRaw('HEAD', '/reports/nope'), await sendRaw('GET', '/reports/nope')];
    expect([head.status, head.body]).toEqual([404, '']);
    expect([head.headers['content-length'], get.headers['content-length']]).toEqual([
      String(get.body.length),
      String(get.body.length),
    ]);
  });
});

describe('the id of a request', () => {
  it('is in a header of every response, and in the body of an error', async () => {
    const paths = ['/datasets', '/openapi.json', '/nowhere', '/datasets/', '/reports/nope'];
    const replies = await Promise.all(paths.map((path) => sendRaw('GET', path)));
    const ids = replies.map(({ headers }) => headers['x-request-id']);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(paths.length);
    expect(JSON.parse(replies[4]?.body ?? '').request_id).toBe(ids[4]);
  });
});

describe('a method that a path does not allow', () => {
  it.each([
    ['PUT', '/data/orders', 'POST, GET, HEAD'],
    ['PATCH', '/reports/01ARZ3NDEKTSV4RRFFQ69G5FAV', 'GET, HEAD'],
    ['GET', '/customers/ann/of/x', 'DELETE'],
    ['OPTIONS', '/datasets', 'GET, HEAD'],
    ['TRACE', '/datasets', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('is refused with 405 and the allowed methods: %s %s', async (method, path, allow) => {
    const { status, headers, body } = await sendRaw(method, path);
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'method_not_allowed',
      error: `${method} is not allowed for /api/v1${path}: use ${allow}`,
    });
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  });
});

describe('a request with a trailing slash', () => {
  it('is redirected to the address without it and with the query if it reads', async () => {
    const { status, headers } = await sendRaw('GET', '/reports/?limit=1');
    expect([status, headers.location]).toEqual([308, '/api/v1/reports?limit=1']);
    const authorization = { Authorization: `Bearer ${target.apiKey}` };
    const listed = await fetch(`${target.baseUrl}/datasets/`, { headers: authorization });
    expect(listed.status).toBe(200);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'is refused with 404 and without a redirect for %s',
    async (method) => {
      const { status, headers, body } = await sendRaw(method, '/data/orders/');
      expect([status, headers.location, JSON.parse(body).code]).toEqual([404, undefined, 'not_found']);
    },
  );

  it.each(['/reports/%00', '/reports/%C5%81%C3%B3d%C5%BA%20%25'])(
    'is redirected to an address in its own encoding: %s',
    async (path) => {
      const { status, headers } = await sendRaw('GET', `${path}/`);
      expect([status, headers.location]).toEqual([308, `/api/v1${path}`]);
    },
  );

  it('is refused with 404 for an unknown address', async () => {
    expect((await sendRaw('GET', '/nowhere/')).status).toBe(404);
  });
});
