// Baskets of unrelated products yield at most one false rule below 0.05; a planted strong rule is found.
import { expect, it } from 'vitest';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../src/analysis/mining/rules/rule.ts';
import type { RuleConstraints } from '../../../src/contract/report-types/market-basket/rule-params.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import {
  addOnPair,
  addRule,
  isFalselyProductive,
  isPlantedOnPair,
  LARGE_DESIGN,
  NULL_DESIGNS,
  PLANTED_PAIR,
  WITH_PLANTED_PAIR,
} from '../../../tools/harness/random/null-baskets.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { toBaskets } from './basket-data.ts';

const SETS = IS_DEEP ? 8 : 4;

const mine = (
  lists: readonly (readonly string[])[],
  minSupport: number,
  constraints?: RuleConstraints,
): readonly AssociationRule[] =>
  mineRules(toBaskets(lists), { minSupport, minConfidence: 0.01, maxRules: 100_000, constraints }).rules;

const isSignificant = ({ measures }: AssociationRule): boolean => measures.p_value_corrected < 0.05;

function findSignificant(lists: readonly (readonly string[])[], minSupport: number): string[] {
  return mine(lists, minSupport)
    .filter(isSignificant)
    .map(({ antecedents, consequents }) => [...antecedents, ...consequents].sort().join());
}

it.each(NULL_DESIGNS)(
  `finds significant and productive rules in at most one of ${SETS} sets of unrelated products: $name`,
  ({ minSupport, draw }) => {
    const sets = Array.from({ length: SETS }, (_, set) => mine(draw(createRandom(set + 1)), minSupport));
    const countSetsWith = (isOne: (rule: AssociationRule) => boolean) =>
      sets.filter((rules) => rules.some(isOne)).length;
    expect(countSetsWith(isSignificant)).toBeLessThanOrEqual(1);
    expect(countSetsWith(({ productive }) => productive === true)).toBeLessThanOrEqual(1);
  },
);

it('marks a product that only accompanies a planted pair as productive in at most one design', () => {
  const named = [...NULL_DESIGNS, LARGE_DESIGN].filter(({ draw, minSupport }, at) => {
    const random = createRandom(at + 1);
    const lists = addRule(random, draw(random), { ...PLANTED_PAIR, added: 0.6 });
    return mine(lists, minSupport, WITH_PLANTED_PAIR).some(isFalselyProductive);
  });
  expect(named.length).toBeLessThanOrEqual(1);
});

it('marks a rule as productive if its consequent follows only both antecedents together', () => {
  const { draw, minSupport } = LARGE_DESIGN;
  const random = createRandom(5);
  const rules = mine(addOnPair(random, draw(random), 0.9), minSupport, WITH_PLANTED_PAIR);
  expect(rules.filter(isPlantedOnPair)).toHaveLength(1);
});

it('finds a product that follows another in 60 of 100 baskets', () => {
  for (const { draw, minSupport } of NULL_DESIGNS.slice(2)) {
    const random = createRandom(3);
    const lists = addRule(random, draw(random), { ...PLANTED_PAIR, added: 0.6 });
    expect(findSignificant(lists, minSupport)).toContain('p3,p7');
  }
});
