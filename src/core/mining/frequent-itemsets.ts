// All frequent itemsets, exact and complete, depth first over conditional databases (Uno, Kiyomi & Arimura, LCM
// ver. 2, FIMI 2004): the baskets of an itemset, cut down to the items that still extend it. Baskets are lists of
// items while many items are left, then masks, then a table of all combinations.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { ItemsetTrie } from './itemset-trie.ts';
import { MAX_MASK_ITEMS, MaskedSearch } from './masked-search.ts';
import { type RankedBaskets, rankBaskets } from './ranked-baskets.ts';
import { type SearchLimits, SearchProgress } from './search-progress.ts';

export interface FrequentItemsets {
  /** Items in the trie are ranks: 0 is the most frequent product. An itemset's ranks descend from the root. */
  readonly trie: ItemsetTrie;
  /** Per rank: index of the product. */
  readonly productOf: Uint32Array;
  /** False when the search stopped because it passed a limit. */
  readonly complete: boolean;
}

/** The conditional database of one itemset on the path of the search; arrays are reused and grow. */
interface Level {
  /** Per local item: rank. Local items keep the order of ranks. */
  ranks: Uint32Array;
  width: number;
  /** Basket t holds items[start[t]] .. items[start[t + 1] - 1], local and ascending. */
  start: Uint32Array;
  items: Uint32Array;
  /** Local item i is in the baskets basket[basketStart[i]] .. basket[basketStart[i + 1] - 1]. */
  basketStart: Uint32Array;
  basket: Uint32Array;
}

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
  const ranked = rankBaskets(baskets, least);
  const progress = new SearchProgress(least, limits);
  new ListSearch(ranked, progress).run();
  return {
    trie: progress.trie,
    productOf: ranked.productOf,
    complete: !progress.stopped,
  };
}

class ListSearch {
  private readonly progress: SearchProgress;
  private readonly masked: MaskedSearch;
  private readonly levels: Level[];
  private readonly support: Uint32Array;
  // Scratch, clean between uses: count and new local number per item, and the items found frequent.
  private readonly counts: Uint32Array;
  private readonly localOf: Int32Array;
  private readonly frequent: Uint32Array;

  constructor(ranked: RankedBaskets, progress: SearchProgress) {
    const width = ranked.productOf.length;
    this.progress = progress;
    this.masked = new MaskedSearch(progress);
    this.support = ranked.support;
    this.levels = [
      {
        ranks: Uint32Array.from(ranked.productOf.keys()),
        width,
        start: ranked.start,
        items: ranked.rank,
        basketStart: ranked.basketStart,
        basket: ranked.basket,
      },
    ];
    this.counts = new Uint32Array(width);
    this.localOf = new Int32Array(width).fill(-1);
    this.frequent = new Uint32Array(width);
  }

  run(): void {
    const { support, progress } = this;
    for (let rank = 0; rank < support.length; rank++) progress.trie.add(0, rank, support[rank] ?? 0);
    progress.spend(support.length);
    if (progress.limits.maxLength >= 2) this.extend(0, 0);
  }

  /** `node` has `depth` items and its database is levels[depth]; its children are in the trie, theirs are added. */
  private extend(node: number, depth: number): void {
    const { progress } = this;
    const level = this.levels[depth];
    if (level === undefined) return;
    const first = progress.trie.firstChildOf(node);
    for (let item = 1; item < level.width && !progress.stopped; item++) {
      const baskets = (level.basketStart[item + 1] ?? 0) - (level.basketStart[item] ?? 0);
      if (baskets < progress.least) continue;
      const child = first + item;
      const { found, scanned } = this.countExtensions(level, item, child);
      if (found < 2 || depth + 3 > progress.limits.maxLength) continue;
      if (found <= MAX_MASK_ITEMS) {
        this.descendToMasks(level, item, child, depth + 1, found);
        continue;
      }
      this.project(level, item, found, scanned, depth + 1);
      this.extend(child, depth + 1);
    }
  }

  /** Adds the frequent extensions of `item` under `child`; leaves them in `frequent`. `scanned`: entries looked at. */
  private countExtensions(
    { ranks, start, items, basketStart, basket }: Level,
    item: number,
    child: number,
  ): { found: number; scanned: number } {
    const { counts, frequent, progress } = this;
    const { trie, least } = progress;
    const from = basketStart[item] ?? 0;
    const to = basketStart[item + 1] ?? 0;
    let scanned = 0;
    for (let at = from; at < to; at++) {
      const begin = start[basket[at] ?? 0] ?? 0;
      let entry = begin;
      for (let other = items[entry] ?? item; other !== item; other = items[++entry] ?? item) {
        counts[other] = (counts[other] ?? 0) + 1;
      }
      scanned += entry - begin;
    }
    let found = 0;
    if (scanned >= item) {
      for (let other = 0; other < item; other++) {
        const count = counts[other] ?? 0;
        if (count === 0) continue;
        counts[other] = 0;
        if (count < least) continue;
        frequent[found++] = other;
        trie.add(child, ranks[other] ?? 0, count);
      }
    } else {
      // So few entries that looking at them again beats looking at every item.
      for (let at = from; at < to; at++) {
        let entry = start[basket[at] ?? 0] ?? 0;
        for (let other = items[entry] ?? item; other !== item; other = items[++entry] ?? item) {
          if ((counts[other] ?? 0) < least || this.localOf[other] !== -1) continue;
          this.localOf[other] = 0;
          frequent[found++] = other;
        }
      }
      frequent.subarray(0, found).sort();
      for (let n = 0; n < found; n++) {
        const other = frequent[n] ?? 0;
        trie.add(child, ranks[other] ?? 0, counts[other] ?? 0);
        this.localOf[other] = -1;
      }
      for (let at = from; at < to; at++) {
        let entry = start[basket[at] ?? 0] ?? 0;
        for (let other = items[entry] ?? item; other !== item; other = items[++entry] ?? item) {
          counts[other] = 0;
        }
      }
    }
    progress.spend(scanned + to - from);
    return { found, scanned };
  }

  private descendToMasks(level: Level, item: number, child: number, length: number, found: number): void {
    const { masked, localOf, frequent } = this;
    const { ranks, start, items, basketStart, basket } = level;
    for (let n = 0; n < found; n++) {
      const other = frequent[n] ?? 0;
      localOf[other] = n;
      masked.ranks[n] = ranks[other] ?? 0;
    }
    const from = basketStart[item] ?? 0;
    const to = basketStart[item + 1] ?? 0;
    const opened = masked.open(to - from);
    for (let at = from; at < to; at++) {
      let mask = 0;
      let entry = start[basket[at] ?? 0] ?? 0;
      for (let other = items[entry] ?? item; other !== item; other = items[++entry] ?? item) {
        const local = localOf[other] ?? -1;
        if (local >= 0) mask |= 1 << local;
      }
      if ((mask & (mask - 1)) !== 0) masked.put(mask, 1);
    }
    for (let n = 0; n < found; n++) localOf[frequent[n] ?? 0] = -1;
    masked.close(child, length, found === 32 ? -1 : (1 << found) - 1, opened);
  }

  /** Fills levels[depth] with the baskets of `item`, cut down to its frequent extensions; shorter ones are dropped. */
  private project(level: Level, item: number, found: number, scanned: number, depth: number): void {
    const { localOf, frequent } = this;
    const { ranks, start, items, basketStart, basket } = level;
    const from = basketStart[item] ?? 0;
    const to = basketStart[item + 1] ?? 0;
    const next = this.levelFor(depth, found, to - from, scanned);
    for (let n = 0; n < found; n++) {
      const other = frequent[n] ?? 0;
      localOf[other] = n;
      next.ranks[n] = ranks[other] ?? 0;
    }
    let baskets = 0;
    let length = 0;
    for (let at = from; at < to; at++) {
      const begin = length;
      let entry = start[basket[at] ?? 0] ?? 0;
      for (let other = items[entry] ?? item; other !== item; other = items[++entry] ?? item) {
        const local = localOf[other] ?? -1;
        if (local >= 0) next.items[length++] = local;
      }
      if (length - begin < 2) length = begin;
      else next.start[++baskets] = length;
    }
    for (let n = 0; n < found; n++) localOf[frequent[n] ?? 0] = -1;
    next.width = found;
    invert(next, baskets, length);
  }

  private levelFor(depth: number, width: number, baskets: number, entries: number): Level {
    const level = this.levels[depth] ?? {
      ranks: new Uint32Array(),
      width: 0,
      start: new Uint32Array(),
      items: new Uint32Array(),
      basketStart: new Uint32Array(),
      basket: new Uint32Array(),
    };
    level.ranks = withRoom(level.ranks, width);
    level.start = withRoom(level.start, baskets + 1);
    level.items = withRoom(level.items, entries);
    level.basketStart = withRoom(level.basketStart, width + 2);
    level.basket = withRoom(level.basket, entries);
    this.levels[depth] = level;
    return level;
  }
}

/** Counting sort of the entries of a level by item. */
function invert({ width, start, items, basketStart, basket }: Level, baskets: number, entries: number): void {
  basketStart.fill(0, 0, width + 2);
  for (let entry = 0; entry < entries; entry++) {
    const slot = (items[entry] ?? 0) + 2;
    basketStart[slot] = (basketStart[slot] ?? 0) + 1;
  }
  for (let slot = 2; slot <= width + 1; slot++) {
    basketStart[slot] = (basketStart[slot] ?? 0) + (basketStart[slot - 1] ?? 0);
  }
  for (let t = 0; t < baskets; t++) {
    const end = start[t + 1] ?? 0;
    for (let entry = start[t] ?? 0; entry < end; entry++) {
      const slot = (items[entry] ?? 0) + 1;
      const at = basketStart[slot] ?? 0;
      basket[at] = t;
      basketStart[slot] = at + 1;
    }
  }
}

/** The array itself, or a fresh one of at least `size` entries: contents are not kept. */
function withRoom(array: Uint32Array, size: number): Uint32Array {
  return array.length >= size ? array : new Uint32Array(Math.max(size, array.length * 2));
}
