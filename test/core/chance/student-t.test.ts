import { expect, it } from 'vitest';
import { centralProbability, twoSidedQuantile } from '../../../src/core/chance/intervals.ts';

it('has the quantiles of printed tables', () => {
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
    const found = [0.8, 0.95, 0.99].map((level) => twoSidedQuantile(level, degrees));
    expect(found).toEqual(quantiles.map((quantile) => expect.closeTo(quantile, 5)));
  }
});

it('gives back the probability, and 0 at 0', () => {
  for (const degrees of [1, 2, 7, 8, 200])
    for (const level of [0.1, 0.8, 0.999])
      expect(centralProbability(twoSidedQuantile(level, degrees), degrees)).toBeCloseTo(level, 12);
  expect(centralProbability(0, 4)).toBe(0);
});
