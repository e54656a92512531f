// Why a source takes no events: its owner paused it, its key was revoked, or its dataset was erased since it was last activated.
// Nothing is written for the last: the dataset's erasure mark is newer than the source's activation.
import type { PauseReason } from '../core/source.ts';
import type { DatasetMark } from '../stores/erasures/erasure-marks.ts';
import type { SourceItem } from '../stores/sources/source-item.ts';

export function pauseOf(
  { paused, paused_because, activated_as }: Pick<SourceItem, 'paused' | 'paused_because' | 'activated_as'>,
  mark: DatasetMark | undefined,
): PauseReason | undefined {
  if (paused) return paused_because ?? 'requested';
  return mark?.whole !== undefined && mark.whole > activated_as ? 'dataset_erased' : undefined;
}
