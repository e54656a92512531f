// Measures against calculations by hand, and Fisher's test against exact rational arithmetic.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFisherPValue } from '../../../../src/analysis/chance/fisher.ts';
import { computeRuleMeasures } from '../../../../src/analysis/mining/rules/measures.ts';

describe('computeRuleMeasures', () => {
  // 100 baskets, tea in 25, milk in 40, both in 20.
  const counts = { together: 20, antecedents: 25, consequents: 40, baskets: 100 };
  const chance = {
    ...{ expected: 12.5, inPeriods: 16, pValue: 0.003, customersPValue: 0.004 },
    ...{ correction: 50, qValue: 0.123_456_78 },
  };
  const measures = computeRuleMeasures(counts, chance);
  it.each([
    ['leverage', measures.leverage, 0.2 - 0.25 * 0.4],
    ['conviction', measures.conviction, (1 - 0.4) / (1 - 0.8)],
    ['zhang', measures.zhang, 0.1 / Math.max(0.2 * 0.75, 0.25 * (0.4 - 0.2))],
    ['kulczynski', measures.kulczynski, (0.8 + 0.5) / 2],
    ['imbalance_ratio', measures.imbalance_ratio, 15 / 45],
  ])('computes %s as calculated by hand', (_, got, expected) => {
    expect(got).toBeCloseTo(expected, 5);
  });

  it('returns no conviction for a rule that never fails, and no leverage if all baskets hold it', () => {
    expect(
      computeRuleMeasures({ together: 5, antecedents: 5, consequents: 8, baskets: 10 }, chance).conviction,
    ).toBeNull();
    const everywhere = computeRuleMeasures(
      { together: 10, antecedents: 10, consequents: 10, baskets: 10 },
      chance,
    );
    expect(everywhere).toMatchObject({ leverage: 0, conviction: null, zhang: 0, p_value: 1 });
  });

  it('computes lifts from the expected baskets, and corrects p-values up to 1', () => {
    expect(measures).toMatchObject({
      expected_occurrences: 12.5,
      lift_given_sizes: 1.6,
      lift_within_periods: 1.25,
      p_value_given_sizes: 0.003,
      p_value_corrected: 0.2,
      q_value: 0.123_457,
    });
    expect(computeRuleMeasures(counts, { ...chance, correction: 1e9 }).p_value_corrected).toBe(1);
  });
});

describe('computeFisherPValue', () => {
  it("returns the 17/70 and 1/70 of Fisher's tea taster", () => {
    // Fisher, The Design of Experiments, 1935: eight cups, four of each kind.
    expect(computeFisherPValue(3, 4, 4, 8)).toBeCloseTo(17 / 70, 14);
    expect(computeFisherPValue(4, 4, 4, 8)).toBeCloseTo(1 / 70, 14);
  });

  it('stays exact for a probability close to 0', () => {
    // All 150 of 1,000 baskets on both sides: 1 / C(1000, 150).
    let log = 0;
    for (let i = 0; i < 150; i++) log += Math.log((1_000 - i) / (150 - i));
    expect(Math.log(computeFisherPValue(150, 150, 150, 1_000))).toBeCloseTo(-log, 8);
  });

  it('equals the sum of exact fractions', () => {
    const tables = fc
      .tuple(fc.integer({ min: 1, max: 400 }), fc.nat(), fc.nat(), fc.nat())
      .map(([baskets, a, c, t]) => {
        const antecedents = 1 + (a % baskets);
        const consequents = 1 + (c % baskets);
        const least = Math.max(0, antecedents + consequents - baskets);
        const together = least + (t % (Math.min(antecedents, consequents) - least + 1));
        return { baskets, antecedents, consequents, together };
      });
    fc.assert(
      fc.property(tables, ({ together, antecedents, consequents, baskets }) => {
        const exact = computeExactTail(together, antecedents, consequents, baskets);
        const got = computeFisherPValue(together, antecedents, consequents, baskets);
        expect(Math.abs(got - exact)).toBeLessThanOrEqual(1e-10 * exact + 1e-14);
      }),
      { numRuns: 500 },
    );
  });
});

/** Sum of C(c, x) C(n − c, a − x) / C(n, a) in whole numbers. */
function computeExactTail(together: number, a: number, c: number, n: number): number {
  let sum = 0n;
  for (let x = together; x <= Math.min(a, c); x++) sum += choose(c, x) * choose(n - c, a - x);
  return Number((sum * 10n ** 40n) / choose(n, a)) / 1e40;
}

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let product = 1n;
  for (let i = 0; i < k; i++) product = (product * BigInt(n - i)) / BigInt(i + 1);
  return product;
}
