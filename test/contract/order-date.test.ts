// Order dates: every form of ISO 8601 and RFC 3339 is parsed as the moment that it names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ISO_8601, parseOrderDate } from '../../src/contract/resources/orders/order-date.ts';

describe('an order date', () => {
  it.each([
    ['2026-03-31', '2026-03-31T00:00:00.000Z'],
    ['20260331', '2026-03-31T00:00:00.000Z'],
    ['2026-03-31T14:05:00Z', '2026-03-31T14:05:00.000Z'],
    ['2026-03-31t14:05:00z', '2026-03-31T14:05:00.000Z'],
    ['2026-03-31 14:05', '2026-03-31T14:05:00.000Z'],
    ['2026-03-31T14:05:00,25+01', '2026-03-31T13:05:00.250Z'],
    ['2026-03-31T14:05:00.123456789012-0530', '2026-03-31T19:35:00.123Z'],
    ['20260331T140500Z', '2026-03-31T14:05:00.000Z'],
    ['20260331T1405+0200', '2026-03-31T12:05:00.000Z'],
    ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2026-02-28T24:00+01:00', '2026-02-28T23:00:00.000Z'],
    // The leap seconds of 2016 and 1990, the second as RFC 3339 writes it.
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
  ])('is parsed from %s as %s', (text, moment) => {
    expect(new Date(parseOrderDate(text) ?? Number.NaN).toISOString()).toBe(moment);
    expect(text).toMatch(ISO_8601);
  });

  it.each([
    '2026-02-30',
    '20260230',
    '2026-3-1',
    '2026-0331',
    '2026-03-31T1405',
    '20260331T14:05',
    '2026-03-31T24:00:01Z',
    '2026-03-31T25:00Z',
    '2026-03-31T14:60Z',
    '2026-03-31T14:05:60Z',
    '2026-03-31T14:05:00+19',
    '2026-03-31T14:05:00+1',
    '2026-W14-2',
    '2026-090',
    '31.03.2026',
    '',
  ])('is not parsed from %j', (text) => {
    expect(parseOrderDate(text)).toBeUndefined();
  });

  it('is the same moment in the usual spelling, which has a fast path, as in others', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          const usual = date.toISOString();
          const moments = [usual, usual.replace('Z', '+00:00'), usual.replace('T', ' ')].map(parseOrderDate);
          expect(moments).toEqual([date.getTime(), date.getTime(), date.getTime()]);
        },
      ),
    );
  });
});
