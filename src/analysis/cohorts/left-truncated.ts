// Detects customers older than the data. A customer who bought before the data begin and comes back within them looks
// new. Such customers fill the first cohorts, buy more often than new ones, and would turn every comparison with later
// cohorts into a finding.

import type { CohortPeriod } from '../../contract/report-types/cohort/limits.ts';
import { toDay } from '../../contract/settings/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { computeGapQuantile, type DayGaps } from '../rfm/day-gaps.ts';
import { getFirstDay } from './periods.ts';

/** Share of gaps between orders (39 of 40) that end before a first-seen customer counts as new. */
const [WAITED, OF] = [39, 40] as const;

/** The first day with an order of a customer; Infinity without any. */
export function findDataBegin({ orderCustomer, orderDate }: OrderColumns): number {
  let first = Number.POSITIVE_INFINITY;
  for (let order = 0; order < orderCustomer.length; order++) {
    // No comparison holds for NaN, an order without a date.
    if (orderCustomer[order] >= 0 && orderDate[order] < first) first = orderDate[order];
  }
  return toDay(first);
}

/** Waits for returning customers, from the first day of the data. */
export interface DataBegin {
  readonly begin: number;
  readonly gaps: DayGaps;
}

/** The first day from which 39 of 40 customers from before the data have come back. Infinity without customers. */
export function findFirstKnownDay({ begin, gaps }: DataBegin): number {
  return begin + Math.max(1, computeGapQuantile(gaps, WAITED, OF) ?? 0);
}

/**
 * The number of cohorts, the oldest, that may hold customers who bought before the data begin: the one in which the
 * data begin, and those that begin before 39 of 40 returning customers have come back.
 */
export function countLeftTruncated(cohorts: readonly number[], by: CohortPeriod, data: DataBegin): number {
  const known = findFirstKnownDay(data);
  return cohorts.filter((period) => getFirstDay(period, by) < known).length;
}
