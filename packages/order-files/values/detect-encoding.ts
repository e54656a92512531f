// Detects the encoding of a text that is not UTF-8 by its content: in which one its first lines name columns of orders,
// and in which one its letters stand as they do in words.

import { readColumnName } from '../columns/column-words.ts';
import type { Encoding } from './encodings.ts';

/** The first one is the default; each of the others has to be better. */
const CANDIDATES = [
  ...(['windows-1252', 'windows-1254', 'windows-1250', 'windows-1251', 'windows-1253'] as const),
  ...(['shift_jis', 'euc-kr', 'gb18030', 'big5'] as const),
] as const satisfies readonly Encoding[];

/** Bytes and lines that are examined. */
const [SAMPLE_BYTES, NAMED_LINES] = [65_536, 10];
/** A better encoding makes so many more columns known, or lets so much smaller a share of letters stand oddly. */
const [LEAST_NAMES, LEAST_SHARE] = [1, 0.1];

/** Returns undefined for UTF-8, and for text without a byte beyond ASCII. `head`: the first bytes of the file. */
export function detectEncoding(head: Uint8Array): Encoding | undefined {
  const sample = cutToLines(head.subarray(0, SAMPLE_BYTES));
  if (sample.every((byte) => byte < 0x80) || decode(sample, 'utf-8') !== undefined) return undefined;
  let best: { readonly encoding: Encoding; readonly names: number; readonly odd: number } | undefined;
  for (const encoding of CANDIDATES) {
    const text = decode(sample, encoding);
    if (text === undefined) continue;
    const [names, odd] = [countNames(text), computeOddShare(text, encoding)];
    const isBetter =
      best === undefined ||
      names >= best.names + LEAST_NAMES ||
      (names === best.names && odd < best.odd - LEAST_SHARE);
    if (isBetter) best = { encoding, names, odd };
  }
  return best?.encoding;
}

/** Whole lines: a cut character would be an error. */
function cutToLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return end === 0 ? bytes : bytes.subarray(0, end);
}

/** Returns undefined if the bytes are not in the encoding. */
function decode(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Counts names of columns with letters beyond ASCII whose words are known. */
function countNames(text: string): number {
  const cells = text.split('\n', NAMED_LINES).flatMap((line) => line.split(/[,;\t|]/));
  return cells.filter((cell) => {
    const name = cell.replaceAll('"', '').trim();
    if (!/[^\0-\x7f]/.test(name)) return false;
    const { concepts, unknown } = readColumnName(name);
    return concepts.size > 0 && unknown === 0;
  }).length;
}

/** Characters that a text in the encoding hardly has, because another one writes letters with the same bytes. */
function isRare(character: string, text: string, encoding: Encoding): boolean {
  if (encoding === 'euc-kr') return /\p{Script=Han}/u.test(character);
  if (!encoding.startsWith('windows')) return false;
  // Icelandic letters are Turkish ones in Windows-1254; Turkish has no æ.
  const isTurkish = encoding === 'windows-1252' && /[ðþýÐÞÝ]/.test(character) && !/æ/i.test(text);
  return isTurkish || /[\x80-\x9fƒˆ˜‰†‡]/.test(character);
}

/**
 * The share of letters beyond ASCII that stand as in no word: two accented Latin letters side by side, a script beside
 * another, a capital behind a small letter, a sign within a word; and of characters that are no letters of a script.
 */
function computeOddShare(text: string, encoding: Encoding): number {
  let [letters, odd, before] = [0, 0, ''];
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (code >= 0x80) {
      letters++;
      if (isOdd(character, before) || isRare(character, text, encoding)) odd++;
    } else if (
      /[A-Za-z]/.test(character) &&
      /[\p{L}\p{S}\p{No}]/u.test(before) &&
      before >= '\x80' &&
      !/\p{Script=Latin}/u.test(before)
    )
      odd++;
    before = character;
  }
  return letters === 0 ? 0 : odd / letters;
}

function isOdd(character: string, before: string): boolean {
  const isAsciiLetter = /[A-Za-z]/.test(before);
  if (/[\uff61-\uff9f]/.test(character)) return true;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character))
    return isAsciiLetter;
  if (/[\u3000-\u303f\uff00-\uff60ー]/.test(character)) return false;
  if (!/\p{L}/u.test(character)) return isAsciiLetter && !/[\u2018\u2019®™]/.test(character);
  const isCapital = /\p{Lu}/u.test(character) && /\p{Ll}/u.test(before);
  if (/\p{Script=Latin}/u.test(character)) return isCapital || (before >= '\x80' && /\p{L}/u.test(before));
  return isCapital || isAsciiLetter;
}
