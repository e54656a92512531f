// Searches the middle levels, with 3 to 32 items left: a basket is one 32-bit mask, and equal masks are merged into one
// with a weight (transaction merging; Uno, Kiyomi & Arimura, LCM ver. 2, FIMI 2004). If baskets differ in few items, a
// table counts every combination of them at once: one pass per bit adds up the supersets (the fast zeta transform;
// Yates 1937, used on itemsets by Borgelt's "16 items machine", FIMI 2003). Items of all baskets (perfect extensions;
// Borgelt, 2003) change no count and need no bit.
import type { ItemLists } from '../../baskets/basket-columns.ts';
import { countBits, type SearchProgress } from './bitmap-search.ts';
import { areApart } from './ranked-baskets.ts';

export const MAX_MASK_ITEMS = 32;
/** Most items that some of the baskets lack: 2^m entries, 16 kB, which stay in the first-level cache. */
const MAX_TABLE_ITEMS = 12;
/** Most items of a table's class: limits are checked after at most 2^m itemsets. */
const MAX_CLASS_ITEMS = 16;

export class MaskedSearch {
  private readonly progress: SearchProgress;
  private readonly apart: ItemLists | undefined;
  /** Per bit: rank of the item. The caller fills it before `search`. */
  readonly ranks = new Uint32Array(MAX_MASK_ITEMS);
  /** The masks of the classes on the path of the search, consecutively. */
  private masks = new Int32Array(4_096);
  private weights = new Uint32Array(4_096);
  private top = 0;
  /** Open addressing over the masks of the class being filled: position + 1, 0 is free. */
  private slots = new Uint32Array(8_192);
  private slotBits = 13;
  private readonly pairs = new Uint32Array(MAX_MASK_ITEMS * MAX_MASK_ITEMS);
  private readonly table = new Uint32Array(1 << MAX_TABLE_ITEMS);
  /** Per bit of the masks: the item's bit of the table, 0 if all baskets hold it. */
  private readonly tableBits = new Int32Array(MAX_MASK_ITEMS);

  constructor(progress: SearchProgress, apart: ItemLists | undefined) {
    this.progress = progress;
    this.apart = apart;
  }

  /** Reserves room for at most `capacity` masks of a new class. */
  open(capacity: number): void {
    const needed = this.top + capacity;
    if (needed > this.masks.length) {
      const size = Math.max(needed, this.masks.length * 2);
      const { masks, weights } = this;
      this.masks = new Int32Array(size);
      this.weights = new Uint32Array(size);
      this.masks.set(masks);
      this.weights.set(weights);
    }
    this.slotBits = Math.max(3, 33 - Math.clz32(capacity));
    const slotCount = 2 ** this.slotBits;
    if (slotCount > this.slots.length) this.slots = new Uint32Array(slotCount);
    else this.slots.fill(0, 0, slotCount);
  }

  put(mask: number, weight: number): void {
    const { masks, weights, slots } = this;
    const wrap = 2 ** this.slotBits - 1;
    let slot = Math.imul(mask, 0x9e3779b1) >>> (32 - this.slotBits);
    for (; slots[slot] !== 0; slot = (slot + 1) & wrap) {
      const position = slots[slot] - 1;
      if (masks[position] === mask) {
        weights[position] += weight;
        return;
      }
    }
    masks[this.top] = mask;
    weights[this.top] = weight;
    slots[slot] = ++this.top;
  }

  /**
   * Searches the class of `width` items that was opened first. `length`: items of `node`, whose children the items are.
   */
  search(node: number, length: number, width: number): void {
    this.extend(node, length, ~(-2 << (width - 1)), 0);
    this.top = 0;
  }

  /** `items`: mask of the items of `node`'s children; their baskets begin at `from` and are the last. */
  private extend(node: number, length: number, items: number, from: number): void {
    const { progress, masks, top } = this;
    if (progress.stopped || from === top) return;
    let common = items;
    for (let at = from; at < top; at++) common &= masks[at];
    const width = countBits(items);
    const tableWidth = countBits(items & ~common);
    const isSmall = width <= MAX_CLASS_ITEMS && tableWidth <= MAX_TABLE_ITEMS;
    if (isSmall && 1 << tableWidth <= 16 + 8 * (top - from)) {
      this.fillTable(items, common, from);
      this.takeFromTable(node, length, 0, items);
      return;
    }
    this.countPairs(from);
    const extensions = this.takePairs(node, items);
    if (length + 3 > progress.limits.maxLength) return;
    let child = progress.trie.getFirstChild(node);
    for (let rest = items; rest !== 0 && !progress.stopped; rest &= rest - 1) {
      const left = extensions[findLowestBit(rest)];
      if ((left & (left - 1)) !== 0) this.descend(child, length + 1, findLowestBit(rest), left, from, top);
      child++;
    }
  }

  private countPairs(from: number): void {
    const { progress, masks, weights, pairs, top } = this;
    pairs.fill(0);
    let work = top - from;
    for (let at = from; at < top; at++) {
      const weight = weights[at];
      for (let rest = masks[at]; rest !== 0; ) {
        const item = 31 - Math.clz32(rest);
        rest ^= 1 << item;
        const row = item << 5;
        for (let others = rest; others !== 0; others &= others - 1) {
          const pair = row | findLowestBit(others);
          pairs[pair] += weight;
          work++;
        }
      }
    }
    progress.spend(work);
  }

  /** Adds the frequent pairs below the children of `node`. Returns for each item the mask of its extensions. */
  private takePairs(node: number, items: number): Int32Array {
    const { progress, pairs } = this;
    const extensions = new Int32Array(MAX_MASK_ITEMS);
    let child = progress.trie.getFirstChild(node);
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const item = findLowestBit(rest);
      for (let others = items & ~(-1 << item); others !== 0; others &= others - 1) {
        const other = findLowestBit(others);
        if (this.take(child, item, other, pairs[(item << 5) | other])) extensions[item] |= 1 << other;
      }
      child++;
    }
    return extensions;
  }

  /** Baskets with `item`, reduced to `extensions`; those with fewer than two of them cannot extend anything. */
  private descend(
    node: number,
    length: number,
    item: number,
    extensions: number,
    from: number,
    to: number,
  ): void {
    this.open(Math.min(to - from, this.progress.trie.getSupport(node)));
    const { masks, weights } = this;
    for (let at = from; at < to; at++) {
      const left = masks[at] & extensions;
      if (((masks[at] >>> item) & 1) === 1 && (left & (left - 1)) !== 0) this.put(left, weights[at]);
    }
    this.extend(node, length, extensions, to);
    this.top = to;
  }

  /** Counts every combination of `items`; all baskets hold `common`. */
  private fillTable(items: number, common: number, from: number): void {
    const { table, tableBits, masks, weights, top } = this;
    let width = 0;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const item = findLowestBit(rest);
      tableBits[item] = (common >>> item) & 1 ? 0 : 1 << width++;
    }
    const size = 1 << width;
    table.fill(0, 0, size);
    for (let at = from; at < top; at++) {
      let packed = 0;
      for (let rest = masks[at] & ~common; rest !== 0; rest &= rest - 1)
        packed |= tableBits[findLowestBit(rest)];
      table[packed] += weights[at];
    }
    for (let step = 1; step < size; step *= 2) {
      for (let block = 0; block < size; block += 2 * step) {
        for (let at = block; at < block + step; at++) table[at] += table[at + step];
      }
    }
    this.progress.spend((width * size) / 2 + top - from);
  }

  /**
   * `set`: index in the table of the items below the class that lead to `node`; `items`: mask of its children's items.
   */
  private takeFromTable(node: number, length: number, set: number, items: number): void {
    const { table, tableBits, progress } = this;
    const isLast = length + 3 > progress.limits.maxLength;
    let child = progress.trie.getFirstChild(node);
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const item = findLowestBit(rest);
      const extended = set | tableBits[item];
      let further = 0;
      for (let others = items & ~(-1 << item); others !== 0; others &= others - 1) {
        const other = findLowestBit(others);
        if (this.take(child, item, other, table[extended | tableBits[other]])) further |= 1 << other;
      }
      if (!isLast && (further & (further - 1)) !== 0)
        this.takeFromTable(child, length + 1, extended, further);
      child++;
    }
  }

  /** Adds `other` under the node of `item` if it is a frequent extension; returns whether it is. */
  private take(node: number, item: number, other: number, support: number): boolean {
    const { progress, ranks, apart } = this;
    if (support < progress.least) return false;
    if (apart !== undefined && areApart(apart, ranks[item], ranks[other])) return false;
    progress.trie.add(node, ranks[other], support);
    return true;
  }
}

function findLowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
