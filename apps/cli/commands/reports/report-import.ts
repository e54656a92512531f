// `report import`: shows tables that another engine computed from the same orders (examples/spark), as reports are
// shown. It computes nothing and stores nothing.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { formatWhole } from '../../../../src/contract/sentences/wording.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import type { CliCommand } from '../cli-command.ts';
import type { Context } from '../context.ts';
import { addOutputOptions, type OutputFlags, showReport } from './show-report.ts';

export const SHOWN_TABLES = ['segments', 'cohorts', 'rules'] as const;
type ShownTable = (typeof SHOWN_TABLES)[number];
/** Rows of a table that are shown, as in a report. */
const MOST_ROWS = 10_000;

export function addReportImportCommand(context: Context, report: CliCommand): void {
  const command = report
    .command('import <folder>')
    .description('show tables that examples/spark wrote as Parquet: on the terminal, as CSV or as a page')
    .choice('--table <name>', 'show this table only; required by --csv', SHOWN_TABLES);
  addOutputOptions(command)
    .examples('report import answers --html answers.html', 'report import answers --table rules --csv')
    .action(async (folder: string, { table, ...flags }: OutputFlags & { readonly table?: ShownTable }) => {
      if (flags.csv && table === undefined)
        throw new OperationError(`--csv requires --table: ${SHOWN_TABLES.join(', ')}`);
      await showReport(
        context,
        await readAnswers(folder, table === undefined ? SHOWN_TABLES : [table]),
        flags,
      );
    });
}

/** `tables`: those to show. Throws OperationError for a folder without them. */
export async function readAnswers(folder: string, tables: readonly ShownTable[]) {
  const [summary = {}] = await readTable(folder, 'summary');
  const { reference_date = null, ...counted } = summary;
  const shown = await Promise.all(tables.map(async (name) => [name, await readTable(folder, name)] as const));
  const cut = shown.filter(([, rows]) => rows.length > MOST_ROWS).map(([name]) => name);
  const most = formatWhole(MOST_ROWS);
  return {
    ...{ report_id: 'import', report_type: 'SPARK', name: 'Computed outside the service' },
    ...{ dataset_id: basename(folder), status: 'Completed', created_at: new Date().toISOString() },
    ...{
      reference_date,
      settings: { filters: { dateRange: null, conditions: [] } },
      summary: counted,
      ai_insights: null,
    },
    ...Object.fromEntries(shown.map(([name, rows]) => [name, rows.slice(0, MOST_ROWS)])),
    warnings: cut.map((name) => `The first ${most} rows of ${name} are shown; the Parquet files have all.`),
    notes: ['Another engine computed these tables. The service has not checked them.'],
  };
}

/** Reads at most one row more than is shown. */
export async function readTable(
  folder: string,
  name: string,
  most = MOST_ROWS + 1,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.parquet'));
  if (files.length === 0) throw new OperationError(`${join(folder, name)} has no Parquet file`);
  for (const one of files.sort()) {
    const path = join(folder, name, one);
    const file = await asyncBufferFromFile(path);
    const read = parquetReadObjects({ file, rowEnd: most - rows.length });
    // The library's own messages about unexpected bytes do not help.
    for (const row of (await read.catch(() => undefined)) ?? throwUnreadable(path)) rows.push(row);
    if (rows.length >= most) break;
  }
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
    ),
  );
}

function throwUnreadable(path: string): never {
  throw new OperationError(`${path} is not a readable Parquet file`);
}
