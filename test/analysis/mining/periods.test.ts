// Periods joined from weeks, and the factor that the season explains.
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
  it('keeps the weeks of a quarter and joins four weeks each for a year', () => {
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

  it('keeps more than twelve periods if one order is 3,000 weeks older', () => {
    const year = createEqualWeeks(52, 300).baskets;
    const { baskets } = splitPeriods({
      first: 0,
      baskets: [1, ...Array.from({ length: 3_000 }, () => 0), ...year],
      undated: 0,
    });
    expect(baskets.length).toBeGreaterThan(12);
  });

  it('returns at most 64 dated periods, and counts every basket in one', () => {
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

it('joinWeeks adds up the weeks that countWeeks counts in parts', () => {
  const days = fc.array(fc.oneof(fc.nat(4_000), fc.constant(Number.NaN)));
  fc.assert(
    fc.property(days, days, (one, other) => {
      const joined = joinWeeks([countWeeks(one), countWeeks(other)]);
      expect(joined).toEqual(countWeeks([...one, ...other]));
    }),
  );
});

describe('computeSeasonalFactor', () => {
  it('returns 1 if a side is bought equally in all periods', () => {
    expect(computeSeasonalFactor([10, 10], [3, 17], [100, 100])).toBe(1);
  });

  it('returns 2 for two products that are sold in the same one of two equal periods', () => {
    expect(computeSeasonalFactor([20, 0], [30, 0], [100, 100])).toBe(2);
  });

  it('returns 0 for products that are never sold at the same time', () => {
    expect(computeSeasonalFactor([20, 0], [0, 30], [100, 100])).toBe(0);
  });
});
