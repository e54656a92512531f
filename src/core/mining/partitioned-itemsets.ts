// Frequent itemsets of baskets that are cut into partitions, exactly those of a search over all of them (Savasere,
// Omiecinski & Navathe, An Efficient Algorithm for Mining Association Rules in Large Databases, VLDB 1995). An itemset that
// is frequent in all baskets is frequent in at least one partition at the same share, so that the itemsets found in any
// partition are candidates for the whole, and counting the candidates in every partition decides. Each step needs one
// partition at a time, besides the candidates.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { Candidates, type KnownCounts } from './candidates.ts';
import { type FrequentItemsets, frequentItemsets, NO_LIMITS } from './frequent-itemsets.ts';
import type { SearchLimits } from './search-progress.ts';

/** Baskets of a partition that an itemset must be in, of those that it must be in overall: rounded up, at least 1. */
export function leastInPart(least: number, partBaskets: number, baskets: number): number {
  if (baskets === 0) return 1;
  const wanted = least * partBaskets;
  const below = Math.floor(wanted / baskets);
  return Math.max(1, below * baskets < wanted ? below + 1 : below);
}

export interface PartitionedItemsets extends FrequentItemsets {
  /** Itemsets that were counted in every partition. */
  readonly candidateCount: number;
}

/**
 * `parts`: each basket in one of them; all with the same products. Itemsets and counts are those of a search over all
 * baskets. `limits` hold for the result, and for the search of each partition.
 */
export function partitionedItemsets(
  parts: readonly BasketColumns[],
  least: number,
  limits: SearchLimits = NO_LIMITS,
): PartitionedItemsets {
  const ranking = rankProducts(parts, least);
  const candidates = new Candidates(ranking.productOf.length);
  const basketCount = parts.reduce((sum, part) => sum + part.basketCount, 0);
  let complete = true;
  const known = parts.map((part) => {
    if (part.basketCount === 0) return NOTHING_KNOWN;
    const local = frequentItemsets(part, leastInPart(least, part.basketCount, basketCount), limits);
    complete &&= local.complete;
    return addCandidates(candidates, local, ranking.rankOf);
  });
  const counts = candidates.counts();
  for (const [at, part] of parts.entries()) counts.count(part, ranking.rankOf, known[at]);
  const trie = counts.frequent(ranking.support, least);
  return {
    trie,
    productOf: ranking.productOf,
    complete: complete && trie.size - 1 <= limits.maxItemsets,
    candidateCount: counts.size,
  };
}

interface Ranking {
  /** Per rank: index of the product. Rank 0 is the most frequent product. */
  readonly productOf: Uint32Array;
  readonly support: Uint32Array;
  /** Per product: its rank, or -1. */
  readonly rankOf: Int32Array;
}

/** As a search over all baskets ranks them. */
function rankProducts(parts: readonly BasketColumns[], least: number): Ranking {
  const frequency = new Uint32Array(parts[0]?.products.length ?? 0);
  for (const { product } of parts) for (const item of product) frequency[item]++;
  const productOf = Uint32Array.from(frequency.keys())
    .filter((item) => frequency[item] >= least)
    .sort((a, b) => frequency[b] - frequency[a] || a - b);
  const rankOf = new Int32Array(frequency.length).fill(-1);
  for (const [rank, item] of productOf.entries()) rankOf[item] = rank;
  return { productOf, support: productOf.map((item) => frequency[item]), rankOf };
}

const NOTHING_KNOWN: KnownCounts = { nodes: new Uint32Array(), counts: new Uint32Array() };

/** Itemsets of a partition by the ranks of the whole, without those that hold a product that is too rare overall. */
function addCandidates(
  candidates: Candidates,
  { trie, productOf }: FrequentItemsets,
  rankOf: Int32Array,
): KnownCounts {
  const items = new Uint32Array(productOf.length);
  const nodes: number[] = [];
  const counts: number[] = [];
  for (let node = 1; node < trie.size; node++) {
    const length = trie.itemsOf(node, items);
    if (length < 2) continue;
    const ranks = new Int32Array(length);
    for (let i = 0; i < length; i++) ranks[i] = rankOf[productOf[items[i]]];
    // An itemset's ranks descend from the root, so the rarest product comes first.
    ranks.sort().reverse();
    if (ranks[length - 1] < 0) continue;
    nodes.push(candidates.add(ranks));
    counts.push(trie.supportOf(node));
  }
  return { nodes: Uint32Array.from(nodes), counts: Uint32Array.from(counts) };
}
