// Tests how lines of customer ids become a merge list, and back.
import { expect, it } from 'vitest';
import { formatMergeLines, parseMergeLines } from '../../../src/analysis/identity/merge-lines.ts';

it('reads a line as a person, with any separator, quotes and line end', () => {
  expect(parseMergeLines('17;ann@web.de\r\n"c,1", "say ""hi"""\n\n18\ttill-4\t"4\t5"\n')).toEqual({
    merges: [
      ['17', 'ann@web.de'],
      ['c,1', 'say "hi"'],
      ['18', 'till-4', '4\t5'],
    ],
    ids: 7,
  });
});

it('joins lines that share an id, and leaves out lines that join nothing', () => {
  expect(parseMergeLines('1,2\n3,4\n5\n2,3\n6,6\n,\n')).toEqual({
    merges: [['2', '3', '1', '4']],
    ids: 4,
  });
  expect(parseMergeLines('')).toEqual({ merges: [], ids: 0 });
});

it('writes lines that are read as the same list', () => {
  const merges = [
    ['17', 'ann@web.de'],
    ['a,b', 'c;d', 'say "hi"', '4\t5', ' ann '],
  ];
  expect(parseMergeLines(formatMergeLines(merges)).merges).toEqual(merges);
});
