// Waits until imports are finished and adds up the results of their rows.
import type { ImportJob } from '../../src/contract/resources/orders/orders.ts';

export interface ImportTotals {
  readonly total: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  /** A few of the rows that failed. */
  readonly errors: NonNullable<ImportJob['errors']>;
}

const POLL_MS = 500;
const MAX_ERRORS = 20;

export async function awaitImports(
  importIds: readonly string[],
  read: (importId: string) => Promise<ImportJob>,
  { wait, onDone }: { wait: (ms: number) => Promise<void>; onDone: (rows: number) => void },
): Promise<ImportTotals> {
  const totals = { total: 0, inserted: 0, updated: 0, failed: 0 };
  const errors: ImportTotals['errors'] = [];
  for (const importId of importIds) {
    for (;;) {
      const job = await read(importId);
      if (job.status !== 'completed' && job.status !== 'failed') {
        await wait(POLL_MS);
        continue;
      }
      totals.total += job.rows.total;
      totals.inserted += job.rows.inserted;
      totals.updated += job.rows.updated;
      totals.failed += job.rows.failed;
      errors.push(...(job.errors ?? []).slice(0, MAX_ERRORS - errors.length));
      onDone(job.rows.total);
      break;
    }
  }
  return { ...totals, errors };
}
