// Erases the files of exports: all of a report that is erased, and those with a customer who is.
import type { Erasure } from '../core/erasure/erasure.ts';
import { isAnyListed } from '../report-lists/erase-from-list.ts';
import { definitionOf } from '../report-types/report-types.ts';
import type { ExportFiles } from '../stores/exports/export-files.ts';
import type { ExportItem } from '../stores/exports/export-item.ts';
import { type ExportStore, isRunning } from '../stores/exports/exports.ts';
import type { CustomerLists } from '../stores/reports/customer-lists.ts';
import type { ReportItem } from '../stores/reports/report-item.ts';

export interface EraseExportsDeps {
  readonly lists: CustomerLists;
  readonly exports: Pick<ExportStore, 'list' | 'remove'>;
  readonly exportFiles: Pick<ExportFiles, 'keepOnly'>;
  readonly clock: () => number;
}

/** `all`: the report is erased with all its exports. Returns false while one of them is being written. */
export async function eraseExports(
  deps: EraseExportsDeps,
  report: ReportItem,
  { all, erasures }: { readonly all: boolean; readonly erasures: readonly Erasure[] },
): Promise<boolean> {
  if (!all && !definitionOf(report.report_type).exports.includes('customers')) return true;
  const found = await deps.exports.list(report.account_id, report.report_id);
  const concerned = all ? found : found.filter(({ what }) => what === 'customers');
  if (concerned.some((item) => isRunning(item, deps.clock()))) return false;
  for (const item of concerned) {
    if (all || (await namesErased(deps, report, item, erasures))) await remove(deps, item);
    // Of a run that was killed, which may have read the report before the erasure.
    else await deps.exportFiles.keepOnly(item, item.run);
  }
  return true;
}

/** The customers of a file are those of the stored list, which loses them after the file has been deleted. */
async function namesErased(
  { lists }: EraseExportsDeps,
  { account_id: accountId, report_id: reportId }: ReportItem,
  { erased_until = '' }: ExportItem,
  erasures: readonly Erasure[],
): Promise<boolean> {
  const members = erasures.flatMap(({ erasureId, customer }) =>
    customer !== undefined && erasureId > erased_until ? [BigInt(customer.member)] : [],
  );
  return members.length > 0 && isAnyListed(lists, { accountId, reportId }, new Set(members));
}

/** The item is deleted last: a retry finds the files as long as they are there. */
async function remove({ exports, exportFiles }: EraseExportsDeps, item: ExportItem): Promise<void> {
  await exportFiles.keepOnly(item, undefined);
  await exports.remove(item);
}
