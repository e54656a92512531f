// The last step of a search, when few items are left: count every combination of them at once. Baskets become numbers
// of m bits, a table counts each number, and one pass per bit adds up the supersets (the fast zeta transform; Yates
// 1937, used on itemsets by Borgelt's "16 items machine", FIMI 2003). Items of all baskets (perfect extensions; Borgelt, 2003)
// change no count, and need no bit.
import type { SearchProgress } from './search-progress.ts';

/** Items that some of the baskets lack: 2^m entries, 16 kB, which stay in the first-level cache. */
export const MAX_TABLE_ITEMS = 12;
/** All items: limits are looked at after at most 2^m itemsets. */
export const MAX_CLASS_ITEMS = 16;

export class SubsetTable {
  private readonly progress: SearchProgress;
  private readonly table = new Uint32Array(1 << MAX_TABLE_ITEMS);
  /** Per bit of the masks: the item's bit of the table, 0 where all baskets hold it. */
  private readonly bits = new Int32Array(32);
  /** By bit, too: rank of the item, and mask of the items that may extend it. The caller's own. */
  private readonly ranks: Uint32Array;
  private readonly extending: Int32Array;

  constructor(progress: SearchProgress, ranks: Uint32Array, extending: Int32Array) {
    this.progress = progress;
    this.ranks = ranks;
    this.extending = extending;
  }

  /**
   * Adds what lies below the children of `node`. `items`: mask of the children's items, of which all baskets hold `common`;
   * masks[from, to) the baskets, each with its weight. `length`: items of `node`.
   */
  search(
    node: number,
    length: number,
    items: number,
    common: number,
    masks: Int32Array,
    weights: Uint32Array,
    from: number,
    to: number,
  ): void {
    const { table, bits } = this;
    let width = 0;
    for (let rest = items; rest !== 0; rest &= rest - 1) {
      const item = 31 - Math.clz32(rest & -rest);
      bits[item] = (common >>> item) & 1 ? 0 : 1 << width++;
    }
    const size = 1 << width;
    table.fill(0, 0, size);
    for (let at = from; at < to; at++) {
      let packed = 0;
      for (let rest = masks[at] & ~common; rest !== 0; rest &= rest - 1) {
        packed |= bits[31 - Math.clz32(rest & -rest)];
      }
      table[packed] += weights[at];
    }
    for (let step = 1; step < size; step *= 2) {
      for (let block = 0; block < size; block += 2 * step) {
        for (let at = block; at < block + step; at++) table[at] += table[at + step];
      }
    }
    this.progress.spend((width * size) / 2 + to - from);
    this.extend(node, length, 0, items);
  }

  /** `set`: place in the table of the items below the class that lead to `node`; `items`: mask of its children's items. */
  private extend(node: number, length: number, set: number, items: number): void {
    const { table, bits, ranks, extending, progress } = this;
    const { trie, least } = progress;
    const isLast = length + 3 > progress.limits.maxLength;
    let child = trie.firstChildOf(node);
    for (let rest = items & (items - 1), before = items & -items; rest !== 0; rest &= rest - 1) {
      child++;
      const bit = rest & -rest;
      const item = 31 - Math.clz32(bit);
      const extended = set | bits[item];
      let further = 0;
      for (let others = before & extending[item]; others !== 0; others &= others - 1) {
        const other = 31 - Math.clz32(others & -others);
        const support = table[extended | bits[other]];
        if (support < least) continue;
        trie.add(child, ranks[other], support);
        further |= others & -others;
      }
      before |= bit;
      if (!isLast && (further & (further - 1)) !== 0) this.extend(child, length + 1, extended, further);
    }
  }
}
