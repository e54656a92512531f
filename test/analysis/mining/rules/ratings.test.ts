// Values, ratings and order of rules against the definition in docs/concepts/market-basket.md, for any number of rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BasketColumns } from '../../../../src/analysis/baskets/basket-columns.ts';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../../src/analysis/mining/rules/rule.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { toBaskets } from '../basket-data.ts';

/** A basket: the amount spent on each product, in units of money. */
type Spent = Readonly<Record<string, bigint>>;

/** `limbs`: columns of 26 bits each, the last one with all remaining bits. */
function toColumns(baskets: readonly Spent[], limbs: 1 | 3): BasketColumns {
  const columns = toBaskets(baskets.map((basket) => Object.keys(basket)));
  const units = baskets.flatMap((basket) =>
    Object.entries(basket)
      .sort(([a], [b]) => columns.products.indexOf(a) - columns.products.indexOf(b))
      .map(([, value]) => value),
  );
  const getLimb = (value: bigint, at: number): bigint =>
    limbs === 1 ? value : at === 2 ? value >> 52n : (value >> BigInt(26 * at)) & (2n ** 26n - 1n);
  return {
    ...columns,
    values: Array.from({ length: limbs }, (_, at) =>
      Float64Array.from(units, (value) => Number(getLimb(value, at))),
    ),
  };
}

const all = { minSupport: 0, minConfidence: 0, maxRules: 1_000_000 };

function expectFigures(rules: readonly AssociationRule[], baskets: readonly Spent[]): void {
  for (const { antecedents, consequents, lift, impact_analysis, measures } of rules) {
    const both = baskets.filter((basket) => hasProducts(basket, [...antecedents, ...consequents]));
    const sumSpent = (products: readonly string[]): bigint =>
      both.reduce((sum, basket) => products.reduce((more, name) => more + (basket[name] ?? 0n), sum), 0n);
    expect(impact_analysis.revenue).toBe(Number(sumSpent([...antecedents, ...consequents])));
    const joint = both.length * baskets.length;
    const byChance =
      baskets.filter((basket) => hasProducts(basket, antecedents)).length *
      baskets.filter((basket) => hasProducts(basket, consequents)).length;
    expect(lift).toBe(joint / byChance);
    if (antecedents.length > 1 && consequents.length === 1) continue;
    // Nine digits determine a number of single precision.
    const expected = Math.fround(measures.expected_occurrences);
    const value = ((both.length - expected) / both.length) * sumRobustly(both, consequents);
    expect(Math.abs(impact_analysis.incremental_value - value)).toBeLessThanOrEqual(
      1e-9 * Math.abs(value) + 1e-15 * impact_analysis.revenue + 1e-6,
    );
  }
}

/** Value of the consequents, with the most valuable baskets capped at the value of the next one. */
function sumRobustly(both: readonly Spent[], consequents: readonly string[]): number {
  const values = both
    .map((basket) => Number(consequents.reduce((sum, name) => sum + (basket[name] ?? 0n), 0n)))
    .sort((a, b) => b - a);
  const outliers = Math.min(100, Math.max(2, Math.floor(both.length / 20)), Math.floor(both.length / 2));
  const cap = values[outliers] ?? 0;
  return values.reduce((sum, value, at) => sum + (at < outliers ? cap : value), 0);
}

const hasProducts = (basket: Spent, products: readonly string[]): boolean =>
  products.every((name) => basket[name] !== undefined);

const toSetKey = ({ antecedents, consequents }: AssociationRule): string =>
  JSON.stringify([...antecedents, ...consequents].sort());

/** By the definition: the first proven rule of each set, ranked by incremental value; ties get the better rating. */
function expectRatings(rules: readonly AssociationRule[]): void {
  const leading = new Map<string, AssociationRule>();
  for (const rule of rules) {
    if (rule.proven && rule.impact_analysis.incremental_value > 0 && !leading.has(toSetKey(rule)))
      leading.set(toSetKey(rule), rule);
  }
  const isLeading = (rule: AssociationRule) => leading.get(toSetKey(rule)) === rule;
  const values = [...leading.values()]
    .map(({ impact_analysis }) => impact_analysis.incremental_value)
    .sort((a, b) => b - a);
  const high = Math.ceil(0.2 * values.length);
  const medium = Math.min(values.length, high + Math.ceil(0.3 * values.length));
  const [leastHigh, leastMedium] = [values[high - 1] ?? Infinity, values[medium - 1] ?? Infinity];
  const rateRule = (rule: AssociationRule): string => {
    const value = rule.impact_analysis.incremental_value;
    return !isLeading(rule) || value < leastMedium ? 'Low' : value < leastHigh ? 'Medium' : 'High';
  };
  expect(rules.map(({ impact_rating }) => impact_rating)).toEqual(rules.map(rateRule));
  expect(rules.slice(0, leading.size).every(isLeading)).toBe(true);
}

describe('rules of random baskets', () => {
  const product = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const drawBaskets = (units: fc.Arbitrary<bigint>) =>
    fc.array(
      fc
        .uniqueArray(fc.tuple(product, units), { selector: ([name]) => name, maxLength: 6 })
        .map((entries): Spent => Object.fromEntries(entries)),
      { minLength: 1, maxLength: 14 },
    );

  it('have the values and ratings that brute force finds', () => {
    fc.assert(
      fc.property(drawBaskets(fc.bigInt({ min: -9n, max: 999n })), (baskets) => {
        const { rules } = mineRules(toColumns(baskets, 1), all);
        expectFigures(rules, baskets);
        expectRatings(rules);
      }),
      { numRuns: countCases(12) },
    );
  });

  it('have exact values if the sums are too large for doubles', () => {
    fc.assert(
      fc.property(drawBaskets(fc.bigInt({ min: 0n, max: 2n ** 80n })), (baskets) => {
        expectFigures(mineRules(toColumns(baskets, 3), all).rules, baskets);
      }),
      { numRuns: countCases(8) },
    );
  });
});

it('mineRules rates the most confident direction of a rule towards a product with a price as high', () => {
  const lists = Array.from({ length: 300 }, (_, at) =>
    at < 60 ? ['tea', 'sample'] : at < 80 ? ['sample', 'soap'] : ['soap', `other ${at % 7}`],
  );
  const { rules } = mineRules(
    toBaskets(lists, (name) => (name === 'sample' ? 0 : 5)),
    { ...all, minSupport: 0.05 },
  );
  expect(rules[0]).toMatchObject({
    ...{ antecedents: ['sample'], consequents: ['tea'], proven: true, impact_rating: 'High' },
    confidence: 0.75,
  });
});

it('mineRules values rules in more baskets than fit into a table of bits', () => {
  const random = createRandom(7);
  const baskets = Array.from(
    { length: 20_000 },
    (): Spent =>
      Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e']
          .filter((_, at) => random() < 0.9 - at / 10)
          .map((name) => [name, BigInt(Math.floor(random() * 1_000))]),
      ),
  );
  const { rules } = mineRules(toColumns(baskets, 1), all);
  expect(rules).toHaveLength(180);
  // Each check reads whole columns: one rule in six keeps the test fast.
  expectFigures(
    rules.filter((_, at) => at % 6 === 0),
    baskets,
  );
});

it('mineRules returns the first rules of the full result with their ratings', () => {
  // Products of one family are bought together: the rules between them are proven.
  const random = createRandom(11);
  const lists = Array.from({ length: 600 }, () => {
    const family = Math.floor(random() * 12);
    return Array.from({ length: 60 }, (_, at) => at)
      .filter((at) => random() < (at % 12 === family ? 0.6 : 0.06))
      .map((at) => `p${at}`);
  });
  const prices = createRandom(3);
  const priceOf = new Map(lists.flat().map((name) => [name, Math.ceil(prices() * 10_000)]));
  const mine = (maxRules: number) =>
    mineRules(
      toBaskets(lists, (name) => priceOf.get(name) ?? 0),
      { minSupport: 0.005, minConfidence: 0.05, maxRules },
    );
  const whole = mine(1_000_000);
  expect(whole.ruleCount).toBeGreaterThan(5_000);
  expect(whole.rules.filter(({ impact_rating }) => impact_rating === 'High').length).toBeGreaterThan(10);
  expect(whole.rules).toHaveLength(whole.ruleCount);
  expectRatings(whole.rules);
  for (const count of [100, 1_000]) {
    const returned = mine(count).rules;
    expect(returned).toHaveLength(Math.min(count, whole.ruleCount));
    const leading = Math.min(
      count,
      whole.rules.findIndex(({ proven }) => !proven),
    );
    expect(returned.slice(0, leading)).toEqual(whole.rules.slice(0, leading));
  }
});
