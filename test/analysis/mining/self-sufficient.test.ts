// Productive rules and itemsets against a Python program that follows the definitions and shares no code
// (data/self-sufficient.py): each antecedent of a rule adds something (Webb 2007), given the sizes of baskets and
// corrected for all rules; all splits of an itemset are beyond chance (Webb 2010).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import { readLists, toBaskets } from './basket-data.ts';

const DATA = join(import.meta.dirname, 'data');
const oracle = JSON.parse(readFileSync(join(DATA, 'self-sufficient.json'), 'utf8'));
const digest = (texts: readonly string[]): string =>
  createHash('sha256')
    .update([...texts].sort().join('\n'))
    .digest('hex');

const groceries = readLists(join(DATA, 'groceries.csv.gz'), ',');
const options = { minSupport: oracle.minSupport, minConfidence: 0, maxRules: 100_000 };
const { rules } = mineRules(toBaskets(groceries), options);

/** The third product joins every n-th basket that holds the first two: groceries have no productive rule of three. */
const PLANTED: readonly (readonly [every: number, one: string, other: string, follows: string])[] = [
  [2, 'whole milk', 'yogurt', 'napkins'],
  [3, 'other vegetables', 'root vegetables', 'newspapers'],
  [1, 'rolls/buns', 'sausage', 'pastry'],
];

it('mineRules calls the same rules of several antecedents productive as the definition', () => {
  const lists = groceries.map((list, at) => {
    const basket = new Set(list);
    for (const [every, one, other, follows] of PLANTED) {
      if (at % every === 0 && basket.has(one) && basket.has(other)) basket.add(follows);
    }
    return [...basket];
  });
  const several = mineRules(toBaskets(lists), options).rules.filter(
    ({ antecedents }) => antecedents.length > 1,
  );
  const productive = several.filter((rule) => rule.productive);
  const lines = several.map(
    ({ antecedents, consequents, productive }) =>
      `${[...antecedents].sort().join('+')} => ${[...consequents].sort().join('+')}: ${productive ? 'yes' : 'no'}`,
  );
  expect({ count: several.length, productive: productive.length, digest: digest(lines) }).toEqual(
    oracle.rulesOfSeveral,
  );
});

it('mineRules calls none of the 912 grocery rules of several antecedents productive', () => {
  const several = rules.filter(({ antecedents }) => antecedents.length > 1);
  expect([several.length, several.filter(({ productive }) => productive).length]).toEqual([912, 0]);
});

it('mineRules returns p-values that mark the same itemsets productive as the definition', () => {
  const largest = new Map<string, number>();
  for (const { antecedents, consequents, measures } of rules) {
    const items = [...antecedents, ...consequents].sort().join('+');
    largest.set(items, Math.max(largest.get(items) ?? 0, measures.p_value));
  }
  const productive = [...largest].filter(([, p]) => p <= 0.05).map(([items]) => items);
  expect([largest.size, productive.length]).toEqual([oracle.itemsets, oracle.productiveItemsets.count]);
  expect(digest(productive)).toBe(oracle.productiveItemsets.digest);
});
