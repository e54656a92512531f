// In baskets where nothing is related, hardly any set has a rule below 0.05; a strong rule that was planted is found.
import { expect, it } from 'vitest';
import { NULL_DESIGNS, planted } from '../../../quality/harness/null-baskets.ts';
import { randomFrom } from '../../../quality/harness/random.ts';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { toBaskets } from './basket-data.ts';

const SETS = 8;

function significant(lists: readonly (readonly string[])[], minSupport: number): string[] {
  const { rules } = mineRules(toBaskets(lists), { minSupport, minConfidence: 0.01, maxRules: 100_000 });
  return rules
    .filter(({ measures }) => measures.p_value_corrected < 0.05)
    .map(({ antecedents, consequents }) => [...antecedents, ...consequents].sort().join());
}

it.each(NULL_DESIGNS)(
  'finds rules in at most one of eight sets without any: $name',
  ({ minSupport, draw }) => {
    const sets = Array.from({ length: SETS }, (_, set) => draw(randomFrom(set + 1)));
    expect(sets.filter((lists) => significant(lists, minSupport).length > 0).length).toBeLessThanOrEqual(1);
  },
);

it('finds a product that follows another in 60 of 100 baskets', () => {
  for (const { draw, minSupport } of NULL_DESIGNS.slice(2)) {
    const random = randomFrom(3);
    const lists = planted(random, draw(random), { one: 'p3', other: 'p7', added: 0.6 });
    expect(significant(lists, minSupport)).toContain('p3,p7');
  }
});
