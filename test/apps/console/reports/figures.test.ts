// Tests what views state about expected orders, about when an acquisition is paid back, and about when a customer is
// due again.
import { expect, it } from 'vitest';
import { computeNeeded, findPayback } from '../../../../apps/console/cohorts/payback.ts';
import { describeDueAgain } from '../../../../apps/console/customers/due-again.ts';
import { formatExpectedOrders, formatRange } from '../../../../apps/console/segments/expected-orders.ts';

const prediction = { expected_orders_90d: 405.2, expected_orders_90d_interval: { low: 350.4, high: 462 } };
const champions = { name: 'Champions', prediction } as const;
const tried = (predicted_orders: number, actual_orders: number) => ({
  segments: [{ segment: 'Champions', predicted_orders, actual_orders } as const],
});

it('shows expected orders with their interval, and the last prediction beside the actual orders', () => {
  const { range, tried: last } = formatExpectedOrders(champions, tried(396.7, 410));
  expect(range && formatRange((orders) => orders.toFixed(0), range)).toBe('405 (350 – 462)');
  expect(last).toEqual({ predicted: 397, actual: 410 });
});

it('shows no figure for a segment whose last prediction was off by more than half and more than chance explains', () => {
  expect(formatExpectedOrders(champions, tried(437, 149))).toEqual({
    tried: { predicted: 437, actual: 149 },
  });
});

it('omits the last prediction if the segment had no customers then, and everything without a prediction', () => {
  expect(formatExpectedOrders(champions, { segments: [] })).toEqual({
    range: { value: 405.2, interval: { low: 350.4, high: 462 } },
  });
  expect(formatExpectedOrders({ name: 'Champions', prediction: null }, tried(397, 410))).toEqual({});
});

// Tests when a customer covers the cost of acquisition, and when the next order is due.

const spent = (...values: number[]) =>
  values.map((cumulative_value_per_customer, period) => ({
    period,
    customers: 10,
    cumulative_value_per_customer,
  }));

it('divides the cost by the margin, and returns nothing for empty or invalid input', () => {
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

it('finds the first period by which the cost is covered for good', () => {
  expect(findPayback(spent(10, 20, 30), 20)?.period).toBe(1);
  expect(findPayback(spent(10, 20, 30), 5)?.period).toBe(0);
  expect(findPayback(spent(10, 20, 30), 31)).toBeUndefined();
  // Returns reduce it again.
  expect(findPayback(spent(10, 20, 15, 25), 18)?.period).toBe(3);
  expect(findPayback([], 1)).toBeUndefined();
});

it('counts days beyond the usual interval if it is known', () => {
  expect(describeDueAgain(40, 30.2)).toEqual({ usual: 31, late: 9 });
  expect(describeDueAgain(0, 30)).toEqual({ usual: 30, late: -30 });
  expect(describeDueAgain(40, null)).toBeUndefined();
  expect(describeDueAgain(40, undefined)).toBeUndefined();
});
