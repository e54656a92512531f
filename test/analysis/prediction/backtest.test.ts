// Trials on past days: what they compare, that they see nothing of the days they predict, and which forecast they lead to.

import { describe, expect, it } from 'vitest';
import type { Backtest } from '../../../src/analysis/prediction/backtest.ts';
import { findFirstPurchaseDay } from '../../../src/analysis/prediction/customer-days.ts';
import { listOriginCuts } from '../../../src/analysis/prediction/origins.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import type { LiteralOrder } from '../orders/literal-orders.ts';
import {
  CUT,
  clockwork,
  dateOf,
  dayOf,
  FIRST,
  forecastOf,
  isPurchase,
  REFERENCE,
  regulars,
  shop,
  spendOf,
} from './shops.ts';

function backtestOf(orders: readonly LiteralOrder[], reference = REFERENCE): Backtest {
  const { found } = forecastOf(orders, reference);
  if (found.model === null) throw new Error(writeEnglish(found.notes).join(' '));
  return found.model.backtest;
}

describe('the dates of the back-test', () => {
  const { days } = forecastOf(shop(60));
  const settings = { horizon: 90, step: 30, most: 6 };

  it('are a month apart, the latest a horizon before the reference date, the earliest a horizon after the first order', () => {
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
  const orders = shop(400);
  const result = backtestOf(orders);
  const past = orders.filter((order) => dayOf(order) <= CUT);
  const known = new Set(past.filter(isPurchase).map(({ customer }) => customer));
  const during = (from: number, to: number) =>
    orders.filter((order) => known.has(order.customer) && dayOf(order) > from && dayOf(order) <= to);

  it('compares with the orders and the spend that came, and with those of the 90 days before', () => {
    expect(result).toMatchObject({ cut_date: '2024-09-27', customers: known.size, every_nth_customer: 1 });
    expect(result.cut_dates).toEqual([0, 30, 60, 90, 120, 150].map((ago) => dateOf(CUT - ago)));
    const after = during(CUT, REFERENCE);
    const before = during(CUT - 90, CUT);
    expect(after.length).toBeGreaterThan(100);
    expect(result.orders.actual).toBe(after.filter(isPurchase).length);
    expect(result.orders.naive).toBe(before.filter(isPurchase).length);
    expect(result.value?.actual).toBeCloseTo(
      after.reduce((sum, order) => sum + spendOf(order), 0),
      6,
    );
    const buyers = new Set(after.filter(isPurchase).map(({ customer }) => customer)).size;
    expect(result.segments.reduce((sum, { actual_buyers }) => sum + actual_buyers, 0)).toBe(buyers);
    expect(result.segments.reduce((sum, { customers }) => sum + customers, 0)).toBe(known.size);
  });

  it('predicts from the orders up to each date alone', () => {
    const altered = orders.map((order) =>
      dayOf(order) > CUT
        ? { ...order, lines: order.lines.map((one) => ({ ...one, quantity: 1, unitPrice: 1 })) }
        : order,
    );
    const other = backtestOf(altered);
    expect(other.orders.naive).toBe(result.orders.naive);
    // Searches on rounded times start from the latest fit, which the later orders are in.
    expect(other.orders.predicted / result.orders.predicted).toBeCloseTo(1, 3);
  });

  it('chooses, of the forecasts that are better than naive, the one that misses segments least', () => {
    const { found } = forecastOf(orders);
    expect(result.orders).toMatchObject({ better_than_naive: true });
    const better = result.candidates.filter(({ better_than_naive }) => better_than_naive);
    const least = Math.min(...better.map(({ segment_mean_absolute_error: error }) => error));
    expect(better.find(({ name }) => name === found.model?.name)?.segment_mean_absolute_error).toBe(least);
    expect(result.orders.segment_mean_absolute_error).toBe(least);
    expect(result.orders.root_mean_square_error).toBeLessThan(result.orders.naive_root_mean_square_error);
    expect(result.orders.cut_dates_better).toBeGreaterThan(0);
  });

  it('leaves the report without predictions if customers stop buying at the cut, and the note has both numbers', () => {
    const { found } = forecastOf(shop(400, 0));
    expect(found).toMatchObject({ model: null, segments: undefined, customers: undefined });
    expect(found.notes).toMatchObject([
      { code: 'predictions_missed', params: { of: 'orders', date: dateOf(CUT), actual: 0, most: 0.5 } },
    ]);
    expect(writeEnglish(found.notes).join()).toMatch(
      /^From what was known on 2024-09-27, \d+ orders were predicted .* 0 came/,
    );
  });
});

describe('the forecast that is chosen', () => {
  it('is the past repeated where all buy like clockwork, and the note says so', () => {
    const { found } = forecastOf(clockwork());
    expect(found.model).toMatchObject({ name: 'naive', k: null, r: null, value_by: 'naive', spend: null });
    expect(found.model?.backtest.orders).toMatchObject({ better_than_naive: false });
    expect(writeEnglish(found.notes)).toEqual([
      expect.stringMatching(/^No model predicted orders better than/),
      expect.stringMatching(
        /^From what was known on 2024-09-27, spend of 4,815\.00 was predicted .* no spend is predicted/,
      ),
    ]);
    expect(found.model).toMatchObject({ expected_value_90d: null, expected_value_90d_interval: null });
    for (const { expected_value_90d } of found.segments ?? []) expect(expected_value_90d).toBeNull();
    expect(found.customers?.value).toBeUndefined();
    const expected = found.segments?.reduce((sum, one) => sum + one.expected_orders_90d, 0);
    const last = clockwork().filter(
      (order) => isPurchase(order) && dayOf(order) > CUT && dayOf(order) <= REFERENCE,
    );
    expect(expected).toBe(last.length);
    expect(found.customers?.alive).toBeUndefined();
  });

  it('knows regular buyers: k is far from 1, and its model beats the ones of chance', () => {
    const { found } = forecastOf(regulars(600));
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
