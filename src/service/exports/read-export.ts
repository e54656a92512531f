// Reads exports: returns an address for a file that exists and contains nobody who is being erased.
import type { OrderExportView } from '../../contract/resources/orders/order-exports.ts';
import type { ExportView } from '../../contract/resources/reports/exports.ts';
import { EXPORT_DAYS, EXPORT_LINK_MINUTES } from '../../contract/schema/limits.ts';
import { toState } from '../../contract/schema/work-state.ts';
import { explainFailure } from '../../contract/sentences/failed-because.ts';
import { say } from '../../contract/sentences/sentence.ts';
import type { ErasureStore } from '../erasures/erasures.ts';
import type { ExportFiles } from './export-files.ts';
import {
  type ExportItem,
  isRunning,
  listFileNames,
  type OrderExportItem,
  type ReportExportItem,
} from './exports.ts';

// An export as clients see it.

const DAY_MS = 86_400_000;
export const STOPPED = say('export_stopped', {});

export function computeExpiry({ created_at }: ExportItem): number {
  return Date.parse(created_at) + EXPORT_DAYS * DAY_MS;
}

/** The members that every export has. */
function toProgressView(item: ExportItem, now: number) {
  // Its workflow was never started, or was stopped from outside.
  const stopped = item.status === 'Processing' && !isRunning(item, now);
  const status = stopped ? 'Failed' : item.status;
  const { fail_reason, fail_reason_coded } = stopped ? explainFailure(STOPPED) : item;
  return {
    export_id: item.export_id,
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
    download_expires_at: null,
  };
}

export function toExportView(item: ReportExportItem, now: number): ExportView {
  const { report_id, what } = item;
  return { ...toProgressView(item, now), report_id, what, download_url: null };
}

export function toOrderExportView(item: OrderExportItem, now: number): OrderExportView {
  const { dataset_id, from, to, contact, partition_by = null, files = [] } = item;
  const toTime = (date: number | undefined): string | null =>
    date === undefined ? null : new Date(date).toISOString();
  return {
    ...toProgressView(item, now),
    ...{ dataset_id, from: toTime(from), to: toTime(to), partition_by, contact },
    files: files.map(({ month = null, rows, bytes }) => ({ month, rows, bytes, download_url: null })),
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
    const { account_id, dataset_id, erased_until = '' } = item;
    const hasCustomers = 'contact' in item || item.what === 'customers';
    const latest = (await erasures.mark(account_id, dataset_id))?.latest ?? '';
    if (latest <= erased_until) return false;
    const unfinished = await erasures.listUnfinished(account_id, dataset_id);
    return unfinished.some(
      ({ erasure_id, customer }) => erasure_id > erased_until && (customer === undefined || hasCustomers),
    );
  }

  /** For its files; undefined while they cannot be downloaded. */
  async function addressFiles(item: ExportItem, now: number) {
    if (item.status !== 'Completed' || (await mayNameErased(item))) return undefined;
    const seconds = Math.min(EXPORT_LINK_MINUTES * 60, Math.floor((computeExpiry(item) - now) / 1_000));
    return {
      addresses: await Promise.all(listFileNames(item).map((name) => files.address(item, name, seconds))),
      download_expires_at: new Date(now + seconds * 1_000).toISOString(),
    };
  }

  return {
    async ofReport(item: ReportExportItem): Promise<ExportView> {
      const now = clock();
      const view = toExportView(item, now);
      const { addresses: [download_url] = [], download_expires_at } = (await addressFiles(item, now)) ?? {};
      return download_url === undefined || download_expires_at === undefined
        ? view
        : { ...view, download_url, download_expires_at };
    },

    /** A read-only key gets no address of files with contacts. */
    async ofOrders(item: OrderExportItem, isReadOnly: boolean): Promise<OrderExportView> {
      const now = clock();
      const view = toOrderExportView(item, now);
      const found = item.contact && isReadOnly ? undefined : await addressFiles(item, now);
      if (found === undefined || found.addresses.length === 0) return view;
      const addressed = view.files.map((file, at) => ({
        ...file,
        download_url: found.addresses[at] ?? null,
      }));
      return { ...view, files: addressed, download_expires_at: found.download_expires_at };
    },
  };
}

/** Why an export is not found: erasures delete exports, and no trace of a single one stays. */
export async function explainMissing(
  erasures: Pick<ErasureStore, 'mark'>,
  accountId: string,
  datasetId: string | undefined,
  exportId: string,
): Promise<string> {
  const mark = datasetId === undefined ? undefined : await erasures.mark(accountId, datasetId);
  // Ids are ULIDs, in the order of their times.
  return mark !== undefined && mark.latest > exportId
    ? `Export not found. Erasure ${mark.latest} deleted earlier exports that it concerns: request the export again.`
    : `Export not found. Exports are deleted after ${EXPORT_DAYS} days.`;
}
