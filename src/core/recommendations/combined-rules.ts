// Rules with two or three antecedents and one consequent that say more than any of their parts: they are what lets two
// products in a cart mean more than each of them alone.

import { RuleFigures } from '../mining/rules/rule-figures.ts';
import type { FrequentItemsets } from '../mining/search/frequent-itemsets.ts';
import { confidenceFloor } from '../mining/search/thresholds.ts';
import { DAMPING } from './recommend.ts';

/** Products by index. */
export interface CombinedRule {
  readonly antecedents: readonly number[];
  readonly product: number;
  readonly together: number;
  readonly antecedentBaskets: number;
  readonly baskets: number;
}

export interface CombinedRuleOptions {
  readonly basketCount: number;
  readonly minConfidence: number;
  /** Rules kept per rarest antecedent. */
  readonly perProduct: number;
}

const FEWEST_PRODUCTS = 3;
const MOST_PRODUCTS = 4;

/** Per rarest antecedent, strongest first. */
export function combinedRules(
  { trie, productOf }: FrequentItemsets,
  { basketCount, minConfidence, perProduct }: CombinedRuleOptions,
): Map<number, CombinedRule[]> {
  const figures = new RuleFigures({ trie, basketCount });
  const items = new Uint32Array(32);
  const lengths = new Uint8Array(trie.size);
  const found = new Map<number, CombinedRule[]>();
  const add = (rarest: number, rule: CombinedRule): void => {
    const rules = found.get(rarest);
    if (rules === undefined) found.set(rarest, [rule]);
    else if (rules.push(rule) === 4 * perProduct) keepStrongest(rules, perProduct);
  };
  for (let node = 1; node < trie.size; node++) {
    // Parents come before their children.
    const length = lengths[trie.parentOf(node)] + 1;
    lengths[node] = Math.min(length, MOST_PRODUCTS + 1);
    if (length < FEWEST_PRODUCTS || length > MOST_PRODUCTS) continue;
    trie.itemsOf(node, items);
    for (let consequent = 0; consequent < length; consequent++) {
      const rule = { node, mask: 1 << consequent };
      const { together, antecedents, consequents } = figures.countsOf(rule);
      if (together < confidenceFloor(antecedents, minConfidence)) continue;
      if (together * basketCount <= antecedents * consequents || figures.isRedundant(rule)) continue;
      const ranks = [...items.subarray(0, length)].filter((_, position) => position !== consequent);
      // Rank 0 is the most frequent product.
      add(productOf[Math.max(...ranks)], {
        antecedents: ranks.map((rank) => productOf[rank]),
        product: productOf[items[consequent]],
        together,
        antecedentBaskets: antecedents,
        baskets: consequents,
      });
    }
  }
  for (const rules of found.values()) keepStrongest(rules, perProduct);
  return found;
}

/** By their votes, compared as squares without the number of baskets, which all rules share. */
function keepStrongest(rules: CombinedRule[], most: number): void {
  const strength = ({ together, antecedentBaskets, baskets }: CombinedRule) =>
    (together / (antecedentBaskets + DAMPING)) ** 2 / baskets;
  rules.sort((a, b) => strength(b) - strength(a) || compareNumbers(keyOf(a), keyOf(b)));
  rules.length = Math.min(rules.length, most);
}

const keyOf = ({ product, antecedents }: CombinedRule): number[] => [product, ...antecedents];

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
