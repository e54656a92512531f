// Counts of groceries that at least two independent programs agree on (Borgelt's eclat, LCM, arules, SPMF), and results
// of Borgelt's fpgrowth (pyfim 6.28) for drawn baskets, with a digest of every itemset of one case.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import { findFrequentItemsets } from '../../../src/analysis/mining/search/frequent-itemsets.ts';
import { computeLeastCount } from '../../../src/analysis/mining/search/thresholds.ts';
import { createRandom, drawBelow } from '../../../tools/harness/random/random.ts';
import { readBaskets, toBaskets } from './basket-data.ts';

const CARRIED = join(import.meta.dirname, 'data', 'groceries.csv.gz');

describe('groceries', () => {
  const baskets = readBaskets(CARRIED, ',');
  it.each([
    { minSupport: 0.01, itemsets: 333, rules: 460 },
    { minSupport: 0.001, itemsets: 13_492, rules: 43_770 },
  ])(
    'have $itemsets itemsets and $rules rules at a support of $minSupport',
    ({ minSupport, itemsets, rules }) => {
      const mined = mineRules(baskets, { minSupport, minConfidence: 0.1, maxRules: 10_000 });
      expect([baskets.basketCount, mined.itemsetCount, mined.ruleCount]).toEqual([9_835, itemsets, rules]);
      expect(mined.rules).toHaveLength(Math.min(rules, 10_000));
    },
  );
});

/** Like IBM Quest: each of 100,000 baskets holds most of the products of a few patterns, and some at random. */
function drawBaskets(): string[][] {
  const random = createRandom(100_000);
  const drawProduct = (): string => String(drawBelow(random, 1_000));
  const patterns = Array.from({ length: 400 }, () =>
    Array.from({ length: 2 + drawBelow(random, 6) }, drawProduct),
  );
  return Array.from({ length: 100_000 }, () => {
    // Early patterns are in more baskets.
    const chosen = Array.from(
      { length: 1 + drawBelow(random, 3) },
      () => patterns[drawBelow(random, 1 + drawBelow(random, 400))],
    );
    const kept = chosen.flatMap((pattern = []) => pattern.filter(() => random() < 0.85));
    return [...kept, ...Array.from({ length: 1 + drawBelow(random, 4) }, drawProduct)];
  });
}

describe('100,000 drawn baskets', () => {
  const baskets = toBaskets(drawBaskets());

  it('have 12,429 itemsets and 129,813 rules at 0.1 %', () => {
    const mined = mineRules(baskets, { minSupport: 0.001, minConfidence: 0.1, maxRules: 100 });
    expect([mined.itemsetCount, mined.ruleCount]).toEqual([12_429, 129_813]);
  });

  it('have exactly the itemsets and supports of fpgrowth at 0.05 %', () => {
    const { trie, productOf } = findFrequentItemsets(baskets, computeLeastCount(0.0005, baskets.basketCount));
    const lines: string[] = [];
    const items = new Uint32Array(64);
    for (let node = 1; node < trie.size; node++) {
      const length = trie.writeItems(node, items);
      const ids = Array.from(items.subarray(0, length), (rank) =>
        Number(baskets.products[productOf[rank] ?? 0]),
      );
      lines.push(`${ids.sort((a, b) => a - b).join(' ')}:${trie.getSupport(node)}`);
    }
    const dump = `${lines.sort().join('\n')}\n`;
    expect(createHash('sha256').update(dump).digest('hex')).toBe(
      '8a2c606ba70b51c0c9674f8c334ab7b085770a0b7ec91c727b03762a323970d2',
    );
  });
});
