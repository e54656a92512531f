// Tests the figures of views: the period that pays back an acquisition.
import { expect, it } from 'vitest';
import { computeNeeded, findPayback } from '../../../../apps/console/cohorts/payback.ts';

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
