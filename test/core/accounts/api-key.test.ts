import { expect, it } from 'vitest';
import { createApiKey, hashApiKey, isApiKey } from '../../../src/core/accounts/api-key.ts';

const key = createApiKey(() => 0);

it('makes keys of a fixed shape whose checksum tells a mistyped one', () => {
  expect(key).toMatch(/^afn_0{30}[0-9A-Za-z]{6}$/);
  expect(isApiKey(key)).toBe(true);
  expect(isApiKey(`${key.slice(0, 10)}1${key.slice(11)}`)).toBe(false);
  expect(isApiKey(key.toUpperCase())).toBe(false);
  expect(isApiKey(`${key} `)).toBe(false);
});

it('is stored as the lowercase hex SHA-256 of the whole key', () => {
  // printf abc | sha256sum
  expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
