// Parameters recovered from customers that were drawn from the models.
import { describe, expect, it, test } from 'vitest';
import type { Numbers } from '../../../../src/core/extract/packed-columns.ts';
import { fitPurchases } from '../../../../src/core/prediction/models/fit-purchases.ts';
import { expectedSpend, fitSpend } from '../../../../src/core/prediction/models/gamma-gamma.ts';
import { purchasePatterns } from '../../../../src/core/prediction/models/purchase-patterns.ts';
import { type Simulation, simulateCustomers } from './simulated-customers.ts';

const TRUTH: Simulation = {
  seed: 20_050,
  customers: 20_000,
  oldest: 540,
  r: 0.6,
  alpha: 40,
  a: 0.9,
  b: 2.5,
  spend: { p: 6.25, q: 3.74, v: 15.44 },
  leavesAtOnce: true,
};
const customers = simulateCustomers(TRUTH);

describe('purchase models', () => {
  it.each([
    { model: 'MBG/NBD', leavesAtOnce: true },
    { model: 'BG/NBD', leavesAtOnce: false },
  ] as const)('$model: recovers its parameters', ({ model, leavesAtOnce }) => {
    const { parameters, converged } = fitPurchases(model, simulateCustomers({ ...TRUTH, leavesAtOnce }));
    expect(converged).toBe(true);
    for (const name of ['r', 'alpha', 'a', 'b'] as const) {
      expect(Math.abs(parameters[name] / TRUTH[name] - 1), name).toBeLessThan(0.15);
    }
  });

  it('gives equal digits for equal input, and the maximum whether or not the search began on rounded times', () => {
    const fit = fitPurchases('MBG/NBD', customers);
    expect(purchasePatterns(customers).count).toBeGreaterThan(8_000);
    expect(fitPurchases('MBG/NBD', customers)).toEqual(fit);
    const few = simulateCustomers({ ...TRUTH, customers: 2_000 });
    const tenfold = (values: Numbers): Float64Array =>
      Float64Array.from({ length: 10 * values.length }, (_, i) => values[i % values.length] ?? 0);
    const once = fitPurchases('MBG/NBD', few);
    const often = fitPurchases('MBG/NBD', {
      frequency: tenfold(few.frequency),
      recency: tenfold(few.recency),
      age: tenfold(few.age),
    });
    expect(often.parameters.alpha).toBeCloseTo(once.parameters.alpha, 2);
  });

  it('follows the unit of time: only alpha is in it', () => {
    const weeks = {
      frequency: customers.frequency,
      recency: customers.recency.map((days) => days / 7),
      age: customers.age.map((days) => days / 7),
    };
    const inDays = fitPurchases('MBG/NBD', customers).parameters;
    const inWeeks = fitPurchases('MBG/NBD', weeks).parameters;
    expect(7 * inWeeks.alpha).toBeCloseTo(inDays.alpha, 1);
    expect(inWeeks.r).toBeCloseTo(inDays.r, 3);
  });

  it('refuses customers who all buy at one rate', () => {
    const alike = { ...TRUTH, customers: 500, r: 1e6, alpha: 4e7 };
    expect(fitPurchases('MBG/NBD', simulateCustomers(alike)).converged).toBe(false);
  });
});

describe('spend model', () => {
  it('recovers its parameters from those who came back', () => {
    const { parameters, converged, customers: used } = fitSpend(customers);
    expect(converged).toBe(true);
    expect(used).toBe(customers.frequency.filter((x) => x > 0).length);
    for (const name of ['p', 'q', 'v'] as const) {
      expect(Math.abs(parameters[name] / TRUTH.spend[name] - 1), name).toBeLessThan(0.15);
    }
  });

  it('follows the currency: only v is in it', () => {
    const { p, q, v } = fitSpend(customers).parameters;
    const cents = fitSpend({ ...customers, meanValue: customers.meanValue.map((value) => 100 * value) });
    expect(cents.parameters.p).toBeCloseTo(p, 6);
    expect(cents.parameters.q).toBeCloseTo(q, 6);
    expect(cents.parameters.v / v).toBeCloseTo(100, 4);
  });

  it('refuses a tail so heavy that it has no mean', () => {
    const wild = simulateCustomers({ ...TRUTH, customers: 2_000, spend: { p: 2, q: 0.8, v: 10 } });
    const { parameters, converged } = fitSpend(wild);
    expect(parameters.q).toBeCloseTo(0.8, 1);
    expect(converged).toBe(false);
  });

  it('refuses equal values for all, and nobody', () => {
    const frequency = new Float64Array(60).fill(2);
    expect(fitSpend({ frequency, meanValue: new Float64Array(60).fill(9.9) }).converged).toBe(false);
    expect(fitSpend({ frequency, meanValue: new Float64Array(60) }).converged).toBe(false);
  });
});

test('expected spend moves from the mean of all towards what the customer spent', () => {
  const { spend } = TRUTH;
  const population = (spend.p * spend.v) / (spend.q - 1);
  expect(expectedSpend(spend, 0, 0)).toBeCloseTo(population, 12);
  // The first two customers of CDNOW.
  expect(expectedSpend(spend, 2, 22.35)).toBeCloseTo(24.66, 2);
  expect(expectedSpend(spend, 1, 11.77)).toBeCloseTo(18.92, 2);
  expect(expectedSpend(spend, 1_000_000, 50)).toBeCloseTo(50, 3);
  expect(expectedSpend(spend, 3, -5)).toBe(expectedSpend(spend, 3, 0));
});
