// API keys: `afn_`, 30 random base62 characters (178 bits), and 6 that hold their CRC32, so that a mistyped key is
// refused before anything is read and a secret scanner can tell a real one: /afn_(?:ro_|adm_)?[0-9A-Za-z]{36}/. A
// read-only key begins with `afn_ro_`, an admin key with `afn_adm_`. A publishable key, which anyone may see in the
// source of a page, begins with `afn_pub_`, and that pattern does not match it.
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIXES = {
  secret: 'afn_',
  read_only: 'afn_ro_',
  publishable: 'afn_pub_',
  admin: 'afn_adm_',
} as const;
/** The prefix of every kind of key. */
export const KEY_PREFIX = PREFIXES.secret;
export type KeyKind = keyof typeof PREFIXES;
const SHAPE = /^(afn_(?:pub_|ro_|adm_)?)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/** `randomInt(n)` returns a uniform integer below n, from a cryptographic source. */
export function createApiKey(randomInt: (below: number) => number, kind: KeyKind = 'secret'): string {
  let random = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) random += BASE62.charAt(randomInt(BASE62.length));
  return PREFIXES[kind] + random + computeChecksum(random);
}

/** True for a key that could have been issued: prefix, alphabet, length and checksum are right. */
export function isApiKey(key: string): boolean {
  const [, , random, sum] = SHAPE.exec(key) ?? [];
  return random !== undefined && sum === computeChecksum(random);
}

/**
 * SHA-256 of the whole key in lowercase hex: the only form in which the key is stored, the value it is looked up by,
 * and the secret of webhook signatures. 178 random bits need no salt or stretching.
 */
export function hashApiKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** The part of a key that people may see, to tell it from others. */
export function toKeyHint(key: string): string {
  const prefix = SHAPE.exec(key)?.[1] ?? PREFIXES.secret;
  return `${key.slice(0, prefix.length + 4)}…${key.slice(-4)}`;
}

/** CRC32 (IEEE) of the random part in base62, most significant digit first, padded with zeros. */
function computeChecksum(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
