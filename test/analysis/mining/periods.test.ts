// Groups weeks into periods and computes the seasonal factor of two sides.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignPeriods,
  computeSeasonalFactor,
  countWeeks,
  joinWeeks,
  splitPeriods,
} from '../../../src/analysis/mining/periods.ts';

const createWeeks = (baskets: readonly number[], undated = 0) => ({ first: 100, baskets, undated });
const createEqualWeeks = (weeks: number, baskets: number) =>
  createWeeks(Array.from({ length: weeks }, () => baskets));

describe('splitPeriods', () => {
  it('splits up to a quarter into weeks and a year into periods of four weeks', () => {
    expect(splitPeriods(createEqualWeeks(5, 300)).baskets).toEqual([300, 300, 300, 300, 300]);
    expect(splitPeriods(createEqualWeeks(52, 300))).toEqual({
      starts: Array.from({ length: 13 }, (_, at) => 100 + 4 * at),
      baskets: Array.from({ length: 13 }, () => 1_200),
      undated: 12,
    });
  });

  it('joins weeks until a period has a hundred baskets', () => {
    expect(splitPeriods(createEqualWeeks(52, 10)).starts).toEqual([100, 110, 120, 130, 140]);
    expect(splitPeriods(createEqualWeeks(52, 1)).baskets).toEqual([52]);
    expect(splitPeriods(createWeeks([], 7))).toEqual({ starts: [100], baskets: [7], undated: 0 });
  });

  it('gives undated baskets a period of their own if there are at least a hundred', () => {
    expect(splitPeriods(createWeeks([300], 99))).toEqual({ starts: [100], baskets: [399], undated: 0 });
    expect(splitPeriods(createWeeks([300], 100))).toEqual({ starts: [100], baskets: [300, 100], undated: 1 });
  });

  it('keeps the periods of a year despite one basket 3,000 weeks earlier', () => {
    const year = createEqualWeeks(52, 300).baskets;
    const { baskets } = splitPeriods({
      first: 0,
      baskets: [1, ...Array.from({ length: 3_000 }, () => 0), ...year],
      undated: 0,
    });
    expect(baskets.length).toBeGreaterThan(12);
  });

  it('returns at most 64 dated periods and assigns every basket to one', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(40_000), fc.constant(Number.NaN))), (days) => {
        const periods = splitPeriods(countWeeks(days));
        expect(periods.starts.length).toBeLessThanOrEqual(65);
        const counts = periods.baskets.map(() => 0);
        for (const period of assignPeriods(days, periods)) counts[period] = (counts[period] ?? 0) + 1;
        expect(counts).toEqual(periods.baskets);
      }),
    );
  });
});

it('joins the weeks counted in two parts to the weeks of the whole', () => {
  const days = fc.array(fc.oneof(fc.nat(4_000), fc.constant(Number.NaN)));
  fc.assert(
    fc.property(days, days, (one, other) => {
      const joined = joinWeeks([countWeeks(one), countWeeks(other)]);
      expect(joined).toEqual(countWeeks([...one, ...other]));
    }),
  );
});

describe('computeSeasonalFactor', () => {
  it('returns 1 if one side is bought equally often in all periods', () => {
    expect(computeSeasonalFactor([10, 10], [3, 17], [100, 100])).toBe(1);
  });

  it('returns 2 if both sides are bought only in the same half of the time', () => {
    expect(computeSeasonalFactor([20, 0], [30, 0], [100, 100])).toBe(2);
  });

  it('returns 0 if the sides are never sold in the same period', () => {
    expect(computeSeasonalFactor([20, 0], [0, 30], [100, 100])).toBe(0);
  });
});
