// Back-tests on past days: the figures compared, independence from later orders, and the forecast that is chosen.

import { describe, expect, it } from 'vitest';
import type { Backtest } from '../../../src/analysis/prediction/backtest.ts';
import { findFirstPurchaseDay } from '../../../src/analysis/prediction/customer-days.ts';
import { isSegmentMissed } from '../../../src/analysis/prediction/intervals.ts';
import { listOriginCuts } from '../../../src/analysis/prediction/origins.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import type { LiteralOrder } from '../orders/literal-orders.ts';
import {
  CUT,
  createClockwork,
  createRegulars,
  createShop,
  FIRST,
  forecastOrders,
  formatDate,
  getDay,
  isPurchase,
  REFERENCE,
  sumSpend,
} from './shops.ts';

function runBacktest(orders: readonly LiteralOrder[], reference = REFERENCE): Backtest {
  const { found } = forecastOrders(orders, reference);
  if (found.model === null) throw new Error(writeEnglish(found.notes).join(' '));
  return found.model.backtest;
}

describe('listOriginCuts', () => {
  const { days } = forecastOrders(createShop(60));
  const settings = { horizon: 90, step: 30, most: 6 };

  it('lists dates 30 days apart, a horizon or more after the first order and before the reference date', () => {
    expect(listOriginCuts(findFirstPurchaseDay(days), REFERENCE, settings)).toEqual(
      [270, 240, 210, 180, 150, 120].map((day) => FIRST + day),
    );
    expect(
      listOriginCuts(findFirstPurchaseDay(days), FIRST + 215, settings).map((cut) => cut - FIRST),
    ).toEqual([125, 95]);
    expect(listOriginCuts(findFirstPurchaseDay(days), FIRST + 170, settings)).toEqual([]);
  });
});

describe('the back-test', () => {
  const orders = createShop(400);
  const result = runBacktest(orders);
  const past = orders.filter((order) => getDay(order) <= CUT);
  const known = new Set(past.filter(isPurchase).map(({ customer }) => customer));
  const listOrdersBetween = (from: number, to: number) =>
    orders.filter((order) => known.has(order.customer) && getDay(order) > from && getDay(order) <= to);

  it('compares predictions with the orders and spend that came and with those of the 90 days before', () => {
    expect(result).toMatchObject({ cut_date: '2024-09-27', customers: known.size, every_nth_customer: 1 });
    expect(result.cut_dates).toEqual([0, 30, 60, 90, 120, 150].map((ago) => formatDate(CUT - ago)));
    const after = listOrdersBetween(CUT, REFERENCE);
    const before = listOrdersBetween(CUT - 90, CUT);
    expect(after.length).toBeGreaterThan(100);
    expect(result.orders.actual).toBe(after.filter(isPurchase).length);
    expect(result.orders.naive).toBe(before.filter(isPurchase).length);
    expect(result.value?.actual).toBeCloseTo(
      after.reduce((sum, order) => sum + sumSpend(order), 0),
      6,
    );
    const buyers = new Set(after.filter(isPurchase).map(({ customer }) => customer)).size;
    expect(result.segments.reduce((sum, { actual_buyers }) => sum + actual_buyers, 0)).toBe(buyers);
    expect(result.segments.reduce((sum, { customers }) => sum + customers, 0)).toBe(known.size);
  });

  it('predicts from each date without the orders after it', () => {
    const altered = orders.map((order) =>
      getDay(order) > CUT
        ? { ...order, lines: order.lines.map((one) => ({ ...one, quantity: 1, unitPrice: 1 })) }
        : order,
    );
    const other = runBacktest(altered);
    expect(other.orders.naive).toBe(result.orders.naive);
    // Searches on rounded times start from the latest fit, which includes the later orders.
    expect(other.orders.predicted / result.orders.predicted).toBeCloseTo(1, 3);
  });

  it('chooses the forecast with the smallest error per segment among those better than naive', () => {
    const { found } = forecastOrders(orders);
    expect(result.orders).toMatchObject({ better_than_naive: true });
    const better = result.candidates.filter(({ better_than_naive }) => better_than_naive);
    const least = Math.min(...better.map(({ segment_mean_absolute_error: error }) => error));
    expect(better.find(({ name }) => name === found.model?.name)?.segment_mean_absolute_error).toBe(least);
    expect(result.orders.segment_mean_absolute_error).toBe(least);
    expect(result.orders.root_mean_square_error).toBeLessThan(result.orders.naive_root_mean_square_error);
    expect(result.orders.cut_dates_better).toBeGreaterThan(0);
  });

  it('removes the predictions if customers stop buying at the cut, and a note has both numbers', () => {
    const { found } = forecastOrders(createShop(400, 0));
    expect(found).toMatchObject({ model: null, segments: undefined, customers: undefined });
    expect(found.notes).toMatchObject([
      { code: 'predictions_missed', params: { of: 'orders', date: formatDate(CUT), actual: 0, most: 0.5 } },
    ]);
    expect(writeEnglish(found.notes).join()).toMatch(
      /^From what was known on 2024-09-27, \d+ orders were predicted .* 0 came/,
    );
  });
});

describe('a segment whose latest forecast was far off', () => {
  const { found, segment } = forecastOrders(createShop(400, 0.75));
  const missed = (found.model?.backtest.segments ?? [])
    .filter(isSegmentMissed)
    .map((one) => SEGMENT_NAMES.indexOf(one.segment));

  it('leaves its customers without figures, and no others', () => {
    expect(missed.length).toBeGreaterThan(0);
    expect(missed.length).toBeLessThan(SEGMENT_NAMES.length);
    for (const [c, s] of segment.entries())
      for (const figures of [found.customers?.orders, found.customers?.anyOrder])
        expect(Number.isNaN(figures?.[c])).toBe(missed.includes(s));
  });
});

describe('the chosen forecast', () => {
  it('is none if all customers buy like clockwork, and a note states it', () => {
    const { found } = forecastOrders(createClockwork());
    expect(found).toMatchObject({ model: null, segments: undefined, customers: undefined });
    expect(writeEnglish(found.notes)).toEqual([
      'No model predicted orders better than "the same as in the last 90 days" on past dates. So orders are not predicted.',
    ]);
  });

  it('is a model with k above 4 for regular buyers, with a smaller error than MBG/NBD', () => {
    const { found } = forecastOrders(createRegulars(600));
    const { model } = found;
    expect(model?.regularity).toBeGreaterThan(4);
    expect(model?.name).toMatch(/CNBD-k$/);
    expect(model?.k).toBeGreaterThan(4);
    const errors = new Map<string, number>(
      model?.backtest.candidates.map((one) => [one.name, one.root_mean_square_error]),
    );
    expect(errors.get(model?.name ?? '')).toBeLessThan(0.95 * (errors.get('MBG/NBD') ?? 0));
  });
});
