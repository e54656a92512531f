// Values and ratings of rules against the definition in docs/concepts/market-basket.md, for any number of rules.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../quality/harness/random/random.ts';
import { randomBaskets } from '../../../../quality/harness/random/random-baskets.ts';
import type { BasketColumns } from '../../../../src/core/baskets/basket-columns.ts';
import {
  incrementalValue,
  leastPublishedAs,
  publishedValue,
} from '../../../../src/core/mining/rules/impact.ts';
import { mineRules } from '../../../../src/core/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../../src/core/mining/rules/rule.ts';
import { toBaskets } from '../basket-data.ts';

/** A basket: what was spent on each product in it, in units of money. */
type Spent = Readonly<Record<string, bigint>>;

/** `limbs`: columns of 26 bits each, the last one with all that is left. */
function columnsOf(baskets: readonly Spent[], limbs: 1 | 3): BasketColumns {
  const columns = toBaskets(baskets.map((basket) => Object.keys(basket)));
  const units = baskets.flatMap((basket) =>
    Object.entries(basket)
      .sort(([a], [b]) => columns.products.indexOf(a) - columns.products.indexOf(b))
      .map(([, value]) => value),
  );
  const limb = (value: bigint, at: number): bigint =>
    limbs === 1 ? value : at === 2 ? value >> 52n : (value >> BigInt(26 * at)) & (2n ** 26n - 1n);
  return {
    ...columns,
    values: Array.from({ length: limbs }, (_, at) =>
      Float64Array.from(units, (value) => Number(limb(value, at))),
    ),
  };
}

const all = { minSupport: 0, minConfidence: 0, maxRules: 1_000_000 };

function expectFigures(rules: readonly AssociationRule[], baskets: readonly Spent[]): void {
  for (const { antecedents, consequents, lift, impact_analysis, measures } of rules) {
    const both = baskets.filter((basket) => holds(basket, [...antecedents, ...consequents]));
    const spentOn = (products: readonly string[]): bigint =>
      both.reduce((sum, basket) => products.reduce((more, name) => more + (basket[name] ?? 0n), sum), 0n);
    expect(impact_analysis.revenue).toBe(Number(spentOn([...antecedents, ...consequents])));
    const joint = both.length * baskets.length;
    const byChance =
      baskets.filter((basket) => holds(basket, antecedents)).length *
      baskets.filter((basket) => holds(basket, consequents)).length;
    expect(lift).toBe(joint / byChance);
    // Nine digits determine a number of single precision.
    const expected = Math.fround(measures.expected_occurrences ?? Number.NaN);
    const value = ((both.length - expected) / both.length) * Number(spentOn(consequents));
    expect(impact_analysis.incremental_value).toBe(Number(value.toPrecision(12)));
  }
}

const holds = (basket: Spent, products: readonly string[]): boolean =>
  products.every((name) => basket[name] !== undefined);

const isBeyondChance = ({ impact_analysis, measures }: AssociationRule): boolean =>
  impact_analysis.occurrences > Math.fround(measures.expected_occurrences ?? Number.NaN);

/** By the definition: ranks by incremental value, equal values at the better one. */
function expectRatings(rules: readonly AssociationRule[]): void {
  const values = rules
    .filter(isBeyondChance)
    .map(({ impact_analysis }) => impact_analysis.incremental_value)
    .sort((a, b) => b - a);
  const high = Math.ceil(0.2 * values.length);
  const medium = Math.min(values.length, high + Math.ceil(0.3 * values.length));
  const leastHigh = values[high - 1] ?? Number.POSITIVE_INFINITY;
  const leastMedium = values[medium - 1] ?? Number.POSITIVE_INFINITY;
  const expected = (rule: AssociationRule): string => {
    const value = rule.impact_analysis.incremental_value;
    return !isBeyondChance(rule) || value < leastMedium ? 'Low' : value < leastHigh ? 'Medium' : 'High';
  };
  expect(rules.map(({ impact_rating }) => impact_rating)).toEqual(rules.map(expected));
}

describe('rules of random baskets', () => {
  const product = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const basketsOf = (units: fc.Arbitrary<bigint>) =>
    fc.array(
      fc
        .uniqueArray(fc.tuple(product, units), { selector: ([name]) => name, maxLength: 6 })
        .map((entries): Spent => Object.fromEntries(entries)),
      { minLength: 1, maxLength: 14 },
    );

  it('have the values and ratings that brute force finds', () => {
    fc.assert(
      fc.property(basketsOf(fc.bigInt({ min: -9n, max: 999n })), (baskets) => {
        const { rules } = mineRules(columnsOf(baskets, 1), all);
        expectFigures(rules, baskets);
        expectRatings(rules);
      }),
      { numRuns: 80 },
    );
  });

  it('have exact values where the sums are too large for doubles', () => {
    fc.assert(
      fc.property(basketsOf(fc.bigInt({ min: 0n, max: 2n ** 80n })), (baskets) => {
        expectFigures(mineRules(columnsOf(baskets, 3), all).rules, baskets);
      }),
      { numRuns: 50 },
    );
  });
});

it('values rules in more baskets than fit into a table of bits', () => {
  const random = randomFrom(7);
  const baskets = Array.from(
    { length: 20_000 },
    (): Spent =>
      Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e']
          .filter((_, at) => random() < 0.9 - at / 10)
          .map((name) => [name, BigInt(Math.floor(random() * 1_000))]),
      ),
  );
  const { rules } = mineRules(columnsOf(baskets, 1), all);
  expect(rules).toHaveLength(180);
  // Each of them reads the whole columns: one in six shows what all would.
  expectFigures(
    rules.filter((_, at) => at % 6 === 0),
    baskets,
  );
});

it('rates more than 20,000 rules as it rates a few, and returns the first of all of them', () => {
  const lists = randomBaskets(11, 40, 500, 16);
  const prices = randomFrom(3);
  const priceOf = new Map(lists.flat().map((name) => [name, Math.ceil(prices() * 10_000)]));
  const mine = (maxRules: number) =>
    mineRules(
      toBaskets(lists, (name) => priceOf.get(name) ?? 0),
      { minSupport: 0.008, minConfidence: 0.05, maxRules },
    );
  const whole = mine(1_000_000);
  expect(whole.ruleCount).toBeGreaterThan(40_000);
  expect(whole.rules).toHaveLength(whole.ruleCount);
  expectRatings(whole.rules);
  for (const count of [1, 100, 10_000, 30_000]) {
    expect(isDeepStrictEqual(mine(count).rules, whole.rules.slice(0, count))).toBe(true);
  }
});

it('gives rules of equal value one rating, however floating-point numbers arrive at it', () => {
  // 2/3 × 3 and 1/2 × 4 are both 2, yet not always the same double.
  const value = incrementalValue(3, 1, 3);
  for (const scale of [0, 2, 8]) {
    for (const each of [value, 0.1 + 0.2, 123_456.7, -5.5, 1e-7]) {
      const least = leastPublishedAs(each, scale);
      expect(publishedValue(least, scale)).toBe(publishedValue(each, scale));
      expect(publishedValue(least - Math.abs(least) * 2 ** -52, scale)).toBeLessThan(
        publishedValue(each, scale),
      );
    }
  }
  expect(leastPublishedAs(0, 2)).toBe(0);
});
