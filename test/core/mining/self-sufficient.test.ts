// Against a program in Python that follows the definitions and shares no code (data/self-sufficient.py): rules whose every
// antecedent adds something (Webb 2007), and itemsets all of whose splits are beyond chance (Webb 2010).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { readBaskets } from './basket-data.ts';

const DATA = join(import.meta.dirname, 'data');
const oracle = JSON.parse(readFileSync(join(DATA, 'self-sufficient.json'), 'utf8'));
const digest = (texts: readonly string[]): string =>
  createHash('sha256')
    .update([...texts].sort().join('\n'))
    .digest('hex');

const { rules } = mineRules(readBaskets(join(DATA, 'groceries.csv.gz'), ','), {
  ...{ minSupport: oracle.minSupport, minConfidence: 0, maxRules: 100_000 },
});

it('calls the rules of several antecedents productive that the definition does', () => {
  const several = rules.filter(({ antecedents }) => antecedents.length > 1);
  const productive = several.filter((rule) => rule.productive);
  const lines = several.map(
    (rule) =>
      `${rule.antecedents.join('+')} => ${rule.consequents.join('+')}: ${rule.productive ? 'yes' : 'no'}`,
  );
  expect({ count: several.length, productive: productive.length, digest: digest(lines) }).toEqual(
    oracle.rulesOfSeveral,
  );
});

it('has p-values by which the itemsets are productive that the definition says', () => {
  const largest = new Map<string, number>();
  for (const { antecedents, consequents, measures } of rules) {
    const items = [...antecedents, ...consequents].sort().join('+');
    largest.set(items, Math.max(largest.get(items) ?? 0, measures.p_value));
  }
  const productive = [...largest].filter(([, p]) => p <= 0.05).map(([items]) => items);
  expect([largest.size, productive.length]).toEqual([oracle.itemsets, oracle.productiveItemsets.count]);
  expect(digest(productive)).toBe(oracle.productiveItemsets.digest);
});
