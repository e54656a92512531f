// Constraints return the same rules and figures as a filter by their definition of all rules of random baskets.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBasketChance, mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../../src/analysis/mining/rules/rule.ts';
import {
  ANY_RULE,
  computeMostProducts,
  findUnknownProducts,
} from '../../../../src/analysis/mining/rules/rule-constraints.ts';
import type { RuleConstraints } from '../../../../src/contract/report-types/market-basket/rule-params.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { toBaskets } from '../basket-data.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PRICES: Readonly<Record<string, number>> = { a: 1, b: 2.5, c: 0.1, d: 40, e: 3, f: 7 };

function mine(lists: readonly string[][], minSupport: number, constraints?: RuleConstraints) {
  const baskets = toBaskets(lists, (product) => PRICES[product] ?? 1);
  return mineRules(baskets, { minSupport, minConfidence: 0.1, maxRules: 100_000, constraints });
}

/** Checks the constraints on products by their definition. */
function isConsidered(
  { antecedents, consequents }: Pick<AssociationRule, 'antecedents' | 'consequents'>,
  constraints: RuleConstraints,
): boolean {
  const products = [...antecedents, ...consequents];
  const { maxProducts = 99, maxAntecedents = 99, maxConsequents = 99 } = constraints;
  return (
    constraints.mustContain.every((name) => products.includes(name)) &&
    !products.some((name) => constraints.exclude.includes(name)) &&
    antecedents.every((name) => constraints.antecedents?.includes(name) ?? true) &&
    consequents.every((name) => constraints.consequents?.includes(name) ?? true) &&
    products.length <= maxProducts &&
    antecedents.length <= maxAntecedents &&
    consequents.length <= maxConsequents
  );
}

function isAccepted(rule: AssociationRule, { minLift = 0, redundant }: RuleConstraints): boolean {
  return rule.lift >= minLift && (redundant !== false || !rule.redundant);
}

const toRuleKey = ({ antecedents, consequents }: AssociationRule): string =>
  JSON.stringify([antecedents, consequents]);
/** Omits the figures that are corrected for the number of tests, which constraints reduce. */
const withoutTests = ({
  measures,
  productive: _,
  proven: _proven,
  impact_rating: _rating,
  ...rule
}: AssociationRule) => {
  const { p_value_corrected: _p, q_value: _q, ...others } = measures;
  return { ...rule, others };
};
const indexByKey = (rules: readonly AssociationRule[]) =>
  new Map(rules.map((rule) => [toRuleKey(rule), rule]));

const names = fc.subarray([...NAMES, 'unknown'], { maxLength: 4 });
const few = fc.option(fc.subarray([...NAMES, 'unknown'], { minLength: 1, maxLength: 3 }), { nil: undefined });
const most = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
const constraints: fc.Arbitrary<RuleConstraints> = fc.record({
  mustContain: fc.oneof(
    fc.constant([]),
    names.map((all) => all.slice(0, 2)),
  ),
  antecedents: few,
  consequents: few,
  exclude: fc.oneof(
    fc.constant([]),
    names.map((all) => all.slice(0, 2)),
  ),
  maxProducts: fc.option(fc.integer({ min: 2, max: 5 }), { nil: undefined }),
  maxAntecedents: most,
  maxConsequents: most,
  minLift: fc.option(fc.constantFrom(1, 1.2, 2), { nil: undefined }),
  maxPValueCorrected: fc.constant(undefined),
  redundant: fc.constantFrom(undefined, false as const),
});
/** Some products are rare, so that some constraints narrow the baskets and others don't. */
const basket = fc.tuple(fc.subarray(NAMES), fc.nat(9)).map(([all, luck]) => all.filter((_, i) => luck >= i));
const shop = fc.array(basket, { minLength: 1, maxLength: 40 });

describe('constraints', () => {
  it('return the rules of the full result that fulfil them, with the same figures', () => {
    fc.assert(
      fc.property(shop, fc.constantFrom(0, 0.05, 0.2), constraints, (lists, minSupport, given) => {
        const considered = mine(lists, minSupport).rules.filter((rule) => isConsidered(rule, given));
        const expected = indexByKey(considered.filter((rule) => isAccepted(rule, given)));
        const found = mine(lists, minSupport, given);
        expect(found.consideredCount).toBe(considered.length);
        expect(found.ruleCount).toBe(found.rules.length);
        expect([...indexByKey(found.rules).keys()].sort()).toEqual([...expected.keys()].sort());
        expect(found.singleRuleCount).toBe(
          found.rules.filter((rule) => rule.consequents.length === 1).length,
        );
        for (const rule of found.rules)
          expect(withoutTests(rule)).toEqual(withoutTests(expected.get(toRuleKey(rule)) ?? rule));
        const limit = 0.312_345_67;
        const limited = mine(lists, minSupport, { ...given, maxPValueCorrected: limit }).rules;
        const isBelow = ({ measures }: AssociationRule): boolean => measures.p_value_corrected <= limit;
        expect(limited.map(toRuleKey).sort()).toEqual(found.rules.filter(isBelow).map(toRuleKey).sort());
      }),
      { numRuns: countCases(35) },
    );
  });

  // For six frequent products, with a rule and its converse as one test: 15 pairs, and 20 sets of three with 3 splits.
  it.each<[Partial<RuleConstraints>, tests: number[]]>([
    [{ maxProducts: 3 }, [15, 60]],
    [{ maxProducts: 3, mustContain: ['a'] }, [5, 30]],
    [{ maxProducts: 3, exclude: ['f'] }, [10, 30]],
    [{ maxProducts: 3, antecedents: ['a', 'b'], consequents: ['c'] }, [2, 1]],
    [{ maxProducts: 4, maxAntecedents: 1 }, [15, 60, 60]],
  ])('%j correct p-values for %j tests, listed by the number of products', (given, tests) => {
    const baskets = toBaskets([NAMES, NAMES]);
    const { layers } = createBasketChance(baskets, { minSupport: 0, constraints: { ...ANY_RULE, ...given } });
    expect(layers.map((layer) => layer.tests)).toEqual(tests);
  });

  it('limit the listed keys to those of the rules found', () => {
    const lists = [['a', 'b'], ['a', 'b', 'c'], ['a', 'c'], ['b', 'c'], ['d']];
    const hash = (name: string): bigint => BigInt(name.codePointAt(0) ?? 0) * 0x9e37_79b9_7f4a_7c15n;
    const listKeys = (given?: RuleConstraints) => [...(mine(lists, 0, given).keysOfAll(hash, 1_000) ?? [])];
    const some = listKeys({ ...ANY_RULE, consequents: ['c'], minLift: 1 });
    expect(some).toHaveLength(mine(lists, 0, { ...ANY_RULE, consequents: ['c'], minLift: 1 }).ruleCount);
    expect(some.length).toBeGreaterThan(0);
    expect(listKeys()).toEqual(expect.arrayContaining(some));
  });

  it('limit the products of a rule to those of its sides', () => {
    expect(computeMostProducts(ANY_RULE)).toBe(Number.POSITIVE_INFINITY);
    expect(computeMostProducts({ ...ANY_RULE, consequents: ['a', 'a', 'b'], maxAntecedents: 2 })).toBe(4);
    expect(computeMostProducts({ ...ANY_RULE, maxConsequents: 1, maxAntecedents: 2 })).toBe(3);
    expect(computeMostProducts({ ...ANY_RULE, maxProducts: 2, maxAntecedents: 2 })).toBe(2);
  });

  it('can name products that no basket has, which findUnknownProducts lists', () => {
    const given = { ...ANY_RULE, mustContain: ['a', 'x'], consequents: ['x', 'b'], exclude: ['y'] };
    expect(findUnknownProducts(given, ['a', 'b'])).toEqual(['x', 'y']);
  });
});
