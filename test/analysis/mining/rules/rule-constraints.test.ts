// Constraints give the rules that filtering all rules would give, with the same figures: measured against all rules of
// random baskets, filtered by their definition.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sizedPValue } from '../../../../src/analysis/mining/rule-chance.ts';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../../src/analysis/mining/rules/rule.ts';
import {
  ANY_RULE,
  mostProducts,
  unknownProducts,
} from '../../../../src/analysis/mining/rules/rule-constraints.ts';
import { leastCount } from '../../../../src/analysis/mining/search/thresholds.ts';
import type { RuleConstraints } from '../../../../src/contract/report-types/market-basket/rule-params.ts';
import { cases } from '../../../../tools/harness/depth.ts';
import { toBaskets } from '../basket-data.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const PRICES: Readonly<Record<string, number>> = { a: 1, b: 2.5, c: 0.1, d: 40, e: 3, f: 7 };

function mine(lists: readonly string[][], minSupport: number, constraints?: RuleConstraints) {
  const baskets = toBaskets(lists, (product) => PRICES[product] ?? 1);
  return mineRules(baskets, { minSupport, minConfidence: 0.1, maxRules: 100_000, constraints });
}

/** By the definition, on products alone. */
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

function passes(rule: AssociationRule, { minLift = 0, maxPValueCorrected = 1, redundant }: RuleConstraints) {
  return (
    rule.lift >= minLift &&
    rule.measures.p_value_corrected <= maxPValueCorrected &&
    (redundant !== false || !rule.redundant)
  );
}

/** Corrected among themselves, as the correction is defined. */
function amongThemselves(rules: readonly AssociationRule[], layers: Layers): AssociationRule[] {
  return rules.map((rule) => {
    const p = rule.measures.p_value_given_sizes;
    return {
      ...rule,
      measures: {
        ...rule.measures,
        p_value_corrected: Math.min(1, testedPValue(rule) * testsOf(rule, layers)),
        q_value: adjusted(
          p,
          rules.filter((other) => lengthOf(other) === lengthOf(rule)),
          layers.get(lengthOf(rule))?.tests ?? Number.NaN,
        ),
      },
    };
  });
}

/** Of the definition: a rule is beyond chance by more than a tenth. */
function testedPValue({ impact_analysis, support, confidence, lift, measures }: AssociationRule): number {
  const { occurrences } = impact_analysis;
  const baskets = Math.round(occurrences / support);
  const consequents = Math.round((confidence / lift) * baskets);
  const expected = 1.1 * Math.fround(measures.expected_occurrences);
  return sizedPValue(occurrences, Math.round(occurrences / confidence), consequents, expected, baskets);
}

type Layers = ReadonlyMap<number, { readonly tests: number; readonly share: number }>;

const lengthOf = ({
  antecedents,
  consequents,
}: Pick<AssociationRule, 'antecedents' | 'consequents'>): number => antecedents.length + consequents.length;

/** By the definition: every rule over the frequent products that is considered, with its converse, is one test. */
function layersOf(lists: readonly (readonly string[])[], minSupport: number, given: RuleConstraints): Layers {
  const least = leastCount(minSupport, lists.length);
  const frequent = NAMES.filter((name) => lists.filter((list) => list.includes(name)).length >= least);
  const tested = new Map<number, Set<string>>();
  for (let code = 0; code < 3 ** frequent.length; code++) {
    const onSide = (side: number) => frequent.filter((_, at) => Math.floor(code / 3 ** at) % 3 === side);
    const rule = { antecedents: onSide(1), consequents: onSide(2) };
    if (rule.antecedents.length === 0 || rule.consequents.length === 0 || !isConsidered(rule, given))
      continue;
    const tests = tested.get(lengthOf(rule)) ?? new Set();
    tested.set(lengthOf(rule), tests);
    tests.add(JSON.stringify([rule.antecedents.join(), rule.consequents.join()].sort()));
  }
  const shortest = Math.max(2, new Set(given.mustContain).size);
  const longest = Math.max(...tested.keys());
  return new Map(
    [...tested].map(([length, tests]) => {
      const half = 0.5 ** (length - shortest + 1);
      return [length, { tests: tests.size, share: length === longest ? 2 * half : half }];
    }),
  );
}

/** R's p.adjust(p, "BY", n): the least p × n × (1 + … + 1/n) / rank of all that are not better. */
function adjusted(p: number, rules: readonly AssociationRule[], n: number): number {
  const tests = new Map(
    rules.map(({ antecedents, consequents, measures }) => [
      JSON.stringify([antecedents.join(), consequents.join()].sort()),
      measures.p_value_given_sizes ?? Number.NaN,
    ]),
  );
  const sorted = [...tests.values()].sort((a, b) => a - b);
  const harmonic = Array.from({ length: n }, (_, i) => 1 / (i + 1)).reduce((sum, each) => sum + each, 0);
  return Math.min(1, ...sorted.flatMap((each, at) => (each >= p ? [(each * n * harmonic) / (at + 1)] : [])));
}

/** Of a rule with one antecedent: one of more than two products and its converse are two tests. */
function productiveCorrected(rule: AssociationRule, layers: Layers): number {
  return testedPValue(rule) * testsOf(rule, layers) * (lengthOf(rule) > 2 ? 2 : 1);
}

function hasFewerTests(rule: AssociationRule, layers: Layers, than: Layers): boolean {
  return testsOf(rule, layers) <= testsOf(rule, than);
}

function testsOf(rule: AssociationRule, layers: Layers): number {
  const { tests, share } = layers.get(lengthOf(rule)) ?? { tests: Number.NaN, share: 1 };
  return tests / share;
}

const keyOf = ({ antecedents, consequents }: AssociationRule): string =>
  JSON.stringify([antecedents, consequents]);
const bySides = (rules: readonly AssociationRule[]) => new Map(rules.map((rule) => [keyOf(rule), rule]));

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
  // No small multiple of a p-value of a few baskets: the rules of this test have theirs rounded to six digits.
  maxPValueCorrected: fc.option(fc.constantFrom(0.051_234_567, 0.312_345_67, 0.912_345_67), {
    nil: undefined,
  }),
  redundant: fc.constantFrom(undefined, false as const),
});
/** Some products are rare, so that some constraints narrow the baskets and others don't. */
const basket = fc.tuple(fc.subarray(NAMES), fc.nat(9)).map(([all, luck]) => all.filter((_, i) => luck >= i));
const shop = fc.array(basket, { minLength: 1, maxLength: 40 });

describe('constraints', () => {
  it('give the rules of the full result that fulfil them, with its figures', () => {
    fc.assert(
      fc.property(shop, fc.constantFrom(0, 0.05, 0.2), constraints, (lists, minSupport, given) => {
        const full = mine(lists, minSupport).rules;
        const considered = full.filter((rule) => isConsidered(rule, given));
        const layers = layersOf(lists, minSupport, given);
        const ofAllRules = layersOf(lists, minSupport, ANY_RULE);
        const expected = bySides(amongThemselves(considered, layers).filter((rule) => passes(rule, given)));
        const found = mine(lists, minSupport, given);
        expect(found.consideredCount).toBe(considered.length);
        expect(found.ruleCount).toBe(found.rules.length);
        expect([...bySides(found.rules).keys()].sort()).toEqual([...expected.keys()].sort());
        expect(found.singleRuleCount).toBe(
          found.rules.filter((rule) => rule.consequents.length === 1).length,
        );
        for (const rule of found.rules) {
          const {
            measures: {
              p_value_corrected: wanted = Number.NaN,
              q_value: q = Number.NaN,
              ...measures
            } = rule.measures,
            productive: ofAll,
            proven: _,
            impact_rating: _rating,
            ...same
          } = expected.get(keyOf(rule)) ?? rule;
          const {
            measures: { p_value_corrected, q_value, ...others },
            productive,
            proven,
            impact_rating: _ratedAmongFewer,
            ...figures
          } = rule;
          // Fewer tests need less evidence, and more than six digits decide where the limit itself is met.
          const corrected = productiveCorrected(rule, layers);
          const isAtLimit = Math.abs(corrected - 0.05) < 1e-6;
          if (rule.antecedents.length === 1 && !isAtLimit) expect(productive).toBe(corrected < 0.05);
          if (ofAll && hasFewerTests(rule, layers, ofAllRules)) expect(productive).toBe(true);
          expect([figures, others]).toEqual([same, measures]);
          if (proven) expect(productive).toBe(true);
          expect(p_value_corrected).toBeCloseTo(wanted, 4);
          expect(q_value).toBeCloseTo(q, 4);
        }
      }),
      { numRuns: cases(70) },
    );
  });

  it('keep the keys of the rules found, and of no others', () => {
    const lists = [['a', 'b'], ['a', 'b', 'c'], ['a', 'c'], ['b', 'c'], ['d']];
    const hash = (name: string): bigint => BigInt(name.codePointAt(0) ?? 0) * 0x9e37_79b9_7f4a_7c15n;
    const keys = (given?: RuleConstraints) => [...(mine(lists, 0, given).keysOfAll(hash, 1_000) ?? [])];
    const some = keys({ ...ANY_RULE, consequents: ['c'], minLift: 1 });
    expect(some).toHaveLength(mine(lists, 0, { ...ANY_RULE, consequents: ['c'], minLift: 1 }).ruleCount);
    expect(some.length).toBeGreaterThan(0);
    expect(keys()).toEqual(expect.arrayContaining(some));
  });

  it('bound the products of a rule by its sides', () => {
    expect(mostProducts(ANY_RULE)).toBe(Number.POSITIVE_INFINITY);
    expect(mostProducts({ ...ANY_RULE, consequents: ['a', 'a', 'b'], maxAntecedents: 2 })).toBe(4);
    expect(mostProducts({ ...ANY_RULE, maxConsequents: 1, maxAntecedents: 2 })).toBe(3);
    expect(mostProducts({ ...ANY_RULE, maxProducts: 2, maxAntecedents: 2 })).toBe(2);
  });

  it('name the products that no basket has', () => {
    const given = { ...ANY_RULE, mustContain: ['a', 'x'], consequents: ['x', 'b'], exclude: ['y'] };
    expect(unknownProducts(given, ['a', 'b'])).toEqual(['x', 'y']);
  });
});
