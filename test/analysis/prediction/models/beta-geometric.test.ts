// Limits of P(alive), the model without dropout, and the gamma function. Likelihoods are in regular-buyers.test.ts.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  computeProbabilityAlive,
  logLikelihood,
  type PurchaseFamily,
  type PurchaseParameters,
} from '../../../../src/analysis/prediction/models/beta-geometric.ts';
import { computeExpectedPurchases } from '../../../../src/analysis/prediction/models/expected-purchases.ts';
import { fitPurchases } from '../../../../src/analysis/prediction/models/fit-purchases.ts';
import {
  LogOfProduct,
  logGamma,
  logRisingFactorial,
} from '../../../../src/analysis/prediction/models/log-gamma.ts';
import {
  computeOutlook,
  fitModels,
  getModelName,
} from '../../../../src/analysis/prediction/models/purchase-outlook.ts';
import { findPurchasePatterns } from '../../../../src/analysis/prediction/models/purchase-patterns.ts';
import { simulateCustomers } from './simulated-customers.ts';

const CDNOW = { r: 0.243, alpha: 4.414, a: 0.793, b: 2.426, k: 1 };

test('merged customers have the same likelihood as separate ones', () => {
  const once = { frequency: [0, 2, 1], recency: [0, 30, 4], age: [9, 38, 38] };
  const repeatCustomers = (times: number) => {
    const repeat = (values: readonly number[]): Float64Array =>
      Float64Array.from({ length: times * values.length }, (_, i) => values[i % values.length] ?? 0);
    return findPurchasePatterns({
      frequency: repeat(once.frequency),
      recency: repeat(once.recency),
      age: repeat(once.age),
    });
  };
  expect(repeatCustomers(5).count).toBe(3);
  expect([...repeatCustomers(2).patternOf]).toEqual([0, 1, 2, 0, 1, 2]);
  expect(logLikelihood('MBG/NBD', CDNOW, repeatCustomers(5))).toBeCloseTo(
    5 * logLikelihood('MBG/NBD', CDNOW, repeatCustomers(1)),
    10,
  );
});

test('P(alive) after one purchase is 1 in BG/NBD and falls with age in MBG/NBD', () => {
  const computeAliveAt = (model: PurchaseFamily, age: number): number =>
    computeProbabilityAlive(model, CDNOW, { frequency: 0, recency: 0, age });
  expect([1, 100, 10_000].map((age) => computeAliveAt('BG/NBD', age))).toEqual([1, 1, 1]);
  expect(computeAliveAt('MBG/NBD', 0)).toBeCloseTo(CDNOW.b / (CDNOW.a + CDNOW.b), 12);
  expect(computeAliveAt('MBG/NBD', 100)).toBeLessThan(computeAliveAt('MBG/NBD', 10));
});

test('P(alive) is between 0 and 1 and falls with silence', () => {
  const createPositive = (max: number) => fc.double({ min: 1e-3, max, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom<PurchaseFamily>('BG/NBD', 'MBG/NBD'),
      fc.record({
        r: createPositive(1e3),
        alpha: createPositive(1e5),
        a: createPositive(1e3),
        b: createPositive(1e3),
        k: fc.integer({ min: 1, max: 12 }),
      }),
      fc.nat(1_000_000),
      fc.nat(5_000),
      fc.nat(5_000),
      (model: PurchaseFamily, p: PurchaseParameters, frequency, recency, silence) => {
        const computeAlive = (age: number): number =>
          computeProbabilityAlive(model, p, { frequency, recency, age });
        expect(computeAlive(recency)).toBeLessThanOrEqual(1);
        expect(computeAlive(recency + silence)).toBeGreaterThanOrEqual(0);
        // Tolerates the last bits of a double.
        expect(computeAlive(recency + silence)).toBeLessThanOrEqual(computeAlive(recency) * (1 + 1e-12));
        const one = findPurchasePatterns({
          frequency: Float64Array.of(frequency),
          recency: Float64Array.of(recency),
          age: Float64Array.of(recency + silence),
        });
        expect(logLikelihood(model, p, one)).toSatisfy(Number.isFinite);
      },
    ),
  );
});

// The model without dropout.

const simulation = {
  seed: 12,
  customers: 5_000,
  oldest: 540,
  r: 0.7,
  alpha: 60,
  a: 1e-6,
  b: 10,
  spend: { p: 6.25, q: 3.74, v: 15.44 },
  leavesAtOnce: true,
};
const staying = simulateCustomers(simulation);
const leaving = simulateCustomers({ ...simulation, a: 0.9, b: 2.5 });

describe('NBD', () => {
  it('recovers its parameters from customers who never leave', () => {
    const { parameters, converged } = fitPurchases('NBD', staying);
    expect(converged).toBe(true);
    expect(parameters).toMatchObject({ a: 0, b: 1, k: 1 });
    expect(Math.abs(parameters.r / 0.7 - 1)).toBeLessThan(0.05);
    expect(Math.abs(parameters.alpha / 60 - 1)).toBeLessThan(0.05);
  });

  it.each([1, 3])('has the likelihood and expectation of MBG/NBD without leavers, k = %i', (k) => {
    const nbd = { r: 0.7, alpha: 60, a: 0, b: 1, k };
    const mbg = { ...nbd, a: 1e-9, b: 10 };
    const patterns = findPurchasePatterns(staying);
    expect(logLikelihood('NBD', nbd, patterns)).toBeCloseTo(logLikelihood('MBG/NBD', mbg, patterns), 3);
    const history = { frequency: 3, recency: 100, age: 200 };
    const { purchases, alive } = computeOutlook({ family: 'NBD', parameters: nbd }, history, 90);
    expect(alive).toBe(1);
    // (0.7 + 3) / (60 + 200) × 90
    if (k === 1) expect(purchases).toBeCloseTo(1.280769, 6);
    expect(purchases).toBeCloseTo(computeExpectedPurchases('MBG/NBD', mbg, history, 90), 6);
  });

  it('is the only fitted model if nobody leaves; MBG/NBD is fitted if customers leave', () => {
    expect(fitModels(staying, findPurchasePatterns(staying), 1).map(getModelName)).toEqual(['NBD']);
    expect(fitModels(leaving, findPurchasePatterns(leaving), 1).map(getModelName)).toContain('MBG/NBD');
  });
});

// The gamma function.

test('logGamma matches factorials and known values', () => {
  let factorial = 1;
  for (let n = 1; n <= 170; n++) {
    expect(logGamma(n)).toBeCloseTo(Math.log(factorial), 11);
    factorial *= n;
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
  expect(logGamma(1e-4)).toBeCloseTo(9.210282658633961, 13);
  expect(logGamma(1e6)).toBeCloseTo(12_815_504.569147611, 6);
});

test('logRisingFactorial equals the sum of the logarithms of the factors', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), fc.nat(60), (z, n) => {
      const product = Array.from({ length: n }, (_, k) => Math.log(z + k)).reduce((sum, x) => sum + x, 0);
      expect(logRisingFactorial(z, n)).toBeCloseTo(product, 9);
    }),
  );
});

test('LogOfProduct returns the logarithm of a product beyond the greatest double', () => {
  const product = new LogOfProduct();
  expect(product.value()).toBe(0);
  for (let i = 0; i < 10_000; i++) product.multiply(1.5e3);
  expect(product.value()).toBeCloseTo(10_000 * Math.log(1.5e3), 7);
});
