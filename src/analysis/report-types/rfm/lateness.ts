// Whether the customers of a segment are late in days, and not only beside the others: segments are quintiles, so that
// somebody is always the least recent, also in a report of customers who all bought lately.

import type { RfmBody, RfmSegment } from '../../../contract/report-types/rfm/schema.ts';
import type { SegmentName } from '../../../contract/report-types/rfm/segments.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { CustomerScope } from '../../../contract/settings/settings.ts';

/** Segments whose words say that the last order was long ago; those of the others say that it was lately. */
const AWAY: ReadonlySet<SegmentName> = new Set([
  'Customers Needing Attention',
  'About to Sleep',
  'At Risk',
  "Can't Lose Them",
  'Hibernating',
  'Lost',
]);

export function isAway(name: SegmentName): boolean {
  return AWAY.has(name);
}

type Judged = Pick<RfmBody, 'metrics' | 'settings'>;

/** Four of five next orders have come by then; null where that takes longer than the time observed: nobody is late then. */
function getUsualGap({ metrics }: Judged): number | null {
  return metrics?.usual_days_to_next_order ?? null;
}

/** Whether half of the segment have stayed away for longer than the shop's customers usually do. */
export function isLate({ median_recency }: Pick<RfmSegment, 'median_recency'>, body: Judged): boolean {
  if (isNew(body.settings.customer_scope)) return false;
  const usual = getUsualGap(body);
  return usual !== null && median_recency > usual;
}

/** All customers of the scope bought for the first time lately: none of them has had the time to slip away. */
function isNew(scope: CustomerScope): boolean {
  return scope === 'new_90d';
}

/** What the segment's name does not say. */
export function describeLateness(segment: RfmSegment, body: Judged): Sentence[] {
  const days = getUsualGap(body);
  const { customer_scope: scope } = body.settings;
  if (!isAway(segment.name)) {
    const isOld = scope === 'churning' || (days !== null && segment.median_recency > days);
    return isOld ? [say('recent_beside_others', { days })] : [];
  }
  if (isLate(segment, body)) return [];
  if (isNew(scope)) return [say('all_are_new', {})];
  return [days === null ? say('usual_time_unknown', {}) : say('within_usual_time', { days })];
}
