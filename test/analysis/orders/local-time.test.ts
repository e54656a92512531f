// Compares local days and times with Intl's calendar, including days on which clocks change.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLocalTime, findStartOfDay, toDate, toDay } from '../../../src/contract/settings/calendar.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

test.each([
  ['America/New_York', '2026-04-01T02:00:00Z', '2026-03-31'],
  ['America/New_York', '2026-04-01T04:00:00Z', '2026-04-01'],
  ['Asia/Kolkata', '2026-03-31T18:30:00Z', '2026-04-01'],
  ['Asia/Kolkata', '2026-03-31T18:29:59.999Z', '2026-03-31'],
  // Samoa had no 30 December 2011.
  ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-29'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', '2011-12-31'],
  ['UTC', '2026-03-31T23:59:59.999Z', '2026-03-31'],
])('createLocalTime in %s converts %s to a time on %s', (zone, instant, day) => {
  expect(toDate(toDay(createLocalTime(zone)(Date.parse(instant))))).toBe(day);
});

test.each([
  ['UTC', '2026-03-31', 0, '2026-03-31T00:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-05', 0, '2026-04-04T11:00:00.000Z'],
  // A day of 25 hours.
  ['Pacific/Auckland', '2026-04-05', 1, '2026-04-05T12:00:00.000Z'],
  // Clocks went from 23:59 to 1:00.
  ['America/Sao_Paulo', '2018-11-04', 0, '2018-11-04T03:00:00.000Z'],
])('findStartOfDay in %s returns the first instant of %s and %i days', (zone, day, later, instant) => {
  expect(findStartOfDay(day, zone, later)).toBe(instant);
});

test('createLocalTime adds the offset of the time zone to an instant', () => {
  const instant = Date.parse('2026-07-01T12:34:56.789Z');
  expect(createLocalTime('America/New_York')(instant)).toBe(instant - 4 * 3_600_000);
});

test('createLocalTime returns NaN for a missing date', () => {
  expect(createLocalTime('Europe/Berlin')(Number.NaN)).toBeNaN();
});

test.each(ZONES)(
  'createLocalTime in %s returns the day of the calendar and keeps the sequence of instants',
  (zone) => {
    const localTime = createLocalTime(zone);
    const calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    const instant = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2037, 0, 1) });
    fc.assert(
      fc.property(instant, fc.integer({ min: 1, max: 7_200_000 }), (at, later) => {
        expect(toDate(toDay(localTime(at)))).toBe(calendar.format(at));
        expect(localTime(at + later)).toBeGreaterThan(localTime(at));
      }),
      { numRuns: 500 },
    );
  },
);

test('createLocalTime keeps the sequence of instants and the day if clocks are set back', () => {
  const localTime = createLocalTime('Europe/Berlin');
  const start = Date.parse('2026-10-24T22:00:00Z');
  const times = Array.from({ length: 25 * 60 }, (_, minute) => localTime(start + minute * 60_000));
  expect(new Set(times.map((time) => toDate(toDay(time))))).toEqual(new Set(['2026-10-25']));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(toDate(toDay(localTime(start - 1)))).toBe('2026-10-24');
  expect(toDate(toDay(localTime(start + 25 * 3_600_000)))).toBe('2026-10-26');
});
