// Date ranges that move with the day on which a schedule is due. All of them end before that day, so that every day of
// a range is complete.
import { createLocalTime, parseDay, toDate, toDay } from '../settings/calendar.ts';

export const CALENDAR_RANGES = [
  'previous_week',
  'previous_month',
  'previous_quarter',
  'previous_year',
  'month_to_date',
  'year_to_date',
] as const;
type CalendarRange = (typeof CALENDAR_RANGES)[number];
export const MAX_LAST_DAYS = 3_660;

export const EXPECTED_RANGE = `expected last_N_days with N from 1 to ${MAX_LAST_DAYS}, or one of ${CALENDAR_RANGES.join(', ')}`;

const LAST_DAYS = /^last_([1-9]\d{0,3})_days$/;

/** YYYY-MM-DD, both included. */
interface DayRange {
  readonly start: string;
  readonly end: string;
}

/** YYYY-MM-DD. */
export function toLocalDate(instant: number, timeZone: string): string {
  return toDate(toDay(createLocalTime(timeZone)(instant)));
}

export function isRelativeRange(name: string): boolean {
  return CALENDAR_RANGES.some((range) => range === name) || parseLastDays(name) !== undefined;
}

/** `today`: YYYY-MM-DD. To date is up to the day before: on the first day of a month, all of the month before. */
export function resolveRange(name: string, today: string): DayRange {
  const yesterday = toDate(parseDay(today) - 1);
  const days = parseLastDays(name);
  if (days !== undefined) return { start: toDate(parseDay(today) - days), end: yesterday };
  const range = CALENDAR_RANGES.find((known) => known === name);
  if (range === undefined) throw new Error(`${name} is no range`);
  return computeCalendarRange(range, today, yesterday);
}

function parseLastDays(name: string): number | undefined {
  const days = Number(LAST_DAYS.exec(name)?.[1] ?? Number.NaN);
  return days <= MAX_LAST_DAYS ? days : undefined;
}

function computeCalendarRange(range: CalendarRange, today: string, yesterday: string): DayRange {
  const { year, month } = splitDate(today);
  const quarter = month - ((month - 1) % 3);
  const monday = findMonday(today);
  switch (range) {
    case 'previous_week':
      return { start: toDate(monday - 7), end: toDate(monday - 1) };
    case 'previous_month':
      return { start: getFirstOfMonth(year, month - 1), end: getDayBefore(getFirstOfMonth(year, month)) };
    case 'previous_quarter':
      return { start: getFirstOfMonth(year, quarter - 3), end: getDayBefore(getFirstOfMonth(year, quarter)) };
    case 'previous_year':
      return { start: getFirstOfMonth(year - 1, 1), end: getDayBefore(getFirstOfMonth(year, 1)) };
    case 'month_to_date':
      return { start: `${yesterday.slice(0, 7)}-01`, end: yesterday };
    case 'year_to_date':
      return { start: `${yesterday.slice(0, 4)}-01-01`, end: yesterday };
  }
}

function splitDate(date: string) {
  const [year = 0, month = 0] = date.split('-').map(Number);
  return { year, month };
}

function getDayBefore(date: string): string {
  return toDate(parseDay(date) - 1);
}

/** First day of a month, from 1; 0 and below count from the December before. */
function getFirstOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

/** Returns the day number of the week's Monday; 1970-01-01 was a Thursday. */
function findMonday(date: string): number {
  const day = parseDay(date);
  return day - ((day + 3) % 7);
}

// The words for a schedule: why it rests, and what became of its last run.

/** Why a schedule is not run. */
export const REST_REASONS = ['requested', 'failures', 'dataset_erased', 'key_revoked'] as const;
export type RestReason = (typeof REST_REASONS)[number];

export const RUN_OUTCOMES = ['started', 'skipped', 'failed'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** This many failed reports in a row pause a schedule. */
export const FAILURES_TO_PAUSE = 5;
