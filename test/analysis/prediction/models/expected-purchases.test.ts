// Expected purchases against published figures, and their limits.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { PurchaseFamily } from '../../../../src/analysis/prediction/models/beta-geometric.ts';
import {
  computeExpectedPurchases,
  computeExpectedWhileAlive,
} from '../../../../src/analysis/prediction/models/expected-purchases.ts';

/** Fader, Hardie & Lee (2005), table 2; in weeks. */
const CDNOW = { r: 0.243, alpha: 4.414, a: 0.793, b: 2.426, k: 1 };

describe('computeExpectedPurchases with the parameters of CDNOW', () => {
  it('expects 1.226 purchases in 39 weeks for x = 2, t_x = 30.43, T = 38.86', () => {
    const history = { frequency: 2, recency: 30.43, age: 38.86 };
    expect(computeExpectedPurchases('BG/NBD', CDNOW, history, 39)).toBeCloseTo(1.226, 3);
  });

  it.each([
    [0.1429, 0.0078],
    [1, 0.0532],
    [3, 0.1506],
    [31.8571, 1.0405],
    [32, 1.0437],
    [78, 1.8576],
  ])('predicts for %f weeks %f purchases of a new customer (equation 9)', (weeks, purchases) => {
    const fresh = { frequency: 0, recency: 0, age: 0 };
    // The published figures come from parameters with more digits than were printed.
    expect(computeExpectedPurchases('BG/NBD', CDNOW, fresh, weeks)).toBeCloseTo(
      purchases,
      weeks > 30 ? 2 : 3,
    );
  });
});

const models = fc.constantFrom<PurchaseFamily>('BG/NBD', 'MBG/NBD');
const parameters = fc.record({
  r: fc.double({ min: 0.05, max: 20, noNaN: true }),
  alpha: fc.double({ min: 0.5, max: 500, noNaN: true }),
  a: fc.double({ min: 0.05, max: 20, noNaN: true }),
  b: fc.double({ min: 0.05, max: 50, noNaN: true }),
  k: fc.constant(1),
});

test('computeExpectedPurchases is smooth through a = 1, where the papers divide zero by zero', () => {
  const computeAt = (a: number): number =>
    computeExpectedPurchases('BG/NBD', { ...CDNOW, a }, { frequency: 2, recency: 30.43, age: 38.86 }, 39);
  expect(computeAt(1)).toBeCloseTo((computeAt(1 - 1e-4) + computeAt(1 + 1e-4)) / 2, 7);
});

test('computeExpectedPurchases grows with time from 0, at most at the rate of a customer who stays', () => {
  fc.assert(
    fc.property(models, parameters, fc.nat(2_000), fc.nat(700), (model, p, frequency, age) => {
      const history = { frequency, recency: frequency === 0 ? 0 : age / 2, age };
      const expected = [0, 1, 30, 90].map((time) => computeExpectedPurchases(model, p, history, time));
      for (const [i, value] of expected.entries()) expect(value).toBeGreaterThanOrEqual(expected[i - 1] ?? 0);
      const rate = (p.r + frequency) / (p.alpha + age);
      expect(expected[3]).toBeLessThanOrEqual(90 * rate * (1 + 1e-9));
      expect(expected[0]).toBe(0);
    }),
  );
});

test('computeExpectedPurchases returns a finite figure after 100,000 purchases', () => {
  const history = { frequency: 100_000, recency: 365, age: 365 };
  const expected = computeExpectedPurchases(
    'MBG/NBD',
    { r: 0.5, alpha: 40, a: 1e-3, b: 100, k: 1 },
    history,
    90,
  );
  expect(expected).toBeGreaterThan(22_000);
  expect(expected).toBeLessThan((100_000.5 * 90) / 405);
});

test('computeExpectedWhileAlive throws for arguments for which its sum does not converge', () => {
  for (const [shape, share] of [
    [1, 1],
    [1, Number.NaN],
    [Number.NaN, 0.5],
    [1, -0.1],
  ] as const) {
    expect(() => computeExpectedWhileAlive(shape, share, 1, 1)).toThrow(RangeError);
  }
});
