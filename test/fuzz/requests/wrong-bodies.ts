// What an HTTP client would not send: bodies that claim one thing and are another, and bytes for a socket.

import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';
import type { RawRequest } from './fuzz-request.ts';

// Ways to put a text on the wire: those that the API takes, and those that claim one thing and are another.
export interface EncodedBody {
  readonly body: Buffer;
  readonly headers: readonly (readonly [string, string])[];
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const GZIP = ['Content-Encoding', 'gzip'] as const;
/** Decompresses to 40 MB; created once. */
const BOMB = gzipSync(Buffer.alloc(40_000_000, ' '));

export function plainBody(text: string): EncodedBody {
  return { body: Buffer.from(text), headers: [JSON_TYPE] };
}

export function gzipBody(text: string): EncodedBody {
  return { body: gzipSync(text, { level: 1 }), headers: [JSON_TYPE, GZIP] };
}

/** Text as UTF-8 with one byte that no UTF-8 has. */
function brokenUtf8(text: string, at: number): Buffer {
  const bytes = Buffer.from(text);
  const cut = at % (bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, cut), Buffer.from([0xff]), bytes.subarray(cut)]);
}

const WRONG: readonly ((text: string, at: number) => EncodedBody)[] = [
  (text) => ({ body: Buffer.from(text), headers: [JSON_TYPE, GZIP] }),
  (text) => ({ body: gzipSync(text), headers: [JSON_TYPE] }),
  (text) => ({ body: gzipSync(text).subarray(0, -9), headers: [JSON_TYPE, GZIP] }),
  (text) => ({ body: Buffer.concat([gzipSync(text), Buffer.from('tail')]), headers: [JSON_TYPE, GZIP] }),
  (text) => ({ body: gzipSync(gzipSync(text)), headers: [JSON_TYPE, GZIP] }),
  (text) => ({ body: gzipSync(gzipSync(text)), headers: [JSON_TYPE, ['Content-Encoding', 'gzip, gzip']] }),
  (text) => ({ body: brotliCompressSync(text), headers: [JSON_TYPE, ['Content-Encoding', 'br']] }),
  (text) => ({ body: deflateSync(text), headers: [JSON_TYPE, ['Content-Encoding', 'deflate']] }),
  (text) => ({ body: Buffer.from(text), headers: [JSON_TYPE, ['Content-Encoding', 'identity']] }),
  (text) => ({
    body: Buffer.from(text, 'utf16le'),
    headers: [['Content-Type', 'application/json; charset=utf-16']],
  }),
  (text) => ({
    body: Buffer.from(text, 'latin1'),
    headers: [['Content-Type', 'application/json; charset=latin1']],
  }),
  (text) => ({ body: Buffer.from(`\ufeff${text}`), headers: [JSON_TYPE] }),
  (text, at) => ({ body: brokenUtf8(text, at), headers: [JSON_TYPE] }),
  (text, at) => ({ body: brokenUtf8(text, at), headers: [['Content-Type', 'application/octet-stream']] }),
  (text, at) => ({ body: gzipSync(brokenUtf8(text, at)), headers: [JSON_TYPE, GZIP] }),
  (text) => ({ body: Buffer.from(text), headers: [] }),
  (text) => ({ body: Buffer.from(text), headers: [['Content-Type', 'application/x-www-form-urlencoded']] }),
  (text) => ({ body: Buffer.from(text), headers: [['Content-Type', 'multipart/form-data; boundary=x']] }),
  () => ({ body: Buffer.alloc(0), headers: [JSON_TYPE] }),
  () => ({ body: Buffer.from([0x1f, 0x8b]), headers: [JSON_TYPE, GZIP] }),
];

const HUGE: readonly (() => EncodedBody)[] = [
  () => ({ body: BOMB, headers: [JSON_TYPE, GZIP] }),
  () => ({ body: Buffer.alloc(5_500_001, ' '), headers: [JSON_TYPE] }),
  () => ({ body: Buffer.alloc(7_000_000, ' '), headers: [JSON_TYPE] }),
  () =>
    plainBody(
      JSON.stringify({ orders: [{ order_id: '1', line_items: Array(10_001).fill({ product_name: 'a' }) }] }),
    ),
  () => plainBody(`{"orders":[${'{},'.repeat(200_000)}{}]}`),
];

export function wrongBody(text: fc.Arbitrary<string>): fc.Arbitrary<EncodedBody> {
  return fc.tuple(text, fc.constantFrom(...WRONG), fc.nat()).map(([json, encode, at]) => encode(json, at));
}

export function hugeBody(): fc.Arbitrary<EncodedBody> {
  return fc.constantFrom(...HUGE).map((make) => make());
}

// What only a socket can send: request lines that are none, heads that contradict themselves, bodies that don't come.
// Most of it is answered by the HTTP server before any function; whatever is let through must be answered as ever.
const AUTH = 'Host: x\r\nAuthorization: Bearer {key}\r\n';
const PUSH = `POST {base}/data/orders HTTP/1.1\r\n${AUTH}Content-Type: application/json\r\n`;
const LIST = `GET {base}/datasets HTTP/1.1\r\n${AUTH}`;
const BODY = '{"orders":[{"order_id":"raw","line_items":[{"product_name":"tea"}]}]}';

const TEXTS: readonly string[] = [
  '\r\n\r\n',
  '\0\0\0\0',
  'GET\r\n\r\n',
  'GET /\r\n\r\n',
  `GET {base}/datasets\r\n\r\n`,
  `GET {base}/datasets HTTP/9.9\r\n${AUTH}\r\n`,
  `GET {base}/datasets HTTP/1.0\r\n${AUTH}\r\n`,
  `get {base}/datasets HTTP/1.1\r\n${AUTH}\r\n`,
  `GET  {base}/datasets  HTTP/1.1\r\n${AUTH}\r\n`,
  `GET {base}/data sets HTTP/1.1\r\n${AUTH}\r\n`,
  `GET {base}/data\0sets HTTP/1.1\r\n${AUTH}\r\n`,
  `GET http://elsewhere{base}/datasets HTTP/1.1\r\n${AUTH}\r\n`,
  `GET //elsewhere{base}/datasets HTTP/1.1\r\n${AUTH}\r\n`,
  `GET {base}/datasets#fragment HTTP/1.1\r\n${AUTH}\r\n`,
  `OPTIONS * HTTP/1.1\r\n${AUTH}\r\n`,
  'CONNECT elsewhere:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `BREW {base}/datasets HTTP/1.1\r\n${AUTH}\r\n`,
  `GET {base}/datasets HTTP/1.1\n${AUTH.replaceAll('\r\n', '\n')}\n`,
  'GET {base}/datasets HTTP/1.1\r\nAuthorization: Bearer {key}\r\n\r\n',
  `${LIST}Host: y\r\n\r\n`,
  `${LIST}Authorization: Bearer x\r\n\r\n`,
  `${LIST}X-Null: a\0b\r\n\r\n`,
  `${LIST}X Space: a\r\n\r\n`,
  `${LIST}X-Space : a\r\n\r\n`,
  `${LIST}: a\r\n\r\n`,
  `${LIST}X-Fold: a\r\n b\r\n\r\n`,
  `${LIST}X-Utf8: é€😀\r\n\r\n`,
  `${LIST}${'X-Many: 1\r\n'.repeat(1_000)}\r\n`,
  `${LIST}X-Long: ${'x'.repeat(70_000)}\r\n\r\n`,
  `GET {base}/${'x'.repeat(70_000)} HTTP/1.1\r\n${AUTH}\r\n`,
  `${LIST}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `${PUSH}Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: ${BODY.length + 10}\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: ${BODY.length - 10}\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: -1\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: 1e3\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: 99999999999999999999\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: ${BODY.length}\r\nContent-Length: 1\r\n\r\n${BODY}`,
  `${PUSH}Content-Length: ${BODY.length}\r\nTransfer-Encoding: chunked\r\n\r\n${BODY}`,
  `${PUSH}Transfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
  `${PUSH}Transfer-Encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`,
  `${PUSH}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${BODY}`,
  `${PUSH}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
  `${PUSH}Transfer-Encoding: rubbish\r\n\r\n${BODY}`,
  `${PUSH}\r\n${BODY}`,
  `${LIST}\r\n${LIST}\r\n${LIST}Connection: close\r\n\r\n`,
  `${PUSH}Content-Length: 0\r\n\r\n${LIST}\r\n`,
];

export function rawRequest(): fc.Arbitrary<RawRequest> {
  const listed = fc.constantFrom(...TEXTS);
  const mutated = fc
    .tuple(listed, fc.nat(), fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 5 }))
    .map(([text, at, noise]) => {
      const cut = at % Math.min(text.length, 300);
      return text.slice(0, cut) + noise + text.slice(cut);
    });
  return fc
    .oneof({ weight: 3, arbitrary: listed }, mutated)
    .map((text) => ({ operation: 'raw socket', kind: 'hostile', text }));
}
