// Phrases that readers stumbled over do not return to the documents, the sources or the text that they print.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** What is not written, and what is written instead. */
const REPLACEMENTS: readonly (readonly [phrase: string, instead: string])[] = [
  ['unless told', 'by default, default 20'],
  ['unless given', 'default'],
  ['as told', 'as set by the option'],
  ['told by the', 'detected from the'],
  ['goes on', 'continues'],
  ['go on', 'continue'],
  ['is begun', 'is started'],
  ['are begun', 'are started'],
  ['going on behind', 'resuming after'],
  ['folded', 'compressed'],
  ['unfolded', 'decompressed'],
  ['mend', 'fix, correct'],
  ['mends', 'fixes, corrects'],
  ['mended', 'fixed, corrected'],
  ['handed back', 'returned'],
  ['give back', 'return'],
  ['gives back', 'returns'],
  ['given back', 'returned'],
  ['in the midst', 'during'],
  ['anew', 'again'],
  ['could not be begun', 'could not start'],
  ['least share', 'minimum share'],
  ['1 customers', '1 customer'],
  ['1 orders', '1 order'],
];

const TEXTS = [
  '*.md',
  'docs/**/*.md',
  '{src,cli,functions,lib,local}/**/*.{ts,md}',
  'client/*.md',
  'client/src/**/*.ts',
];

/** Each occurrence with its line, also where the phrase is broken over two lines of a comment. */
function found(phrase: string, text: string): number[] {
  const between = String.raw`(?:\s+(?:(?://|\*|-)\s+)?)`;
  const pattern = new RegExp(String.raw`(?<![\w.,-])${phrase.split(' ').join(between)}(?![\w-])`, 'gi');
  return [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split('\n').length);
}

describe('plain English', () => {
  const paths = globSync(TEXTS).sort();
  const texts = paths.map((path) => [path, readFileSync(path, 'utf8')] as const);

  it('is checked in documents and sources of every folder', () => {
    for (const start of ['README.md', 'docs/', 'src/', 'cli/', 'client/', 'functions/', 'lib/', 'local/'])
      expect(paths.some((path) => path.startsWith(start))).toBe(true);
  });

  it('finds a phrase across the lines of a comment, and only as whole words', () => {
    expect(found('unless told', '\n// 16 unless\n// told.')).toEqual([2]);
    expect(found('mend', 'Recommend, amend, mend.\n')).toEqual([1]);
    expect(found('mend', 'recommended')).toEqual([]);
  });

  it.each(REPLACEMENTS)('has no "%s": write "%s"', (phrase) => {
    const places = texts.flatMap(([path, text]) => found(phrase, text).map((line) => `${path}:${line}`));
    expect(places).toEqual([]);
  });
});
