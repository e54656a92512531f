// Erases orders from the table that a dataset is kept as: has it refreshed, and waits for that. The refresh writes the
// months in which orders are missing, and deletes those without any.
import type { OpenTables } from '../exports/table/open-tables.ts';
import type { DatasetRef } from '../orders/orders.ts';

export interface EraseTableDeps {
  readonly openTables: Pick<OpenTables, 'get' | 'callNow'>;
  readonly clock: () => number;
}

/** The time limit of the function that writes files, and a minute. */
const LONGEST_WRITER_MS = 16 * 60_000;

/**
 * Returns since when the files hold nothing erased, ISO; undefined without a table, and null until then. `ordersDoneAt`:
 * when the orders were gone, ISO. A function that has read them before may write them until its time is over: a refresh
 * that begins later finds or replaces its files.
 */
export async function eraseTable(
  { openTables, clock }: EraseTableDeps,
  dataset: DatasetRef,
  ordersDoneAt: string,
): Promise<string | null | undefined> {
  const item = await openTables.get(dataset);
  if (item === undefined) return undefined;
  const from = Date.parse(ordersDoneAt) + LONGEST_WRITER_MS;
  if (item.compared_at >= from) return item.as_of ?? null;
  const now = clock();
  if (now >= from) await openTables.callNow(dataset, new Date(now).toISOString());
  return null;
}
