// Tables as CSV and as lines of JSON.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeFormula, replaceControls } from '../../../src/analysis/tables/harmless-text.ts';
import { type TableData, writeCsvTable, writeNdjsonTable } from '../../../src/analysis/tables/table.ts';
import type { Cell } from '../../../src/contract/report-types/table.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';

const columns = [
  { name: 'products', type: 'texts' },
  { name: 'name', type: 'text' },
  { name: 'value', type: 'number' },
  { name: 'known', type: 'boolean' },
] as const;
const createTable = (...rows: Cell[][]): TableData => ({ columns, rows });
const joinText = (pieces: Iterable<Uint8Array>) => Buffer.concat([...pieces]).toString('utf8');

describe('writeCsvTable', () => {
  it('escapes text that a spreadsheet would run as a formula and leaves negative numbers unchanged', () => {
    expect(joinText(writeCsvTable(createTable([['=a', 'b'], '=HYPERLINK("x")', -1.5, true])))).toBe(
      'products,name,value,known\r\n"[""=a"",""b""]","\'=HYPERLINK(""x"")",-1.5,true\r\n',
    );
  });

  it('replaces control characters and characters that reverse text, also in lists', () => {
    const text = joinText(writeCsvTable(createTable([['a\u202eb'], 'a\u001b[31mb\u0007', 0, false])));
    expect(text).toContain('["a\ufffdb"]'.replaceAll('"', '""'));
    expect(text).toContain('a\ufffd[31mb\ufffd');
    expect(text).not.toMatch(/(?![\r\n])[\p{Cc}\u202e]/u);
  });

  it('writes empty cells for missing values and quotes line ends, commas and quotes', () => {
    expect(joinText(writeCsvTable(createTable([null, 'a,"b"\nc', null, null])))).toBe(
      'products,name,value,known\r\n,"a,""b""\nc",,\r\n',
    );
  });

  it('writes any text as the exact escaping does, even if a faster check accepts it', () => {
    const oneColumn = [{ name: 'a', type: 'text' }] as const;
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: CODE_POINT }), fc.string({ unit: 'grapheme-ascii' })),
        (text) => {
          const safe = escapeFormula(replaceControls(text));
          const cell = /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
          expect(joinText(writeCsvTable({ columns: oneColumn, rows: [[text]] }))).toBe(
            Buffer.from(`a\r\n${cell}\r\n`).toString('utf8'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('writes the column names of a table without rows', () => {
    expect(joinText(writeCsvTable(createTable()))).toBe('products,name,value,known\r\n');
  });
});

describe('writeNdjsonTable', () => {
  it('writes every value of many rows unchanged', () => {
    const rows = Array.from({ length: 5_000 }, (_, i): Cell[] => [['=a', `p${i}`], null, i / 7, i % 2 === 0]);
    const lines = joinText(writeNdjsonTable(createTable(...rows)))
      .trimEnd()
      .split('\n');
    expect(lines.map((line) => Object.values(JSON.parse(line)))).toEqual(rows);
    expect(lines[0]).toBe('{"products":["=a","p0"],"name":null,"value":0,"known":true}');
  });

  it('writes nothing for a table without rows', () => {
    expect(joinText(writeNdjsonTable(createTable()))).toBe('');
  });
});
