// Request bodies: correctly encoded ones, ones whose headers do not match their encoding, and huge ones.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

export interface EncodedBody {
  readonly body: Buffer;
  readonly headers: readonly (readonly [string, string])[];
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;
const GZIP = ['Content-Encoding', 'gzip'] as const;
/** Decompresses to 40 MB. */
const BOMB = gzipSync(Buffer.alloc(40_000_000, ' '));

export function encodePlain(text: string): EncodedBody {
  return { body: Buffer.from(text), headers: [JSON_TYPE] };
}

export function encodeGzip(text: string): EncodedBody {
  return { body: gzipSync(text, { level: 1 }), headers: [JSON_TYPE, GZIP] };
}

/** The text in UTF-8 with an inserted byte that is invalid in UTF-8. */
function encodeBrokenUtf8(text: string, at: number): Buffer {
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
  (text, at) => ({ body: encodeBrokenUtf8(text, at), headers: [JSON_TYPE] }),
  (text, at) => ({
    body: encodeBrokenUtf8(text, at),
    headers: [['Content-Type', 'application/octet-stream']],
  }),
  (text, at) => ({ body: gzipSync(encodeBrokenUtf8(text, at)), headers: [JSON_TYPE, GZIP] }),
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
    encodePlain(
      JSON.stringify({ orders: [{ order_id: '1', line_items: Array(10_001).fill({ product_name: 'a' }) }] }),
    ),
  () => encodePlain(`{"orders":[${'{},'.repeat(200_000)}{}]}`),
];

export function generateWrongBody(text: fc.Arbitrary<string>): fc.Arbitrary<EncodedBody> {
  return fc.tuple(text, fc.constantFrom(...WRONG), fc.nat()).map(([json, encode, at]) => encode(json, at));
}

export function generateHugeBody(): fc.Arbitrary<EncodedBody> {
  return fc.constantFrom(...HUGE).map((make) => make());
}
