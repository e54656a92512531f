// Long texts in little room. A long name is cut, and whole while it has the pointer or the focus; of a text of several
// sentences, the first are shown and the others are a click away.
import { h } from 'preact';
import { partWords } from './part-words.ts';

/** Characters that have room in a cell, in two or three lines of a card, and in a paragraph. */
const [NAME, LINES, PARAGRAPH] = [60, 130, 300];

export interface CutProps {
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
      h('details', null, h('summary', null, partWords().more), h('p', null, text.slice(at))),
  ];
}

/** Where the sentences end that are shown: undefined for all. */
function endOfFirst(text: string): number | undefined {
  if (text.length <= LINES) return undefined;
  const ends = [...text.matchAll(/[.!?] (?=\S)/g)].map(({ index }) => index + 1);
  return ends.findLast((end) => end <= LINES) ?? ends[0];
}
