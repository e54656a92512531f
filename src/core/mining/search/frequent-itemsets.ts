// All frequent itemsets, exact and complete: baskets are ranked, pairs counted, and each item's part of the search is
// independent of the others, so that several threads may take them in turn.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import type { ItemsetTrie } from '../sets/itemset-trie.ts';
import { ListSearch } from './list-search.ts';
import { type PreparedSearch, prepareSearch } from './prepared-search.ts';
import { type SearchLimits, SearchProgress } from './search-progress.ts';
import { mergeParts, type TriePart } from './trie-parts.ts';

export interface FrequentItemsets {
  /** Items in the trie are ranks: 0 is the most frequent product. An itemset's ranks descend from the root. */
  readonly trie: ItemsetTrie;
  /** Per rank: index of the product. */
  readonly productOf: Uint32Array;
  /** False when the search stopped because it passed a limit. */
  readonly complete: boolean;
}

export type ItemsetFinder = (
  baskets: BasketColumns,
  least: number,
  limits?: SearchLimits,
) => FrequentItemsets;

export const NO_LIMITS: SearchLimits = {
  maxItemsets: Number.POSITIVE_INFINITY,
  maxLength: Number.POSITIVE_INFINITY,
  maxWork: Number.POSITIVE_INFINITY,
};

/** `least`: baskets that an itemset must be in, at least 1. Time and memory are bounded by `limits`. */
export function frequentItemsets(
  baskets: BasketColumns,
  least: number,
  limits: SearchLimits = NO_LIMITS,
): FrequentItemsets {
  return searchPrepared(prepareSearch(baskets, least, limits), limits);
}

export function searchPrepared(prepared: PreparedSearch, limits: SearchLimits): FrequentItemsets {
  const progress = startSearch(prepared, limits);
  let next = 1;
  const items = prepared.ranked.productOf.length;
  new ListSearch(prepared, progress).run(() => (next < items ? next++ : undefined));
  // What the last step of a search adds is not looked at by it.
  const complete = !progress.stopped && progress.trie.size - 1 <= limits.maxItemsets;
  return { trie: progress.trie, productOf: prepared.ranked.productOf, complete };
}

function startSearch({ least, ranked, pairs }: PreparedSearch, limits: SearchLimits): SearchProgress {
  const progress = new SearchProgress(least, limits);
  const { support } = ranked;
  for (let rank = 0; rank < support.length; rank++) progress.trie.add(0, rank, support[rank]);
  progress.spend(support.length + (pairs?.work ?? 0));
  return progress;
}

export interface SearchPart extends TriePart {
  readonly complete: boolean;
  readonly work: number;
}

/** Searches what `claim` hands out: items from 1 up to all, none twice among the parts. Undefined ends it. */
export function searchPart(
  prepared: PreparedSearch,
  limits: SearchLimits,
  claim: () => number | undefined,
): SearchPart {
  const progress = startSearch(prepared, limits);
  const items: number[] = [];
  const ends: number[] = [];
  new ListSearch(prepared, progress).run(claim, (item) => {
    items.push(item);
    ends.push(progress.trie.size);
  });
  return {
    trie: progress.trie.columns(),
    items: Uint32Array.from(items),
    ends: Uint32Array.from(ends),
    complete: !progress.stopped,
    work: progress.work,
  };
}

/** The same result, node for node, as a single search; complete exactly if that one is. */
export function joinParts(
  { ranked }: PreparedSearch,
  limits: SearchLimits,
  parts: readonly SearchPart[],
): FrequentItemsets {
  const trie = mergeParts(ranked.support.length, parts);
  const work = parts.reduce((sum, part) => sum + part.work, 0);
  const complete =
    parts.every((part) => part.complete) && work <= limits.maxWork && trie.size - 1 <= limits.maxItemsets;
  return { trie, productOf: ranked.productOf, complete };
}
