// Determines whether the customers of a segment are late in days, not only compared with the others. Segments are
// quintiles, so that some customers are always the least recent, even if all bought lately.

import type { RfmBody, RfmSegment } from '../../../contract/report-types/rfm/schema.ts';
import type { SegmentName } from '../../../contract/report-types/rfm/segments.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { CustomerScope } from '../../../contract/settings/settings.ts';

/**
 * Segments whose wording states that the last order was long ago; the wording of the others states that it was recent.
 */
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

/**
 * Days by which four of five next orders have come; null if that takes longer than the time observed: no customer is
 * late then.
 */
function getUsualGap({ metrics }: Judged): number | null {
  return metrics?.usual_days_to_next_order ?? null;
}

/** Whether half of the segment have stayed away for longer than the shop's customers usually do. */
export function isLate({ median_recency }: Pick<RfmSegment, 'median_recency'>, body: Judged): boolean {
  if (isNew(body.settings.customer_scope)) return false;
  const usual = getUsualGap(body);
  return usual !== null && median_recency > usual;
}

/** Whether all customers of the scope made their first purchase recently: none has had the time to slip away. */
function isNew(scope: CustomerScope): boolean {
  return scope === 'new_90d';
}

/** Describes lateness that the segment's name does not express. */
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
