// Hostile headers and credentials, limited to those that an HTTP client can send.
import fc from 'fast-check';
import type { Authorization } from './fuzz-request.ts';

type Header = readonly [string, string];

const LONG = 'x'.repeat(8_000);
const listHeaders = (name: string, ...values: readonly string[]): Header[] =>
  values.map((value) => [name, value]);

/** A short list, so that requests reuse keys for the same request, for another one, and concurrently. */
const IDEMPOTENCY_KEYS = listHeaders(
  'Idempotency-Key',
  '',
  ' ',
  'a',
  'b',
  'c',
  'd',
  'a#b',
  '__proto__',
  'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV#idempotency',
  '~'.repeat(255),
  'y'.repeat(256),
  'cl\xe9',
  '\x80\xff',
  'a\tb',
  LONG,
);

const HEADERS: readonly Header[] = [
  ['Origin', 'https://shop.example'],
  ['Origin', 'null'],
  ['Access-Control-Request-Method', 'GET'],
  ...listHeaders(
    'Prefer',
    'wait',
    'wait=0',
    'wait=-1',
    'wait=1',
    'wait=0.5',
    'WAIT="1"',
    'respond-async, wait=1',
    'wait=x',
  ),
  ...listHeaders('Prefer', 'wait=1;wait=2', '=', 'wait=00000000000', `${' '.repeat(4_000)}wait`, LONG),
  ...listHeaders(
    'If-None-Match',
    '*',
    '"',
    'W/',
    'W/"x"',
    '"a","b',
    ',,,,',
    ` ${'"x",'.repeat(1_500)}`,
    '\xff',
    LONG,
  ),
  ...listHeaders(
    'Accept-Encoding',
    'gzip',
    'gzip;q=0',
    'gzip;q=0.000',
    'gzip;;;',
    '*',
    'GZIP',
    `gzip${' '.repeat(4_000)};q`,
  ),
  ...listHeaders('Accept', 'text/html', 'application/xml;q=1', LONG),
  ...listHeaders('Content-Type', '', 'text/plain', 'application/json; charset=x', ';;;', '\xff\xfe', LONG),
  ...listHeaders('Content-Encoding', '', 'GZIP', ' identity ', 'gzip;q=1', '\xff'),
  ...listHeaders('X-Forwarded-For', '10.0.0.1', '::1, x', '\xff', LONG),
  ...listHeaders('X-HTTP-Method-Override', 'DELETE', 'TRACE'),
  ...listHeaders('Cookie', 'a=1; b=2', ';;;', '__proto__=x'),
  ...listHeaders('Range', 'bytes=0-1', 'bytes=-', LONG),
  ...listHeaders('Expect', '100-continue', 'rubbish'),
  ...listHeaders('Upgrade', 'h2c', 'websocket'),
  ...listHeaders('Content-MD5', 'x'),
  ...listHeaders('__proto__', 'x'),
  ...listHeaders('constructor', 'x'),
  ...listHeaders('toString', 'x'),
  ...listHeaders('X-Long', LONG, `${LONG}${LONG}`, LONG + LONG + LONG),
];

export function generateHostileHeaders(): fc.Arbitrary<readonly Header[]> {
  const random = fc
    .tuple(generateText('ABCxyz-', 1, 20), generateText(HEADER_CHARACTERS, 0, 40))
    .filter(
      ([name]) =>
        !/^(host|content-length|transfer-encoding|connection|authorization|te|trailer)$/i.test(name),
    );
  const one: fc.Arbitrary<Header> = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...HEADERS) },
    { weight: 2, arbitrary: generateIdempotencyKey() },
    random,
  );
  return fc.oneof(
    fc.array(one, { minLength: 1, maxLength: 3 }),
    // The same header twice.
    fc.tuple(one, one).map(([[name, value], [, other]]): Header[] => [
      [name, value],
      [name, value.length > 4_000 ? 'x' : other.slice(0, 4_000)],
    ]),
  );
}

const HEADER_CHARACTERS = String.fromCharCode(
  ...Array.from({ length: 256 }, (_, code) => code).filter((code) => code >= 32 && code !== 127),
);

function generateText(characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength });
}

export function generateIdempotencyKey(): fc.Arbitrary<Header> {
  return fc.constantFrom(...IDEMPOTENCY_KEYS);
}

const AUTHORIZATIONS: readonly string[] = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Basic {key}',
  '{key}',
  'Bearer {key} {key}',
  'Bearer {key},Bearer {key}',
  'bearer {key}',
  'BEARER   {key}',
  'Bearer\t{key}',
  'Bearer "{key}"',
  'Bearer {key}\xa0',
  'Bearer {key}0',
  'Bearer\xa0{key}',
  `Bearer afn_${'0'.repeat(36)}`,
  `Bearer afn_pub_${'0'.repeat(36)}`,
  `Bearer afn_${'a'.repeat(8_000)}`,
  'Bearer afn_\xe9',
  'Bearer __proto__',
  ' Bearer {key} ',
];

export function generateAuthorization(): fc.Arbitrary<Authorization | undefined> {
  const createBearer = (caller: Authorization['caller']) => fc.constant({ caller, text: 'Bearer {key}' });
  return fc.oneof(
    { weight: 90, arbitrary: createBearer('fast') },
    { weight: 8, arbitrary: createBearer('other') },
    { weight: 4, arbitrary: createBearer('slow') },
    { weight: 2, arbitrary: createBearer('free') },
    { weight: 4, arbitrary: createBearer('page') },
    { weight: 2, arbitrary: createBearer('revoked') },
    { weight: 2, arbitrary: fc.constant(undefined) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(...AUTHORIZATIONS).map((text): Authorization => ({ caller: 'fast', text })),
    },
  );
}
