// Due times of schedule expressions across changes of clocks, and refused expressions.
import { describe, expect, it } from 'vitest';
import {
  computeDueTimes,
  computeNextDue,
  findExpressionProblem,
} from '../../../src/contract/schedules/expression.ts';

function listDueTimes(expression: string, timeZone: string, from: string, count: number): string[] {
  const times: string[] = [];
  let after = Date.parse(from);
  for (let i = 0; i < count; i++) {
    after = computeNextDue(expression, timeZone, after);
    times.push(new Date(after).toISOString().slice(0, 16));
  }
  return times;
}

describe('a schedule on days when clocks change', () => {
  // Changes of clocks, with the instant in UTC: Berlin 02:00 > 03:00 at 01:00 and 03:00 > 02:00 at 01:00; New York
  // 02:00 > 03:00 at 07:00 and 02:00 > 01:00 at 06:00; Lord Howe 02:00 > 02:30 at 15:30 and 02:00 > 01:30 at 15:00.
  it.each([
    ['Europe/Berlin', 'cron(0 7 * * *)', '2026-03-27T12:00Z', ['28T06:00', '29T05:00', '30T05:00']],
    ['Europe/Berlin', 'cron(0 7 * * *)', '2026-10-23T12:00Z', ['24T05:00', '25T06:00', '26T06:00']],
    ['America/New_York', 'cron(0 7 * * *)', '2026-03-06T20:00Z', ['07T12:00', '08T11:00', '09T11:00']],
    ['America/New_York', 'cron(0 7 * * *)', '2026-10-30T20:00Z', ['31T11:00', '01T12:00', '02T12:00']],
    ['Australia/Lord_Howe', 'cron(0 7 * * *)', '2026-10-02T00:00Z', ['02T20:30', '03T20:00', '04T20:00']],
    ['Australia/Lord_Howe', 'cron(0 7 * * *)', '2026-04-03T00:00Z', ['03T20:00', '04T20:30', '05T20:30']],
  ])('keeps the local time of a daily run in %s: %s from %s', (timeZone, expression, from, expected) => {
    expect(listDueTimes(expression, timeZone, from, 3).map((time) => time.slice(8))).toEqual(expected);
  });

  it.each([
    ['Europe/Berlin', 'cron(30 2 * * *)', '2026-03-27T12:00Z', ['28T01:30', '29T01:00', '30T00:30']],
    ['America/New_York', 'cron(30 2 * * *)', '2026-03-06T20:00Z', ['07T07:30', '08T07:00', '09T06:30']],
    ['Australia/Lord_Howe', 'cron(15 2 * * *)', '2026-10-02T00:00Z', ['02T15:45', '03T15:30', '04T15:15']],
  ])(
    'is due when the clocks change if its time does not exist in %s (%s)',
    (timeZone, expression, from, expected) => {
      expect(listDueTimes(expression, timeZone, from, 3).map((time) => time.slice(8))).toEqual(expected);
    },
  );

  it.each([
    ['Europe/Berlin', 'cron(30 2 * * *)', '2026-10-24T12:00Z', ['25T00:30', '26T01:30']],
    ['America/New_York', 'cron(30 1 * * *)', '2026-10-31T12:00Z', ['01T05:30', '02T06:30']],
    ['Australia/Lord_Howe', 'cron(45 1 * * *)', '2026-04-04T00:00Z', ['04T14:45', '05T15:15']],
    ['Europe/Berlin', 'cron(0 */2 * * *)', '2026-10-24T21:00Z', ['24T22:00', '25T00:00', '25T03:00']],
  ])(
    'is due at the first occurrence if its time occurs twice in %s (%s)',
    (timeZone, expression, from, expected) => {
      expect(listDueTimes(expression, timeZone, from, expected.length).map((time) => time.slice(8))).toEqual(
        expected,
      );
    },
  );

  it('is due in every hour of a day of 25 or 23 hours if it runs hourly', () => {
    expect(listDueTimes('cron(0 * * * *)', 'Europe/Berlin', '2026-10-24T21:59Z', 26).slice(-2)).toEqual([
      '2026-10-25T22:00',
      '2026-10-25T23:00',
    ]);
    expect(listDueTimes('cron(0 * * * *)', 'Europe/Berlin', '2026-03-28T22:59Z', 24).slice(-2)).toEqual([
      '2026-03-29T21:00',
      '2026-03-29T22:00',
    ]);
  });

  it('is due at the first instant of the day if its midnight does not exist', () => {
    expect(listDueTimes('cron(0 0 * * *)', 'Asia/Beirut', '2026-03-27T23:00Z', 2)).toEqual([
      '2026-03-28T22:00',
      '2026-03-29T21:00',
    ]);
  });

  it('counts elapsed hours for a rate, independently of local time', () => {
    expect(listDueTimes('rate(1 day)', 'Europe/Berlin', '2026-03-28T06:00Z', 2)).toEqual([
      '2026-03-29T06:00',
      '2026-03-30T06:00',
    ]);
  });
});

describe('computeNextDue and computeDueTimes', () => {
  it.each([
    ['cron(0 7 * * MON)', '2026-11-22T00:00Z', '2026-11-23T07:00'],
    ['cron(0 7 * * 1)', '2026-11-22T00:00Z', '2026-11-23T07:00'],
    ['cron(5 6 * * mon-fri)', '2026-11-21T00:00Z', '2026-11-23T06:05'],
    ['cron(0 7 * * 0)', '2026-11-22T08:00Z', '2026-11-29T07:00'],
    ['cron(0 7 * * 7)', '2026-11-22T08:00Z', '2026-11-29T07:00'],
    ['cron(0 6 1 1,4,7,10 *)', '2026-11-22T00:00Z', '2027-01-01T06:00'],
    ['cron(0 6 L * *)', '2027-02-01T00:00Z', '2027-02-28T06:00'],
    ['cron(0 6 29 2 *)', '2026-11-22T00:00Z', '2028-02-29T06:00'],
    ['cron(0 6 * * MON#1)', '2026-11-22T00:00Z', '2026-12-07T06:00'],
    ['cron(0 6 1 * MON)', '2026-11-24T00:00Z', '2026-11-30T06:00'],
    ['rate(6 hours)', '2026-11-22T00:00Z', '2026-11-22T06:00'],
    ['rate(7 days)', '2026-11-22T00:00Z', '2026-11-29T00:00'],
  ])('return the next due time of %s after %s: %s', (expression, from, expected) => {
    expect(findExpressionProblem(expression)).toBeUndefined();
    expect(listDueTimes(expression, 'UTC', from, 1)).toEqual([expected]);
  });

  it('return the last missed due time and the next one after an outage', () => {
    const [missed, now] = [Date.parse('2026-10-20T05:00Z'), Date.parse('2026-10-26T05:59Z')];
    expect(computeDueTimes('cron(0 7 * * *)', 'Europe/Berlin', missed, now)).toEqual({
      latest: Date.parse('2026-10-25T06:00Z'),
      next: Date.parse('2026-10-26T06:00Z'),
    });
    expect(computeDueTimes('rate(2 days)', 'Europe/Berlin', missed, now)).toEqual({
      latest: Date.parse('2026-10-26T05:00Z'),
      next: Date.parse('2026-10-28T05:00Z'),
    });
  });

  it.each([
    ['cron(0 * * * *)', '2027-01-02T00:00Z', '2027-01-02T01:00Z'],
    ['cron(30 6 1 * *)', '2027-01-01T05:30Z', '2027-02-01T05:30Z'],
    ['cron(0 6 1 1 *)', '2027-01-01T05:00Z', '2028-01-01T05:00Z'],
    ['rate(5 hours)', '2027-01-01T20:00Z', '2027-01-02T01:00Z'],
    ['rate(366 days)', '2027-01-02T00:00Z', '2028-01-03T00:00Z'],
  ])('return the same due times of %s after a year as counting each of them', (expression, latest, next) => {
    const due = Date.parse('2026-01-01T00:00Z');
    const now = Date.parse('2027-01-02T00:59Z');
    expect(computeDueTimes(expression, 'Europe/Berlin', due, now)).toEqual({
      latest: Date.parse(latest),
      next: Date.parse(next),
    });
  });
});

describe('findExpressionProblem', () => {
  it.each([
    ['0 7 * * *', /expected cron\(/],
    ['cron(0 7 * *)', /expected cron\(/],
    ['cron(0 7 ? * MON *)', /expected cron\(/],
    ['cron(0  7 * * *)', /expected cron\(|one minute/],
    ['cron(* * * * *)', /at most once an hour/],
    ['cron(*/5 * * * *)', /at most once an hour/],
    ['cron(0,30 7 * * *)', /at most once an hour/],
    ['cron(60 7 * * *)', /one minute/],
    ['cron(0 25 * * *)', /expected cron\(/],
    ['cron(0 7 0 * *)', /expected cron\(/],
    ['cron(0 7 * 13 *)', /expected cron\(/],
    ['cron(0 7 * * 8)', /expected cron\(/],
    ['cron(0 7 * * DAY)', /expected cron\(/],
    ['cron(0 7 31 2 *)', /a time that occurs/],
    ['cron(@daily)', /expected cron\(/],
    ['cron(0 7 * * *)\n', /expected cron\(/],
    ['rate(0 days)', /expected cron\(/],
    ['rate(5 minutes)', /expected cron\(/],
    ['rate(367 days)', /at most 366 days/],
    ['rate(9999 hours)', /at most 366 days/],
    ['rate(1.5 hours)', /expected cron\(/],
  ])('refuses %j', (expression, problem) => {
    expect(findExpressionProblem(expression)).toMatch(problem);
  });
});
