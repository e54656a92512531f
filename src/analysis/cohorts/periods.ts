// Numbers calendar weeks, months and quarters consecutively, so that the distance of two is their difference.
import type { CohortPeriod } from '../../contract/report-types/cohort/limits.ts';

const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday: weeks begin on Mondays, as in ISO 8601. */
const THURSDAY = 3;
const MONTHS = { month: 1, quarter: 3 } as const;

/** `day`: days since 1970-01-01. */
export function toPeriod(day: number, by: CohortPeriod): number {
  if (by === 'week') return Math.floor((day + THURSDAY) / DAYS_PER_WEEK);
  const { year, month } = toYearMonth(day);
  return Math.floor((12 * year + month) / MONTHS[by]);
}

export function getFirstDay(period: number, by: CohortPeriod): number {
  if (by === 'week') return period * DAYS_PER_WEEK - THURSDAY;
  const month = period * MONTHS[by];
  return getFirstDayOfMonth(Math.floor(month / 12), month - 12 * Math.floor(month / 12));
}

export function getLastDay(period: number, by: CohortPeriod): number {
  return getFirstDay(period + 1, by) - 1;
}

/** `2026-W05` (ISO 8601: the week belongs to the year of its Thursday), `2026-01`, `2026-Q1`. */
export function formatPeriod(period: number, by: CohortPeriod): string {
  if (by === 'week') {
    const thursday = getFirstDay(period, by) + THURSDAY;
    const { year } = toYearMonth(thursday);
    const week = Math.floor((thursday - getFirstDayOfMonth(year, 0)) / DAYS_PER_WEEK) + 1;
    return `${formatYear(year)}-W${String(week).padStart(2, '0')}`;
  }
  const perYear = 12 / MONTHS[by];
  const year = Math.floor(period / perYear);
  const number = period - year * perYear + 1;
  return `${formatYear(year)}-${by === 'quarter' ? `Q${number}` : String(number).padStart(2, '0')}`;
}

function formatYear(year: number): string {
  return String(year).padStart(4, '0');
}

/** Days of 400 years, after which the Gregorian calendar repeats. */
const ERA_DAYS = 146_097;
/** Days from 0000-03-01, the first day of an era, to 1970-01-01. */
const EPOCH_SHIFT = 719_468;

/**
 * Year and month (0 to 11) of a day, without a Date object, since this runs once per order. Years begin in March
 * here, so that the leap day is their last: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013).
 */
function toYearMonth(day: number): { readonly year: number; readonly month: number } {
  const shifted = day + EPOCH_SHIFT;
  const era = Math.floor(shifted / ERA_DAYS);
  const dayOfEra = shifted - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = (fromMarch + 2) % 12;
  return { year: yearOfEra + 400 * era + (month < 2 ? 1 : 0), month };
}

function getFirstDayOfMonth(year: number, month: number): number {
  const fromMarch = (month + 10) % 12;
  const marchYear = month < 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - 400 * era;
  const dayOfYear = Math.floor((153 * fromMarch + 2) / 5);
  const dayOfEra = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * ERA_DAYS + dayOfEra - EPOCH_SHIFT;
}
