// Exports as they are read: an address for a file that is there, and that names nobody who is being erased.
import type { ExportView } from '../contract/resources/reports/exports.ts';
import { EXPORT_LINK_MINUTES } from '../schema/limits.ts';
import type { ErasureStore } from '../stores/erasures/erasures.ts';
import type { ExportFiles } from '../stores/exports/export-files.ts';
import type { ExportItem } from '../stores/exports/export-item.ts';
import { expiryOf, exportView } from './export-view.ts';

export interface ReadExportDeps {
  readonly files: Pick<ExportFiles, 'address'>;
  readonly erasures: Pick<ErasureStore, 'mark' | 'listUnfinished'>;
  readonly clock: () => number;
}

export function createReadExport({ files, erasures, clock }: ReadExportDeps) {
  /** Whether an erasure is in progress that the file takes no account of. */
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
    const view = exportView(item, now);
    const { status, run } = item;
    if (status !== 'Completed' || run === undefined || (await mayNameErased(item))) return view;
    const seconds = Math.min(EXPORT_LINK_MINUTES * 60, Math.floor((expiryOf(item) - now) / 1_000));
    return {
      ...view,
      download_url: await files.address(item, run, seconds),
      download_expires_at: new Date(now + seconds * 1_000).toISOString(),
    };
  };
}
export type ReadExport = ReturnType<typeof createReadExport>;
