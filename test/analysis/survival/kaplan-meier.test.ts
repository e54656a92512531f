// Compares survival curves with the published figures of R's survival package on its data sets aml and lung.
import { describe, expect, it } from 'vitest';
import {
  estimateMedianDays,
  estimateSurvival,
  type FollowUp,
  getSurvivalAt,
} from '../../../src/analysis/survival/kaplan-meier.ts';
import { computeComplementaryError, logRank } from '../../../src/analysis/survival/log-rank.ts';
import { AML, createFollowUp, LUNG } from './published-data.ts';

describe('aml (Miller 1981), as R prints summary(survfit(Surv(time, status) ~ x, data = aml))', () => {
  // Columns: time, n.risk, n.event, survival, std.err, lower and upper 95 % limit.
  it('estimates the published curve of the maintained group', () => {
    expectCurve(AML.maintained, [
      [9, 11, 1, 0.909, 0.0867, 0.7541, 1],
      [13, 10, 1, 0.818, 0.1163, 0.6192, 1],
      [18, 8, 1, 0.716, 0.1397, 0.4884, 1],
      [23, 7, 1, 0.614, 0.1526, 0.3769, 0.999],
      [31, 5, 1, 0.491, 0.1642, 0.2549, 0.946],
      [34, 4, 1, 0.368, 0.1627, 0.1549, 0.875],
      [48, 2, 1, 0.184, 0.1535, 0.0359, 0.944],
    ]);
  });

  it('estimates the published curve of the other group, without limits after the last subject', () => {
    expectCurve(AML.nonmaintained, [
      [5, 12, 2, 0.8333, 0.1076, 0.647, 1],
      [8, 10, 2, 0.6667, 0.1361, 0.4468, 0.995],
      [12, 8, 1, 0.5833, 0.1423, 0.3616, 0.941],
      [23, 6, 1, 0.4861, 0.1481, 0.2675, 0.883],
      [27, 5, 1, 0.3889, 0.147, 0.1854, 0.816],
      [30, 4, 1, 0.2917, 0.1387, 0.1148, 0.741],
      [33, 3, 1, 0.1944, 0.1219, 0.0569, 0.664],
      [43, 2, 1, 0.0972, 0.0919, 0.0153, 0.62],
      [45, 1, 1, 0, Number.NaN, Number.NaN, Number.NaN],
    ]);
  });

  it('estimates medians of 31 (18 to no limit) and 23 (8 to no limit)', () => {
    expect(estimateMedianDays(estimateSurvival(AML.maintained))).toEqual({
      days: 31,
      lower: 18,
      upper: undefined,
    });
    expect(estimateMedianDays(estimateSurvival(AML.nonmaintained))).toEqual({
      days: 23,
      lower: 8,
      upper: undefined,
    });
  });

  it('returns the figures of survdiff: 7 events against 10.69 expected, 11 against 7.31, chi-square 3.4, p = 0.07', () => {
    const test = logRank([AML.maintained, AML.nonmaintained]);
    expect(test?.groups).toMatchObject([{ observed: 7 }, { observed: 11 }]);
    expect(test?.groups[0]?.expected).toBeCloseTo(10.69, 2);
    expect(test?.groups[1]?.expected).toBeCloseTo(7.31, 2);
    expect(test?.chiSquare).toBeCloseTo(3.4, 1);
    expect(test?.pValue).toBeCloseTo(0.0653, 4);
  });
});

describe('lung (Loprinzi et al. 1994)', () => {
  const all = createFollowUp([...LUNG.men, ...LUNG.women]);
  const [men, women] = [createFollowUp(LUNG.men), createFollowUp(LUNG.women)];

  it('estimates a median of 310 days (285 to 363) from 228 patients and 165 deaths', () => {
    const curve = estimateSurvival(all);
    expect(curve).toMatchObject({ subjects: 228, events: 165 });
    expect(estimateMedianDays(curve)).toEqual({ days: 310, lower: 285, upper: 363 });
  });

  it('estimates that 40.9 % (34.5 to 48.6 %) live longer than a year, with 65 at risk and a standard error of 0.0358', () => {
    const curve = estimateSurvival(all);
    const year = getSurvivalAt(curve, 365.25);
    expect(year?.survival).toBeCloseTo(0.409, 3);
    expect(year?.lower).toBeCloseTo(0.345, 3);
    expect(year?.upper).toBeCloseTo(0.486, 3);
    expect(curve.points.findLast(({ day }) => day <= 365.25)?.standardError).toBeCloseTo(0.0358, 4);
    expect(all.days.filter((day) => day > 365.25)).toHaveLength(65);
  });

  it('estimates medians of 270 (212 to 310) for men and 426 (348 to 550) for women', () => {
    expect(estimateMedianDays(estimateSurvival(men))).toEqual({ days: 270, lower: 212, upper: 310 });
    expect(estimateMedianDays(estimateSurvival(women))).toEqual({ days: 426, lower: 348, upper: 550 });
  });

  it('returns the figures of survdiff: 112 deaths against 91.6 expected, 53 against 73.4, chi-square 10.3, p = 0.001', () => {
    const test = logRank([men, women]);
    expect(test?.groups).toMatchObject([{ observed: 112 }, { observed: 53 }]);
    expect(test?.groups[0]?.expected).toBeCloseTo(91.6, 1);
    expect(test?.groups[1]?.expected).toBeCloseTo(73.4, 1);
    expect(test?.chiSquare).toBeCloseTo(10.3, 1);
    expect(test?.pValue).toBeCloseTo(0.00131, 5);
  });
});

describe('edge cases of survival', () => {
  it('returns an empty curve without subjects', () => {
    const curve = estimateSurvival(createFollowUp([]));
    expect(curve.points).toEqual([]);
    expect(getSurvivalAt(curve, 0)).toBeUndefined();
    expect(estimateMedianDays(curve).days).toBeUndefined();
  });

  it('returns a survival of 1 before the first event and none after the longest observation', () => {
    const curve = estimateSurvival(
      createFollowUp([
        [5, 1],
        [9, 0],
      ]),
    );
    expect(getSurvivalAt(curve, 4)).toEqual({ survival: 1, lower: 1, upper: 1 });
    expect(getSurvivalAt(curve, 9)?.survival).toBe(0.5);
    expect(getSurvivalAt(curve, 10)).toBeUndefined();
  });

  it('returns the middle of the days on which the curve equals one half as the median', () => {
    expect(
      estimateMedianDays(
        estimateSurvival(
          createFollowUp([
            [2, 1],
            [6, 1],
          ]),
        ),
      ).days,
    ).toBe(4);
    expect(
      estimateMedianDays(
        estimateSurvival(
          createFollowUp([
            [2, 1],
            [6, 0],
          ]),
        ),
      ).days,
    ).toBe(2);
  });

  it('returns no log-rank test if no event distinguishes the groups', () => {
    const nobody = createFollowUp([]);
    const someone = createFollowUp([[3, 1]]);
    expect(logRank([nobody, someone])).toBeUndefined();
    expect(logRank([createFollowUp([[3, 0]]), createFollowUp([[4, 0]])])).toBeUndefined();
    // The only event follows the last observation of the other group.
    expect(logRank([createFollowUp([[3, 0]]), createFollowUp([[4, 1]])])).toBeUndefined();
    expect(logRank([someone, someone])).toBeUndefined();
  });

  it('returns a p-value of 1 for equal groups', () => {
    const group = createFollowUp([
      [3, 1],
      [5, 1],
      [5, 0],
    ]);
    expect(logRank([group, group])?.pValue).toBeCloseTo(1, 12);
  });

  it('computes the tabulated values of the complementary error function', () => {
    // Source: Abramowitz & Stegun, table 7.1; erfc(3) and erfc(5) in addition.
    expect(computeComplementaryError(0)).toBe(1);
    expect(computeComplementaryError(0.5)).toBeCloseTo(0.4795001221869535, 14);
    expect(computeComplementaryError(1.999999)).toBeCloseTo(0.004677755, 8);
    expect(computeComplementaryError(2) / 0.004677734981047266).toBeCloseTo(1, 12);
    expect(computeComplementaryError(3) / 2.209049699858544e-5).toBeCloseTo(1, 12);
    expect(computeComplementaryError(5) / 1.5374597944280349e-12).toBeCloseTo(1, 12);
  });
});

function expectCurve(group: FollowUp, published: readonly (readonly number[])[]): void {
  const { points } = estimateSurvival(group);
  expect(points).toHaveLength(published.length);
  for (const [
    at,
    [day, atRisk, events, survival = 0, error = 0, lower = 0, upper = 0],
  ] of published.entries()) {
    const point = points[at];
    expect(point).toMatchObject({ day, atRisk, events });
    expect(point?.survival).toBeCloseTo(survival, 3);
    expect(point?.upper).toEqual(closeTo(upper, 3));
    expect(point?.lower).toEqual(closeTo(lower, 4));
    expect(point?.standardError).toEqual(closeTo(error, 4));
  }
}

/** Matches a figure that was printed with `decimals` decimals, or NaN. */
function closeTo(value: number, decimals: number): unknown {
  return Number.isNaN(value) ? Number.NaN : expect.closeTo(value, decimals);
}
