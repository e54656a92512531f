// Bodies that are stored compressed: sent as they are to clients that accept gzip, decompressed for all others.
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Answer } from '../call.ts';

const decompress = promisify(gunzip);

export function isGzipAccepted(accepted: string | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted ?? '');
}

export function isBrotliAccepted(accepted: string | undefined): boolean {
  return /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted ?? '');
}

/** Sends the stored bytes without decompressing and compressing them again. */
export async function answerPacked(
  gzipped: Uint8Array,
  acceptEncoding: string | undefined,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return isGzipAccepted(acceptEncoding)
    ? answerCompressed(gzipped, headers)
    : answerPlain((await decompress(gzipped)).toString('utf8'), headers);
}

export function answerPlain(body: string, headers: Readonly<Record<string, string>>): Answer {
  return { statusCode: 200, headers: { ...headers, Vary: 'Accept-Encoding' }, body };
}

export function answerCompressed(gzipped: Uint8Array, headers: Readonly<Record<string, string>>): Answer {
  return answerEncoded('gzip', gzipped, headers);
}

export function answerEncoded(
  encoding: 'br' | 'gzip',
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Answer {
  return {
    statusCode: 200,
    headers: { ...headers, 'Content-Encoding': encoding, Vary: 'Accept-Encoding' },
    body: Buffer.from(bytes).toString('base64'),
    isBase64Encoded: true,
  };
}
