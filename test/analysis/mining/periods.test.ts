// Periods: how weeks are put together, and what the season explains.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignPeriods,
  computeSeasonalFactor,
  countWeeks,
  joinWeeks,
  splitPeriods,
} from '../../../src/analysis/mining/periods.ts';

const weeksOf = (baskets: readonly number[], undated = 0) => ({ first: 100, baskets, undated });
const everyWeek = (weeks: number, baskets: number) => weeksOf(Array.from({ length: weeks }, () => baskets));

describe('periodsOf', () => {
  it('takes weeks of up to a quarter, and four weeks of a year', () => {
    expect(splitPeriods(everyWeek(5, 300)).baskets).toEqual([300, 300, 300, 300, 300]);
    expect(splitPeriods(everyWeek(52, 300))).toEqual({
      starts: Array.from({ length: 13 }, (_, at) => 100 + 4 * at),
      baskets: Array.from({ length: 13 }, () => 1_200),
      undated: 12,
    });
  });

  it('puts weeks together until a period has a hundred baskets', () => {
    expect(splitPeriods(everyWeek(52, 10)).starts).toEqual([100, 110, 120, 130, 140]);
    expect(splitPeriods(everyWeek(52, 1)).baskets).toEqual([52]);
    expect(splitPeriods(weeksOf([], 7))).toEqual({ starts: [100], baskets: [7], undated: 0 });
  });

  it('gives baskets without a date a period of their own from a hundred on', () => {
    expect(splitPeriods(weeksOf([300], 99))).toEqual({ starts: [100], baskets: [399], undated: 0 });
    expect(splitPeriods(weeksOf([300], 100))).toEqual({ starts: [100], baskets: [300, 100], undated: 1 });
  });

  it('keeps its periods where one order is of another century', () => {
    const year = everyWeek(52, 300).baskets;
    const { baskets } = splitPeriods({
      first: 0,
      baskets: [1, ...Array.from({ length: 3_000 }, () => 0), ...year],
      undated: 0,
    });
    expect(baskets.length).toBeGreaterThan(12);
  });

  it('has at most 64 periods, and every basket is in one', () => {
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

it('counts weeks that add up over parts', () => {
  const days = fc.array(fc.oneof(fc.nat(4_000), fc.constant(Number.NaN)));
  fc.assert(
    fc.property(days, days, (one, other) => {
      const joined = joinWeeks([countWeeks(one), countWeeks(other)]);
      expect(joined).toEqual(countWeeks([...one, ...other]));
    }),
  );
});

describe('seasonalFactor', () => {
  it('is 1 where a side is bought alike in all periods', () => {
    expect(computeSeasonalFactor([10, 10], [3, 17], [100, 100])).toBe(1);
  });

  it('is 2 for two products of the same half of the time', () => {
    expect(computeSeasonalFactor([20, 0], [30, 0], [100, 100])).toBe(2);
  });

  it('is 0 for products that are never sold at the same time', () => {
    expect(computeSeasonalFactor([20, 0], [0, 30], [100, 100])).toBe(0);
  });
});
