// Long texts in little room. A long name is cut, and whole while it has the pointer or the focus; of a text of several
// sentences, the first are shown and the others are a click away.
import { h } from 'preact';

// The parts' own words: English, unless the page sets those of another language.

interface PartWords {
  readonly more: string;
  /** The control that opens how a figure was computed and tested. */
  readonly howSure: string;
  /** Shown instead of a table without rows. */
  readonly none: string;
}

const ENGLISH: PartWords = {
  more: 'Show more',
  howSure: 'How sure is this?',
  none: 'There is nothing to show.',
};

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

/**
 * Shortens long text, and shows all of it on focus. An element that takes the focus itself, such as a link, needs only
 * the class.
 */
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

/** Returns the end of the sentences to show; undefined to show all. */
function endOfFirst(text: string): number | undefined {
  if (text.length <= LINES) return undefined;
  const ends = [...text.matchAll(/[.!?] (?=\S)/g)].map(({ index }) => index + 1);
  return ends.findLast((end) => end <= LINES) ?? ends[0];
}
