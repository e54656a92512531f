// The middle of a search, with 3 to 32 items left: a basket is one 32-bit mask, equal masks are merged into one with
// a weight (transaction merging; Uno, Kiyomi & Arimura, LCM ver. 2, FIMI 2004), and all pairs are counted in one pass.
import type { ItemLists } from '../../baskets/basket-columns.ts';
import { areApart } from './apart-items.ts';
import { bitCount } from './bit-count.ts';
import type { SearchProgress } from './search-progress.ts';
import { MAX_CLASS_ITEMS, MAX_TABLE_ITEMS, SubsetTable } from './subset-table.ts';

export const MAX_MASK_ITEMS = 32;

export class MaskedSearch {
  private readonly progress: SearchProgress;
  private readonly apart: ItemLists | undefined;
  private readonly table: SubsetTable;
  /** Per bit: rank of the item. The caller fills it before `open`. */
  readonly ranks = new Uint32Array(MAX_MASK_ITEMS);
  /** Per bit: mask of the items that may extend it. */
  private readonly extending = new Int32Array(MAX_MASK_ITEMS);
  /** Classes on the path of the search, one behind the other. */
  private masks = new Int32Array(4_096);
  private weights = new Uint32Array(4_096);
  private top = 0;
  /** Open addressing over the masks of the class being filled: position + 1, 0 is free. */
  private slots = new Uint32Array(8_192);
  private slotBits = 13;
  private readonly pairs = new Uint32Array(MAX_MASK_ITEMS * MAX_MASK_ITEMS);

  constructor(progress: SearchProgress, apart: ItemLists | undefined) {
    this.progress = progress;
    this.apart = apart;
    this.table = new SubsetTable(progress, this.ranks, this.extending);
    for (let item = 0; item < MAX_MASK_ITEMS; item++) this.extending[item] = 2 ** item - 1;
  }

  /** Makes room for at most `capacity` masks of a new class, which begins at the position given. */
  open(capacity: number): number {
    const needed = this.top + capacity;
    if (needed > this.masks.length) {
      const size = Math.max(needed, this.masks.length * 2);
      const masks = new Int32Array(size);
      const weights = new Uint32Array(size);
      masks.set(this.masks.subarray(0, this.top));
      weights.set(this.weights.subarray(0, this.top));
      this.masks = masks;
      this.weights = weights;
    }
    this.slotBits = Math.max(3, 33 - Math.clz32(capacity));
    const slotCount = 2 ** this.slotBits;
    if (slotCount > this.slots.length) this.slots = new Uint32Array(slotCount);
    else this.slots.fill(0, 0, slotCount);
    return this.top;
  }

  put(mask: number, weight: number): void {
    const { masks, weights, slots } = this;
    const wrap = 2 ** this.slotBits - 1;
    let slot = Math.imul(mask, 0x9e3779b1) >>> (32 - this.slotBits);
    for (;;) {
      const position = slots[slot];
      if (position === 0) break;
      if (masks[position - 1] === mask) {
        weights[position - 1] += weight;
        return;
      }
      slot = (slot + 1) & wrap;
    }
    masks[this.top] = mask;
    weights[this.top] = weight;
    slots[slot] = ++this.top;
  }

  /** Searches the class of `width` items that was opened at `from`, and closes it. `length`: items of `node`. */
  search(node: number, length: number, width: number, from: number): void {
    if (this.apart !== undefined) this.keepApart(this.apart, width);
    this.close(node, length, width === MAX_MASK_ITEMS ? -1 : (1 << width) - 1, from);
  }

  private keepApart(apart: ItemLists, width: number): void {
    const { ranks, extending } = this;
    for (let item = 0; item < width; item++) {
      let mask = 0;
      for (let other = 0; other < item; other++) {
        if (!areApart(apart, ranks[item], ranks[other])) mask |= 1 << other;
      }
      extending[item] = mask;
    }
  }

  /** The same. `items`: mask of the items of `node`'s children, which are not apart. */
  close(node: number, length: number, items: number, from: number): void {
    this.extend(node, length, items, from, this.top);
    this.top = from;
  }

  private extend(node: number, length: number, items: number, from: number, to: number): void {
    const { progress, masks, weights, ranks, extending, pairs } = this;
    const { trie, least } = progress;
    if (progress.stopped || from === to) return;
    let common = items;
    for (let at = from; at < to; at++) common &= masks[at];
    const width = bitCount(items);
    const tableWidth = bitCount(items & ~common);
    const isSmall = width <= MAX_CLASS_ITEMS && tableWidth <= MAX_TABLE_ITEMS;
    if (isSmall && 1 << tableWidth <= 16 + 8 * (to - from)) {
      this.table.search(node, length, items, common, masks, weights, from, to);
      return;
    }
    pairs.fill(0);
    let work = to - from;
    for (let at = from; at < to; at++) {
      const weight = weights[at];
      for (let rest = masks[at]; rest !== 0; ) {
        const item = 31 - Math.clz32(rest);
        rest ^= 1 << item;
        const row = item << 5;
        for (let others = rest; others !== 0; others &= others - 1) {
          const pair = row | (31 - Math.clz32(others & -others));
          pairs[pair] += weight;
          work++;
        }
      }
    }
    const further = new Int32Array(width);
    const first = trie.firstChildOf(node);
    let child = 0;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const item = 31 - Math.clz32(rest & -rest);
      const row = item << 5;
      let extensions = 0;
      for (let others = items & extending[item]; others !== 0; others &= others - 1) {
        const other = 31 - Math.clz32(others & -others);
        const support = pairs[row | other];
        if (support < least) continue;
        trie.add(first + child, ranks[other], support);
        extensions |= 1 << other;
      }
      further[child++] = extensions;
    }
    progress.spend(work);
    if (length + 3 > progress.limits.maxLength) return;
    child = 0;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const extensions = further[child];
      if ((extensions & (extensions - 1)) !== 0) {
        this.descend(first + child, length + 1, 31 - Math.clz32(rest & -rest), extensions, from, to);
        if (progress.stopped) return;
      }
      child++;
    }
  }

  /** Baskets with `item`, cut down to `extensions`; those with fewer than two of them can't extend anything. */
  private descend(
    node: number,
    length: number,
    item: number,
    extensions: number,
    from: number,
    to: number,
  ): void {
    const support = this.progress.trie.supportOf(node);
    const begin = this.open(support < to - from ? support : to - from);
    const { masks, weights } = this;
    for (let at = from; at < to; at++) {
      const mask = masks[at];
      if (((mask >>> item) & 1) === 0) continue;
      const left = mask & extensions;
      if ((left & (left - 1)) !== 0) this.put(left, weights[at]);
    }
    this.close(node, length, extensions, begin);
  }
}
