// Searches the upper levels, with many items left: depth first over conditional databases of item lists (occurrence
// deliver; Uno, Kiyomi & Arimura, LCM ver. 2, FIMI 2004), handing over to rows of bits or masks.
import type { ItemLists } from '../../baskets/basket-columns.ts';
import { BitmapSearch, type SearchProgress } from './bitmap-search.ts';
import { MAX_MASK_ITEMS, MaskedSearch } from './masked-search.ts';
import { areApart, createItemNumbers, type ItemNumbers, type RankedBaskets } from './ranked-baskets.ts';

/** Counts of an item's frequent extensions. */
interface Extensions {
  readonly found: number;
  /** Entries of the item's baskets read, at least those of the extensions. */
  readonly scanned: number;
  /** Sum of the extensions' supports. */
  readonly entries: number;
}

/** Most bits in the rows of an itemset's items: 16 MB. */
const MAX_BITS = 2 ** 27;
/**
 * Rows and masks are faster than lists if a basket holds more than a sixth of the remaining items: a word is 32 baskets
 * at once.
 */
const ROW_ADVANTAGE = 32;

/** Ratio of the cost of clearing a counter by an entry to clearing it in its row. */
const ENTRIES_PER_COUNTER = 16;

export class ListSearch {
  private readonly progress: SearchProgress;
  private readonly bitmaps: BitmapSearch;
  private readonly masked: MaskedSearch;
  private readonly levels: ListLevel[];
  private readonly apart: ItemLists | undefined;
  // Scratch, clean between uses: count and new local number per item, and the frequent items.
  private readonly counts: Uint32Array;
  private readonly localOf: Int32Array;
  private readonly frequent: Uint32Array;

  constructor(ranked: RankedBaskets, apart: ItemLists | undefined, progress: SearchProgress) {
    const width = ranked.productOf.length;
    this.progress = progress;
    this.bitmaps = new BitmapSearch(progress, apart);
    this.masked = new MaskedSearch(progress, apart);
    this.apart = apart;
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

  /** Adds the descendants of each item. The items themselves are in the trie already, item i as node i + 1. */
  run(): void {
    const [root] = this.levels;
    if (this.progress.limits.maxLength < 2) return;
    for (let item = 1; item < root.width && !this.progress.stopped; item++) {
      this.searchItem(root, item, item + 1, 0);
    }
  }

  /**
   * `node` has `depth` items and its database is levels[depth]; its children are in the trie, and their descendants are
   * added.
   */
  private extend(node: number, depth: number): void {
    const level = this.levels[depth];
    const first = this.progress.trie.getFirstChild(node);
    for (let item = 1; item < level.width && !this.progress.stopped; item++) {
      this.searchItem(level, item, first + item, depth);
    }
  }

  private searchItem(level: ListLevel, item: number, child: number, depth: number): void {
    const { progress } = this;
    const baskets = level.basketStart[item + 1] - level.basketStart[item];
    if (baskets < progress.least) return;
    const extensions = this.countExtensions(level, item, child);
    const { found } = extensions;
    if (found < 2 || depth + 3 > progress.limits.maxLength) return;
    const bits = found * baskets;
    const isDense = (extensions.entries / bits) ** 2 * ROW_ADVANTAGE > 1;
    if (isDense && found <= MAX_MASK_ITEMS) {
      this.descendToMasks(level, item, child, depth + 1, found);
    } else if (isDense && bits <= MAX_BITS) {
      this.descendToBitmaps(level, item, child, depth + 1, found);
    } else {
      this.project(level, item, extensions, depth + 1);
      this.extend(child, depth + 1);
    }
  }

  /** Adds the frequent extensions of `item` under `child`; leaves them in `frequent`. `scanned`: entries read. */
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
    frequent.subarray(0, reached).sort();
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
    masked.open(to - from);
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
    masked.search(child, length, found);
  }

  /**
   * Fills levels[depth] with the baskets of `item`, reduced to its frequent extensions; baskets with fewer than two are
   * dropped.
   */
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

// Stores the baskets of one itemset as lists of the items that still extend it, and per item as lists of baskets.

/** The conditional database of one itemset on the path of the search; arrays are reused and grow. */
interface ListLevel {
  /** Per local item: rank. Local items keep the order of ranks. */
  ranks: Uint32Array;
  width: number;
  /** Basket t holds items[start[t]] .. items[start[t + 1] - 1], local and ascending. */
  start: Uint32Array;
  items: ItemNumbers;
  /** Local item i is in the baskets basket[basketStart[i]] .. basket[basketStart[i + 1] - 1]. */
  basketStart: Uint32Array;
  basket: Uint32Array;
}

/** The given level, or a new one, with room for `width` items and the numbers of baskets and entries. */
function withRoomFor(
  known: ListLevel | undefined,
  width: number,
  baskets: number,
  entries: number,
): ListLevel {
  const level = known ?? {
    ranks: new Uint32Array(),
    width: 0,
    start: new Uint32Array(),
    items: createItemNumbers(0, 0),
    basketStart: new Uint32Array(),
    basket: new Uint32Array(),
  };
  level.ranks = withRoom(level.ranks, width);
  level.start = withRoom(level.start, baskets + 1);
  const isWide = level.items.BYTES_PER_ELEMENT < createItemNumbers(width, 0).BYTES_PER_ELEMENT;
  if (isWide || level.items.length < entries)
    level.items = createItemNumbers(width, Math.max(entries, level.items.length * 2));
  level.basketStart = withRoom(level.basketStart, width + 2);
  level.basket = withRoom(level.basket, entries);
  return level;
}

/** Counting sort of the entries of a level by item. */
function invert(
  { width, start, items, basketStart, basket }: ListLevel,
  baskets: number,
  entries: number,
): void {
  basketStart.fill(0, 0, width + 2);
  for (let entry = 0; entry < entries; entry++) {
    const slot = items[entry] + 2;
    basketStart[slot]++;
  }
  for (let slot = 2; slot <= width + 1; slot++) {
    basketStart[slot] += basketStart[slot - 1];
  }
  for (let t = 0; t < baskets; t++) {
    const end = start[t + 1];
    for (let entry = start[t]; entry < end; entry++) {
      const slot = items[entry] + 1;
      const at = basketStart[slot];
      basket[at] = t;
      basketStart[slot] = at + 1;
    }
  }
}

/** The array itself, or a new one of at least `size` entries: contents are not kept. */
function withRoom(array: Uint32Array, size: number): Uint32Array {
  return array.length >= size ? array : new Uint32Array(Math.max(size, array.length * 2));
}
