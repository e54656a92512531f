// Reads exports: returns an address for a file that exists and contains nobody who is being erased.
import type { ExportView } from '../../contract/resources/reports/exports.ts';
import { EXPORT_DAYS, EXPORT_LINK_MINUTES } from '../../contract/schema/limits.ts';
import { toState } from '../../contract/schema/work-state.ts';
import { explainFailure } from '../../contract/sentences/failed-because.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import type { ReportStore } from '../reports/reports.ts';
import type { ExportFiles } from './export-files.ts';
import { type ExportItem, type ExportRef, isRunning } from './exports.ts';

// An export as clients see it.

const DAY_MS = 86_400_000;
export const STOPPED = say('export_stopped', {});

export function computeExpiry({ created_at }: ExportItem): number {
  return Date.parse(created_at) + EXPORT_DAYS * DAY_MS;
}

export function toExportView(item: ExportItem, now: number): ExportView {
  // Its workflow was never started, or was stopped from outside.
  const stopped = item.status === 'Processing' && !isRunning(item, now);
  const status = stopped ? 'Failed' : item.status;
  const { fail_reason, fail_reason_coded } = stopped ? explainFailure(STOPPED) : item;
  return {
    export_id: item.export_id,
    report_id: item.report_id,
    what: item.what,
    format: item.format,
    status,
    state: toState(status),
    created_at: item.created_at,
    expires_at: new Date(computeExpiry(item)).toISOString(),
    completed_at: item.completed_at ?? null,
    rows: item.rows ?? null,
    bytes: item.bytes ?? null,
    fail_reason: fail_reason ?? null,
    ...(fail_reason_coded !== undefined && { fail_reason_coded }),
    download_url: null,
    download_expires_at: null,
  };
}

export interface ReadExportDeps {
  readonly files: Pick<ExportFiles, 'address'>;
  readonly erasures: Pick<ErasureStore, 'mark' | 'listUnfinished'>;
  readonly clock: () => number;
}

export function createReadExport({ files, erasures, clock }: ReadExportDeps) {
  /** Whether an erasure is in progress that the file does not cover. */
  async function mayNameErased(item: ExportItem): Promise<boolean> {
    const { account_id, dataset_id, what, erased_until = '' } = item;
    const latest = (await erasures.mark(account_id, dataset_id))?.latest ?? '';
    if (latest <= erased_until) return false;
    const unfinished = await erasures.listUnfinished(account_id, dataset_id);
    return unfinished.some(
      ({ erasure_id, customer }) =>
        erasure_id > erased_until && (customer === undefined || what === 'customers'),
    );
  }

  return async function readExport(item: ExportItem): Promise<ExportView> {
    const now = clock();
    const view = toExportView(item, now);
    const { status, run } = item;
    if (status !== 'Completed' || run === undefined || (await mayNameErased(item))) return view;
    const seconds = Math.min(EXPORT_LINK_MINUTES * 60, Math.floor((computeExpiry(item) - now) / 1_000));
    return {
      ...view,
      download_url: await files.address(item, run, seconds),
      download_expires_at: new Date(now + seconds * 1_000).toISOString(),
    };
  };
}

export interface ExplainMissingDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly erasures: Pick<ErasureStore, 'mark'>;
}

/** Why an export is not found: erasures delete exports, and no trace of a single one stays. */
export function createExplainMissing({ reports, erasures }: ExplainMissingDeps) {
  return async function explainMissing({ accountId, reportId, exportId }: ExportRef): Promise<string> {
    const report = await reports.get({ accountId, reportId });
    const mark = report && (await erasures.mark(accountId, report.dataset_id));
    // Ids are ULIDs, in the order of their times.
    return mark !== undefined && mark.latest > exportId
      ? `Export not found. Erasure ${mark.latest} deleted earlier exports that it concerns: request the export again.`
      : `Export not found. Exports are deleted after ${EXPORT_DAYS} days.`;
  };
}
