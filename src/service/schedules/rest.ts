// Why a schedule does not run: for a stored reason, or because its dataset was erased since it was last
// activated. The latter takes effect at once: the dataset's erasure mark is newer than the activation.
import type { RestReason } from '../../contract/schedules/relative-range.ts';
import type { DatasetMark } from '../erasures/erasure-marks.ts';
import type { Unfinished } from '../tables/unfinished.ts';
import type { ScheduleItem } from './schedules.ts';

export function findRestReason(
  { paused, activated_as }: Pick<ScheduleItem, 'paused' | 'activated_as'>,
  mark: DatasetMark | undefined,
): RestReason | undefined {
  if (paused !== undefined) return paused;
  return mark?.whole !== undefined && mark.whole > activated_as ? 'dataset_erased' : undefined;
}

// Monitors the runs of schedules: counts schedules that should have been run long ago. Those of a dataset
// that is being erased wait for minutes; the others for less than two.

const OVERDUE_MS = 60 * 60_000;

/** Number of overdue schedules. `now`: epoch milliseconds. */
export async function countOverdue(unfinished: Unfinished, now: number): Promise<number> {
  return (await unfinished.olderThan('schedule', new Date(now - OVERDUE_MS).toISOString())).length;
}
