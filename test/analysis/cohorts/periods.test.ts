// Calendar periods compared with Date, over all days of four centuries and at both ends of the calendar.
import { expect, it } from 'vitest';
import { formatPeriod, getFirstDay, getLastDay, toPeriod } from '../../../src/analysis/cohorts/periods.ts';
import { parseDay, toDate } from '../../../src/contract/settings/calendar.ts';

it('toPeriod places every day from 1799 to 2201 in its month, its quarter and its week from Monday to Sunday', () => {
  for (let day = parseDay('1799-01-01'); day <= parseDay('2201-12-31'); day++) {
    const date = toDate(day);
    const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
    const found = [
      formatPeriod(toPeriod(day, 'month'), 'month'),
      formatPeriod(toPeriod(day, 'quarter'), 'quarter'),
      (day - getFirstDay(toPeriod(day, 'week'), 'week') + 1) % 7,
    ];
    const weekday = new Date(day * 86_400_000).getUTCDay();
    // Comparing once per day with expect would take longer than the rest of the test.
    if (found.join() !== [date.slice(0, 7), `${date.slice(0, 4)}-Q${quarter}`, weekday].join())
      expect(found).toEqual([date.slice(0, 7), `${date.slice(0, 4)}-Q${quarter}`, weekday]);
  }
});

it('getLastDay returns the day before the next period begins, including in the years 1 and 9999', () => {
  for (const date of ['0001-01-01', '0004-02-29', '1900-02-28', '2000-02-29', '2026-12-31', '9999-12-31']) {
    for (const by of ['week', 'month', 'quarter'] as const) {
      const day = parseDay(date);
      const period = toPeriod(day, by);
      expect(getFirstDay(period, by)).toBeLessThanOrEqual(day);
      expect(getLastDay(period, by)).toBeGreaterThanOrEqual(day);
      expect(toPeriod(getFirstDay(period, by), by)).toBe(period);
      expect(toPeriod(getLastDay(period, by), by)).toBe(period);
      expect(toPeriod(getLastDay(period, by) + 1, by)).toBe(period + 1);
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
])('formatPeriod writes the week of %s as %s', (date, week) => {
  expect(formatPeriod(toPeriod(parseDay(date), 'week'), 'week')).toBe(week);
});

it.each([
  ['month', '2026-02-01', '2026-02-28'],
  ['quarter', '2026-01-01', '2026-03-31'],
  ['week', '2026-01-26', '2026-02-01'],
] as const)('the %s of 2026-02-01 lasts from %s to %s', (by, first, last) => {
  const period = toPeriod(parseDay('2026-02-01'), by);
  expect([toDate(getFirstDay(period, by)), toDate(getLastDay(period, by))]).toEqual([first, last]);
});
