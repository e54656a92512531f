// Counts that at least two independent programs agree on (Borgelt's eclat, LCM, arules, SPMF), and a digest of every
// itemset of one case.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BasketColumns } from '../../../src/core/baskets/basket-columns.ts';
import { mineRules } from '../../../src/core/mining/rules/mine-rules.ts';
import { frequentItemsets } from '../../../src/core/mining/search/frequent-itemsets.ts';
import { leastCount } from '../../../src/core/mining/search/thresholds.ts';
import { readBaskets } from './basket-data.ts';

const CARRIED = join(import.meta.dirname, 'data', 'groceries.csv.gz');
/** The FIMI files may be used for research and not be passed on: these cases run where someone has put them. */
const FIMI = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data');

describe('groceries', () => {
  const baskets = readBaskets(CARRIED, ',');
  it.each([
    { minSupport: 0.01, itemsets: 333, rules: 460 },
    { minSupport: 0.001, itemsets: 13_492, rules: 43_770 },
  ])('at $minSupport: $itemsets itemsets, $rules rules', ({ minSupport, itemsets, rules }) => {
    const mined = mineRules(baskets, { minSupport, minConfidence: 0.1, maxRules: 10_000 });
    expect([baskets.basketCount, mined.itemsetCount, mined.ruleCount]).toEqual([9_835, itemsets, rules]);
    expect(mined.rules).toHaveLength(Math.min(rules, 10_000));
  });
});

/** Read once: a third of the time of what is found in them. */
const known = new Map<string, BasketColumns>();
function fimi(file: string): BasketColumns {
  const baskets = known.get(file) ?? readBaskets(join(FIMI, file), ' ');
  known.set(file, baskets);
  return baskets;
}

describe.skipIf(!existsSync(FIMI))('FIMI files (not carried: their terms allow research use only)', () => {
  it.each([
    { file: 'retail.dat.gz', minSupport: 0.005, itemsets: 580, rules: 770 },
    { file: 'retail.dat.gz', minSupport: 0.0005, itemsets: 19_242, rules: 35_943 },
    { file: 'T10I4D100K.dat.gz', minSupport: 0.001, itemsets: 27_532, rules: 386_781 },
  ])('$file at $minSupport', ({ file, minSupport, itemsets, rules }) => {
    const mined = mineRules(fimi(file), {
      minSupport,
      minConfidence: 0.1,
      maxRules: 100,
    });
    expect([mined.itemsetCount, mined.ruleCount]).toEqual([itemsets, rules]);
  });

  it('finds every itemset of T10I4D100K at 0.05 %, to the last digit of their supports', () => {
    const baskets = fimi('T10I4D100K.dat.gz');
    const { trie, productOf } = frequentItemsets(baskets, leastCount(0.0005, baskets.basketCount));
    const lines: string[] = [];
    const items = new Uint32Array(64);
    for (let node = 1; node < trie.size; node++) {
      const length = trie.itemsOf(node, items);
      const ids = Array.from(items.subarray(0, length), (rank) =>
        Number(baskets.products[productOf[rank] ?? 0]),
      );
      lines.push(`${ids.sort((a, b) => a - b).join(' ')}:${trie.supportOf(node)}`);
    }
    const dump = `${lines.sort().join('\n')}\n`;
    expect(createHash('sha256').update(dump).digest('hex')).toBe(
      'dded12336d30d1ff54363f8583e4cf174538c577a1b214fde64548471f5fd2b0',
    );
  });
});
