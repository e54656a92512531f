// Checks that no cell of a CSV file is a formula in a spreadsheet that separates cells by comma, semicolon or tab, and
// that a reader with commas gets the text of the data.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import { formatCsvText } from '../../../src/analysis/tables/harmless-text.ts';
import { writeCsvTable } from '../../../src/analysis/tables/table.ts';

const RUNS = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]/u;
const RFC_4180 = { record_delimiter: '\r\n' };
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Reads cells like a spreadsheet: a quote counts only at the start of a cell; text after the closing quote stays. */
function readCells(text: string, separators: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    let cell = '';
    if (text[at] === '"') {
      at++;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        if (text[at] === '"') at++;
        cell += text[at++];
      }
      at++;
    }
    while (at < text.length && !`${separators}\r\n`.includes(text.charAt(at))) cell += text[at++];
    cells.push(cell);
  }
  return cells;
}

const hostile = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'Tea',
        'x',
        ';',
        ',',
        '\t',
        '\n',
        '\r',
        '"',
        "'",
        ' ',
        '\u200b',
        '=',
        '-',
        '＝',
        '﹢',
        '+1',
        '|',
      ),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
);
const row = fc.tuple(hostile, hostile, fc.array(hostile, { maxLength: 3 }), fc.integer({ min: -9, max: 9 }));
type Row = readonly [string, string, string[], number];

const columns = [
  { name: 'a', type: 'text' },
  { name: 'b', type: 'text' },
  { name: 'c', type: 'texts' },
  { name: 'd', type: 'integer' },
] as const;
const WRITERS: Readonly<Record<string, (rows: readonly Row[]) => string>> = {
  'an export': (rows) => Buffer.concat([...writeCsvTable({ columns, rows })]).toString('utf8'),
  'a report, a list or rejected rows': (rows) =>
    formatCsv([['a', 'b', 'c', 'd'], ...rows.map(([a, b, c, d]) => [a, b, c.join(' + '), d])]),
};

/** Removes the apostrophes before formulas, which restores the exact text. */
const withoutApostrophes = (text: string): string =>
  text.replace(
    /(?<=^|[;\t\r\n])'(?=(?:['"\p{Cf}]|[^\S\t\r\n])*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/gu,
    '',
  );

describe.each(Object.entries(WRITERS))('%s as CSV', (_, write) => {
  it.each([',', ';', '\t', ',;\t', ';\t'])(
    'contains no formula in a cell if read with the separators %j',
    (separators) => {
      fc.assert(
        fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
          const formulas = readCells(write(rows), separators).filter((cell) => RUNS.test(cell));
          expect(formulas.filter((cell) => !NUMBER.test(cell))).toEqual([]);
        }),
        { numRuns: 500 },
      );
    },
  );

  it('returns the exact text under RFC 4180, with one added apostrophe before each formula', () => {
    fc.assert(
      fc.property(row, (cells) => {
        const [, [a = '', b = '', , d] = []] = parse(write([cells]), RFC_4180);
        expect([a, b].map(withoutApostrophes)).toEqual(
          [cells[0], cells[1]].map((text) =>
            text.replace(/(?![\t\r\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd'),
          ),
        );
        expect(Number(d)).toBe(cells[3]);
      }),
    );
  });
});

it('writeCsvTable keeps lists exact by escaping a semicolon before a formula in JSON', () => {
  const names = ['Tea;=1+1', 'A;B', '"; -1'];
  const table = { columns: [{ name: 'c', type: 'texts' }], rows: [[names]] } as const;
  const text = Buffer.concat([...writeCsvTable(table)]).toString();
  expect(text).not.toContain('Tea;');
  const [, [cell = ''] = []] = parse(text, RFC_4180);
  expect(JSON.parse(cell)).toEqual(names);
});

it('formatCsvText takes linear time for any repeated special character', () => {
  for (const repeated of ['\t', ';', "'", ' ', ';"', '\u200b']) {
    expect(formatCsvText(repeated.repeat(300_000)).length).toBeGreaterThan(299_999);
  }
});
