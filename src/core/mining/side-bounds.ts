// Bounds of what chance explains of two sides, from a few numbers per side instead of a sum over all sizes of baskets. Sizes
// that lie side by side form a block. Within a block, probabilities ascend with the size, so that the sum of products is at least
// that of the means (Chebyshev's sum inequality) and at most the product of the norms (Cauchy & Schwarz).
import { CountRows } from './count-rows.ts';
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import { BYTES, LANES, type SideKernel, SLACK, sideKernel } from './side-kernel.ts';
import { type SizeBlock, sizeBlocks } from './size-blocks.ts';
import { type ExpectedBetween, LEAST_EXPECTED, type SizeChance } from './size-chance.ts';

const MOST_BLOCKS = 16;
/** Numbers of all sides together: 64 MB. */
const MAX_NUMBERS = 2 ** 25;
/** Per side and block: norm and mean of its probabilities. */
const PER_BLOCK = 2;
/** Numbers of products that are held at once: 16 MB. */
const MAX_HELD = 2 ** 22;
/** Products of an itemset: a trie with all 2^n subsets of one can't be larger. */
const MOST_PRODUCTS = 32;
/**
 * Numbers are kept as the bits of singles from 2^-40 to 2^24: six of the exponent and ten of the mantissa. None is larger than the
 * root of all baskets.
 */
const FIRST_BITS = (127 - 40) << 23;
const DROPPED_BITS = 13;
/** Per block, what the kernel writes. */
const SUMS = 3;

// Rows of the kernel's memory: baskets by group of sizes; sums; of the itemset on the way, products by depth; products by how
// many baskets hold them, with the sums of baskets × p and baskets × p² of each block behind the groups.
const [SUMS_ROW, PRODUCT_ROW] = [1, 2];
const FIRST_ROW = PRODUCT_ROW + MOST_PRODUCTS;

export class SideBounds implements ExpectedBetween {
  /** Of the sides that were compared last. */
  least = 0;
  most = 0;
  private readonly trie: ItemsetTrie;
  private readonly blocks: readonly SizeBlock[];
  /** By node and block. */
  private readonly numbers: Uint16Array;
  /** A single, and its bits. */
  private readonly single = new Float32Array(1);
  private readonly bits = new Uint32Array(this.single.buffer);
  private readonly kernel: SideKernel;
  /** The kernel's memory, in rows of `width` numbers. */
  private readonly memory: Float32Array;
  private readonly width: number;
  private readonly groups: number;
  private readonly rows: CountRows;
  /** By number of products: how many times as large as they are their products can be within a group. */
  private readonly stretch: readonly number[];

  /** `most`: baskets with one product. `maxHeld`: numbers of products. */
  constructor(trie: ItemsetTrie, sizes: SizeChance, most: number, maxHeld = MAX_HELD) {
    this.trie = trie;
    const { blocks, baskets, places, ratio } = sizeBlocks(
      sizes,
      Math.max(1, Math.min(MOST_BLOCKS, Math.floor(MAX_NUMBERS / PER_BLOCK / trie.size))),
    );
    this.blocks = blocks;
    this.groups = baskets.length;
    const width = this.groups + Math.ceil((SUMS * blocks.length) / LANES) * LANES;
    this.width = width;
    this.stretch = Array.from({ length: MOST_PRODUCTS + 1 }, (_, products) => ratio ** products);
    this.numbers = new Uint16Array(trie.size * blocks.length * PER_BLOCK);
    this.rows = new CountRows(FIRST_ROW, most, Math.floor(maxHeld / width), (count, row) => {
      this.writeRow(sizes.rowOf(count), sizes.baskets, places, row * width);
    });
    this.kernel = sideKernel(this.rows.end * width * BYTES);
    this.memory = new Float32Array(this.kernel.memory.buffer);
    this.memory.set(baskets);
    this.descend(0, 0);
  }

  /** Sides given by their nodes: sets `least` and `most`. */
  compare(one: number, other: number): void {
    const { numbers, blocks } = this;
    const step = blocks.length * PER_BLOCK;
    let a = one * step;
    let b = other * step;
    let least = 0;
    let most = 0;
    for (const { crowded } of blocks) {
      const norms = this.numberOf(numbers[a]) * this.numberOf(numbers[b]);
      most += norms;
      least += this.numberOf(numbers[a + 1]) * this.numberOf(numbers[b + 1]) - crowded * norms;
      a += PER_BLOCK;
      b += PER_BLOCK;
    }
    this.least = least - SLACK * most;
    this.most = Math.max(LEAST_EXPECTED, most + SLACK * most);
  }

  private numberOf(kept: number): number {
    this.bits[0] = (kept << DROPPED_BITS) + FIRST_BITS;
    return this.single[0];
  }

  /** Keeps norm and mean of a block, rounded up and down. */
  private keep(at: number, norm: number, mean: number): void {
    const { numbers, single, bits } = this;
    single[0] = norm;
    numbers[at] = Math.max(0, bits[0] - FIRST_BITS + 2 ** DROPPED_BITS) >>> DROPPED_BITS;
    single[0] = mean;
    numbers[at + 1] = Math.max(0, bits[0] - FIRST_BITS) >>> DROPPED_BITS;
  }

  /** Of a product, by its probabilities per size: those of the largest sizes of the groups, and sums by block. */
  private writeRow(row: Float64Array, baskets: Float64Array, places: readonly number[], at: number): void {
    const { memory, blocks, groups } = this;
    for (let group = 0; group < groups; group++) memory[at + group] = row[places[group]] ?? 0;
    for (let block = 0; block < blocks.length; block++) {
      const { from, end } = blocks[block];
      let sum = 0;
      let squares = 0;
      for (let size = from; size < end; size++) {
        const inBaskets = baskets[size] * row[size];
        sum += inBaskets;
        squares += inBaskets * row[size];
      }
      memory[at + groups + PER_BLOCK * block] = sum;
      memory[at + groups + PER_BLOCK * block + 1] = squares;
    }
  }

  private descend(parent: number, depth: number): void {
    const { trie } = this;
    const first = trie.firstChildOf(parent);
    const end = first + trie.degreeOf(parent);
    for (let node = first; node < end; node++) {
      if (depth === 0) this.writeProduct(node);
      else this.writeItemset(node, depth);
      if (trie.degreeOf(node) > 0) this.descend(node, depth + 1);
    }
  }

  private writeProduct(node: number): void {
    const { trie, rows, memory, width, groups, blocks } = this;
    const row = rows.at(trie.supportOf(node)) * width;
    memory.copyWithin(PRODUCT_ROW * width, row, row + groups);
    let at = node * blocks.length * PER_BLOCK;
    for (let block = 0; block < blocks.length; block++) {
      const [sum, squares] = [PER_BLOCK * block, PER_BLOCK * block + 1];
      this.keep(
        at,
        Math.sqrt(memory[row + groups + squares]),
        memory[row + groups + sum] / blocks[block].weight,
      );
      at += PER_BLOCK;
    }
  }

  /**
   * Probabilities are p = explained × v + rest × u, at most 1: v those of products that have nothing to do with each other, u
   * those of one product. By group, v is known up to `stretch`.
   */
  private writeItemset(node: number, depth: number): void {
    const { trie, rows, memory, width, groups, blocks, stretch } = this;
    const count = trie.supportOf(node);
    const item = rows.at(trie.supportOf(trie.child(0, trie.itemOf(node))));
    const asOne = rows.at(count);
    const byChance = this.multiply(item, asOne, depth);
    const most = stretch[depth + 1];
    const explained = Math.min(1, (count * most) / byChance);
    const rest = Math.max(0, 1 - byChance / most / count);
    const leastExplained = Math.min(1, count / byChance) / most;
    const leastRest = Math.max(0, 1 - byChance / count);
    let at = node * blocks.length * PER_BLOCK;
    let sums = SUMS_ROW * width;
    let own = asOne * width + groups;
    for (let block = 0; block < blocks.length; block++) {
      const mixed = explained * rest * memory[sums + 2];
      const squares = explained * explained * memory[sums + 1] + 2 * mixed + rest * rest * memory[own + 1];
      // What is cut off at 1 is at most the product of both parts.
      const sum = leastExplained * memory[sums] + leastRest * memory[own] - mixed;
      this.keep(at, Math.sqrt(squares), Math.max(0, sum) / blocks[block].weight);
      at += PER_BLOCK;
      sums += SUMS;
      own += PER_BLOCK;
    }
  }

  /** Writes v of a depth, from those of the one above, and its sums by block; returns the baskets by chance. */
  private multiply(item: number, asOne: number, depth: number): number {
    const { kernel, memory, width, blocks } = this;
    const rowBytes = width * BYTES;
    const above = (PRODUCT_ROW + depth - 1) * rowBytes;
    let byChance = 0;
    let sums = SUMS_ROW * width;
    for (let block = 0; block < blocks.length; block++) {
      const from = blocks[block].firstGroup * BYTES;
      kernel.extend(
        above + from,
        above + blocks[block].endGroup * BYTES,
        item * rowBytes + from,
        above + rowBytes + from,
        asOne * rowBytes + from,
        from,
        sums * BYTES,
      );
      byChance += memory[sums];
      sums += SUMS;
    }
    return byChance;
  }
}
