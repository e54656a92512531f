// Finds all frequent itemsets, exactly and completely: ranks the baskets, then searches depth first.
import type { BasketColumns, ItemLists } from '../../baskets/basket-columns.ts';
import type { ItemsetTrie } from '../sets/itemset-trie.ts';
import { type SearchLimits, SearchProgress } from './bitmap-search.ts';
import { ListSearch } from './list-search.ts';
import { type RankedBaskets, rankBaskets, toApartRanks } from './ranked-baskets.ts';

export interface FrequentItemsets {
  /** Items in the trie are ranks: 0 is the most frequent product. An itemset's ranks descend from the root. */
  readonly trie: ItemsetTrie;
  /** Per rank: index of the product. */
  readonly productOf: Uint32Array;
  /** False if the search stopped at a limit. */
  readonly complete: boolean;
}

export const NO_LIMITS: SearchLimits = {
  maxItemsets: Number.POSITIVE_INFINITY,
  maxLength: Number.POSITIVE_INFINITY,
  maxWork: Number.POSITIVE_INFINITY,
};

/** `least`: fewest baskets of an itemset, at least 1. `limits` bound time and memory. */
export function findFrequentItemsets(
  baskets: BasketColumns,
  least: number,
  limits: SearchLimits = NO_LIMITS,
): FrequentItemsets {
  const ranked = rankBaskets(baskets, least);
  const { apart } = baskets;
  return searchRanked(ranked, apart && toApartRanks(apart, ranked.productOf), least, limits);
}

/** `apart`: per rank, the ranks that no itemset combines with it. */
export function searchRanked(
  ranked: RankedBaskets,
  apart: ItemLists | undefined,
  least: number,
  limits: SearchLimits,
): FrequentItemsets {
  const { support, productOf } = ranked;
  const progress = new SearchProgress(least, limits);
  const { trie } = progress;
  for (let rank = 0; rank < support.length; rank++) trie.add(0, rank, support[rank]);
  progress.spend(support.length);
  new ListSearch(ranked, apart, progress).run();
  // The search does not check the itemsets that its last step adds.
  return { trie, productOf, complete: !progress.stopped && trie.size - 1 <= limits.maxItemsets };
}
