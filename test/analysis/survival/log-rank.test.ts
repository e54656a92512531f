// Compares the log-rank test of several groups with lifelines, its tail with SciPy, and q-values with statsmodels; see
// data/log-rank.py.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rankTests } from '../../../src/analysis/chance/fisher.ts';
import type { FollowUp } from '../../../src/analysis/survival/kaplan-meier.ts';
import { computeChiSquareTail, logRank } from '../../../src/analysis/survival/log-rank.ts';

type Subject = readonly [day: number, isEvent: number];
interface Oracle {
  readonly cases: readonly {
    readonly groups: readonly (readonly Subject[])[];
    readonly chi_square: number;
    readonly degrees: number;
    readonly p_value: number;
    readonly against_others: readonly { readonly chi_square: number; readonly p_value: number }[];
    readonly q_values: readonly number[];
  }[];
  readonly tails: readonly { readonly value: number; readonly degrees: number; readonly tail: number }[];
}
const oracle: Oracle = JSON.parse(readFileSync('test/analysis/survival/data/log-rank.json', 'utf8'));

const createFollowUp = (given: readonly Subject[]): FollowUp => ({
  days: Float64Array.from(given, ([day]) => day),
  observed: Uint8Array.from(given, ([, isEvent]) => isEvent),
});
/** Compares with a tolerance relative to the expected value. */
const expectNear = (found: number, expected: number) =>
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(expected), 1e-12));

describe('logRank', () => {
  it.each(oracle.cases.map((one, at) => [at, one] as const))(
    'returns the figures of lifelines for shop %i',
    (_, one) => {
      const test = logRank(one.groups.map(createFollowUp));
      if (test === undefined) throw new Error('expected a test');
      expect(test.degrees).toBe(one.degrees);
      expectNear(test.chiSquare, one.chi_square);
      expectNear(test.pValue, one.p_value);
      for (const [at, against] of one.against_others.entries()) {
        expectNear(test.groups[at]?.chiSquare ?? Number.NaN, against.chi_square);
        expectNear(test.groups[at]?.pValue ?? Number.NaN, against.p_value);
      }
    },
  );

  it('has p-values whose q-values equal those of statsmodels', () => {
    for (const { against_others, q_values } of oracle.cases) {
      const { qValues } = rankTests(
        Float64Array.from(against_others, ({ p_value }) => p_value),
        against_others.length,
      );
      for (const [at, expected] of q_values.toSorted((a, b) => a - b).entries())
        expectNear(qValues[at] ?? Number.NaN, expected);
    }
  });

  it('uses chi-square tails that equal those of SciPy', () => {
    for (const { value, degrees, tail } of oracle.tails)
      expectNear(computeChiSquareTail(value, degrees), tail);
  });

  it('ignores groups that no event can distinguish', () => {
    const some: readonly Subject[] = [
      [3, 1],
      [5, 1],
      [6, 0],
    ];
    const others: readonly Subject[] = [
      [4, 1],
      [9, 1],
      [9, 0],
    ];
    const two = logRank([some, others].map(createFollowUp));
    const three = logRank([some, [], others].map(createFollowUp));
    expect(three?.degrees).toBe(1);
    expect(three?.chiSquare).toBeCloseTo(two?.chiSquare ?? Number.NaN, 12);
    expect(three?.groups[1]).toEqual({ observed: 0, expected: 0, chiSquare: 0, pValue: 1 });
  });
});
