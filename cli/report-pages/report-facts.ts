// Figures as label and value, and how differences, days and times are written: the same words on every page.
import type { Fact } from '../../report-parts/table.ts';
import { amountsIn, upTo, whole } from '../../src/core/insights/wording.ts';

export type { Fact };

export function days(value: number): string {
  return upTo(value, 1);
}

/** None where there is no value. */
export function fact<T>(label: string, value: T | null | undefined, write: (value: T) => string): Fact[] {
  return value === null || value === undefined ? [] : [[label, write(value)]];
}

/** The median before the mean, which few customers make; older bodies have the mean alone. */
export function medianAndMean(
  median: number | null | undefined,
  mean: number,
  write: (value: number) => string,
): string {
  return median === null || median === undefined ? write(mean) : `${write(median)} / ${write(mean)}`;
}

/** An amount in its currency. */
export function money(currency: string | null | undefined): (value: number) => string {
  const amount = amountsIn(currency);
  return (value) => `${amount(value)}${currency ? ` ${currency}` : ''}`;
}

/** The title of a column of amounts, with their currency. */
export function inCurrency(title: string, currency: string | null | undefined): string {
  return currency ? `${title}, ${currency}` : title;
}

/** `2026-01-02T03:04:05.678Z` as `2026-01-02 03:04 UTC`. */
export function instant(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}

/** `+12`, `-3`, `0`. */
export function signed(difference: number): string {
  return difference > 0 ? `+${whole(difference)}` : whole(difference);
}

/** The report that another is compared with. */
export function earlierReport({
  report_id,
  created_at,
  reference_date,
}: {
  readonly report_id: string;
  readonly created_at: string;
  readonly reference_date?: string | null | undefined;
}): string {
  const counted = reference_date ? `, with the reference date ${reference_date}` : '';
  return `report ${report_id} of ${instant(created_at)}${counted}`;
}
