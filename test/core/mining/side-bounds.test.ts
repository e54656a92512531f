// Bounds of what chance explains hold for every rule, whatever the sizes of baskets.
import { expect, it } from 'vitest';
import type { BasketColumns } from '../../../src/core/baskets/basket-columns.ts';
import { CloseBounds } from '../../../src/core/mining/close-bounds.ts';
import { chanceOfBaskets } from '../../../src/core/mining/rules/mine-rules.ts';
import { RuleSearch, type RuleVisitor } from '../../../src/core/mining/rules/rule-search.ts';
import { frequentItemsets } from '../../../src/core/mining/search/frequent-itemsets.ts';
import { SideBounds } from '../../../src/core/mining/side-bounds.ts';
import { SideChance } from '../../../src/core/mining/side-chance.ts';
import { type ExpectedBetween, SizeChance } from '../../../src/core/mining/size-chance.ts';
import { readBaskets, toBaskets } from './basket-data.ts';

function visitRules(
  baskets: BasketColumns,
  least: number,
  visit: RuleVisitor['visit'],
  bounded = true,
): void {
  const { trie } = frequentItemsets(baskets, least);
  const chance = new SideChance(chanceOfBaskets(baskets, { minSupport: 0 }).model, trie);
  if (bounded) chance.prepareBounds();
  const { basketCount } = baskets;
  const input = { trie, basketCount, chance, minConfidence: 0, scale: 0, values: undefined };
  const search = new RuleSearch({ ...input, constraint: undefined }, { enter: () => undefined, visit });
  search.run({ longest: 31 });
}

const GROCERIES = readBaskets('test/core/mining/data/groceries.csv.gz', ',');
const LETTERS = [...'abcdefghij'];
const CASES = {
  // More sides than are held at once.
  groceries: { baskets: GROCERIES, least: 10 },
  'baskets of one product and of all': {
    baskets: toBaskets([...LETTERS.map((letter) => [letter]), LETTERS, LETTERS, LETTERS.slice(2)]),
    least: 1,
  },
  'baskets of one size': {
    baskets: toBaskets([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'c'],
      ['a', 'b'],
    ]),
    least: 1,
  },
};

it.each(Object.entries(CASES))('bounds of the rules of %s hold', (_, { baskets, least }) => {
  let rules = 0;
  let missed = 0;
  visitRules(baskets, least, (rule) => {
    rules++;
    const expected = rule.expected();
    const holds = ({ least, most }: ExpectedBetween) => least <= expected && expected <= most;
    if (!holds(rule.bound()) || !holds(rule.boundClosely())) missed++;
  });
  expect(rules).toBeGreaterThan(5);
  expect(missed).toBe(0);
});

it('bounds of nine in ten rules of the groceries are less than a third apart, close ones of all a thousandth', () => {
  const widths: number[] = [];
  let widest = 0;
  visitRules(GROCERIES, 30, (rule) => {
    const expected = rule.expected();
    const widthOf = ({ least, most }: ExpectedBetween) => (most - least) / expected;
    widths.push(widthOf(rule.bound()));
    widest = Math.max(widest, widthOf(rule.boundClosely()));
  });
  widths.sort((a, b) => a - b);
  expect(widths[Math.floor(0.9 * widths.length)]).toBeLessThan(1 / 3);
  expect(widest).toBeLessThan(0.001);
});

it('bounds are the same where hardly any product is held', () => {
  const { trie } = frequentItemsets(GROCERIES, 60);
  const sizes = new SizeChance(chanceOfBaskets(GROCERIES, { minSupport: 0 }).model);
  const most = GROCERIES.basketCount;
  for (const Bounds of [SideBounds, CloseBounds]) {
    const few = new Bounds(trie, sizes, most, 0);
    const all = new Bounds(trie, sizes, most);
    for (let node = 2; node < trie.size; node++) {
      for (const bounds of [few, all]) bounds.compare(node - 1, node);
      expect([few.least, few.most]).toEqual([all.least, all.most]);
    }
  }
});

it('a search takes one of each rule and its converse for a converse', () => {
  let rules = 0;
  let converses = 0;
  const visit: RuleVisitor['visit'] = ({ isConverse }) => {
    rules++;
    if (isConverse) converses++;
  };
  visitRules(toBaskets([LETTERS, LETTERS]), 2, visit, false);
  // 3^10 − 2 × 2^10 + 1 splits of subsets of ten.
  expect([rules, converses]).toEqual([57_002, 28_501]);
});
