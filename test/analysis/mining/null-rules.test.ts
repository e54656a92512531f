// Sets of baskets with unrelated products rarely have a rule below 0.05; a strong planted rule is found.
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

const mineLists = (
  lists: readonly (readonly string[])[],
  minSupport: number,
  constraints?: RuleConstraints,
): readonly AssociationRule[] =>
  mineRules(toBaskets(lists), { minSupport, minConfidence: 0.01, maxRules: 100_000, constraints }).rules;

const isSignificant = ({ measures }: AssociationRule): boolean => measures.p_value_corrected < 0.05;

function listSignificant(lists: readonly (readonly string[])[], minSupport: number): string[] {
  return mineLists(lists, minSupport)
    .filter(isSignificant)
    .map(({ antecedents, consequents }) => [...antecedents, ...consequents].sort().join());
}

it.each(NULL_DESIGNS)(
  `mineRules finds significant or productive rules in at most one of ${SETS} unrelated sets each: $name`,
  ({ minSupport, draw }) => {
    const sets = Array.from({ length: SETS }, (_, set) => mineLists(draw(createRandom(set + 1)), minSupport));
    const countSets = (isOne: (rule: AssociationRule) => boolean) =>
      sets.filter((rules) => rules.some(isOne)).length;
    expect(countSets(isSignificant)).toBeLessThanOrEqual(1);
    expect(countSets(({ productive }) => productive === true)).toBeLessThanOrEqual(1);
  },
);

it('mineRules calls a product that merely accompanies a planted pair productive in at most one design', () => {
  const named = [...NULL_DESIGNS, LARGE_DESIGN].filter(({ draw, minSupport }, at) => {
    const random = createRandom(at + 1);
    const lists = addRule(random, draw(random), { ...PLANTED_PAIR, added: 0.6 });
    return mineLists(lists, minSupport, WITH_PLANTED_PAIR).some(isFalselyProductive);
  });
  expect(named.length).toBeLessThanOrEqual(1);
});

it('mineRules calls a rule productive whose consequent follows only both antecedents together', () => {
  const { draw, minSupport } = LARGE_DESIGN;
  const random = createRandom(5);
  const rules = mineLists(addOnPair(random, draw(random), 0.9), minSupport, WITH_PLANTED_PAIR);
  expect(rules.filter(isPlantedOnPair)).toHaveLength(1);
});

it('mineRules finds a product that follows another in 60 of 100 baskets', () => {
  for (const { draw, minSupport } of NULL_DESIGNS.slice(2)) {
    const random = createRandom(3);
    const lists = addRule(random, draw(random), { ...PLANTED_PAIR, added: 0.6 });
    expect(listSignificant(lists, minSupport)).toContain('p3,p7');
  }
});
