// Tests the figures of views: expected orders, the period that pays back an acquisition, and the day on which a
// customer is due again.
import { expect, it } from 'vitest';
import { computeNeeded, findPayback } from '../../../../apps/console/cohorts/payback.ts';
import { describeDueAgain } from '../../../../apps/console/customers/due-again.ts';
import { formatExpectedOrders, formatRange } from '../../../../apps/console/segments/expected-orders.ts';

const prediction = { expected_orders_90d: 405.2, expected_orders_90d_interval: { low: 350.4, high: 462 } };
const champions = { name: 'Champions', prediction } as const;
const createBacktest = (predicted_orders: number, actual_orders: number) => ({
  segments: [{ segment: 'Champions', predicted_orders, actual_orders } as const],
});

it('formatExpectedOrders returns expected orders with their interval, and the last prediction beside the actual orders', () => {
  const { range, tried: last } = formatExpectedOrders(champions, createBacktest(396.7, 410));
  expect(range && formatRange((orders) => orders.toFixed(0), range)).toBe('405 (350 – 462)');
  expect(last).toEqual({ predicted: 397, actual: 410 });
});

it('formatExpectedOrders omits a prediction if the last one was off by more than half and more than chance explains', () => {
  expect(formatExpectedOrders(champions, createBacktest(437, 149))).toEqual({
    tried: { predicted: 437, actual: 149 },
  });
});

it('formatExpectedOrders omits the last prediction of a segment that was empty, and everything without a prediction', () => {
  expect(formatExpectedOrders(champions, { segments: [] })).toEqual({
    range: { value: 405.2, interval: { low: 350.4, high: 462 } },
  });
  expect(formatExpectedOrders({ name: 'Champions', prediction: null }, createBacktest(397, 410))).toEqual({});
});

const createPeriods = (...values: number[]) =>
  values.map((cumulative_value_per_customer, period) => ({
    period,
    customers: 10,
    cumulative_value_per_customer,
  }));

it('computeNeeded divides the cost by the margin, and returns undefined for empty or invalid input', () => {
  expect(computeNeeded('30', '')).toBe(30);
  expect(computeNeeded('30', '50')).toBe(60);
  for (const [cost, margin] of [
    ['', ''],
    ['0', '50'],
    ['-3', ''],
    ['30', '0'],
    ['30', '120'],
    ['x', ''],
  ] as const) {
    expect(computeNeeded(cost, margin)).toBeUndefined();
  }
});

it('findPayback finds the first period from which the cost stays covered', () => {
  expect(findPayback(createPeriods(10, 20, 30), 20)?.period).toBe(1);
  expect(findPayback(createPeriods(10, 20, 30), 5)?.period).toBe(0);
  expect(findPayback(createPeriods(10, 20, 30), 31)).toBeUndefined();
  // Returns reduce it again.
  expect(findPayback(createPeriods(10, 20, 15, 25), 18)?.period).toBe(3);
  expect(findPayback([], 1)).toBeUndefined();
});

it('describeDueAgain counts the days beyond the usual interval, if this is known', () => {
  expect(describeDueAgain(40, 30.2)).toEqual({ usual: 31, late: 9 });
  expect(describeDueAgain(0, 30)).toEqual({ usual: 30, late: -30 });
  expect(describeDueAgain(40, null)).toBeUndefined();
  expect(describeDueAgain(40, undefined)).toBeUndefined();
});
