// Why a source takes no events: its owner paused it, or its dataset was erased since it was last activated. Nothing is
// written for the latter: the dataset's erasure mark is newer than the source's activation.
import type { PauseReason } from '../core/source.ts';
import type { DatasetMark } from '../stores/erasures/erasure-marks.ts';
import type { SourceItem } from '../stores/sources/source-item.ts';

export function pauseOf(
  { paused, activated_as }: Pick<SourceItem, 'paused' | 'activated_as'>,
  mark: DatasetMark | undefined,
): PauseReason | undefined {
  if (paused) return 'requested';
  return mark?.whole !== undefined && mark.whole > activated_as ? 'dataset_erased' : undefined;
}
