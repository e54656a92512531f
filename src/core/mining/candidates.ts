// Candidate itemsets as a trie, and their exact counts over any number of partitions.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { ItemsetTrie } from './itemset-trie.ts';
import { leap } from './leap.ts';

const ROOT = 0;

/** Items are ranks; node i + 1 is the single item i. An itemset's ranks descend from the root. */
export class Candidates {
  private readonly width: number;
  private readonly items: number[] = [];
  private readonly children: (Map<number, number> | undefined)[] = [];

  constructor(width: number) {
    this.width = width;
    this.items.push(-1);
    this.children.push(undefined);
    for (let rank = 0; rank < width; rank++) this.addChild(ROOT, rank);
  }

  /** Adds the itemset and those that begin it. `ranks`: descending. Returns its node. */
  add(ranks: ArrayLike<number>): number {
    let node = ROOT;
    for (let i = 0; i < ranks.length; i++)
      node = this.children[node]?.get(ranks[i]) ?? this.addChild(node, ranks[i]);
    return node;
  }

  /** To be called when all are added. */
  counts(): CandidateCounts {
    const children = this.children.map((known) =>
      known === undefined
        ? NONE
        : Uint32Array.from([...known].sort(([a], [b]) => a - b).map(([, node]) => node)),
    );
    return new CandidateCounts(this.width, Uint32Array.from(this.items), children);
  }

  private addChild(parent: number, rank: number): number {
    const node = this.items.push(rank) - 1;
    this.children.push(undefined);
    const siblings = this.children[parent];
    if (siblings === undefined) this.children[parent] = new Map([[rank, node]]);
    else siblings.set(rank, node);
    return node;
  }
}

const NONE = new Uint32Array();

/** Candidates whose count in a partition its own search has found. */
export interface KnownCounts {
  readonly nodes: Uint32Array;
  readonly counts: Uint32Array;
}

export class CandidateCounts {
  private readonly width: number;
  private readonly items: Uint32Array;
  private readonly parents: Uint32Array;
  /** Per node, items ascending. */
  private readonly children: readonly Uint32Array[];
  /** Per node of two items or more: baskets of the partitions counted so far. */
  private readonly supports: Uint32Array;

  constructor(width: number, items: Uint32Array, children: readonly Uint32Array[]) {
    this.width = width;
    this.items = items;
    this.children = children;
    this.parents = new Uint32Array(items.length);
    for (const [node, own] of children.entries()) for (const child of own) this.parents[child] = node;
    this.supports = new Uint32Array(items.length);
  }

  /**
   * Adds a partition's baskets. Candidates that its search has not found are counted by intersecting the lists of their
   * products along the paths of the trie.
   */
  count(part: BasketColumns, rankOf: Int32Array, known: KnownCounts): void {
    const isKnown = new Uint8Array(this.items.length);
    for (const [at, node] of known.nodes.entries()) {
      isKnown[node] = 1;
      this.supports[node] += known.counts[at];
    }
    const leads = this.pathsToUnknown(isKnown);
    const { start, basket } = basketsOfRanks(part, rankOf, this.width);
    const scratch: Uint32Array[] = [];
    const descend = (node: number, baskets: Uint32Array, depth: number): void => {
      if (isKnown[node] === 0 && depth > 0) this.supports[node] += baskets.length;
      if (baskets.length === 0) return;
      for (const child of this.children[node]) {
        if (leads[child] === 0) continue;
        const item = this.items[child];
        scratch[depth] ??= new Uint32Array(part.basketCount);
        const room = scratch[depth];
        const size = intersect(baskets, basket, start[item], start[item + 1], room);
        descend(child, room.subarray(0, size), depth + 1);
      }
    };
    for (const node of this.children[ROOT]) {
      const item = this.items[node];
      if (leads[node] === 1) descend(node, basket.subarray(start[item], start[item + 1]), 0);
    }
  }

  /** Per node, 1 if its count or that of a node below is to be found. Nodes come after their parents. */
  private pathsToUnknown(isKnown: Uint8Array): Uint8Array {
    const leads = new Uint8Array(this.items.length);
    for (let node = this.items.length - 1; node > this.width; node--) {
      if (isKnown[node] === 0) leads[node] = 1;
      if (leads[node] === 1) leads[this.parents[node]] = 1;
    }
    return leads;
  }

  /** Candidates, single items included. */
  get size(): number {
    return this.items.length - 1;
  }

  /** Those in at least `least` baskets. `support`: of single items. */
  frequent(support: Uint32Array, least: number): ItemsetTrie {
    const trie = new ItemsetTrie();
    for (const [rank, baskets] of support.entries()) trie.add(ROOT, rank, baskets);
    const extend = (candidate: number, node: number): void => {
      const found = this.children[candidate].filter((child) => this.supports[child] >= least);
      for (const child of found) trie.add(node, this.items[child], this.supports[child]);
      const first = trie.firstChildOf(node);
      for (const [at, child] of found.entries()) extend(child, first + at);
    };
    for (let rank = 0; rank < support.length; rank++) extend(rank + 1, rank + 1);
    return trie;
  }
}

/** The baskets of rank r are basket[start[r]] .. basket[start[r + 1] - 1], ascending. */
function basketsOfRanks(
  { basketCount, start, product }: BasketColumns,
  rankOf: Int32Array,
  width: number,
): { readonly start: Uint32Array; readonly basket: Uint32Array } {
  const starts = new Uint32Array(width + 1);
  for (const item of product) if (rankOf[item] >= 0) starts[rankOf[item] + 1]++;
  for (let rank = 0; rank < width; rank++) starts[rank + 1] += starts[rank];
  const next = starts.slice();
  const basket = new Uint32Array(starts[width]);
  for (let b = 0; b < basketCount; b++) {
    for (let entry = start[b]; entry < start[b + 1]; entry++) {
      const rank = rankOf[product[entry]];
      if (rank >= 0) basket[next[rank]++] = b;
    }
  }
  return { start: starts, basket };
}

/** Both lists ascend; `list` is usually much shorter. Returns the number of common baskets, which are written to `into`. */
function intersect(
  list: Uint32Array,
  other: Uint32Array,
  from: number,
  to: number,
  into: Uint32Array,
): number {
  let size = 0;
  let at = from;
  for (const basket of list) {
    if (at < to && other[at] < basket) at = leap(other, at, to, basket);
    if (at === to) break;
    if (other[at] === basket) into[size++] = basket;
  }
  return size;
}
