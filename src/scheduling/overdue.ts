// Watches the tick from outside: schedules that should have been run long ago. Those of a dataset that is being erased wait
// for minutes; the others for less than two.
import type { Unfinished } from '../stores/tables/unfinished.ts';

const OVERDUE_MS = 60 * 60_000;

/** How many schedules are overdue. `now`: epoch milliseconds. */
export async function countOverdue(unfinished: Unfinished, now: number): Promise<number> {
  return (await unfinished.olderThan('schedule', new Date(now - OVERDUE_MS).toISOString())).length;
}
