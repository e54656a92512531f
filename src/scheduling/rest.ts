// Why a schedule is not run: for a reason that it keeps, or because its dataset was erased since it was last activated.
// The latter shows at once: the dataset's erasure mark is newer than the activation.
import type { RestReason } from '../contract/schedules/relative-range.ts';
import type { DatasetMark } from '../stores/erasures/erasure-marks.ts';
import type { ScheduleItem } from '../stores/schedules/schedules.ts';

export function restOf(
  { paused, activated_as }: Pick<ScheduleItem, 'paused' | 'activated_as'>,
  mark: DatasetMark | undefined,
): RestReason | undefined {
  if (paused !== undefined) return paused;
  return mark?.whole !== undefined && mark.whole > activated_as ? 'dataset_erased' : undefined;
}
