// Every split of every frequent itemset into antecedents and consequents that reaches the least confidence. All are
// counted; only the best by expected value are kept, in typed arrays.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { FrequentItemsets } from './frequent-itemsets.ts';
import type { ItemsetTrie } from './itemset-trie.ts';
import { reachesConfidence } from './thresholds.ts';

/** One rule: items and supports. Ranks as in the trie. */
export interface Candidate {
  readonly antecedents: readonly number[];
  readonly consequents: readonly number[];
  readonly together: number;
  readonly antecedentSupport: number;
  readonly consequentSupport: number;
  /** Expected incremental value by the products' mean values over all baskets: for pre-selection only. */
  readonly estimate: number;
}

export interface Candidates {
  readonly kept: readonly Candidate[];
  readonly ruleCount: number;
  /** Rules with a lift above 1, kept or not. */
  readonly positiveCount: number;
}

const MAX_ITEMSET_LENGTH = 30;

/** `maxKept`: more rules than that are cut down to the best by estimate, ties by the search's order. */
export function ruleCandidates(
  baskets: BasketColumns,
  itemsets: FrequentItemsets,
  minConfidence: number,
  maxKept: number,
): Candidates {
  const { trie } = itemsets;
  const meanValue = meanValues(baskets, itemsets);
  let kept: Candidate[] = [];
  let floor = Number.NEGATIVE_INFINITY;
  let ruleCount = 0;
  let positiveCount = 0;
  const items = new Uint32Array(MAX_ITEMSET_LENGTH + 1);

  function offer(length: number, mask: number, together: number, antecedentSupport: number): void {
    const consequentSupport = supportOf(trie, items, length, mask);
    const lift = (together * baskets.basketCount) / (antecedentSupport * consequentSupport);
    ruleCount++;
    if (lift > 1) positiveCount++;
    let value = 0;
    for (let i = 0; i < length; i++) if ((mask >>> i) & 1) value += meanValue[items[i] ?? 0] ?? 0;
    const estimate = together * (1 - 1 / lift) * value;
    if (estimate <= floor) return;
    kept.push({
      antecedents: pick(items, length, ~mask),
      consequents: pick(items, length, mask),
      together,
      antecedentSupport,
      consequentSupport,
      estimate,
    });
    if (kept.length < 2 * maxKept) return;
    kept = best(kept, maxKept);
    floor = kept[kept.length - 1]?.estimate ?? floor;
  }

  /** Grows consequents: a consequent that misses the confidence is contained in none that reaches it. */
  function grow(length: number, mask: number, from: number, together: number): void {
    for (let i = from; i < length; i++) {
      const consequents = mask | (1 << i);
      if (consequents === (1 << length) - 1) continue;
      const antecedentSupport = supportOf(trie, items, length, ~consequents);
      if (!reachesConfidence(together, antecedentSupport, minConfidence)) continue;
      offer(length, consequents, together, antecedentSupport);
      grow(length, consequents, i + 1, together);
    }
  }

  for (let node = 1; node < trie.size; node++) {
    if (trie.parentOf(node) === 0) continue;
    const length = trie.itemsOf(node, items);
    grow(length, 0, 0, trie.supportOf(node));
  }
  return { kept: kept.length > maxKept ? best(kept, maxKept) : kept, ruleCount, positiveCount };
}

/** Support of the items whose bit is set in `mask`: a walk down the trie. */
function supportOf(trie: ItemsetTrie, items: Uint32Array, length: number, mask: number): number {
  let node = 0;
  for (let i = 0; i < length; i++) if ((mask >>> i) & 1) node = trie.child(node, items[i] as number);
  return trie.supportOf(node);
}

function pick(items: Uint32Array, length: number, mask: number): number[] {
  const picked: number[] = [];
  for (let i = 0; i < length; i++) if ((mask >>> i) & 1) picked.push(items[i] ?? 0);
  return picked;
}

function best(candidates: Candidate[], count: number): Candidate[] {
  return candidates.sort((a, b) => b.estimate - a.estimate).slice(0, count);
}

/** Per rank: mean value of the product over the baskets that hold it. */
function meanValues(
  { product, value, products }: BasketColumns,
  { productOf }: FrequentItemsets,
): Float64Array {
  const sum = new Float64Array(products.length);
  const count = new Uint32Array(products.length);
  for (const [entry, item] of product.entries()) {
    sum[item] = (sum[item] ?? 0) + (value[entry] ?? 0);
    count[item] = (count[item] ?? 0) + 1;
  }
  return Float64Array.from(productOf, (item) => (sum[item] ?? 0) / Math.max(1, count[item] ?? 0));
}
