// Request bodies: gzip bombs, texts that are costly to parse and bytes that are not UTF-8 are refused before parsing.
// The JSON parser refuses keys that reach a prototype.
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import jsonBodyParser from '@middy/http-json-body-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidRequestError, PayloadTooLargeError } from '../../src/contract/errors/errors.ts';
import { ORDERS_BODY } from '../../src/contract/schema/limits.ts';
import { parseJson } from '../../src/http/bodies/parse-json.ts';
import { readBody } from '../../src/http/bodies/read-body.ts';
import type { ApiEvent } from '../../src/http/call.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

const limits = { bytes: 1_000_000, textBytes: 4_000_000, structuralCharacters: 1_000 };

async function read(
  body: Buffer | string,
  headers: Record<string, string> = {},
  within = limits,
): Promise<string> {
  const sent: ApiEvent = { ...createApiEvent('', undefined, headers) };
  sent.isBase64Encoded = typeof body !== 'string';
  sent.body = body.toString(typeof body === 'string' ? undefined : 'base64');
  await readBody(within).before?.({ event: sent, context, response: undefined, error: null, internal: {} });
  return sent.body;
}

describe('a request body', () => {
  it('is read as the same text whether it is sent as text, as bytes or as gzip', async () => {
    const json = '{"name":"Tee, grün 😀"}';
    expect(await read(json)).toBe(json);
    expect(await read(Buffer.from(json))).toBe(json);
    expect(await read(gzipSync(json), { 'content-encoding': 'gzip' })).toBe(json);
  });

  it('is read without the byte order mark that some programs write first', async () => {
    const json = '{"name":"\ufeffTee"}';
    expect(await read(`\ufeff${json}`)).toBe(json);
    expect(await read(Buffer.from(`\ufeff${json}`))).toBe(json);
    expect(await read(gzipSync(`\ufeff${json}`), { 'content-encoding': 'gzip' })).toBe(json);
  });

  it('is refused as too large over the limit on bytes', async () => {
    expect(await read(Buffer.alloc(1_000_000, ' '))).toHaveLength(1_000_000);
    await expect(read(Buffer.alloc(1_000_001, ' '))).rejects.toThrow(
      new PayloadTooLargeError(
        'Request body over 1 MB: send fewer orders per request, or compress the body with gzip.',
      ),
    );
  });

  it('is refused as too large with orders over 4.5 MB, before it exceeds the event of a function', async () => {
    const line = {
      order_id: 'A1',
      order_date: '2026-01-05',
      customer_id: 'c1',
      sku: 's1',
      name: 'Tea',
      quantity: 1,
      unit_price: 2.5,
    };
    const text = JSON.stringify({ dataset: 'shop', orders: Array.from({ length: 40_000 }, () => line) });
    const sent = text.slice(0, ORDERS_BODY.bytes);
    expect(sent).toHaveLength(ORDERS_BODY.bytes);
    const ofEvent = 6 * 1_048_576 - 200_000;
    expect(JSON.stringify(sent).length).toBeLessThan(ofEvent);
    expect(Math.ceil(ORDERS_BODY.bytes / 3) * 4).toBeLessThan(ofEvent);
    for (const tooLarge of [`${sent} `, Buffer.from(`${sent} `)]) {
      await expect(read(tooLarge, {}, ORDERS_BODY)).rejects.toThrow('Request body over 4.5 MB');
    }
  });

  it('is refused as too large if it decompresses beyond the limit on text', async () => {
    const bomb = gzipSync(Buffer.concat([randomBytes(20_000), Buffer.alloc(4_000_000, ' ')]));
    await expect(read(bomb)).rejects.toThrow('Request body over 4 MB after decompression');
  });

  it('is refused as too large if it decompresses to over 250 times its size', async () => {
    await expect(read(gzipSync(' '.repeat(2_100_000)))).rejects.toThrow(
      'Request body over 250 times its compressed size: send it without gzip.',
    );
    expect(await read(gzipSync(' '.repeat(1_900_000)))).toHaveLength(1_900_000);
  });

  it('is refused as too large if it has more structural characters than allowed', async () => {
    await expect(read(`[${'{},'.repeat(500)}{}]`)).rejects.toThrow(
      'Request body with more than 1000 structural characters',
    );
  });

  it('is refused as invalid if it is nested over 64 levels deep', async () => {
    await expect(read('['.repeat(65))).rejects.toThrow(InvalidRequestError);
    expect(await read('['.repeat(64))).toHaveLength(64);
  });

  it.each([
    ['a byte that UTF-8 never contains', [0xff]],
    ['a character cut short', [0xe2, 0x82]],
    ['an overlong encoding', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('is refused as not UTF-8 with %s', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    const refused = new InvalidRequestError(undefined, 'body is not UTF-8');
    await expect(read(body)).rejects.toThrow(refused);
    await expect(read(gzipSync(body))).rejects.toThrow(refused);
    // API Gateway passes a body that it takes for text with each invalid byte replaced.
    await expect(read(body.toString('utf8'))).rejects.toThrow(/^body is not UTF-8, or it contains U\+FFFD/);
  });

  it('may contain U+FFFD if it is sent as bytes, or as an escape', async () => {
    expect(await read(Buffer.from('"\ufffd"'))).toBe('"\ufffd"');
    expect(await read('"\\ufffd"')).toBe('"\\ufffd"');
  });
});

describe('the JSON parser', () => {
  async function parse(text: string): Promise<unknown> {
    const sent: ApiEvent = { ...createApiEvent(''), body: text };
    await parseJson().before?.({ event: sent, context, response: undefined, error: null, internal: {} });
    return sent.body;
  }

  it.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"__proto__" :null}]}',
    '{"\\u005f\\u005fproto__"\n:1}',
    '{"_\\u005F\\u0070\\u0072\\u006f\\u0074\\u006F__":1}',
  ])('refuses the key that reaches a prototype in %s', async (text) => {
    await expect(parse(text)).rejects.toThrow('"__proto__" is not allowed as a key');
  });

  it('refuses the key constructor with a prototype in its value', async () => {
    await expect(parse('{"constructor":{"prototype":{"isAdmin":true}}}')).rejects.toThrow(
      '"constructor" is not allowed as a key',
    );
  });

  it('accepts the same words as values, and as keys that do not reach a prototype', async () => {
    expect(await parse('["__proto__",{"constructor":"Lego"}]')).toEqual([
      '__proto__',
      { constructor: 'Lego' },
    ]);
  });

  it('parses and refuses the same texts as the parser of middy', async () => {
    const word = fc.constantFrom('__proto__', 'constructor', 'prototype', 'é', '\\', 'a');
    const nested = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, word, fc.dictionary(word, tie('any')), fc.array(tie('any'))),
    })).any;
    const { before } = jsonBodyParser<ApiEvent>({ disableContentTypeCheck: true });
    await fc.assert(
      fc.asyncProperty(nested, fc.constantFrom(0, 1, 2), async (value, escaped) => {
        const text = JSON.stringify(value).replaceAll(/[a-z_]/g, (letter, at: number) =>
          escaped > 0 && at % 3 === escaped ? `\\u00${letter.charCodeAt(0).toString(16)}` : letter,
        );
        const parseByMiddy = async (): Promise<unknown> => {
          const sent: ApiEvent = { ...createApiEvent(''), body: text };
          await before?.({ event: sent, context, response: undefined, error: null, internal: {} });
          return sent.body;
        };
        const expected = await parseByMiddy().catch(() => 'refused');
        expect(await parse(text).catch(() => 'refused')).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('quotes the error message of JSON.parse', async () => {
    await expect(parse('{"a":}')).rejects.toThrow(/^expected valid JSON: Unexpected token/);
  });
});
