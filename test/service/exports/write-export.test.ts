// Tests exports whose report or data is missing, or that run beside an erasure.
import { gzipSync } from 'node:zlib';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it, vi } from 'vitest';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../src/analysis/mining/rules/rule.ts';
import type { Cell, TableColumn } from '../../../src/contract/report-types/table.ts';
import { asText } from '../../../src/contract/sentences/english.ts';
import type { Sentence } from '../../../src/contract/sentences/sentence.ts';
import type { ExportItem, ReportExportItem } from '../../../src/service/exports/exports.ts';
import { writeParquetTable } from '../../../src/service/exports/parquet-table.ts';
import { createWriteExport } from '../../../src/service/exports/write-export.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { createReportItem } from '../../../tools/harness/report-item.ts';
import { toBaskets } from '../../analysis/mining/basket-data.ts';

const KEY = { account_id: 'acc', report_id: '01M7YN9QHZYR8GXB77DH0YCNR5' };
const REF = { ...KEY, export_id: '01M7YQ9C3E5G7J9M1P3R5T7V9X' };
const item: ReportExportItem = {
  ...REF,
  dataset_id: 'default',
  report_type: 'MBA',
  what: 'rules',
  format: 'ndjson',
  status: 'Processing',
  created_at: '2026-03-31T14:06:00.000Z',
};
const report: ReportItem = createReportItem({
  ...KEY,
  at: '2026-03-31T14:05:00.000Z',
  report_type: 'MBA',
  status: 'Completed',
  request: { report_type: 'MBA', dataset_id: 'default' },
});

const BASKETS = toBaskets([
  ['a', 'b', 'c'],
  ['a', 'b'],
  ['b', 'c', 'd'],
  ['a', 'c', 'd'],
  ['a', 'b', 'c', 'd'],
]);
const OPTIONS = { minSupport: 0.2, minConfidence: 0.1 };
const ALL = mineRules(BASKETS, { ...OPTIONS, maxRules: 10_000 });

interface World {
  /** Rules in the body. */
  readonly kept: readonly AssociationRule[];
  readonly found?: number;
  readonly hasRuleSet?: boolean;
  readonly status?: ExportItem['status'];
  /** Results of `reports.get`, one after the other. */
  readonly reports?: readonly (ReportItem | undefined)[];
  /** Whether the export is still in progress when its file is complete. */
  readonly completes?: boolean;
}

function createWorld({
  kept,
  found = ALL.ruleCount,
  hasRuleSet = true,
  status = 'Processing',
  reports = [],
  completes = true,
}: World) {
  const body = { association_rules: kept, summary: { association_rules_found: found } };
  const files: string[] = [];
  const events: string[] = [];
  const left = [...reports];
  let now: ExportItem | undefined = { ...item, status };
  const complete = vi.fn(async () => {
    now = completes ? { ...item, status: 'Completed', run: 'run' } : undefined;
    return completes;
  });
  const fail = vi.fn(async (_: ExportItem, reason: Sentence) => {
    events.push(`failed: ${asText([reason])}`);
    return true;
  });
  async function* readRuleSet(): AsyncGenerator<Uint8Array> {
    for (const piece of ALL.ruleSetFile() ?? []) yield Uint8Array.from(piece);
  }
  const write = createWriteExport({
    reports: { get: async () => (left.length > 0 ? left.shift() : report) },
    exports: {
      get: async () => now,
      complete,
      fail,
      remove: async () => {
        events.push('item removed');
      },
    },
    files: {
      async put(_, run, pieces) {
        expect(run).toBe('run');
        const parts: Uint8Array[] = [];
        for await (const piece of pieces) parts.push(Uint8Array.from(piece));
        files.push(Buffer.concat(parts).toString('utf8'));
        return 100;
      },
      keepOnly: async (_, [run]) => {
        events.push(run === undefined ? 'files removed' : `files but ${run} removed`);
      },
    },
    bodies: { find: async () => gzipSync(JSON.stringify(body)) },
    lists: {
      version: async () => undefined,
      read: () => Promise.reject(new Error('no list is expected to be read')),
    },
    ruleSets: { find: async () => (hasRuleSet ? readRuleSet() : undefined) },
    hidden: async () => ({ customers: [], everybody: false }),
    erasures: { mark: async () => ({ latest: '01M7YN9QHZYR8GXB77DH0YCNR6' }) },
    newRunId: () => 'run',
    clock: () => Date.parse('2026-03-31T14:07:00.000Z'),
  });
  return { write, files, events, complete, fail };
}

describe('an export of rules', () => {
  it('begins with the rules of the report and adds every other rule', async () => {
    const { write, files, complete } = createWorld({ kept: ALL.rules.slice(0, 3) });
    await write(REF);
    const lines = (files[0] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const formatSides = ({
      antecedents,
      consequents,
    }: Pick<AssociationRule, 'antecedents' | 'consequents'>) => JSON.stringify([antecedents, consequents]);
    expect(lines.slice(0, 3).map(formatSides)).toEqual(ALL.rules.slice(0, 3).map(formatSides));
    expect(lines.map(formatSides).sort()).toEqual(ALL.rules.map(formatSides).sort());
    expect(complete).toHaveBeenCalledWith(
      expect.objectContaining(REF),
      { run: 'run', rows: ALL.ruleCount, bytes: 100, erasedUntil: '01M7YN9QHZYR8GXB77DH0YCNR6' },
      '2026-03-31T14:07:00.000Z',
    );
  });

  it('reads only the body if it has all rules', async () => {
    const { write, files } = createWorld({ kept: ALL.rules, hasRuleSet: false });
    await write(REF);
    expect((files[0] ?? '').trimEnd().split('\n')).toHaveLength(ALL.ruleCount);
  });

  it('fails with an instruction if only the kept rules are stored', async () => {
    const { write, events, files } = createWorld({ kept: ALL.rules.slice(0, 3), hasRuleSet: false });
    await write(REF);
    expect(files).toEqual([]);
    expect(events[0]).toMatch(
      /^failed: The service has stored only the rules that the report lists: .*Choose a higher share/,
    );
  });

  it('fails with the number of rules and the limit if there are more rules than an export may have', async () => {
    const { write, events } = createWorld({ kept: ALL.rules.slice(0, 3), found: 354_744_604 });
    await write(REF);
    expect(events[0]).toContain(
      'The report found 354,744,604 rules, and an export holds at most 50,000,000.',
    );
  });
});

describe('an export', () => {
  it('writes no file for an export that has ended, and deletes the files of killed runs', async () => {
    const { write, files, events } = createWorld({ kept: ALL.rules, status: 'Completed' });
    await write(REF);
    expect([files, events]).toEqual([[], ['files removed']]);
  });

  it('fails if the report was erased before it was read', async () => {
    const { write, events } = createWorld({ kept: ALL.rules, reports: [undefined] });
    await write(REF);
    expect(events).toEqual(['failed: The report was erased.', 'files removed']);
  });

  it('deletes the file and the export if the report is erased while the file is written', async () => {
    const { write, events } = createWorld({ kept: ALL.rules, reports: [report, undefined] });
    await write(REF);
    expect(events).toEqual(['files but run removed', 'files removed', 'item removed']);
  });

  it('deletes a file that no export names any more', async () => {
    const { write, events } = createWorld({ kept: ALL.rules, completes: false });
    await write(REF);
    expect(events).toEqual(['files removed']);
  });

  it.each([
    ['States.Timeout', 'export_took_too_long'],
    ['Error', 'export_failed'],
  ])('notes the reason of a run that ended with %s', async (name, reason) => {
    const { write, fail } = createWorld({ kept: ALL.rules });
    await write({ ...REF, error: { Error: name } });
    const because = { code: reason, params: {} };
    expect(fail).toHaveBeenCalledWith(expect.objectContaining(REF), because, expect.any(String));
  });
});

// An independent library reads the Parquet files.

const columns: readonly TableColumn[] = [
  { name: 'products', type: 'texts' },
  { name: 'name', type: 'text' },
  { name: 'count', type: 'integer' },
  { name: 'value', type: 'number' },
  { name: 'known', type: 'boolean' },
];

function writeFile(rows: readonly (readonly Cell[])[]): ArrayBuffer {
  const bytes = Buffer.concat([...writeParquetTable({ columns, rows })]);
  return Uint8Array.from(bytes).buffer;
}

describe('a table as Parquet', () => {
  it('keeps every value and its type over several row groups', async () => {
    const rows = Array.from({ length: 50_001 }, (_, i): readonly Cell[] => [
      i % 5 === 0 ? null : Array.from({ length: i % 3 }, (_, at) => `é${i}-${at}`),
      i % 7 === 0 ? null : `=x${i % 100}`,
      i % 11 === 0 ? null : i,
      i % 13 === 0 ? null : -i / 3,
      i % 17 === 0 ? null : i % 2 === 0,
    ]);
    const file = writeFile(rows);
    expect(parquetMetadata(file).row_groups.length).toBeGreaterThan(1);
    const read = await parquetReadObjects({ file });
    expect(read.map((row) => columns.map(({ name }) => row[name] ?? null))).toEqual(
      rows.map((cells) => cells.map((cell, at) => (at === 2 && cell !== null ? BigInt(Number(cell)) : cell))),
    );
  }, 60_000);

  it('keeps its columns if it has no rows', async () => {
    const metadata = parquetMetadata(writeFile([]));
    expect(metadata.num_rows).toBe(0n);
    expect(metadata.schema.map(({ name }) => name)).toEqual([
      'root',
      'products',
      'list',
      'element',
      ...columns.slice(1).map(({ name }) => name),
    ]);
  });
});
