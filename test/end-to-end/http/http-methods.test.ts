// What HTTP itself promises: HEAD answers as GET, a known address lists its methods, a slash too many leads to the address
// without it, and a misspelt query parameter is an error.
import { request } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { useTarget } from '../use-target.ts';

const target = useTarget();

/** Without fetch, which refuses some methods and follows redirects. */
function raw(method: string, path: string, body?: string) {
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

/** GET and HEAD of something that nobody changed in between: other tests may push orders to this account. */
function getAndHead(path: string) {
  return vi.waitFor(
    async () => {
      const [get, head, again] = [await raw('GET', path), await raw('HEAD', path), await raw('GET', path)];
      expect(again.headers.etag).toBe(get.headers.etag);
      return { get, head };
    },
    { timeout: 30_000, interval: 500 },
  );
}

describe('HEAD', () => {
  it.each(['/datasets', '/data/orders', '/openapi.json'])(
    'of %s has the headers of GET and no body',
    async (path) => {
      const { get, head } = await getAndHead(path);
      expect([get.status, head.status, head.body]).toEqual([200, 200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'x-ratelimit-limit']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    },
  );

  it('answers 404 without a body for a report that does not exist', async () => {
    const [head, get] = [await raw('HEAD', '/reports/nope'), await raw('GET', '/reports/nope')];
    expect([head.status, head.body]).toEqual([404, '']);
    expect([head.headers['content-length'], get.headers['content-length']]).toEqual([
      String(get.body.length),
      String(get.body.length),
    ]);
  });
});

describe('the id of a request', () => {
  it('is on every response, and in the body of an error', async () => {
    const paths = ['/datasets', '/openapi.json', '/nowhere', '/datasets/', '/reports/nope'];
    const replies = await Promise.all(paths.map((path) => raw('GET', path)));
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
  ])('is a 405 that lists the methods: %s %s', async (method, path, allow) => {
    const { status, headers, body } = await raw(method, path);
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(JSON.parse(body)).toMatchObject({
      code: 'method_not_allowed',
      error: `${method} is not allowed for /api/v1${path}: use ${allow}`,
    });
    expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  });
});

describe('a trailing or double slash', () => {
  it('redirects a read to the address without it, keeping the query', async () => {
    const { status, headers } = await raw('GET', '/reports/?limit=1');
    expect([status, headers.location]).toEqual([308, '/api/v1/reports?limit=1']);
    const authorization = { Authorization: `Bearer ${target.apiKey}` };
    const listed = await fetch(`${target.baseUrl}/datasets/`, { headers: authorization });
    expect(listed.status).toBe(200);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s, which is never redirected', async (method) => {
    const { status, headers, body } = await raw(method, '/data/orders/');
    expect([status, headers.location, JSON.parse(body).code]).toEqual([404, undefined, 'not_found']);
  });

  it.each(['/reports/%00', '/reports/%C5%81%C3%B3d%C5%BA%20%25'])(
    'redirects to an address that is encoded as it was sent: %s',
    async (path) => {
      const { status, headers } = await raw('GET', `${path}/`);
      expect([status, headers.location]).toEqual([308, `/api/v1${path}`]);
    },
  );

  it('of an unknown address is answered with 404', async () => {
    expect((await raw('GET', '/nowhere/')).status).toBe(404);
  });
});
