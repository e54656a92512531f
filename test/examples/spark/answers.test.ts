// Tests the documented columns of examples/spark without Spark, and `report import` on files with these columns.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readAnswers, SHOWN_TABLES } from '../../../apps/cli/commands/reports/report-import.ts';
import { renderHtml } from '../../../apps/cli/report-pages/html-page.ts';
import { renderCsv } from '../../../apps/cli/report-pages/report-csv.ts';
import { renderTerminal } from '../../../apps/cli/report-pages/terminal-report.ts';
import type { Cell, CellType, TableColumn } from '../../../src/contract/report-types/table.ts';
import { writeParquetTable } from '../../../src/service/exports/parquet-table.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/spark');
const root = mkdtempSync(join(tmpdir(), 'order-analytics-answers-'));
afterAll(() => rmSync(root, { recursive: true }));

const TYPES: Readonly<Record<string, CellType>> = {
  string: 'text',
  long: 'integer',
  double: 'number',
  boolean: 'boolean',
  'array<string>': 'texts',
};

/** The columns of each folder, from the program. */
function readProgram(): Map<string, TableColumn[]> {
  const program = readFileSync(join(EXAMPLE, 'questions.py'), 'utf8');
  const output = /^OUTPUT = \{(.*?)^\}/ms.exec(program)?.[1] ?? '';
  const tables = output.matchAll(/"(\w+)":((?:\s*"[^"]*")+)/g);
  return new Map(
    [...tables].map(([, name = '', texts = '']) => [
      name,
      [...texts.matchAll(/(\w+) ([a-z]+(?:<string>)?)/g)].map(([, column = '', type = '']) => ({
        name: column,
        type: TYPES[type] ?? 'text',
      })),
    ]),
  );
}

/** The same columns, from the README. */
function readDocument(): Map<string, string[]> {
  const output = readFileSync(join(EXAMPLE, 'README.md'), 'utf8').split('## Output')[1] ?? '';
  const rows = [...output.matchAll(/^\| (\w+) \| ([\w, ]+) \|$/gm)].slice(1);
  return new Map(rows.map(([, name = '', columns = '']) => [name, columns.split(', ')]));
}

const CELLS: Readonly<Partial<Record<CellType, Cell>>> = {
  text: 'Champions',
  texts: ['Tea', '=cmd()'],
  integer: 12,
  number: 0.00001234,
  boolean: true,
};

/** Writes a table of equal rows in two files, as Spark does. */
function writeTable(folder: string, name: string, rows: number): void {
  const columns = readProgram().get(name) ?? [];
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, '_SUCCESS'), '');
  for (const part of [0, 1]) {
    const own = Math.floor((rows + part) / 2);
    const cells = columns.map(({ type }) => CELLS[type] ?? null);
    const pieces = writeParquetTable({ columns, rows: Array.from({ length: own }, () => cells) });
    writeFileSync(join(folder, name, `part-0000${part}.snappy.parquet`), Buffer.concat([...pieces]));
  }
}

it('documents the columns that the program writes', () => {
  const program = readProgram();
  expect([...program.keys()]).toEqual(expect.arrayContaining(['summary', 'customers', ...SHOWN_TABLES]));
  const names = [...program].map(([name, columns]) => [name, columns.map((column) => column.name)] as const);
  expect(readDocument()).toEqual(new Map(names));
});

it('shows every table on the terminal, as CSV and as a page', async () => {
  const folder = join(root, 'whole');
  for (const [name] of readProgram()) writeTable(folder, name, name === 'summary' ? 1 : 3);
  const report = await readAnswers(folder, SHOWN_TABLES);
  const terminal = renderTerminal(report, { width: 200, colour: false });
  for (const text of ['Segments', 'Cohorts', 'Rules', 'Tea', '< 0.0001', 'has not checked'])
    expect(terminal).toContain(text);
  const page = await renderHtml(report);
  for (const text of ['Computed outside the service', 'Champions', 'P value corrected'])
    expect(page).toContain(text);
  const csv = renderCsv(await readAnswers(folder, ['rules']));
  expect(csv.split('\r\n')).toHaveLength(5);
  expect(csv).toContain('Tea + =cmd()');
});

it('shows at most 10,000 rows of a table, and states it', async () => {
  const folder = join(root, 'large');
  writeTable(folder, 'summary', 1);
  writeTable(folder, 'rules', 10_002);
  const report = await readAnswers(folder, ['rules']);
  expect(report).toMatchObject({ rules: { length: 10_000 } });
  expect(report.warnings).toEqual(['The first 10,000 rows of rules are shown; the Parquet files have all.']);
});

it('names a table that has no file, and one that is no Parquet', async () => {
  const folder = join(root, 'broken');
  writeTable(folder, 'summary', 1);
  mkdirSync(join(folder, 'rules'));
  await expect(readAnswers(folder, ['rules'])).rejects.toThrow('rules has no Parquet file');
  writeFileSync(join(folder, 'rules', 'part-0.parquet'), 'no table, but long enough to be read');
  await expect(readAnswers(folder, ['rules'])).rejects.toThrow(
    'rules/part-0.parquet is not a readable Parquet file',
  );
});
