// Relative date ranges of schedules.
import { describe, expect, it } from 'vitest';
import {
  isRelativeRange,
  resolveRange,
  toLocalDate,
} from '../../../src/contract/schedules/relative-range.ts';

describe('a relative date range', () => {
  it.each([
    ['last_1_days', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last_90_days', '2026-03-31', '2025-12-31', '2026-03-30'],
    ['previous_week', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['previous_week', '2026-11-23', '2026-11-16', '2026-11-22'],
    ['previous_month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['previous_month', '2028-03-01', '2028-02-01', '2028-02-29'],
    ['previous_month', '2026-01-15', '2025-12-01', '2025-12-31'],
    ['previous_quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
    ['previous_quarter', '2026-12-31', '2026-07-01', '2026-09-30'],
    ['previous_year', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['month_to_date', '2026-11-22', '2026-11-01', '2026-11-21'],
    ['month_to_date', '2026-12-01', '2026-11-01', '2026-11-30'],
    ['year_to_date', '2026-01-02', '2026-01-01', '2026-01-01'],
    ['year_to_date', '2026-01-01', '2025-01-01', '2025-12-31'],
  ])('resolves %s on %s to %s until %s', (name, today, start, end) => {
    expect(isRelativeRange(name)).toBe(true);
    expect(resolveRange(name, today)).toEqual({ start, end });
  });

  it.each([
    'last_0_days',
    'last_3661_days',
    'last_007_days',
    'last_90_weeks',
    'next_month',
    'constructor',
    '',
  ])('is not called %j', (name) => expect(isRelativeRange(name)).toBe(false));

  it.each([
    ['2026-03-31T22:30:00Z', 'Europe/Berlin', '2026-04-01'],
    ['2026-03-31T22:30:00Z', 'UTC', '2026-03-31'],
    ['2026-04-01T03:30:00Z', 'America/New_York', '2026-03-31'],
    ['2026-10-25T22:59:59Z', 'Europe/Berlin', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Berlin', '2026-10-26'],
  ])('starts from the local day of the time zone: %s in %s is %s', (instant, timeZone, day) => {
    expect(toLocalDate(Date.parse(instant), timeZone)).toBe(day);
  });
});
