// Models of regular buyers, k > 1: likelihood, P(alive), expectations and waiting times against independent programs.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  computeProbabilityAlive,
  logLikelihood,
  type PurchaseFamily,
} from '../../../../src/analysis/prediction/models/beta-geometric.ts';
import {
  computeExpectedPurchases,
  computeNextPurchaseWithin,
} from '../../../../src/analysis/prediction/models/expected-purchases.ts';
import { fitPurchases } from '../../../../src/analysis/prediction/models/fit-purchases.ts';
import { logGamma } from '../../../../src/analysis/prediction/models/log-gamma.ts';
import {
  estimateRegularity,
  toEventsPerPurchase,
} from '../../../../src/analysis/prediction/models/purchase-outlook.ts';
import { findPurchasePatterns } from '../../../../src/analysis/prediction/models/purchase-patterns.ts';
import { simulateCustomers } from './simulated-customers.ts';

const PARAMETERS = { r: 0.9, alpha: 60, a: 0.7, b: 2.3 };

/**
 * BTYDplus 1.2 for R (mplatzer/BTYDplus, d5eda8f): (m)bgcnbd.LL with litt = 0, and .PAlive. A Python program computed
 * the last two columns: the mean of purchases in 90 days, and the probability of one while alive, with λ and the time
 * of the next purchase integrated numerically (scipy 1.17 quad, to 5 digits; gaps as gamma-distributed renewals, no
 * events counted). BTYDplus approximates the mean for k > 1: .4545 instead of .4319 in the fifth row, .7042 instead of
 * .9541 in the next.
 */
const REFERENCE = [
  ['BG/NBD', 1, 0, 0, 40, -0.4597430614, 1, 0.68959647, 0.43879694],
  ['BG/NBD', 1, 2, 50, 100, -10.466849228, 0.6139594361, 0.87827961, 0.72589187],
  ['BG/NBD', 1, 1, 30, 365, -6.2665889009, 0.1468220315, 0.05616635, 0.30576703],
  ['BG/NBD', 1, 12, 300, 310, -54.1742857142, 0.930279599, 2.71444791, 0.93971265],
  ['BG/NBD', 2, 0, 0, 40, -0.1522583616, 1, 0.43189086, 0.33324418],
  ['BG/NBD', 2, 2, 50, 100, -17.3282687039, 0.6555019306, 0.95412653, 0.83393326],
  ['BG/NBD', 2, 5, 200, 220, -43.0623255204, 0.8771008796, 1.47304012, 0.8857191],
  ['BG/NBD', 3, 2, 50, 100, -24.6962703037, 0.6739591927, 1.0107329, 0.89399061],
  ['BG/NBD', 3, 1, 30, 365, -14.337161753, 0.0717147026, 0.03752296, 0.49344792],
  ['BG/NBD', 3, 12, 300, 310, -127.8877239982, 0.9454700672, 2.67684362, 0.99456138],
  ['MBG/NBD', 1, 0, 0, 40, -0.3320634054, 0.6747703814, 0.48238378, 0.43879694],
  ['MBG/NBD', 2, 0, 0, 40, -0.1146020976, 0.7383336696, 0.32532452, 0.33324418],
  ['MBG/NBD', 2, 2, 50, 100, -17.5625991128, 0.7125918154, 1.05298512, 0.83393326],
  ['MBG/NBD', 2, 5, 200, 220, -43.1708715378, 0.8921201651, 1.50861095, 0.8857191],
  ['MBG/NBD', 3, 1, 30, 365, -14.8598429174, 0.0997837212, 0.05233755, 0.49344792],
  ['MBG/NBD', 3, 12, 300, 310, -127.9393352331, 0.949089212, 2.69605679, 0.99456138],
] as const;

const createPatterns = (frequency: number, recency: number, age: number) =>
  findPurchasePatterns({
    frequency: Float64Array.of(frequency),
    recency: Float64Array.of(recency),
    age: Float64Array.of(age),
  });

test.each(REFERENCE)(
  '%s with k = %i matches both references for x = %i, t_x = %i, T = %i',
  (family, k, x, recency, age, ll, alive, purchases, next) => {
    const parameters = { ...PARAMETERS, k };
    const history = { frequency: x, recency, age };
    expect(logLikelihood(family, parameters, createPatterns(x, recency, age)) - x * logGamma(k)).toBeCloseTo(
      ll,
      8,
    );
    expect(computeProbabilityAlive(family, parameters, history)).toBeCloseTo(alive, 9);
    expect(computeExpectedPurchases(family, parameters, history, 90)).toBeCloseTo(purchases, 5);
    expect(computeNextPurchaseWithin(parameters, history, 90)).toBeCloseTo(next, 5);
  },
);

describe('computeExpectedPurchases of a new customer', () => {
  // BTYDplus: (m)bgcnbd.Expectation for 90 and 365 days. MBG: the customer may have left after the first purchase.
  it.each([
    ['BG/NBD', 2, 0.4460703883, 1.7207408664],
    ['BG/NBD', 5, 0.0698704291, 0.657366441],
    ['MBG/NBD', 3, 0.1757450181, 0.951642294],
    ['MBG/NBD', 5, 0.0538073479, 0.5220758239],
  ] as const)('matches BTYDplus for %s with k = %i', (family, k, quarter, year) => {
    const fresh = { frequency: 0, recency: 0, age: 0 };
    // BTYDplus stops its sum where a term is below 1e-8.
    expect(computeExpectedPurchases(family, { ...PARAMETERS, k }, fresh, 90)).toBeCloseTo(quarter, 5);
    expect(computeExpectedPurchases(family, { ...PARAMETERS, k }, fresh, 365)).toBeCloseTo(year, 5);
  });
});

const models = fc.constantFrom<PurchaseFamily>('NBD', 'BG/NBD', 'MBG/NBD');
const createPositive = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const parameters = fc.record({
  r: createPositive(0.05, 20),
  alpha: createPositive(0.5, 500),
  a: createPositive(0.05, 20),
  b: createPositive(0.05, 50),
  k: fc.integer({ min: 1, max: 12 }),
});

test('expected purchases and the wait for the next stay within their bounds and agree with each other', () => {
  fc.assert(
    fc.property(
      models,
      parameters,
      fc.nat(60),
      fc.nat(700),
      fc.nat(700),
      (family, p, frequency, recency, silence) => {
        const history = { frequency, recency: frequency === 0 ? 0 : recency, age: recency + silence };
        const alive = computeProbabilityAlive(family, p, history);
        expect(alive).toBeGreaterThanOrEqual(0);
        expect(alive).toBeLessThanOrEqual(1);
        let before = 0;
        for (const time of [0, 1, 30, 90, 400]) {
          const next = computeNextPurchaseWithin(p, history, time);
          expect(next).toBeGreaterThanOrEqual(before);
          expect(next).toBeLessThanOrEqual(1 + 1e-12);
          // The probability of at least one purchase is at most the expected number.
          expect(alive * next).toBeLessThanOrEqual(computeExpectedPurchases(family, p, history, time) + 1e-9);
          before = next - 1e-12;
        }
      },
    ),
    { numRuns: 60 },
  );
});

describe('fitPurchases', () => {
  const TRUTH = {
    seed: 31,
    customers: 20_000,
    oldest: 540,
    r: 1.2,
    alpha: 45,
    a: 0.8,
    b: 2.6,
    spend: { p: 6.25, q: 3.74, v: 15.44 },
  };

  it.each([
    ['MBG/NBD', 3],
    ['BG/NBD', 2],
  ] as const)('recovers the parameters and k of customers drawn from %s with k = %i', (family, k) => {
    const customers = simulateCustomers({ ...TRUTH, k, leavesAtOnce: family === 'MBG/NBD' });
    expect(toEventsPerPurchase(estimateRegularity(customers.lastGaps))).toBe(k);
    const { parameters, converged } = fitPurchases(family, customers, { k });
    expect(converged).toBe(true);
    expect(parameters.k).toBe(k);
    for (const name of ['r', 'alpha', 'a', 'b'] as const) {
      expect(Math.abs(parameters[name] / TRUTH[name] - 1), name).toBeLessThan(0.15);
    }
  });

  it('reaches the same likelihood in fewer evaluations from a start near the maximum', () => {
    const customers = simulateCustomers({ ...TRUTH, k: 2, leavesAtOnce: true });
    const whole = fitPurchases('MBG/NBD', customers, { k: 2 });
    const short = fitPurchases('MBG/NBD', customers, {
      k: 2,
      from: { ...whole.parameters, r: 1, alpha: 50 },
    });
    expect(short.logLikelihood).toBeCloseTo(whole.logLikelihood, 2);
    expect(short.evaluations).toBeLessThan(whole.evaluations);
  });
});

describe('estimateRegularity (Wheat & Morrison 1990)', () => {
  it('matches a calculation by hand from pairs of gaps', () => {
    // M = 1/4, 1/2 and 2/3; the one without a second gap does not count. V = (1/16 + 0 + 1/36) / 3.
    const gaps = Float64Array.of(10, 30, 20, 20, 20, 10, 5, 0);
    const variance = (1 / 16 + 1 / 36) / 3;
    expect(estimateRegularity(gaps)).toBeCloseTo((1 - 4 * variance) / (8 * variance), 12);
  });

  it('leads to 12 events per purchase for equal gaps and to 1 without a pair', () => {
    expect(toEventsPerPurchase(estimateRegularity(Float64Array.of(7, 7, 14, 14)))).toBe(12);
    expect(toEventsPerPurchase(estimateRegularity(Float64Array.of(7, 0)))).toBe(1);
    expect(toEventsPerPurchase(0.4)).toBe(1);
  });
});
