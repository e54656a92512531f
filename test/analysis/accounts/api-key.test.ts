// API keys: their shape, checksum, hash and hint, and the origins that may use publishable ones.
import { createHash, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApiKey, hashApiKey, isApiKey, toKeyHint } from '../../../src/analysis/accounts/api-key.ts';
import { explainOriginProblem, isAllowedOrigin } from '../../../src/analysis/accounts/publishable-use.ts';

const key = createApiKey(() => 0);

it('createApiKey creates keys of a fixed shape, and isApiKey rejects a mistyped key by its checksum', () => {
  expect(key).toMatch(/^afn_0{30}[0-9A-Za-z]{6}$/);
  expect(isApiKey(key)).toBe(true);
  expect(isApiKey(`${key.slice(0, 10)}1${key.slice(11)}`)).toBe(false);
  expect(isApiKey(key.toUpperCase())).toBe(false);
  expect(isApiKey(`${key} `)).toBe(false);
});

it('createApiKey begins read-only keys with afn_ro_, which the pattern for leaked keys matches', () => {
  const readOnly = createApiKey(randomInt, 'read_only');
  expect(readOnly).toMatch(/^afn_ro_[0-9A-Za-z]{36}$/);
  expect(readOnly).toMatch(/afn_(?:ro_|adm_)?[0-9A-Za-z]{36}/);
  expect(isApiKey(readOnly)).toBe(true);
  expect(toKeyHint(readOnly)).toBe(`${readOnly.slice(0, 11)}…${readOnly.slice(-4)}`);
});

it('createApiKey begins admin keys with afn_adm_', () => {
  const admin = createApiKey(randomInt, 'admin');
  expect(admin).toMatch(/^afn_adm_[0-9A-Za-z]{36}$/);
  expect(isApiKey(admin)).toBe(true);
  expect(toKeyHint(admin)).toBe(`${admin.slice(0, 12)}…${admin.slice(-4)}`);
});

it('createApiKey begins publishable keys with afn_pub_, which the pattern for leaked keys does not match', () => {
  const publishable = createApiKey(randomInt, 'publishable');
  expect(publishable).toMatch(/^afn_pub_[0-9A-Za-z]{36}$/);
  expect(isApiKey(publishable)).toBe(true);
  expect(isApiKey(publishable.replace('afn_pub_', 'afn_sec_'))).toBe(false);
  expect(isApiKey(`${publishable.slice(0, -1)}${publishable.endsWith('a') ? 'b' : 'a'}`)).toBe(false);
  expect(toKeyHint(publishable)).toBe(`${publishable.slice(0, 12)}…${publishable.slice(-4)}`);
  expect(publishable).not.toMatch(/afn_[0-9A-Za-z]{36}/);
});

it('createApiKey ends a key with the CRC32 of its random part in base62', () => {
  // python3 -c "import zlib; print(zlib.crc32(b'0' * 30))": 2011552642
  // = ((((2·62 + 12)·62 + 8)·62 + 16)·62 + 45)·62 + 28
  expect(key.slice(-6)).toBe('2C8GjS');
});

it('createApiKey draws at least 178 random bits and keeps every one of them', () => {
  const drawn: number[] = [];
  const made = createApiKey((below) => {
    drawn.push(below);
    return drawn.length;
  });
  expect(drawn.reduce((bits, below) => bits + Math.log2(below), 0)).toBeGreaterThanOrEqual(178);
  // 1 to 30 in the alphabet's order: no drawn number is folded, cut or left out.
  expect(made.slice(4, -6)).toBe('123456789ABCDEFGHIJKLMNOPQRSTU');
});

it('hashApiKey hashes the whole key with SHA-256 to lowercase hex', () => {
  // printf abc | sha256sum
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('the pattern for secret scanners in the runbook matches keys, but not their hashes and hints', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
  const [, documented = ''] = /`\/(afn_[^`]+)\/`/.exec(runbook) ?? [];
  const pattern = new RegExp(documented, 'g');
  for (let i = 0; i < 200; i++) {
    const made = createApiKey(randomInt);
    expect(`curl -H 'Authorization: Bearer ${made}' -v`.match(pattern)).toEqual([made]);
    expect(isApiKey(made)).toBe(true);
    expect(`${hashApiKey(made)} ${toKeyHint(made)}`.match(pattern)).toBeNull();
  }
  expect(createHash('sha256').update('afn_').digest('hex').match(pattern)).toBeNull();
});

it.each([
  'https://shop.example',
  'https://shop.example:8443',
  'https://xn--caf-dma.example',
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://[::1]:5173',
])('explainOriginProblem accepts the origin %s', (origin) => {
  expect(explainOriginProblem(origin)).toBeUndefined();
});

it.each([
  ['shop.example', 'expected an origin, for example https://shop.example'],
  ['', 'expected an origin, for example https://shop.example'],
  ['null', 'expected an origin, for example https://shop.example'],
  [`https://${'a'.repeat(300)}.example`, 'expected an origin, for example https://shop.example'],
  ['http://shop.example', 'expected https, or http://localhost while developing'],
  ['file:///etc/passwd', 'expected https, or http://localhost while developing'],
  ['https://shop.example/', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://Shop.example', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://shop.example:443', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://shop.example/cart?x=1', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://me:secret@shop.example', 'expected the origin alone, as browsers send it: https://shop.example'],
  ['https://café.example', 'expected the origin alone, as browsers send it: https://xn--caf-dma.example'],
  ['https://*.shop.example', 'expected one origin, without a wildcard'],
])('explainOriginProblem refuses the origin %j', (origin, problem) => {
  expect(explainOriginProblem(origin)).toBe(problem);
});

it('isAllowedOrigin allows the listed origins and requests without an origin, and compares whole texts', () => {
  const use = { origins: ['https://shop.example'] };
  expect(isAllowedOrigin(use, 'https://shop.example')).toBe(true);
  expect(isAllowedOrigin(use, undefined)).toBe(true);
  for (const other of [
    'null',
    '',
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop',
  ])
    expect([other, isAllowedOrigin(use, other)]).toEqual([other, false]);
});
