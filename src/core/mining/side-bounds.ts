// Bounds of what chance explains of two sides, from a few numbers per side instead of a sum over all sizes of baskets. Sizes
// that lie side by side form a block. Within a block, probabilities ascend with the size, so that the sum of products is at least
// that of the means (Chebyshev's sum inequality) and at most the product of the norms (Cauchy & Schwarz).
import type { ItemsetTrie } from './sets/itemset-trie.ts';
import { BYTES, LANES, type SideKernel, sideKernel } from './side-kernel.ts';
import { LEAST_EXPECTED, type SizeChance } from './size-chance.ts';

const MOST_BLOCKS = 16;
/** Numbers of all sides together: 64 MB. */
const MAX_NUMBERS = 2 ** 24;
/** Per side and block: norm and mean of its probabilities. */
const PER_BLOCK = 2;
/** Probabilities of products that are held at once: 16 MB. */
const MAX_HELD = 2 ** 22;
/** Sides whose probabilities are held at once. */
const SIDES = 2 ** 12;
/** Products of an itemset. */
const MOST_PRODUCTS = 32;
/** More than single precision takes. */
const SLACK = 1e-4;

// Rows of the kernel's memory: baskets; these × crowding; what it writes; of the itemset on the way, products by depth, and the
// side; sides that are held; products by how many baskets hold them.
const [CROWDED_ROW, SUMS_ROW, SIDE_ROW, PRODUCT_ROW] = [1, 2, 3, 4];
const HELD_ROW = PRODUCT_ROW + MOST_PRODUCTS;
const FIRST_ROW = HELD_ROW + SIDES;

/** Sizes [from, end), a multiple of the kernel's lanes. */
interface Block {
  readonly from: number;
  readonly end: number;
  /** Root of its baskets. */
  readonly weight: number;
  /** Of what ascends with the size, crowding takes at most this share. */
  readonly crowded: number;
}

export class SideBounds {
  /** Of the sides that were compared last. */
  least = 0;
  most = 0;
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly blocks: readonly Block[];
  /** By node and block. */
  private readonly numbers: Float32Array;
  private readonly kernel: SideKernel;
  /** The kernel's memory, in rows of `width` numbers. */
  private readonly memory: Float32Array;
  private readonly width: number;
  private readonly rowLimit: number;
  private nextRow = FIRST_ROW;
  /** By count: its row, 0 where it is not held. */
  private readonly rowOf: Uint32Array;
  /** By place: the side that is held. */
  private readonly held = new Uint32Array(SIDES);
  private readonly path = new Uint32Array(MOST_PRODUCTS);

  /** `maxHeld`: probabilities of products. */
  constructor(trie: ItemsetTrie, sizes: SizeChance, maxHeld = MAX_HELD) {
    this.trie = trie;
    this.sizes = sizes;
    const { baskets, crowding } = sizes;
    const width = Math.ceil(baskets.length / LANES) * LANES;
    this.width = width;
    this.blocks = blocksOf(sizes, Math.floor(MAX_NUMBERS / PER_BLOCK / trie.size));
    this.numbers = new Float32Array(trie.size * this.blocks.length * PER_BLOCK);
    let most = 0;
    const firstProduct = trie.firstChildOf(0);
    for (let node = firstProduct; node < firstProduct + trie.degreeOf(0); node++)
      most = Math.max(most, trie.supportOf(node));
    this.rowOf = new Uint32Array(most + 1);
    this.rowLimit = FIRST_ROW + Math.max(2, Math.min(most, Math.floor(maxHeld / width)));
    this.kernel = sideKernel(this.rowLimit * width * BYTES);
    this.memory = new Float32Array(this.kernel.memory.buffer);
    this.memory.set(baskets);
    this.memory.set(
      baskets.map((count, size) => count * crowding[size]),
      CROWDED_ROW * width,
    );
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
      const norms = numbers[a] * numbers[b];
      most += norms;
      least += numbers[a + 1] * numbers[b + 1] - crowded * norms;
      a += PER_BLOCK;
      b += PER_BLOCK;
    }
    this.least = least - SLACK * most;
    this.most = Math.max(LEAST_EXPECTED, most + SLACK * most);
  }

  /** As `compare`, but as close as single precision is: takes as long as ten of it. */
  compareClosely(one: number, other: number): void {
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

  private descend(parent: number, depth: number): void {
    const { trie } = this;
    const first = trie.firstChildOf(parent);
    const end = first + trie.degreeOf(parent);
    for (let node = first; node < end; node++) {
      this.writeSide(node, depth, this.multiply(node, depth), SIDE_ROW);
      this.sumUp(node);
      if (trie.degreeOf(node) > 0) this.descend(node, depth + 1);
    }
  }

  /** Writes the products' row of a depth, from the row above it; returns the baskets with all of them by chance. */
  private multiply(node: number, depth: number): number {
    const { trie, kernel, memory, width } = this;
    const own = (PRODUCT_ROW + depth) * width;
    const ofItem = this.rowAt(trie.supportOf(trie.child(0, trie.itemOf(node)))) * width;
    if (depth > 0) return kernel.multiply(ofItem * BYTES, (own - width) * BYTES, own * BYTES, own * BYTES, 0);
    memory.copyWithin(own, ofItem, ofItem + width);
    return trie.supportOf(node);
  }

  /** Writes the row of a side whose products are those of the depth. */
  private writeSide(node: number, depth: number, byChance: number, row: number): void {
    const rowBytes = this.width * BYTES;
    const count = this.trie.supportOf(node);
    const explained = Math.min(1, count / byChance);
    const rest = 1 - (explained * byChance) / count;
    const own = (PRODUCT_ROW + depth) * rowBytes;
    this.kernel.mix(own, this.rowAt(count) * rowBytes, own + rowBytes, row * rowBytes, explained, rest);
  }

  private sumUp(node: number): void {
    const { blocks, numbers, kernel, memory, width } = this;
    const side = SIDE_ROW * width * BYTES;
    const into = SUMS_ROW * width;
    let at = node * blocks.length * PER_BLOCK;
    for (const { from, end, weight } of blocks) {
      kernel.sumUp(side + from * BYTES, side + end * BYTES, from * BYTES, into * BYTES);
      numbers[at++] = Math.sqrt(memory[into + 1]);
      numbers[at++] = memory[into] / weight;
    }
  }

  /** The row of a side: not `taken`. */
  private hold(node: number, taken: number): number {
    const { trie, held, path } = this;
    let place = (Math.imul(node, 0x9e3779b1) >>> 0) % SIDES;
    if (HELD_ROW + place === taken) place = (place + 1) % SIDES;
    if (held[place] === node) return HELD_ROW + place;
    held[place] = node;
    let length = 0;
    for (let at = node; at !== 0; at = trie.parentOf(at)) path[length++] = at;
    let byChance = 0;
    for (let depth = 0; depth < length; depth++) byChance = this.multiply(path[length - 1 - depth], depth);
    this.writeSide(node, length - 1, byChance, HELD_ROW + place);
    return HELD_ROW + place;
  }

  /** The row of a product that is in so many baskets: valid until the next call. */
  private rowAt(count: number): number {
    const { rowOf, width } = this;
    if (rowOf[count] === 0) {
      if (this.nextRow === this.rowLimit) {
        rowOf.fill(0);
        this.nextRow = FIRST_ROW;
      }
      rowOf[count] = this.nextRow++;
      this.memory.set(this.sizes.rowOf(count), rowOf[count] * width);
    }
    return rowOf[count];
  }
}

/** Blocks whose odds differ by about like factors; each holds a size. */
function blocksOf({ baskets, ofSize, crowding }: SizeChance, affordable: number): Block[] {
  const last = baskets.length - 1;
  const blocks = Math.max(1, Math.min(MOST_BLOCKS, affordable));
  const spread = Math.log(ofSize[last] / ofSize[0]) / blocks;
  const blockOf = (size: number) =>
    Math.min(blocks - 1, Math.floor(Math.log(ofSize[size] / ofSize[0]) / spread));
  const found: Block[] = [];
  for (let from = 0; from <= last; ) {
    let end = from + LANES;
    while (end <= last && blockOf(end) === blockOf(from)) end += LANES;
    let [largest, crowded, all] = [0, 0, 0];
    for (let size = Math.min(end, last + 1) - 1; size >= from; size--) {
      largest = Math.max(largest, crowding[size]);
      crowded += baskets[size] * largest;
      all += baskets[size];
    }
    found.push({ from, end, weight: Math.sqrt(all), crowded: crowded / all });
    from = end;
  }
  return found;
}
