// When a customer pays back what winning it cost, and when its next order is due.
import { expect, it } from 'vitest';
import { neededOf, paybackOf } from '../../../console/cohorts/payback.ts';
import { dueAgain } from '../../../console/customers/due-again.ts';

const spent = (...values: number[]) =>
  values.map((cumulative_value_per_customer, period) => ({
    period,
    customers: 10,
    cumulative_value_per_customer,
  }));

it('divides the cost by the margin, and needs nothing where none or nonsense is typed', () => {
  expect(neededOf('30', '')).toBe(30);
  expect(neededOf('30', '50')).toBe(60);
  for (const [cost, margin] of [
    ['', ''],
    ['0', '50'],
    ['-3', ''],
    ['30', '0'],
    ['30', '120'],
    ['x', ''],
  ] as const) {
    expect(neededOf(cost, margin)).toBeUndefined();
  }
});

it('names the first period by which it is spent, and stays so', () => {
  expect(paybackOf(spent(10, 20, 30), 20)?.period).toBe(1);
  expect(paybackOf(spent(10, 20, 30), 5)?.period).toBe(0);
  expect(paybackOf(spent(10, 20, 30), 31)).toBeUndefined();
  // Returns take it back.
  expect(paybackOf(spent(10, 20, 15, 25), 18)?.period).toBe(3);
  expect(paybackOf([], 1)).toBeUndefined();
});

it('counts days beyond the usual ones, where any are known', () => {
  expect(dueAgain(40, 30.2)).toEqual({ usual: 31, late: 9 });
  expect(dueAgain(0, 30)).toEqual({ usual: 30, late: -30 });
  expect(dueAgain(40, null)).toBeUndefined();
  expect(dueAgain(40, undefined)).toBeUndefined();
});
