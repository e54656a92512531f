// The likelihood against the model written out, and the limits that P(alive) must keep.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  logLikelihood,
  type PurchaseFamily,
  type PurchaseParameters,
  probabilityAlive,
} from '../../../../src/core/prediction/models/beta-geometric.ts';
import { purchasePatterns } from '../../../../src/core/prediction/models/purchase-patterns.ts';

const CDNOW = { r: 0.243, alpha: 4.414, a: 0.793, b: 2.426, k: 1 };

/** Midpoint sums over p of the customer's likelihood, λ integrated by hand: r = 2, α = 10, p beta (2, 3). */
function integrated(model: PurchaseFamily, x: number, recency: number, age: number): number {
  const steps = 20_000;
  const purchases =
    Array.from({ length: x }, (_, k) => 2 + k).reduce((product, k) => product * k, 1) * 10 ** 2;
  let sum = 0;
  for (let i = 0; i < steps; i++) {
    const p = (i + 0.5) / steps;
    const chances = model === 'MBG/NBD' ? x + 1 : x;
    const stayed = (1 - p) ** chances * (10 + age) ** -(2 + x);
    const left = chances === 0 ? 0 : p * (1 - p) ** (chances - 1) * (10 + recency) ** -(2 + x);
    sum += (12 * p * (1 - p) ** 2 * purchases * (stayed + left)) / steps;
  }
  return Math.log(sum);
}

test.each([
  ['BG/NBD', 0, 0, 30],
  ['BG/NBD', 3, 12, 30],
  ['MBG/NBD', 0, 0, 30],
  ['MBG/NBD', 0, 0, 0],
  ['MBG/NBD', 3, 12, 30],
] as const)('%s of x = %i, t_x = %i, T = %i', (model, x, recency, age) => {
  const patterns = purchasePatterns({
    frequency: Float64Array.of(x),
    recency: Float64Array.of(recency),
    age: Float64Array.of(age),
  });
  const likelihood = logLikelihood(model, { r: 2, alpha: 10, a: 2, b: 3, k: 1 }, patterns);
  expect(likelihood).toBeCloseTo(integrated(model, x, recency, age), 6);
});

test('merged customers have the same likelihood as separate ones', () => {
  const once = { frequency: [0, 2, 1], recency: [0, 30, 4], age: [9, 38, 38] };
  const of = (times: number) => {
    const repeat = (values: readonly number[]): Float64Array =>
      Float64Array.from({ length: times * values.length }, (_, i) => values[i % values.length] ?? 0);
    return purchasePatterns({
      frequency: repeat(once.frequency),
      recency: repeat(once.recency),
      age: repeat(once.age),
    });
  };
  expect(of(5).count).toBe(3);
  expect([...of(2).patternOf]).toEqual([0, 1, 2, 0, 1, 2]);
  expect(logLikelihood('MBG/NBD', CDNOW, of(5))).toBeCloseTo(5 * logLikelihood('MBG/NBD', CDNOW, of(1)), 10);
});

test('who bought once is alive for certain in BG/NBD, and less and less so in MBG/NBD', () => {
  const once = (model: PurchaseFamily, age: number): number =>
    probabilityAlive(model, CDNOW, { frequency: 0, recency: 0, age });
  expect([1, 100, 10_000].map((age) => once('BG/NBD', age))).toEqual([1, 1, 1]);
  expect(once('MBG/NBD', 0)).toBeCloseTo(CDNOW.b / (CDNOW.a + CDNOW.b), 12);
  expect(once('MBG/NBD', 100)).toBeLessThan(once('MBG/NBD', 10));
});

test('P(alive) lies in 0..1, and falls with silence', () => {
  const positive = (max: number) => fc.double({ min: 1e-3, max, noNaN: true });
  fc.assert(
    fc.property(
      fc.constantFrom<PurchaseFamily>('BG/NBD', 'MBG/NBD'),
      fc.record({
        r: positive(1e3),
        alpha: positive(1e5),
        a: positive(1e3),
        b: positive(1e3),
        k: fc.integer({ min: 1, max: 12 }),
      }),
      fc.nat(1_000_000),
      fc.nat(5_000),
      fc.nat(5_000),
      (model: PurchaseFamily, p: PurchaseParameters, frequency, recency, silence) => {
        const alive = (age: number): number => probabilityAlive(model, p, { frequency, recency, age });
        expect(alive(recency)).toBeLessThanOrEqual(1);
        expect(alive(recency + silence)).toBeGreaterThanOrEqual(0);
        // Up to the last bits of a double.
        expect(alive(recency + silence)).toBeLessThanOrEqual(alive(recency) * (1 + 1e-12));
        const one = purchasePatterns({
          frequency: Float64Array.of(frequency),
          recency: Float64Array.of(recency),
          age: Float64Array.of(recency + silence),
        });
        expect(logLikelihood(model, p, one)).toSatisfy(Number.isFinite);
      },
    ),
  );
});
