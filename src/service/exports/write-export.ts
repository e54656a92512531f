// The export workflow's step: writes the report's rows into a file. A repetition writes another file, and the
// first run to complete the export decides which of them is the export's; the others are deleted.

import { type TableData, writeCsvTable, writeNdjsonTable } from '../../analysis/tables/table.ts';
import type { ExportInput } from '../../contract/messages/workflow.ts';
import type { WorkSentence } from '../../contract/sentences/failed-because.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import type { ReportStore } from '../reports/reports.ts';
import type { ExportFiles } from './export-files.ts';
import {
  type ExportRef,
  type ExportStore,
  listFileNames,
  type ReportExportItem,
  toExportRef,
} from './exports.ts';
import { writeParquetTable } from './parquet-table.ts';
import { ExportRefusal, type ReportTableDeps, readReportTable } from './report-table.ts';

export interface WriteExportDeps extends ReportTableDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly exports: Pick<ExportStore, 'get' | 'complete' | 'fail' | 'remove'>;
  readonly files: Pick<ExportFiles, 'put' | 'keepOnly'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
  readonly newRunId: (now: number) => string;
  readonly clock: () => number;
}

const WRITERS = { csv: writeCsvTable, ndjson: writeNdjsonTable, parquet: writeParquetTable } as const;

export function createWriteExport(deps: WriteExportDeps) {
  const { reports, exports, files, erasures, newRunId, clock } = deps;

  async function write(item: ReportExportItem): Promise<void> {
    const { account_id: accountId, report_id: reportId, dataset_id, what, format } = item;
    const started = clock();
    // Must be read before the report: the file covers all erasures up to this one.
    const erasedUntil = (await erasures.mark(accountId, dataset_id))?.latest ?? '';
    const report = await reports.get({ accountId, reportId });
    if (report === undefined) throw new ExportRefusal(say('export_of_erased_report', {}));
    const table = await readReportTable(deps, report, what);
    const counter = addRowCounter(table);
    const run = newRunId(started);
    const bytes = await files.put(item, run, WRITERS[format](counter.table));
    const rows = counter.rows();
    const at = new Date(clock()).toISOString();
    const isOurs = await exports.complete(item, { run, rows, bytes, erasedUntil }, at);
    await tidy(toExportRef(item));
    if (!isOurs) return;
    measure('ExportsCompleted');
    measure('ExportedRows', rows);
    measure('ExportDuration', clock() - started);
    log('info', 'report exported', {
      report_id: reportId,
      export_id: item.export_id,
      what,
      format,
      rows,
      bytes,
    });
  }

  /** For an export that has ended, or was erased: keeps only the file that it names. */
  async function tidy(ref: ExportRef): Promise<void> {
    const ended = await exports.get(ref);
    await files.keepOnly(ref, listFileNames(ended));
    const { accountId, source: reportId } = ref;
    if (ended === undefined || (await reports.get({ accountId, reportId })) !== undefined) return;
    // An erasure deletes the report, then its ended exports, so that either this run or the erasure finds the
    // file.
    await files.keepOnly(ref, []);
    await exports.remove(ended);
  }

  async function fail(item: ReportExportItem, reason: WorkSentence): Promise<void> {
    // Another run may complete it instead.
    if (await exports.fail(item, reason, new Date(clock()).toISOString())) measure('ExportsFailed');
    await tidy(toExportRef(item));
  }

  return async function writeExport(input: ExportInput): Promise<void> {
    const ref = toExportRef(input);
    const item = await exports.get(ref);
    if (item?.status !== 'Processing' || !('report_id' in item)) return tidy(ref);
    if (input.error !== undefined) return fail(item, explainFailure(input.error.Error));
    try {
      await write(item);
    } catch (thrown) {
      if (!(thrown instanceof ExportRefusal)) throw thrown;
      await fail(item, thrown.reason);
    }
  };
}

/** `error`: as Step Functions names it. */
export function explainFailure(error: string): WorkSentence {
  if (error === 'States.Timeout' || error === 'Sandbox.Timedout' || error === 'Lambda.Unknown')
    return say('export_took_too_long', {});
  return say('export_failed', {});
}

function addRowCounter({ columns, rows }: TableData): { readonly table: TableData; rows(): number } {
  let count = 0;
  const yieldRows = function* () {
    for (const cells of rows) {
      count++;
      yield cells;
    }
  };
  return { table: { columns, rows: yieldRows() }, rows: () => count };
}
