// Tests the records and line numbers that CsvRecords finds in blocks of any size, damaged quotes and guessDelimiter.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvRecords, guessDelimiter } from '../../../../packages/order-files/text/csv-records.ts';

interface Scanned {
  readonly line: number;
  readonly fields: readonly string[] | string;
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Scans blocks of one line each by default, so that a record with a line feed spans blocks. */
function scan(text: string, delimiter = ',', blocks: readonly string[] = splitLines(text)): Scanned[] {
  const records = new CsvRecords(delimiter);
  const found: Scanned[] = [];
  const drain = (): void => {
    while (records.next())
      found.push({ line: records.line, fields: records.hasOpenQuote ? 'open quote' : [...records.fields] });
  };
  for (const block of blocks) {
    records.feed(block);
    drain();
  }
  records.end();
  drain();
  return found;
}

describe('CsvRecords and guessDelimiter', () => {
  test('CsvRecords reads quoted delimiters, quotes and newlines, and numbers a record by its first line', () => {
    expect(scan('a,b\r\n"x\n""y""\n",2\r\n\r\n3,"4"')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['x\n"y"\n', '2'] },
      { line: 6, fields: ['3', '4'] },
    ]);
  });
  test('CsvRecords reads empty fields at both ends of a record', () => {
    expect(scan(',a,\n"",,""\n')).toEqual([
      { line: 1, fields: ['', 'a', ''] },
      { line: 2, fields: ['', '', ''] },
    ]);
  });
  test('CsvRecords keeps a quote within a field', () => {
    expect(scan('12" ruler,1\n"b",2" c\n').map(({ fields }) => fields)).toEqual([
      ['12" ruler', '1'],
      ['b', '2" c'],
    ]);
  });
  test('CsvRecords confines a damaged quote to its own line', () => {
    expect(scan('"a"x,1\n"never closed,2\n3,4\n5,6\n')).toEqual([
      { line: 1, fields: ['"a"x', '1'] },
      { line: 2, fields: 'open quote' },
      { line: 3, fields: ['3', '4'] },
      { line: 4, fields: ['5', '6'] },
    ]);
  });
  test('CsvRecords reads all 300,000 lines after a quote that is never closed', () => {
    const blocks = ['"a\n', ...Array.from({ length: 6 }, () => '1,2\n'.repeat(50_000))];
    const found = scan('', ',', blocks);
    expect(found).toHaveLength(300_001);
    expect(found[0]).toEqual({ line: 1, fields: 'open quote' });
    expect(found[300_000]).toEqual({ line: 300_001, fields: ['1', '2'] });
  });
  test('CsvRecords agrees with csv-parse on well-formed text', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'é', '€', ' ', ',', ';', '"', '\n', '\r\n'), maxLength: 6 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    );
    const writeCell = (text: string, quoted: boolean, delimiter: string): string =>
      quoted || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (records, delimiter, newline) => {
          const text = records
            .map((cells) => cells.map(([one, quoted]) => writeCell(one, quoted, delimiter)).join(delimiter))
            .join(newline);
          const options = { delimiter, relax_column_count: true, skip_empty_lines: true };
          const expected: string[][] = parse(text, { ...options, record_delimiter: ['\r\n', '\n'] });
          expect(scan(text, delimiter).map(({ fields }) => fields)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
  test('CsvRecords agrees with csv-parse on any damaged quotes that csv-parse accepts', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', ' ', ',', '"', '""', '\n', '\r\n', '\r', '",', '"\n', ',"'),
      maxLength: 30,
    });
    const parseWithCsvParse = (whole: string): string[][] | undefined => {
      try {
        const options = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true };
        return parse(whole, { ...options, record_delimiter: ['\r\n', '\n'] });
      } catch {
        return undefined;
      }
    };
    let compared = 0;
    fc.assert(
      fc.property(text, (one) => {
        const whole = `${one}\n`;
        const expected = parseWithCsvParse(whole);
        if (expected === undefined) return;
        compared++;
        expect(scan(whole).map(({ fields }) => fields)).toEqual(expected);
        expect(scan(whole, ',', [whole])).toEqual(scan(whole));
      }),
      { numRuns: 3_000 },
    );
    expect(compared).toBeGreaterThan(1_000);
  });
  test('guessDelimiter finds the most frequent delimiter outside quotes', () => {
    expect(guessDelimiter('a,b,c')).toBe(',');
    expect(guessDelimiter('a;"b,c,d";e')).toBe(';');
    expect(guessDelimiter('a\tb\tc d,e')).toBe('\t');
    expect(guessDelimiter('single')).toBe(',');
  });
});
