// An import job in the contract's format. While chunks are being applied, the counts are the current sums of their
// receipts.

import { addCounts, type MergeCounts, NO_ROWS } from '../../analysis/ingest/merge.ts';
import type { RowError } from '../../analysis/ingest/row-errors.ts';
import type { ImportJob } from '../../contract/resources/orders/orders.ts';
import { MAX_ROW_ERRORS } from '../../contract/schema/limits.ts';
import { toState } from '../../contract/schema/work-state.ts';
import { findReason } from '../../contract/sentences/import-reasons.ts';
import type { ImportItem, Receipt } from './import-item.ts';
import type { ImportStore } from './imports.ts';

// The result of an import, from its receipts: row counts, and whether the storage cap rejected any.

export interface ReceiptSums {
  readonly rows: MergeCounts;
  readonly overCap: number;
  /** The first failed rows, in the order of their chunks. */
  readonly errors: readonly RowError[];
  /** Reason of the first chunk that could not be applied. */
  readonly reason: string | undefined;
}

export function sumReceipts(receipts: readonly Receipt[]): ReceiptSums {
  let rows = NO_ROWS;
  let overCap = 0;
  let reason: string | undefined;
  const errors: RowError[] = [];
  for (const receipt of receipts) {
    if (receipt.kind === 'split') continue;
    rows = addCounts(rows, receipt);
    overCap += receipt.over_cap;
    errors.push(...(receipt.errors ?? []).slice(0, MAX_ROW_ERRORS - errors.length));
    reason ??= receipt.reason;
  }
  return { rows, overCap, errors, reason };
}

export function countBooked({ inserted, updated, failed }: MergeCounts): number {
  return inserted + updated + failed;
}

export async function toImportView(imports: ImportStore, item: ImportItem): Promise<ImportJob> {
  const { rows, errors = [] } =
    item.rows === undefined
      ? sumReceipts(await imports.listReceipts({ accountId: item.account_id, importId: item.import_id }))
      : { rows: item.rows, errors: item.errors };
  const total = item.chunk_rows.reduce((sum, count) => sum + count, 0);
  const status = toStatus(item, rows);
  const moreErrors = rows.failed - errors.length;
  return {
    import_id: item.import_id,
    status,
    state: toState(status),
    rows: {
      total,
      ...rows,
      ...(item.repeated && { repeated: item.repeated.rows, repeated_value: item.repeated.value }),
    },
    created_at: item.created_at,
    dataset_id: item.dataset_id,
    ...(item.completed_at === undefined
      ? {
          progress: {
            phase: item.queued_at === undefined ? 'queueing' : 'applying',
            fraction: total === 0 ? 0 : countBooked(rows) / total,
          },
        }
      : { completed_at: item.completed_at }),
    ...(item.warning !== undefined && { warning: item.warning }),
    ...(item.warning_coded !== undefined && { warning_coded: item.warning_coded }),
    ...(item.warnings !== undefined && { warnings: item.warnings }),
    ...(item.more_warnings !== undefined && { more_warnings: item.more_warnings }),
    ...(item.source_summary !== undefined && { source_summary: item.source_summary }),
    ...(item.fail_reason !== undefined && { fail_reason: item.fail_reason }),
    ...(item.fail_reason_coded !== undefined && { fail_reason_coded: item.fail_reason_coded }),
    ...(errors.length > 0 && { errors: errors.map(toErrorView) }),
    ...(moreErrors > 0 && { more_errors: moreErrors }),
  };
}

function toErrorView(error: RowError): NonNullable<ImportJob['errors']>[number] {
  return { ...error, fail_reason: error.reason, fail_reason_coded: [findReason(error.reason)] };
}

/** pending until the first chunk is committed; failed if no row could be stored. */
function toStatus(item: ImportItem, rows: MergeCounts): ImportJob['status'] {
  if (item.completed_at !== undefined) return item.fail_reason === undefined ? 'completed' : 'failed';
  return countBooked(rows) > 0 ? 'processing' : 'pending';
}
