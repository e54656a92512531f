// The report's window of time and the date that recency is measured against.
import { dateOfDay, dayOf, dayOfDate } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { DateRange } from '../settings/settings.ts';

/**
 * dateRange.end if given, else the newest order date in the dataset: old data is measured against its own end, never
 * against today. Days since 1970-01-01; undefined when nothing has a date.
 */
export function referenceDay(columns: OrderColumns, range: DateRange | undefined): number | undefined {
  if (range?.end !== undefined) return dayOfDate(range.end);
  let newest = Number.NEGATIVE_INFINITY;
  for (const date of columns.orderDate) if (date > newest) newest = date;
  return Number.isFinite(newest) ? dayOf(newest) : undefined;
}

export function dateOrNull(day: number | undefined): string | null {
  return day === undefined ? null : dateOfDay(day);
}

/** Per order: 1 when its date is in the range, both ends included; without a range, always. */
export function ordersInWindow(columns: OrderColumns, range: DateRange | undefined): Uint8Array {
  const mask = new Uint8Array(columns.orderCount);
  if (range?.start === undefined && range?.end === undefined) return mask.fill(1);
  const start = range.start === undefined ? Number.NEGATIVE_INFINITY : dayOfDate(range.start);
  const end = range.end === undefined ? Number.POSITIVE_INFINITY : dayOfDate(range.end);
  for (let order = 0; order < columns.orderCount; order++) {
    const day = dayOf(columns.orderDate[order]);
    mask[order] = day >= start && day <= end ? 1 : 0;
  }
  return mask;
}
