// All frequent itemsets, exact and complete: baskets are ranked, and the search goes depth first.
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
  /** False when the search stopped because it passed a limit. */
  readonly complete: boolean;
}

export const NO_LIMITS: SearchLimits = {
  maxItemsets: Number.POSITIVE_INFINITY,
  maxLength: Number.POSITIVE_INFINITY,
  maxWork: Number.POSITIVE_INFINITY,
};

/** `least`: baskets that an itemset must be in, at least 1. Time and memory are bounded by `limits`. */
export function findFrequentItemsets(
  baskets: BasketColumns,
  least: number,
  limits: SearchLimits = NO_LIMITS,
): FrequentItemsets {
  const ranked = rankBaskets(baskets, least);
  const { apart } = baskets;
  return searchRanked(ranked, apart && toApartRanks(apart, ranked.productOf), least, limits);
}

/** `apart`: per rank, those that no itemset holds together with it. */
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
  // What the last step of a search adds is not looked at by it.
  return { trie, productOf, complete: !progress.stopped && trie.size - 1 <= limits.maxItemsets };
}
