// Counts candidate itemsets, partition after partition: their supports, and the sums of their items' values.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import type { Limbs } from '../../money/limbs.ts';
import { locateSums, StoredSums } from '../rules/rule-set.ts';
import type { FrequentItemsets } from '../search/frequent-itemsets.ts';
import { LONGEST } from '../tested-rules.ts';
import { countFullSupports } from './full-supports.ts';
import { ItemsetTrie, ItemsetWalk } from './itemset-trie.ts';
import { type ItemsetSums, ItemsetValues } from './itemset-values.ts';

export interface CandidateCounts {
  /** Per node: number of searched baskets that hold it. */
  readonly supports: Uint32Array;
  /** Per node: number of all baskets that hold it, if only some are searched. */
  readonly allSupports?: Uint32Array | undefined;
  /** Per limb, the sums of all itemsets, in the places of `locateSums`. */
  readonly sums: Limbs;
}

/** Products of the baskets are ranks. `all`: given if `searched` is only a part of it. */
export function countCandidates(
  candidates: ItemsetTrie,
  searched: BasketColumns,
  all?: BasketColumns,
): CandidateCounts {
  const counted = countIn(candidates, searched);
  return {
    supports: counted.trie.columns().supports,
    allSupports: all && countIn(candidates, all).trie.columns().supports,
    sums: searched.values.map((limb) => sumItemsets(counted, searched, limb)),
  };
}

function countIn(trie: ItemsetTrie, baskets: BasketColumns): FrequentItemsets {
  const productOf = Uint32Array.from(baskets.products.keys());
  return countFullSupports({ trie, productOf, complete: true }, baskets, Number.POSITIVE_INFINITY);
}

function sumItemsets(itemsets: FrequentItemsets, baskets: BasketColumns, limb: Float64Array): Float64Array {
  const { trie } = itemsets;
  const { start, total } = locateSums(trie, LONGEST);
  const found = new Float64Array(total);
  const values = new ItemsetValues(baskets, limb, itemsets);
  for (const walk = new ItemsetWalk(trie, LONGEST); walk.advance(); ) {
    values.enter(walk.node, walk.depth, walk.isParent);
    if (walk.depth > 0) found.set(values.sums.subarray(0, walk.depth + 1), start[walk.node]);
  }
  return found;
}

/** Candidates that are frequent, with their sums. */
export interface CountedItemsets {
  readonly trie: ItemsetTrie;
  readonly sums: Limbs;
}

/** The candidates in at least `least` baskets: their subsets are in at least as many. */
export function pickFrequentCandidates(
  candidates: ItemsetTrie,
  { supports, allSupports = supports, sums }: CandidateCounts,
  least: number,
): CountedItemsets {
  const trie = new ItemsetTrie();
  const candidateOf: number[] = [0];
  const addChildren = (candidate: number, node: number): void => {
    const first = candidates.getFirstChild(candidate);
    for (let child = first; child < first + candidates.getDegree(candidate); child++) {
      if (supports[child] < least) continue;
      trie.add(node, candidates.getItem(child), allSupports[child]);
      candidateOf.push(child);
    }
    const own = trie.getFirstChild(node);
    for (let at = own; at < own + trie.getDegree(node); at++) addChildren(candidateOf[at], at);
  };
  addChildren(0, 0);
  const from = locateSums(candidates, LONGEST).start;
  const { start, total } = locateSums(trie, LONGEST);
  const kept = sums.map(() => new Float64Array(total));
  for (const walk = new ItemsetWalk(trie, LONGEST); walk.advance(); ) {
    if (walk.depth === 0) continue;
    const begin = from[candidateOf[walk.node]];
    for (const [at, limb] of sums.entries())
      kept[at].set(limb.subarray(begin, begin + walk.depth + 1), start[walk.node]);
  }
  return { trie, sums: kept };
}

/** Converts sums for the rules of these itemsets. */
export function toStoredSums({ trie, sums }: CountedItemsets): ItemsetSums {
  const { start } = locateSums(trie, LONGEST);
  return { limbCount: sums.length, limb: (at) => new StoredSums(start, sums[at]) };
}

// Unites itemsets found in several partitions into one trie, in the order in which a search adds them.

/** Both tries have the same items at the root, whose supports are those of `a`; other nodes have none. */
export function uniteTries(a: ItemsetTrie, b: ItemsetTrie): ItemsetTrie {
  const united = new ItemsetTrie();
  const first = a.getFirstChild(0);
  for (let item = 0; item < a.getDegree(0); item++) united.add(0, item, a.getSupport(first + item));
  for (let item = 0; item < a.getDegree(0); item++) {
    uniteBelow(a, first + item, b, b.getFirstChild(0) + item, united, item + 1);
  }
  return united;
}

/** 0 stands for an itemset that one of the tries lacks: the root is below no node. */
function uniteBelow(
  a: ItemsetTrie,
  nodeA: number,
  b: ItemsetTrie,
  nodeB: number,
  united: ItemsetTrie,
  node: number,
): void {
  const endA = nodeA === 0 ? 0 : a.getFirstChild(nodeA) + a.getDegree(nodeA);
  const endB = nodeB === 0 ? 0 : b.getFirstChild(nodeB) + b.getDegree(nodeB);
  let atA = nodeA === 0 ? 0 : a.getFirstChild(nodeA);
  let atB = nodeB === 0 ? 0 : b.getFirstChild(nodeB);
  if (atA === endA && atB === endB) return;
  const belowA: number[] = [];
  const belowB: number[] = [];
  while (atA < endA || atB < endB) {
    const itemA = atA < endA ? a.getItem(atA) : Number.POSITIVE_INFINITY;
    const itemB = atB < endB ? b.getItem(atB) : Number.POSITIVE_INFINITY;
    united.add(node, Math.min(itemA, itemB), 0);
    belowA.push(itemA <= itemB ? atA++ : 0);
    belowB.push(itemB <= itemA ? atB++ : 0);
  }
  const first = united.getFirstChild(node);
  for (let child = 0; child < belowA.length; child++) {
    uniteBelow(a, belowA[child], b, belowB[child], united, first + child);
  }
}
