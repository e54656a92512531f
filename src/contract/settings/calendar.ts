// Days as calendar dates: differences count midnights, not 24-hour spans.
import type { DateRange } from './settings.ts';

const DAY_MS = 86_400_000;

/** Days since 1970-01-01, of a local time in milliseconds. NaN stays NaN. */
export function toDay(localMs: number): number {
  return Math.floor(localMs / DAY_MS);
}

/** `date`: YYYY-MM-DD. */
export function parseDay(date: string): number {
  return toDay(Date.parse(`${date}T00:00:00Z`));
}

/** YYYY-MM-DD. */
export function toDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A day YYYY-MM-DD that exists. */
export function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseDay(text) : Number.NaN;
  return !Number.isNaN(day) && toDate(day) === text;
}

/**
 * Whether a local time in milliseconds is on a day of the range, both ends included. NaN is on none, unless all are.
 */
export function createDayTest(range: DateRange | undefined): (localMs: number) => boolean {
  if (range?.start === undefined && range?.end === undefined) return () => true;
  const start = range.start === undefined ? Number.NEGATIVE_INFINITY : parseDay(range.start);
  const end = range.end === undefined ? Number.POSITIVE_INFINITY : parseDay(range.end);
  return (localMs) => {
    const day = toDay(localMs);
    return day >= start && day <= end;
  };
}

// Instants as local times, for reports whose days are those of a time zone. Local times are milliseconds such that days
// count from the local midnight: floor(time / 86,400,000) is the local day. Later instants have later local times, also
// when clocks are set back: on a day of 23 or 25 hours, time runs faster or slower, so that the day has its 86,400,000.

/** Epoch milliseconds to local milliseconds; NaN stays NaN. */
export type LocalTime = (instant: number) => number;

export const UTC = 'UTC';

/**
 * `timeZone`: an IANA name. Offsets are looked up once for each day that occurs. Throws RangeError for an unknown zone.
 */
export function createLocalTime(timeZone: string): LocalTime {
  if (timeZone === UTC) return (instant) => instant;
  const offsetAt = createOffsets(timeZone);
  const toLocalDay = (instant: number): number => Math.floor((instant + offsetAt(instant)) / DAY_MS);
  /** By UTC day: its offset; NaN when the offset changes on it or on a day beside it. */
  const steady = new Map<number, number>();
  const startOf = memoize((day: number) => findFirstInstant(day, toLocalDay));

  return (instant) => {
    if (Number.isNaN(instant)) return instant;
    const utcDay = Math.floor(instant / DAY_MS);
    let offset = steady.get(utcDay);
    if (offset === undefined) {
      const first = offsetAt((utcDay - 1) * DAY_MS);
      const same = [0, 1, 2].every((later) => offsetAt((utcDay + later) * DAY_MS) === first);
      offset = same ? first : Number.NaN;
      steady.set(utcDay, offset);
    }
    if (!Number.isNaN(offset)) return instant + offset;
    let day = utcDay - 1;
    while (startOf(day + 1) <= instant) day++;
    const start = startOf(day);
    const length = startOf(day + 1) - start;
    return day * DAY_MS + ((instant - start) * DAY_MS) / length;
  };
}

/** Milliseconds that local clocks are ahead of UTC. */
function createOffsets(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] =
      /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
    const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === '-' ? -size : size;
  };
}

/** The first instant of a day (YYYY-MM-DD) in a time zone, or of a later day, as an ISO 8601 date-time. */
export function findStartOfDay(date: string, timeZone: string, daysLater = 0): string {
  const toLocal = createLocalTime(timeZone);
  const day = parseDay(date) + daysLater;
  return new Date(findFirstInstant(day, (instant) => toDay(toLocal(instant)))).toISOString();
}

/** By bisection: no zone is a whole day from UTC, and local days never go back. */
function findFirstInstant(day: number, localDay: (instant: number) => number): number {
  let before = (day - 1) * DAY_MS;
  let after = (day + 1) * DAY_MS;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDay(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

function memoize(compute: (key: number) => number): (key: number) => number {
  const known = new Map<number, number>();
  return (key) => {
    const found = known.get(key) ?? compute(key);
    known.set(key, found);
    return found;
  };
}
