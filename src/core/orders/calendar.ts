// Days as calendar dates: differences count midnights, not 24-hour spans.

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
