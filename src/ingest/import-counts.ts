// The result of an import, from its receipts: row counts, and whether the storage cap rejected any.

import { MAX_ROW_ERRORS } from '../contract/schema/limits.ts';
import { addCounts, NO_ROWS, type RowCounts } from '../core/ingest/merge.ts';
import type { RowError } from '../core/ingest/row-errors.ts';
import type { Receipt } from '../stores/imports/import-item.ts';

export interface ReceiptSums {
  readonly rows: RowCounts;
  readonly overCap: number;
  /** The first failed rows, in the order of their chunks. */
  readonly errors: readonly RowError[];
  /** Why the first of the chunks that could not be applied failed. */
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

export function booked({ inserted, updated, failed }: RowCounts): number {
  return inserted + updated + failed;
}
