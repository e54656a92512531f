// Tests the HTTP API in front of functions: events and responses in the gateway's format, and its limits.
import { request } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalCloud } from '../../../apps/local-cloud/local-cloud.ts';
import { SmallStack } from './small-stack.ts';

const stack = new SmallStack();
let cloud: LocalCloud;

beforeAll(async () => {
  stack.addFunction('Echo', 'export const handler = async (event) => event;', { Timeout: 10 });
  stack.addFunction('Answer', 'export const handler = async ({ body }) => JSON.parse(body);');
  stack.addFunction('Failing', 'export const handler = async () => { throw new Error("secret"); };');
  stack.addRoute('POST /echo', 'Echo');
  stack.addRoute('GET /items/{id}', 'Echo');
  stack.addRoute('GET /items/first', 'Echo');
  stack.addRoute('ANY /files/{path+}', 'Echo');
  stack.addRoute('POST /answer', 'Answer');
  stack.addRoute('GET /failing', 'Failing');
  stack.addRoute('$default', 'Echo');
  cloud = await stack.start();
});
afterAll(() => stack.remove());

const echo = async (path: string, init?: RequestInit): Promise<unknown> =>
  (await fetch(`${cloud.url}${path}`, init)).json();
/** Sends raw text, which fetch cannot. */
async function sendRaw(text: string): Promise<{ statusCode: number; body: Record<string, unknown> }> {
  const { hostname, port } = new URL(cloud.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(text.replace('\r\nHost', '\r\nConnection: close\r\nHost'));
  const received = await readText(socket);
  const [head = '', body = ''] = received.split('\r\n\r\n');
  return { statusCode: Number(head.split(' ')[1]), body: JSON.parse(body) };
}
const fetchAnswer = (body: unknown): Promise<Response> =>
  fetch(`${cloud.url}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('creates events in payload format 2.0', async () => {
  const event = await echo('/echo?tag=a&tag=b%20c', {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'X-Key': 'k', cookie: 'a=1; b=2' },
    body: '{"name":"café"}',
  });
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'POST /echo',
    rawPath: '/echo',
    rawQueryString: 'tag=a&tag=b%20c',
    queryStringParameters: { tag: 'a,b c' },
    headers: { 'x-key': 'k', 'x-forwarded-for': '127.0.0.1' },
    cookies: ['a=1', 'b=2'],
    requestContext: { http: { method: 'POST', path: '/echo', sourceIp: '127.0.0.1' }, stage: '$default' },
    body: '{"name":"café"}',
    isBase64Encoded: false,
  });
  expect(event).not.toHaveProperty('headers.cookie');
});

it.runIf(process.platform === 'linux')(
  'uses the called address as the caller’s address if suites share a cloud',
  async () => {
    const shared = await stack.start({ callersAreCalled: true });
    for (const address of ['127.0.0.1', '127.3.4.5']) {
      const response = await fetch(`${shared.url.replace('127.0.0.1', address)}/items/1`);
      expect(await response.json()).toMatchObject({
        headers: { 'x-forwarded-for': address },
        requestContext: { http: { sourceIp: address } },
      });
    }
  },
);

it.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['bytes', { 'content-type': 'application/octet-stream' }],
  ['an encoded body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ['a type that begins like a text type', { 'content-type': 'application/jsonlines' }],
])('passes %s as base64', async (_, headers) => {
  const event = await echo('/echo', { method: 'POST', headers, body: Buffer.from('{"a":1}') });
  expect(event).toMatchObject({ isBase64Encoded: true, body: Buffer.from('{"a":1}').toString('base64') });
});

it('matches the most specific route, and decodes parameters', async () => {
  expect(await echo('/items/first')).toMatchObject({ routeKey: 'GET /items/first' });
  expect(await echo('/items/a%20b%2Fc')).toMatchObject({
    routeKey: 'GET /items/{id}',
    pathParameters: { id: 'a b/c' },
    rawPath: '/items/a b/c',
  });
  expect(await echo('/files/a/b')).toMatchObject({ pathParameters: { path: 'a/b' } });
  expect(await echo('/items/a/b')).toMatchObject({ routeKey: '$default' });
  expect(await echo('/items/first', { method: 'DELETE' })).toMatchObject({ routeKey: '$default' });
});

it.each(['//', '//host/x', '/%', '/a?b=%zz', '/items/%E0%A4'])(
  'accepts the unusual target %s',
  async (path) => {
    const { hostname, port } = new URL(cloud.url);
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
        .once('error', reject)
        .end();
    });
    expect(status).toBe(200);
  },
);

it.each([
  ['431 to a path', '/items/', 20_000, 431, 'headers_too_large'],
  ['431 to a path beyond the parser’s buffer,', '/items/', 900_000, 431, 'headers_too_large'],
  ['200 to a path within the limit', '/items/', 15_000, 200, undefined],
])('answers %s of %s and %i characters, with a code', async (_, path, length, status, code) => {
  const { statusCode, body } = await sendRaw(`GET ${path}${'x'.repeat(length)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect([statusCode, body.code]).toEqual([status, code]);
  if (code !== undefined) expect(body.error).toContain('exceed 16384 bytes: shorten the id');
});

it.each([
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: a\r\nbroken\r\n\r\n', 400],
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', 417],
])('answers %s with an error and its code', async (_, text, status) => {
  const { statusCode, body } = await sendRaw(text);
  expect([statusCode, body]).toEqual([status, { error: expect.any(String), code: 'invalid_request' }]);
});

it("sends a function's response, and a value without a status as JSON with 200", async () => {
  const full = await fetchAnswer({
    statusCode: 201,
    headers: { 'x-count': 3, 'content-type': 'application/octet-stream' },
    cookies: ['a=1', 'b=2'],
    body: Buffer.from([0, 255]).toString('base64'),
    isBase64Encoded: true,
  });
  expect(full.status).toBe(201);
  expect(full.headers.get('x-count')).toBe('3');
  expect(full.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(new Uint8Array(await full.arrayBuffer())).toEqual(new Uint8Array([0, 255]));

  const plain = await fetchAnswer({ total: 1 });
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await plain.json()).toEqual({ total: 1 });
});

it.each([
  ['an invalid status', { statusCode: 7 }],
  ['a body that is not a string', { statusCode: 200, body: {} }],
  ['an invalid header', { statusCode: 200, headers: { 'x-y': 'a\nb' } }],
])('answers 500 if a function returns %s', async (_, bad) => {
  const response = await fetchAnswer(bad);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ message: 'Internal Server Error' });
});

it('answers 500 for a function that fails, without the cause', async () => {
  const response = await fetch(`${cloud.url}/failing`);
  expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
});

it.each([
  ['a body above 10 MB', 11_000_000, 'application/json'],
  ['a body whose event exceeds 6 MB in base64', 5_000_000, 'application/octet-stream'],
])('answers 413 to %s', async (_, size, type) => {
  const response = await fetch(`${cloud.url}/echo`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.alloc(size, 'x'),
  });
  expect([response.status, await response.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
});

it('keeps working when clients disconnect during a request', async () => {
  const { hostname, port } = new URL(cloud.url);
  for (let i = 0; i < 5; i++) {
    const leaving = request({
      hostname,
      port,
      method: 'POST',
      path: '/echo',
      headers: { 'content-length': 100 },
    });
    leaving.on('error', () => undefined);
    await new Promise<void>((resolve) => leaving.write('half', () => resolve()));
    leaving.destroy();
  }
  expect(await echo('/items/first')).toMatchObject({ rawPath: '/items/first' });
});
