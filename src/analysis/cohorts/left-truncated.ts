// Customers older than the data. Whoever bought before the data begin and comes back within them looks new: such customers
// fill the first cohorts, buy more often than new ones, and would turn every comparison with later cohorts into a finding.

import type { CohortPeriod } from '../../contract/report-types/cohort/limits.ts';
import { dayOf } from '../../contract/settings/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { type DayGaps, gapQuantile } from '../rfm/day-gaps.ts';
import { firstDayOf } from './periods.ts';

/** Of the waits between orders, those that are over by the time from which a customer who appears counts as new. */
const [WAITED, OF] = [39, 40] as const;

/** The first day with an order of a customer; Infinity without any. */
export function dataBegin({ orderCustomer, orderDate }: OrderColumns): number {
  let first = Number.POSITIVE_INFINITY;
  for (let order = 0; order < orderCustomer.length; order++) {
    // No comparison holds for NaN, an order without a date.
    if (orderCustomer[order] >= 0 && orderDate[order] < first) first = orderDate[order];
  }
  return dayOf(first);
}

/**
 * How many cohorts, the oldest, may hold customers who bought before the data begin: that in which they begin, and those that
 * begin before 39 of 40 customers who come back have done so.
 */
export function leftTruncated(
  cohorts: readonly number[],
  by: CohortPeriod,
  { begin, gaps }: { readonly begin: number; readonly gaps: DayGaps },
): number {
  const wait = Math.max(1, gapQuantile(gaps, WAITED, OF) ?? 0);
  return cohorts.filter((period) => firstDayOf(period, by) < begin + wait).length;
}
