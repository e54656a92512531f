// Calendar periods against Date, over all days of four centuries and the edges of the calendar.
import { expect, it } from 'vitest';
import { firstDayOf, lastDayOf, periodName, periodOf } from '../../../src/analysis/cohorts/periods.ts';
import { dateOfDay, dayOfDate } from '../../../src/contract/settings/calendar.ts';

it('every day from 1799 to 2201 is in the month and quarter of its date, and in the week from Monday to Sunday', () => {
  for (let day = dayOfDate('1799-01-01'); day <= dayOfDate('2201-12-31'); day++) {
    const date = dateOfDay(day);
    const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
    const found = [
      periodName(periodOf(day, 'month'), 'month'),
      periodName(periodOf(day, 'quarter'), 'quarter'),
      (day - firstDayOf(periodOf(day, 'week'), 'week') + 1) % 7,
    ];
    const weekday = new Date(day * 86_400_000).getUTCDay();
    // Comparing once per day with expect would take longer than the rest of the test.
    if (found.join() !== [date.slice(0, 7), `${date.slice(0, 4)}-Q${quarter}`, weekday].join())
      expect(found).toEqual([date.slice(0, 7), `${date.slice(0, 4)}-Q${quarter}`, weekday]);
  }
});

it('periods begin and end where the next begins, also in the years 1 and 9999', () => {
  for (const date of ['0001-01-01', '0004-02-29', '1900-02-28', '2000-02-29', '2026-12-31', '9999-12-31']) {
    for (const by of ['week', 'month', 'quarter'] as const) {
      const day = dayOfDate(date);
      const period = periodOf(day, by);
      expect(firstDayOf(period, by)).toBeLessThanOrEqual(day);
      expect(lastDayOf(period, by)).toBeGreaterThanOrEqual(day);
      expect(periodOf(firstDayOf(period, by), by)).toBe(period);
      expect(periodOf(lastDayOf(period, by), by)).toBe(period);
      expect(periodOf(lastDayOf(period, by) + 1, by)).toBe(period + 1);
    }
  }
});

it.each([
  // The examples of ISO 8601: weeks around the turn of a year.
  ['2005-01-01', '2004-W53'],
  ['2005-01-02', '2004-W53'],
  ['2005-12-31', '2005-W52'],
  ['2007-01-01', '2007-W01'],
  ['2007-12-31', '2008-W01'],
  ['2008-12-29', '2009-W01'],
  ['2010-01-03', '2009-W53'],
  ['2026-02-01', '2026-W05'],
])('%s is in week %s', (date, week) => {
  expect(periodName(periodOf(dayOfDate(date), 'week'), 'week')).toBe(week);
});

it.each([
  ['month', '2026-02-01', '2026-02-28'],
  ['quarter', '2026-01-01', '2026-03-31'],
  ['week', '2026-01-26', '2026-02-01'],
] as const)('the %s of 2026-02-01 lasts from %s to %s', (by, first, last) => {
  const period = periodOf(dayOfDate('2026-02-01'), by);
  expect([dateOfDay(firstDayOf(period, by)), dateOfDay(lastDayOf(period, by))]).toEqual([first, last]);
});
