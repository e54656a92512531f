// Compares results with an independent Python program (data/self-sufficient.py): productive rules (Webb 2007), given the
// sizes of baskets and corrected for all rules, and productive itemsets, whose every split is beyond chance (Webb 2010).
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

/** Adds `follows` to one in `every` baskets with both others: the groceries lack productive rules of three products. */
const PLANTED: readonly (readonly [every: number, one: string, other: string, follows: string])[] = [
  [2, 'whole milk', 'yogurt', 'napkins'],
  [3, 'other vegetables', 'root vegetables', 'newspapers'],
  [1, 'rolls/buns', 'sausage', 'pastry'],
];

it('marks the same rules of several antecedents as productive as the Python program', () => {
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

it('marks no groceries rule of several antecedents as productive, because basket sizes explain them', () => {
  const several = rules.filter(({ antecedents }) => antecedents.length > 1);
  expect([several.length, several.filter(({ productive }) => productive).length]).toEqual([912, 0]);
});

it('finds the same productive itemsets by p-value as the Python program', () => {
  const largest = new Map<string, number>();
  for (const { antecedents, consequents, measures } of rules) {
    const items = [...antecedents, ...consequents].sort().join('+');
    largest.set(items, Math.max(largest.get(items) ?? 0, measures.p_value));
  }
  const productive = [...largest].filter(([, p]) => p <= 0.05).map(([items]) => items);
  expect([largest.size, productive.length]).toEqual([oracle.itemsets, oracle.productiveItemsets.count]);
  expect(digest(productive)).toBe(oracle.productiveItemsets.digest);
});
