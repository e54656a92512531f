// The report's window of time and the date that recency is measured against.
import { dateOfDay, dayOf, dayOfDate, dayTest } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { DateRange, ReportSettings } from '../settings/settings.ts';

/**
 * dateRange.end if given, else the newest order date in the dataset: old data is measured against its own end, never
 * against today. Days since 1970-01-01; undefined when nothing has a date.
 */
export function referenceDay(
  { newestDate }: Pick<OrderColumns, 'newestDate'>,
  range: DateRange | undefined,
): number | undefined {
  if (range?.end !== undefined) return dayOfDate(range.end);
  return Number.isNaN(newestDate) ? undefined : dayOf(newestDate);
}

/** The days whose orders a selection depends on: a customer scope is decided on whole histories. */
export function daysNeeded({
  customerScope,
  dateRange,
}: Pick<ReportSettings, 'customerScope' | 'dateRange'>): DateRange | undefined {
  return customerScope === 'all' ? dateRange : undefined;
}

export function dateOrNull(day: number | undefined): string | null {
  return day === undefined ? null : dateOfDay(day);
}

/** Per order: 1 when its date is in the range, both ends included; without a range, always. */
export function ordersInWindow(columns: OrderColumns, range: DateRange | undefined): Uint8Array {
  const isInRange = dayTest(range);
  return Uint8Array.from(columns.orderDate, (date) => (isInRange(date) ? 1 : 0));
}
