// Bounds of what chance explains of two sides, as close as a sum over all sizes of baskets in single precision is.
import { CountRows } from './count-rows.ts';
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import { BYTES, LANES, type SideKernel, SLACK, sideKernel } from './side-kernel.ts';
import { type ExpectedBetween, LEAST_EXPECTED, type SizeChance } from './size-chance.ts';

/** Probabilities of products that are held at once: 16 MB. */
const MAX_HELD = 2 ** 22;
/** Sides whose probabilities are held at once. */
const SIDES = 2 ** 12;

// Rows of the kernel's memory: baskets; these × crowding; what it writes; the products of an itemset; sides that are held;
// products by how many baskets hold them.
const [CROWDED_ROW, SUMS_ROW, PRODUCT_ROW, HELD_ROW] = [1, 2, 3, 4];
const FIRST_ROW = HELD_ROW + SIDES;

export class CloseBounds implements ExpectedBetween {
  /** Of the sides that were compared last. */
  least = 0;
  most = 0;
  private readonly trie: ItemsetTrie;
  private readonly kernel: SideKernel;
  /** The kernel's memory, in rows of `width` numbers. */
  private readonly memory: Float32Array;
  private readonly width: number;
  private readonly rows: CountRows;
  /** By place: the side that is held. */
  private readonly held = new Uint32Array(SIDES);

  /** `most`: baskets with one product. `maxHeld`: probabilities of products. */
  constructor(trie: ItemsetTrie, sizes: SizeChance, most: number, maxHeld = MAX_HELD) {
    this.trie = trie;
    const { baskets, crowding } = sizes;
    const width = Math.ceil(baskets.length / LANES) * LANES;
    this.width = width;
    this.rows = new CountRows(FIRST_ROW, most, Math.floor(maxHeld / width), (count, row) =>
      this.memory.set(sizes.rowOf(count), row * width),
    );
    this.kernel = sideKernel(this.rows.end * width * BYTES);
    this.memory = new Float32Array(this.kernel.memory.buffer);
    this.memory.set(baskets);
    this.memory.set(
      baskets.map((count, size) => count * crowding[size]),
      CROWDED_ROW * width,
    );
  }

  /** Sides given by their nodes: sets `least` and `most`. */
  compare(one: number, other: number): void {
    const { kernel, memory, width } = this;
    const rowBytes = width * BYTES;
    const p = this.hold(one, -1) * rowBytes;
    const q = this.hold(other, p / rowBytes) * rowBytes;
    kernel.meet(p, q, p + rowBytes, 0, CROWDED_ROW * rowBytes, SUMS_ROW * rowBytes);
    const expected = memory[SUMS_ROW * width];
    const slack = SLACK * memory[SUMS_ROW * width + 1];
    this.least = expected - slack;
    this.most = Math.max(LEAST_EXPECTED, expected + slack);
  }

  /** The row of a side: not `taken`. */
  private hold(node: number, taken: number): number {
    const { held } = this;
    let place = (Math.imul(node, 0x9e3779b1) >>> 0) % SIDES;
    if (HELD_ROW + place === taken) place = (place + 1) % SIDES;
    if (held[place] === node) return HELD_ROW + place;
    held[place] = node;
    this.writeSide(node, HELD_ROW + place);
    return HELD_ROW + place;
  }

  private writeSide(node: number, row: number): void {
    const { trie, kernel, rows, width, memory } = this;
    const count = trie.supportOf(node);
    if (trie.parentOf(node) === 0) {
      const from = rows.at(count) * width;
      memory.copyWithin(row * width, from, from + width);
      return;
    }
    const rowBytes = width * BYTES;
    const own = PRODUCT_ROW * rowBytes;
    let byChance = 0;
    let above = this.rowOfItem(node) * rowBytes;
    for (let at = trie.parentOf(node); at !== 0; at = trie.parentOf(at)) {
      byChance = kernel.multiply(this.rowOfItem(at) * rowBytes, above, above + rowBytes, own, 0);
      above = own;
    }
    const explained = Math.min(1, count / byChance);
    const rest = 1 - (explained * byChance) / count;
    kernel.mix(own, rows.at(count) * rowBytes, own + rowBytes, row * rowBytes, explained, rest);
  }

  private rowOfItem(node: number): number {
    const { trie, rows } = this;
    return rows.at(trie.supportOf(trie.child(0, trie.itemOf(node))));
  }
}
