// Whether the customers of a segment are late in days, and not only beside the others: segments are quintiles, so that
// somebody is always the least recent, also in a report of customers who all bought lately.
import { counted } from '../../core/insights/wording.ts';
import type { SegmentName } from '../../core/rfm/segments.ts';
import type { CustomerScope } from '../../core/settings/settings.ts';
import type { RfmBody, RfmSegment } from './schema.ts';

/** Segments of customers who bought well and stay away. */
export const SLIPPING: readonly SegmentName[] = [
  'Customers Needing Attention',
  'About to Sleep',
  'At Risk',
  "Can't Lose Them",
];
/** Segments whose words say that the last order was long ago. */
export const AWAY: readonly SegmentName[] = [...SLIPPING, 'Hibernating', 'Lost'];
/** Segments whose words say that the last order was lately. */
const RECENT: readonly SegmentName[] = [
  'Champions',
  'Loyal Customers',
  'Potential Loyalists',
  'Recent Customers',
  'Promising',
];

type Judged = Pick<RfmBody, 'metrics' | 'settings'>;

/** Of gaps between orders, nine of ten are at most so long; null where nobody ordered on two days. */
function usualGap({ metrics }: Judged): number | null {
  return metrics?.p90_days_between_orders ?? null;
}

/** Whether half of the segment have stayed away for longer than the shop's customers usually do. */
export function isLate({ median_recency }: Pick<RfmSegment, 'median_recency'>, body: Judged): boolean {
  if (isNew(body.settings.customer_scope)) return false;
  const usual = usualGap(body);
  return usual === null || median_recency > usual;
}

/** All customers of the scope bought for the first time lately: none of them has had the time to slip away. */
function isNew(scope: CustomerScope): boolean {
  return scope === 'new_90d';
}

/** What the segment's name does not say: begins with a space, or is empty. */
export function inDays(segment: RfmSegment, body: Judged): string {
  const usual = usualGap(body);
  const gap =
    usual === null
      ? ''
      : ` (nine of ten gaps between orders are ${counted(Math.round(usual), 'day')} or shorter)`;
  if (RECENT.includes(segment.name)) {
    const isOld =
      body.settings.customer_scope === 'churning' || (usual !== null && segment.median_recency > usual);
    return isOld ? ` That is recent only beside the other customers of this report${gap}.` : '';
  }
  if (!AWAY.includes(segment.name) || isLate(segment, body)) return '';
  return isNew(body.settings.customer_scope)
    ? ' All customers of this report are new: less recent means beside each other only.'
    : ` That is within the usual time between orders${gap}.`;
}
