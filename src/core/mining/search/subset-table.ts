// The last step of a search, when few items are left: count every combination of them at once. Baskets become numbers
// of m bits, a table counts each number, and one pass per bit adds up the supersets (the fast zeta transform; Yates
// 1937, used on itemsets by Borgelt's "16 items machine", FIMI 2003).
import type { SearchProgress } from './search-progress.ts';

/** 2^m entries: 16 kB, which stay in the first-level cache. */
export const MAX_TABLE_ITEMS = 12;

export class SubsetTable {
  private readonly progress: SearchProgress;
  private readonly table = new Uint32Array(1 << MAX_TABLE_ITEMS);
  /** Per table bit: rank of the item. */
  private readonly ranks = new Uint32Array(MAX_TABLE_ITEMS);
  private readonly positions = new Int32Array(32);
  /** Per table bit: table bits of the items that may extend it. */
  private readonly extending = new Int32Array(MAX_TABLE_ITEMS).fill(-1);

  constructor(progress: SearchProgress) {
    this.progress = progress;
  }

  /** To be called before a search where some items may not be together. `extending`: per bit of `items`, a mask. */
  keepApart(items: number, extending: Int32Array): void {
    let width = 0;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const among = extending[31 - Math.clz32(rest & -rest)];
      let mask = 0;
      let place = 0;
      for (let others = items; others !== 0; others &= others - 1, place++) {
        if ((among & others & -others) !== 0) mask |= 1 << place;
      }
      this.extending[width++] = mask;
    }
  }

  /**
   * Adds what lies below the children of `node`. `items`: mask of the children's items; `ranks`: rank per bit;
   * masks[from, to) the baskets, each with its weight. `length`: items of `node`.
   */
  search(
    node: number,
    length: number,
    items: number,
    ranks: Uint32Array,
    masks: Int32Array,
    weights: Uint32Array,
    from: number,
    to: number,
  ): void {
    const { table, positions } = this;
    let width = 0;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      positions[bit] = 1 << width;
      this.ranks[width++] = ranks[bit];
    }
    const size = 1 << width;
    table.fill(0, 0, size);
    for (let at = from; at < to; at++) {
      let packed = 0;
      for (let rest = masks[at]; rest !== 0; rest &= rest - 1) {
        packed |= positions[31 - Math.clz32(rest & -rest)];
      }
      table[packed] += weights[at];
    }
    for (let step = 1; step < size; step *= 2) {
      for (let block = 0; block < size; block += 2 * step) {
        for (let at = block; at < block + step; at++) table[at] += table[at + step];
      }
    }
    this.progress.spend((width * size) / 2 + to - from);
    this.extend(node, length, 0, size - 1);
  }

  /** `set`: table index of the items below the class that lead to `node`; `items`: mask of its children's items. */
  private extend(node: number, length: number, set: number, items: number): void {
    const { table, ranks, extending, progress } = this;
    const { trie, least } = progress;
    const isLast = length + 3 > progress.limits.maxLength;
    let child = trie.firstChildOf(node);
    for (let rest = items & (items - 1), before = items & -items; rest !== 0; rest &= rest - 1) {
      child++;
      const bit = rest & -rest;
      const extended = set | bit;
      let further = 0;
      for (let others = before & extending[31 - Math.clz32(bit)]; others !== 0; others &= others - 1) {
        const other = others & -others;
        const support = table[extended | other];
        if (support < least) continue;
        trie.add(child, ranks[31 - Math.clz32(other)], support);
        further |= other;
      }
      before |= bit;
      if (!isLast && (further & (further - 1)) !== 0) this.extend(child, length + 1, extended, further);
    }
  }
}
