// What a search of itemsets starts from: baskets ranked, pairs counted.
import type { BasketColumns, ItemLists } from '../../baskets/basket-columns.ts';
import { apartRanks } from './apart-items.ts';
import { countPairs, type PairCounts } from './pair-counts.ts';
import { type RankedBaskets, rankBaskets } from './ranked-baskets.ts';
import type { SearchLimits } from './search-progress.ts';

/** All that the parts of a search read: typed arrays only. */
export interface PreparedSearch {
  readonly least: number;
  readonly ranked: RankedBaskets;
  readonly pairs: PairCounts | undefined;
  /** Per rank, those that no itemset holds together with it. */
  readonly apart: ItemLists | undefined;
}

export function prepareSearch(baskets: BasketColumns, least: number, limits: SearchLimits): PreparedSearch {
  const ranked = rankBaskets(baskets, least);
  const { apart } = baskets;
  return prepareRanked(ranked, apart && apartRanks(apart, ranked.productOf), least, limits);
}

/** `apart`: by rank. */
export function prepareRanked(
  ranked: RankedBaskets,
  apart: ItemLists | undefined,
  least: number,
  limits: SearchLimits,
): PreparedSearch {
  return { least, ranked, pairs: limits.maxLength < 2 ? undefined : countPairs(ranked), apart };
}
