// Days as UTC calendar dates: differences count midnights, not 24-hour spans.

const DAY_MS = 86_400_000;

/** Days since 1970-01-01, UTC. NaN stays NaN. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS);
}

/** `date`: YYYY-MM-DD. */
export function dayOfDate(date: string): number {
  return dayOf(Date.parse(`${date}T00:00:00Z`));
}

/** YYYY-MM-DD. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
