// Days as calendar dates: differences count midnights, not 24-hour spans.
import type { DateRange } from '../settings/settings.ts';

const DAY_MS = 86_400_000;

/** Days since 1970-01-01, of a local time in milliseconds. NaN stays NaN. */
export function dayOf(localMs: number): number {
  return Math.floor(localMs / DAY_MS);
}

/** `date`: YYYY-MM-DD. */
export function dayOfDate(date: string): number {
  return dayOf(Date.parse(`${date}T00:00:00Z`));
}

/** YYYY-MM-DD. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A day YYYY-MM-DD that exists. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayOfDate(text) : Number.NaN;
  return !Number.isNaN(day) && dateOfDay(day) === text;
}

/** Whether a local time in milliseconds is on a day of the range, both ends included. NaN is on none, unless all are. */
export function dayTest(range: DateRange | undefined): (localMs: number) => boolean {
  if (range?.start === undefined && range?.end === undefined) return () => true;
  const start = range.start === undefined ? Number.NEGATIVE_INFINITY : dayOfDate(range.start);
  const end = range.end === undefined ? Number.POSITIVE_INFINITY : dayOfDate(range.end);
  return (localMs) => {
    const day = dayOf(localMs);
    return day >= start && day <= end;
  };
}
