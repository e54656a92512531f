// Bounds of what chance explains of two sides, from a few numbers per side instead of a sum over all sizes of baskets. Sizes
// that lie side by side form a block. Within a block, probabilities ascend with the size, so that the sum of products is at least
// that of the means (Chebyshev's sum inequality) and at most the product of the norms (Cauchy & Schwarz).
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import type { SizeChance } from './size-chance.ts';

const MOST_BLOCKS = 8;
/** Numbers of all sides together: 64 MB, but for millions of itemsets. */
const MAX_NUMBERS = 2 ** 24;
/** Per side and block: norm and mean of its probabilities p, mean and norm of √crowding × p × (1 − p). */
const PER_BLOCK = 4;
/** More than single precision takes. */
const SLACK = 1e-6;

/** Sizes [from, end); roots of their baskets, and of those whose crowding never exceeds 1, times crowding. */
interface Block {
  readonly from: number;
  readonly end: number;
  readonly weight: number;
  readonly crowdedWeight: number;
}

export class SideBounds {
  /** Of the sides that were compared last. */
  least = 0;
  most = 0;
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly blocks: readonly Block[];
  /** Per size: baskets × crowding; the same without sizes whose crowding may exceed 1, where an expectation is cut off at 0. */
  private readonly crowded: Float64Array;
  private readonly ascending: Float64Array;
  private readonly numbers: Float32Array;
  /** By depth, of the itemset on the way: its products as if they were independent within a size. */
  private readonly independent: Float64Array[] = [];
  private readonly row: Float64Array;

  constructor(trie: ItemsetTrie, sizes: SizeChance) {
    this.trie = trie;
    this.sizes = sizes;
    const blocks = Math.max(1, Math.min(MOST_BLOCKS, Math.floor(MAX_NUMBERS / PER_BLOCK / trie.size)));
    const { baskets, crowding } = sizes;
    this.crowded = baskets.map((count, size) => count * crowding[size]);
    this.ascending = this.crowded.map((count, size) => (crowding[size] > 1 ? 0 : count));
    const root = (values: Float64Array, from: number, end: number): number =>
      Math.sqrt(values.subarray(from, end).reduce((sum, value) => sum + value, 0));
    const ends = blockEnds(sizes, blocks);
    this.blocks = ends.map((end, block) => {
      const from = ends[block - 1] ?? 0;
      return { from, end, weight: root(baskets, from, end), crowdedWeight: root(this.ascending, from, end) };
    });
    this.numbers = new Float32Array(trie.size * ends.length * PER_BLOCK);
    this.row = new Float64Array(sizes.baskets.length);
    this.descend(0, 0);
  }

  /** Sides given by their nodes: sets `least` and `most`. */
  compare(one: number, other: number): void {
    const { numbers } = this;
    const step = this.blocks.length * PER_BLOCK;
    let least = 0;
    let most = 0;
    let all = 0;
    for (let a = one * step, b = other * step, end = a + step; a < end; a += PER_BLOCK, b += PER_BLOCK) {
      const norms = numbers[a] * numbers[b];
      most += norms - numbers[a + 2] * numbers[b + 2];
      least += numbers[a + 1] * numbers[b + 1] - numbers[a + 3] * numbers[b + 3];
      all += norms;
    }
    this.least = least - SLACK * all;
    this.most = most + SLACK * all;
  }

  private descend(parent: number, depth: number): void {
    const { trie, sizes, independent, row } = this;
    const first = trie.firstChildOf(parent);
    const end = first + trie.degreeOf(parent);
    independent[depth] ??= new Float64Array(row.length);
    const own = independent[depth];
    for (let node = first; node < end; node++) {
      const ofItem = sizes.rowOf(trie.supportOf(trie.child(0, trie.itemOf(node))));
      if (depth === 0) own.set(ofItem);
      else {
        const before = independent[depth - 1];
        for (let size = 0; size < row.length; size++) own[size] = before[size] * ofItem[size];
      }
      this.sizes.writeSide(own, trie.supportOf(node), depth === 0, row);
      this.sumUp(node);
      if (trie.degreeOf(node) > 0) this.descend(node, depth + 1);
    }
  }

  private sumUp(node: number): void {
    const { row, blocks, numbers, crowded, ascending } = this;
    const { baskets } = this.sizes;
    let at = node * blocks.length * PER_BLOCK;
    for (const { from, end, weight, crowdedWeight } of blocks) {
      let sum = 0;
      let squares = 0;
      let crowdedSum = 0;
      let crowdedSquares = 0;
      for (let size = from; size < end; size++) {
        const p = row[size];
        const share = baskets[size] * p;
        const variance = p * (1 - p);
        sum += share;
        squares += share * p;
        crowdedSum += ascending[size] * variance;
        crowdedSquares += crowded[size] * variance * variance;
      }
      // Variances ascend as far as probabilities of one half.
      const ascends = row[end - 1] <= 0.5 && crowdedWeight > 0;
      numbers[at++] = Math.sqrt(squares);
      numbers[at++] = sum / weight;
      numbers[at++] = ascends ? crowdedSum / crowdedWeight : 0;
      numbers[at++] = Math.sqrt(crowdedSquares);
    }
  }
}

/** Blocks whose odds differ by like factors; each holds a size. */
function blockEnds({ baskets, ofSize }: SizeChance, blocks: number): number[] {
  const last = baskets.length - 1;
  const spread = Math.log(ofSize[last] / ofSize[0]) / blocks;
  const ends: number[] = [];
  for (let size = 0; size < last; size++) {
    const blockOf = (at: number) => Math.floor(Math.log(ofSize[at] / ofSize[0]) / spread);
    if (blockOf(size) !== blockOf(size + 1)) ends.push(size + 1);
  }
  return [...ends.slice(0, blocks - 1), baskets.length];
}
