// Makes equal texts of those that differ only in how they are written: doubled blanks, combined accents, the case of
// e-mail addresses, and `17850.0` for 17850, which a column of numbers has where one cell was empty.
import type { DistinctCount } from '../values/distinct-count.ts';
import { detachText, SLICED_FROM } from './texts.ts';

/** What was unified. */
export type Spelling = 'blanks' | 'accents' | 'addresses' | 'decimals';

/** Different texts that were changed, and the first of them. */
export interface Respelled {
  readonly texts: DistinctCount;
  readonly example: string;
  readonly as: string;
}

export type NoteSpelling = (spelling: Spelling, text: string, as: string) => void;

/** Characters that take no room: zero-width space, word joiner, soft hyphen. */
const INVISIBLE = /[\u200b\u2060\u00ad]/g;
const MAX_KNOWN = 20_000;
const TIDY_ASCII_END = 0x7f;
const TAB = 0x09;

/** Composes accents, replaces each run of blanks by one, and drops invisible characters. */
export class TidyTexts {
  private readonly known = new Map<string, string>();
  private readonly note: NoteSpelling;

  constructor(note: NoteSpelling) {
    this.note = note;
  }

  /** Returns one string for equal texts: names and SKUs repeat from line to line. */
  of(text: string): string {
    if (text.length < SLICED_FROM && isTidy(text)) return text;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    const own = detachText(text);
    const tidy = isTidy(own) ? own : this.tidy(own);
    this.known.set(own, tidy);
    return tidy;
  }

  private tidy(text: string): string {
    const composed = text.normalize('NFC');
    if (composed !== text) this.note('accents', text, composed);
    const tidy = composed.replaceAll(INVISIBLE, '').replaceAll(/[^\S\r\n]+/gu, ' ');
    if (tidy !== composed) this.note('blanks', text, tidy);
    return tidy;
  }
}

/** True for ASCII with single blanks; false leaves it open. */
function isTidy(text: string): boolean {
  let isBlank = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= TIDY_ASCII_END) return false;
    if (code > 0x20) isBlank = false;
    else if (isBlank || code === TAB) return false;
    else isBlank = code === 0x20;
  }
  return true;
}

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const WHOLE_WITH_DECIMALS = /^\d+[.,]00?$/;
const ZERO = 0x30;

/** Unifies an id further. `hasDecimals`: ids of the column have decimals, so that they are no whole numbers. */
export function unifyId(id: string, hasDecimals: boolean, note: NoteSpelling): string {
  if (id.charCodeAt(id.length - 1) === ZERO && !hasDecimals && WHOLE_WITH_DECIMALS.test(id)) {
    const whole = id.slice(0, id.search(/[.,]/));
    note('decimals', id, whole);
    return whole;
  }
  if (!id.includes('@') || !ADDRESS.test(id)) return id;
  const address = id.toLowerCase();
  if (address !== id) note('addresses', id, address);
  return address;
}

/** True if cells of the column have decimals, such as `3.1`. */
export function hasDecimalIds(cells: readonly string[]): boolean {
  return cells.some((cell) => /^\d+[.,]\d*[1-9]\d*$/.test(cell.trim()));
}
