// Confidence intervals, tails and quantiles, compared with published values.
import { expect, it } from 'vitest';
import {
  computeCentralProbability,
  computePoissonTail,
  computeShareInterval,
  computeTwoSidedQuantile,
} from '../../../src/analysis/chance/intervals.ts';

it('computeShareInterval returns the limits of Clopper and Pearson that binom.test of R prints', () => {
  const published: readonly (readonly [number, number, number, number, number])[] = [
    [7, 20, 0.05, 0.1539092, 0.5921885],
    [0, 10, 0.05, 0, 0.3084971],
    [10, 10, 0.05, 0.6915029, 1],
    [682, 925, 0.05, 0.7076683, 0.7654066],
    [1, 1_000, 0.01, 0.00000501, 0.00740992],
  ];
  for (const [hits, cases, alpha, lower, upper] of published) {
    const found = computeShareInterval(hits, cases, alpha);
    expect([hits, found.lower]).toEqual([hits, expect.closeTo(lower, 5)]);
    expect([hits, found.upper]).toEqual([hits, expect.closeTo(upper, 5)]);
  }
});

it('computeShareInterval returns limits around the share that widen with the confidence, even for a million cases', () => {
  for (const [hits, cases] of [
    [1, 3],
    [500, 1_000],
    [13, 1_000_000],
    [999_999, 1_000_000],
  ] as const) {
    const [wide, narrow] = [computeShareInterval(hits, cases, 0.001), computeShareInterval(hits, cases, 0.1)];
    expect(wide.lower).toBeLessThan(narrow.lower);
    expect(narrow.lower).toBeLessThan(hits / cases);
    expect(narrow.upper).toBeGreaterThan(hits / cases);
    expect(wide.upper).toBeGreaterThan(narrow.upper);
  }
});

it('computePoissonTail returns the upper tail of a Poisson count, and 1 for a count within one of the mean', () => {
  // 1 - e^-1 (1 + 1), 1 - e^-2 (1 + 2 + 2 + 4/3), and the first term of a far tail.
  expect(computePoissonTail(2, 1)).toBeCloseTo(1 - 2 / Math.E, 12);
  expect(computePoissonTail(4, 2)).toBeCloseTo(1 - Math.exp(-2) * (1 + 2 + 2 + 4 / 3), 12);
  expect(computePoissonTail(10, 0.01) / (1e-20 / 3_628_800)).toBeCloseTo(1, 1);
  expect(computePoissonTail(3, 2.5)).toBe(1);
  expect(computePoissonTail(1, 0)).toBe(0);
});

it('computeTwoSidedQuantile returns the quantiles of published tables of Student’s t', () => {
  // Two-sided 80 %, 95 % and 99 %: tables of Student's t, as in R's qt(c(.9, .975, .995), df).
  const tables: readonly (readonly [number, number, number, number])[] = [
    [1, 3.077684, 12.706205, 63.656741],
    [2, 1.885618, 4.302653, 9.924843],
    [3, 1.637744, 3.182446, 5.840909],
    [5, 1.475884, 2.570582, 4.032143],
    [10, 1.372184, 2.228139, 3.169273],
    [11, 1.36343, 2.200985, 3.105807],
    [30, 1.310415, 2.042272, 2.749996],
  ];
  for (const [degrees, ...quantiles] of tables) {
    const found = [0.8, 0.95, 0.99].map((level) => computeTwoSidedQuantile(level, degrees));
    expect(found).toEqual(quantiles.map((quantile) => expect.closeTo(quantile, 5)));
  }
});

it('computeCentralProbability inverts computeTwoSidedQuantile, and returns 0 at 0', () => {
  for (const degrees of [1, 2, 7, 8, 200])
    for (const level of [0.1, 0.8, 0.999])
      expect(computeCentralProbability(computeTwoSidedQuantile(level, degrees), degrees)).toBeCloseTo(
        level,
        12,
      );
  expect(computeCentralProbability(0, 4)).toBe(0);
});
