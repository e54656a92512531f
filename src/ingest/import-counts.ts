// What the receipts of an import say: row counts, and whether anything was kept out by the storage cap.
import { addCounts, NO_ROWS, type RowCounts } from '../core/ingest/merge.ts';
import type { Receipt } from '../stores/imports.ts';

export interface ReceiptSums {
  readonly rows: RowCounts;
  readonly overCap: number;
}

export function sumReceipts(receipts: readonly Receipt[]): ReceiptSums {
  let rows = NO_ROWS;
  let overCap = 0;
  for (const receipt of receipts) {
    if (receipt.kind === 'split') continue;
    rows = addCounts(rows, receipt);
    overCap += receipt.over_cap;
  }
  return { rows, overCap };
}

export function booked({ inserted, updated, failed }: RowCounts): number {
  return inserted + updated + failed;
}
