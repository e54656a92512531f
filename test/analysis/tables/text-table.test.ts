import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, replaceControls } from '../../../src/analysis/tables/harmless-text.ts';
import { type Table, writeCsvTable, writeNdjsonTable } from '../../../src/analysis/tables/table.ts';
import type { Cell } from '../../../src/contract/report-types/table.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';

const columns = [
  { name: 'products', type: 'texts' },
  { name: 'name', type: 'text' },
  { name: 'value', type: 'number' },
  { name: 'known', type: 'boolean' },
] as const;
const tableOf = (...rows: Cell[][]): Table => ({ columns, rows });
const textOf = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]).toString('utf8');

describe('a table as CSV', () => {
  it('makes text harmless that a spreadsheet would run, and leaves negative numbers alone', () => {
    expect(textOf(writeCsvTable(tableOf([['=a', 'b'], '=HYPERLINK("x")', -1.5, true])))).toBe(
      'products,name,value,known\r\n"[""=a"",""b""]","\'=HYPERLINK(""x"")",-1.5,true\r\n',
    );
  });

  it('replaces characters that a terminal obeys or that turn text around, in lists as well', () => {
    const text = textOf(writeCsvTable(tableOf([['a\u202eb'], 'a\u001b[31mb\u0007', 0, false])));
    expect(text).toContain('["a\ufffdb"]'.replaceAll('"', '""'));
    expect(text).toContain('a\ufffd[31mb\ufffd');
    expect(text).not.toMatch(/(?![\r\n])[\p{Cc}\u202e]/u);
  });

  it('leaves cells empty that do not exist, and quotes line ends, commas and quotes', () => {
    expect(textOf(writeCsvTable(tableOf([null, 'a,"b"\nc', null, null])))).toBe(
      'products,name,value,known\r\n,"a,""b""\nc",,\r\n',
    );
  });

  it('writes any text as the exact checks say, also where a shorter check passes it', () => {
    const oneColumn = [{ name: 'a', type: 'text' }] as const;
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: CODE_POINT }), fc.string({ unit: 'grapheme-ascii' })),
        (text) => {
          const safe = escapeFormula(replaceControls(text));
          const cell = /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
          expect(textOf(writeCsvTable({ columns: oneColumn, rows: [[text]] }))).toBe(
            Buffer.from(`a\r\n${cell}\r\n`).toString('utf8'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('of no rows has the names of its columns', () => {
    expect(textOf(writeCsvTable(tableOf()))).toBe('products,name,value,known\r\n');
  });
});

describe('a table as lines of JSON', () => {
  it('gives every value as it is, in many rows as in one', () => {
    const rows = Array.from({ length: 5_000 }, (_, i): Cell[] => [['=a', `p${i}`], null, i / 7, i % 2 === 0]);
    const lines = textOf(writeNdjsonTable(tableOf(...rows)))
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(rows);
    expect(lines[0]).toBe('{"products":["=a","p0"],"name":null,"value":0,"known":true}');
  });

  it('of no rows is empty', () => {
    expect(textOf(writeNdjsonTable(tableOf()))).toBe('');
  });
});
