// Long texts in little room. A long name is cut, and whole while it has the pointer or the focus; of a text of several
// sentences, the first are shown and the others are a click away.
import { h } from 'preact';

// What the parts say on their own: in English, unless the page has them in another language.

interface PartWords {
  readonly more: string;
  /** In place of a table without rows. */
  readonly none: string;
  /** For pages that show fewer columns on a narrow screen: the switch to all of them. */
  readonly allColumns?: string;
}

const ENGLISH: PartWords = { more: 'Show more', none: 'There is nothing to show.' };

let getWords = (): PartWords => ENGLISH;

export function sayInParts(said: () => PartWords): void {
  getWords = said;
}

export function getPartWords(): PartWords {
  return getWords();
}

/** Characters that have room in a cell, in two or three lines of a card, and in a paragraph. */
const [NAME, LINES, PARAGRAPH] = [60, 130, 300];

interface CutProps {
  readonly as?: 'span' | 'h1' | 'h2' | 'h3' | 'p';
  readonly text: string;
}

/** What takes the focus itself, as a link does, needs the class alone. */
export function Cut({ as = 'span', text }: CutProps) {
  if (isLong(text, as === 'p' ? PARAGRAPH : NAME)) return h(as, { class: 'cut', tabIndex: 0 }, text);
  return as === 'span' ? text : h(as, null, text);
}

export function isLong(text: unknown, room = NAME): boolean {
  return typeof text === 'string' && text.length > room;
}

/** A text as a paragraph. */
export function Folded({ text }: { readonly text: string }) {
  const at = endOfFirst(text);
  return [
    h(Cut, { as: 'p', text: text.slice(0, at) }),
    at !== undefined &&
      h('details', null, h('summary', null, getPartWords().more), h('p', null, text.slice(at))),
  ];
}

/** Where the sentences end that are shown: undefined for all. */
function endOfFirst(text: string): number | undefined {
  if (text.length <= LINES) return undefined;
  const ends = [...text.matchAll(/[.!?] (?=\S)/g)].map(({ index }) => index + 1);
  return ends.findLast((end) => end <= LINES) ?? ends[0];
}
