// Fits of models: reproducible, independent of units, and equal to the parameters that another program finds.
import { describe, expect, it, test } from 'vitest';
import type { Numbers } from '../../../../src/analysis/extract/packed-columns.ts';
import { computeExpectedPurchases } from '../../../../src/analysis/prediction/models/expected-purchases.ts';
import { fitPurchases } from '../../../../src/analysis/prediction/models/fit-purchases.ts';
import { computeExpectedSpend, fitSpend } from '../../../../src/analysis/prediction/models/gamma-gamma.ts';
import { findPurchasePatterns } from '../../../../src/analysis/prediction/models/purchase-patterns.ts';
import { type Simulation, simulateCustomers } from './simulated-customers.ts';

const TRUTH: Simulation = {
  seed: 20_050,
  customers: 10_000,
  oldest: 540,
  r: 0.6,
  alpha: 40,
  a: 0.9,
  b: 2.5,
  spend: { p: 6.25, q: 3.74, v: 15.44 },
  leavesAtOnce: true,
};
const customers = simulateCustomers(TRUTH);

describe('fitPurchases', () => {
  it('returns equal digits for equal input, and the same maximum if the search starts on rounded times', () => {
    const fit = fitPurchases('MBG/NBD', customers);
    expect(findPurchasePatterns(customers).count).toBeGreaterThan(4_000);
    expect(fitPurchases('MBG/NBD', customers)).toEqual(fit);
    const few = simulateCustomers({ ...TRUTH, customers: 2_000 });
    const repeatTenfold = (values: Numbers): Float64Array =>
      Float64Array.from({ length: 10 * values.length }, (_, i) => values[i % values.length] ?? 0);
    const once = fitPurchases('MBG/NBD', few);
    const often = fitPurchases('MBG/NBD', {
      frequency: repeatTenfold(few.frequency),
      recency: repeatTenfold(few.recency),
      age: repeatTenfold(few.age),
    });
    expect(often.parameters.alpha).toBeCloseTo(once.parameters.alpha, 2);
  });

  it('scales only alpha with the unit of time', () => {
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

  it('does not converge if all customers buy at one rate', () => {
    const alike = { ...TRUTH, customers: 500, r: 1e6, alpha: 4e7 };
    expect(fitPurchases('MBG/NBD', simulateCustomers(alike)).converged).toBe(false);
  });
});

describe('fitSpend', () => {
  it('scales only v with the currency', () => {
    const { p, q, v } = fitSpend(customers).parameters;
    const cents = fitSpend({ ...customers, meanValue: customers.meanValue.map((value) => 100 * value) });
    expect(cents.parameters.p).toBeCloseTo(p, 6);
    expect(cents.parameters.q).toBeCloseTo(q, 6);
    expect(cents.parameters.v / v).toBeCloseTo(100, 4);
  });

  it('does not converge for a tail so heavy that it has no mean', () => {
    const wild = simulateCustomers({ ...TRUTH, customers: 2_000, spend: { p: 2, q: 0.8, v: 10 } });
    const { parameters, converged } = fitSpend(wild);
    expect(parameters.q).toBeCloseTo(0.8, 1);
    expect(converged).toBe(false);
  });

  it('does not converge if one-time buyers are expected to spend more than twice the observed mean', () => {
    const wide = simulateCustomers({ ...TRUTH, customers: 2_000, spend: { p: 2, q: 1.05, v: 10 } });
    const { parameters, converged } = fitSpend(wide);
    const values = wide.meanValue.filter((_, c) => (wide.frequency[c] ?? 0) > 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(parameters.q).toBeGreaterThan(1);
    expect(computeExpectedSpend(parameters, 0, 0)).toBeGreaterThan(2 * mean);
    expect(converged).toBe(false);
  });

  it('converges on customers of an ordinary shop', () => {
    expect(fitSpend(customers).converged).toBe(true);
  });

  it('does not converge if all values are equal or 0', () => {
    const frequency = new Float64Array(60).fill(2);
    expect(fitSpend({ frequency, meanValue: new Float64Array(60).fill(9.9) }).converged).toBe(false);
    expect(fitSpend({ frequency, meanValue: new Float64Array(60) }).converged).toBe(false);
  });
});

test('computeExpectedSpend moves from the mean of all customers to the own mean with more purchases', () => {
  const { spend } = TRUTH;
  const population = (spend.p * spend.v) / (spend.q - 1);
  expect(computeExpectedSpend(spend, 0, 0)).toBeCloseTo(population, 12);
  // The first two customers of CDNOW.
  expect(computeExpectedSpend(spend, 2, 22.35)).toBeCloseTo(24.66, 2);
  expect(computeExpectedSpend(spend, 1, 11.77)).toBeCloseTo(18.92, 2);
  expect(computeExpectedSpend(spend, 1_000_000, 50)).toBeCloseTo(50, 3);
  expect(computeExpectedSpend(spend, 3, -5)).toBe(computeExpectedSpend(spend, 3, 0));
});

// References: the Python package lifetimes 0.11.3, for the same customers, drawn with the parameters that are published
// for CDNOW, in weeks.

const PUBLISHED = { k: 1, r: 0.243, alpha: 4.414, a: 0.793, b: 2.426 };
const spend = { p: 6.25, q: 3.74, v: 15.44 };
const simulateCdnow = (leavesAtOnce: boolean) =>
  simulateCustomers({ ...PUBLISHED, spend, seed: 2_357, customers: 2_357, oldest: 39, leavesAtOnce });
const CUSTOMER = { frequency: 2, recency: 30.43, age: 38.86 };

describe.each([
  {
    model: 'BG/NBD',
    leavesAtOnce: false,
    repeats: [684, 1_484],
    fit: { r: 0.24898608, alpha: 5.19990878, a: 0.63689043, b: 1.98794158 },
    expected: 1.26246612,
    spent: { p: 5.77557915, q: 4.15789708, v: 19.12562392 },
  },
  {
    model: 'MBG/NBD',
    leavesAtOnce: true,
    repeats: [528, 1_139],
    fit: { r: 0.2496721, alpha: 4.72025695, a: 1.31222848, b: 3.45418959 },
    expected: 1.17830542,
    spent: { p: 11.48586195, q: 2.92162833, v: 6.1305163 },
  },
] as const)('$model', ({ model, leavesAtOnce, repeats, fit, expected, spent }) => {
  const customers = simulateCdnow(leavesAtOnce);

  it('has the parameters and expectations that lifetimes finds', () => {
    const { frequency } = customers;
    const buyers = [...frequency].filter((each) => each > 0);
    expect([buyers.length, buyers.reduce((sum, each) => sum + each, 0)]).toEqual(repeats);
    const { parameters } = fitPurchases(model, customers);
    for (const name of ['r', 'alpha', 'a', 'b'] as const)
      expect(Math.abs(parameters[name] / fit[name] - 1), name).toBeLessThan(0.001);
    expect(computeExpectedPurchases(model, parameters, CUSTOMER, 39)).toBeCloseTo(expected, 4);
  });

  it('has the gamma-gamma parameters that lifetimes finds', () => {
    const { parameters, customers: fitted } = fitSpend(customers);
    expect(fitted).toBe(repeats[0]);
    for (const name of ['p', 'q', 'v'] as const)
      expect(Math.abs(parameters[name] / spent[name] - 1), name).toBeLessThan(0.001);
  });
});
