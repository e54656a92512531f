// Detects the encoding of a file. UTF-16 is recognized by its mark, or by every other byte being 0; a file that is not
// UTF-8 is read as Windows-1252, which Excel writes in western Europe; the operator has to choose any other.

import { encodeUtf8 } from './bytes.ts';

export const ENCODINGS = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const),
  ...(['windows-1250', 'windows-1251', 'windows-1253', 'windows-1254', 'macintosh'] as const),
  ...(['shift_jis', 'gb18030', 'big5', 'euc-kr'] as const),
] as const;
export type Encoding = (typeof ENCODINGS)[number];

const NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  macintosh: 'Mac OS Roman',
  shift_jis: 'Shift JIS',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
};

/** Bytes at the beginning that `detectUtf16` looks at. */
export const UTF16_SAMPLE = 64;

export function getEncodingName(encoding: Encoding): string {
  return NAMES[encoding];
}

/** Returns undefined if the bytes are not UTF-16. */
export function detectUtf16(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.length < 4) return undefined;
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length * 0.4;
  if (odd >= most && even === 0) return 'utf-16le';
  return even >= most && odd === 0 ? 'utf-16be' : undefined;
}

/** Converts the text to UTF-8. Bytes that the encoding does not have become U+FFFD. */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield encodeUtf8(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield encodeUtf8(rest);
}
