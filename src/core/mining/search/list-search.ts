// The upper part of a search, with many items left: depth first over conditional databases of item lists (occurrence
// deliver; Uno, Kiyomi & Arimura, LCM ver. 2, FIMI 2004), handing over to rows of bits or masks.
import type { ItemLists } from '../../baskets/basket-columns.ts';
import { areApart } from './apart-items.ts';
import { BitmapSearch } from './bitmap-search.ts';
import { invert, type ListLevel, withRoomFor } from './list-level.ts';
import { MAX_MASK_ITEMS, MaskedSearch } from './masked-search.ts';
import { type PairCounts, rowOf } from './pair-counts.ts';
import type { PreparedSearch } from './prepared-search.ts';
import type { SearchProgress } from './search-progress.ts';

/** What was found of an item's frequent extensions. */
interface Extensions {
  readonly found: number;
  /** Entries of the item's baskets looked at, at least those of the extensions. */
  readonly scanned: number;
  /** Sum of the extensions' supports. */
  readonly entries: number;
}

/** Baskets of an itemset whose items are worth a row of bits each: 16 words. */
const MAX_ROW_BASKETS = 512;
/** Rows beat lists where a basket holds more than a sixth of the items left: a word is 32 baskets at once. */
const ROW_ADVANTAGE = 32;

/** Clearing a counter is that much cheaper in its row than by an entry. */
const ENTRIES_PER_COUNTER = 16;
/** Up to so many numbers are sorted faster without a call. */
const FEW = 16;

export class ListSearch {
  private readonly progress: SearchProgress;
  private readonly masked: MaskedSearch;
  private readonly bitmaps: BitmapSearch;
  private readonly levels: ListLevel[];
  private readonly pairs: PairCounts | undefined;
  private readonly apart: ItemLists | undefined;
  /** Per basket: its most frequent items, a bit each. Undefined where items must be kept apart. */
  private readonly topMasks: Int32Array | undefined;
  // Scratch, clean between uses: count and new local number per item, and the items found frequent.
  private readonly counts: Uint32Array;
  private readonly localOf: Int32Array;
  private readonly frequent: Uint32Array;

  constructor({ ranked, pairs, apart }: PreparedSearch, progress: SearchProgress) {
    const width = ranked.productOf.length;
    this.progress = progress;
    this.masked = new MaskedSearch(progress, apart);
    this.bitmaps = new BitmapSearch(progress, apart);
    this.pairs = pairs;
    this.apart = apart;
    this.topMasks = apart === undefined ? topMasksOf(ranked) : undefined;
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

  /**
   * Adds what lies below the item of `claim`, repeatedly until it returns none; undefined is none. The items
   * themselves are in the trie already, item i as node i + 1.
   */
  run(claim: () => number | undefined, onSearched?: (item: number) => void): void {
    const [root] = this.levels;
    if (this.progress.limits.maxLength < 2) return;
    for (let item = claim(); item !== undefined && !this.progress.stopped; item = claim()) {
      this.searchItem(root, item, item + 1, 0);
      onSearched?.(item);
    }
  }

  /** `node` has `depth` items and its database is levels[depth]; its children are in the trie, theirs are added. */
  private extend(node: number, depth: number): void {
    const level = this.levels[depth];
    const first = this.progress.trie.firstChildOf(node);
    for (let item = 1; item < level.width && !this.progress.stopped; item++) {
      this.searchItem(level, item, first + item, depth);
    }
  }

  private searchItem(level: ListLevel, item: number, child: number, depth: number): void {
    const { progress } = this;
    const baskets = level.basketStart[item + 1] - level.basketStart[item];
    if (baskets < progress.least) return;
    const extensions =
      depth === 0 && this.pairs !== undefined
        ? this.takePairs(this.pairs, item, child)
        : this.countExtensions(level, item, child);
    const { found } = extensions;
    if (found < 2 || depth + 3 > progress.limits.maxLength) return;
    if (baskets <= MAX_ROW_BASKETS && (extensions.entries / (found * baskets)) ** 2 * ROW_ADVANTAGE > 1) {
      this.descendToBitmaps(level, item, child, depth + 1, found);
    } else if (depth === 0 && this.topMasks !== undefined && this.frequent[found - 1] < MAX_MASK_ITEMS) {
      this.descendToTopMasks(this.topMasks, level, item, child, found);
    } else if (found <= MAX_MASK_ITEMS) {
      this.descendToMasks(level, item, child, depth + 1, found);
    } else {
      this.project(level, item, extensions, depth + 1);
      this.extend(child, depth + 1);
    }
  }

  /** As countExtensions, of an item at the root whose pairs are counted; `scanned`: entries of frequent ones. */
  private takePairs({ counts }: PairCounts, item: number, child: number): Extensions {
    const { frequent, progress, apart } = this;
    const { trie, least } = progress;
    const row = rowOf(item);
    let found = 0;
    let scanned = 0;
    for (let other = 0; other < item; other++) {
      const count = counts[row + other];
      if (count < least || (apart !== undefined && areApart(apart, item, other))) continue;
      frequent[found++] = other;
      scanned += count;
      trie.add(child, other, count);
    }
    progress.spend(item);
    return { found, scanned, entries: scanned };
  }

  /** Adds the frequent extensions of `item` under `child`; leaves them in `frequent`. `scanned`: entries looked at. */
  private countExtensions(
    { ranks, start, items, basketStart, basket }: ListLevel,
    item: number,
    child: number,
  ): Extensions {
    const { counts, frequent, progress, apart } = this;
    const { trie, least } = progress;
    const from = basketStart[item];
    const to = basketStart[item + 1];
    let scanned = 0;
    let reached = 0;
    for (let at = from; at < to; at++) {
      const begin = start[basket[at]];
      let entry = begin;
      for (let other = items[entry]; other !== item; other = items[++entry]) {
        if (++counts[other] === least) frequent[reached++] = other;
      }
      scanned += entry - begin;
    }
    sortFirst(frequent, reached);
    let found = 0;
    let entries = 0;
    for (let n = 0; n < reached; n++) {
      const other = frequent[n];
      if (apart !== undefined && areApart(apart, ranks[item], ranks[other])) continue;
      frequent[found++] = other;
      entries += counts[other];
      trie.add(child, ranks[other], counts[other]);
    }
    if (scanned * ENTRIES_PER_COUNTER > item) counts.fill(0, 0, item);
    else {
      for (let at = from; at < to; at++) {
        let entry = start[basket[at]];
        for (let other = items[entry]; other !== item; other = items[++entry]) counts[other] = 0;
      }
    }
    progress.spend(scanned + to - from);
    return { found, scanned, entries };
  }

  private descendToBitmaps(
    level: ListLevel,
    item: number,
    child: number,
    length: number,
    found: number,
  ): void {
    const { bitmaps, localOf, frequent } = this;
    const { ranks, start, items, basketStart, basket } = level;
    const from = basketStart[item];
    const to = basketStart[item + 1];
    bitmaps.open(found, to - from);
    for (let n = 0; n < found; n++) {
      const other = frequent[n];
      localOf[other] = n;
      bitmaps.setRank(n, ranks[other]);
    }
    for (let at = from; at < to; at++) {
      let entry = start[basket[at]];
      for (let other = items[entry]; other !== item; other = items[++entry]) {
        const local = localOf[other];
        if (local >= 0) bitmaps.put(local, at - from);
      }
    }
    for (let n = 0; n < found; n++) localOf[frequent[n]] = -1;
    bitmaps.search(child, length, found);
  }

  private descendToMasks(level: ListLevel, item: number, child: number, length: number, found: number): void {
    const { masked, localOf, frequent } = this;
    const { ranks, start, items, basketStart, basket } = level;
    for (let n = 0; n < found; n++) {
      const other = frequent[n];
      localOf[other] = n;
      masked.ranks[n] = ranks[other];
    }
    const from = basketStart[item];
    const to = basketStart[item + 1];
    const opened = masked.open(to - from);
    for (let at = from; at < to; at++) {
      let mask = 0;
      let entry = start[basket[at]];
      for (let other = items[entry]; other !== item; other = items[++entry]) {
        const local = localOf[other];
        if (local >= 0) mask |= 1 << local;
      }
      if ((mask & (mask - 1)) !== 0) masked.put(mask, 1);
    }
    for (let n = 0; n < found; n++) localOf[frequent[n]] = -1;
    masked.search(child, length, found, opened);
  }

  /** As descendToMasks, of an item at the root whose extensions all have a bit of their own in `topMasks`. */
  private descendToTopMasks(
    topMasks: Int32Array,
    { basketStart, basket }: ListLevel,
    item: number,
    child: number,
    found: number,
  ): void {
    const { masked, frequent } = this;
    let extensions = 0;
    for (let n = 0; n < found; n++) {
      const other = frequent[n];
      masked.ranks[other] = other;
      extensions |= 1 << other;
    }
    const from = basketStart[item];
    const to = basketStart[item + 1];
    const opened = masked.open(to - from);
    for (let at = from; at < to; at++) {
      const mask = topMasks[basket[at]] & extensions;
      if ((mask & (mask - 1)) !== 0) masked.put(mask, 1);
    }
    masked.close(child, 1, extensions, opened);
  }

  /** Fills levels[depth] with the baskets of `item`, cut down to its frequent extensions; shorter ones are dropped. */
  private project(level: ListLevel, item: number, { found, scanned }: Extensions, depth: number): void {
    const { localOf, frequent } = this;
    const { ranks, start, items, basketStart, basket } = level;
    const from = basketStart[item];
    const to = basketStart[item + 1];
    const next = withRoomFor(this.levels[depth], found, to - from, scanned);
    this.levels[depth] = next;
    for (let n = 0; n < found; n++) {
      const other = frequent[n];
      localOf[other] = n;
      next.ranks[n] = ranks[other];
    }
    let baskets = 0;
    let length = 0;
    for (let at = from; at < to; at++) {
      const begin = length;
      let entry = start[basket[at]];
      for (let other = items[entry]; other !== item; other = items[++entry]) {
        const local = localOf[other];
        if (local >= 0) next.items[length++] = local;
      }
      if (length - begin < 2) length = begin;
      else next.start[++baskets] = length;
    }
    for (let n = 0; n < found; n++) localOf[frequent[n]] = -1;
    next.width = found;
    invert(next, baskets, length);
  }
}

function sortFirst(numbers: Uint32Array, count: number): void {
  if (count > FEW) {
    numbers.subarray(0, count).sort();
    return;
  }
  for (let n = 1; n < count; n++) {
    const number = numbers[n];
    let at = n;
    for (; at > 0 && numbers[at - 1] > number; at--) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
}

function topMasksOf({ start, rank }: PreparedSearch['ranked']): Int32Array {
  const masks = new Int32Array(start.length - 1);
  for (let basket = 0; basket < masks.length; basket++) {
    const end = start[basket + 1];
    let mask = 0;
    // Ranks ascend in a basket.
    for (let entry = start[basket]; entry < end && rank[entry] < MAX_MASK_ITEMS; entry++)
      mask |= 1 << rank[entry];
    masks[basket] = mask;
  }
  return masks;
}
