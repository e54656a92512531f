// Models chance given the sizes of baskets: of all ways to fill baskets with these sizes and these product counts on
// average, the one that assumes nothing else (bipartite configuration model; Saracco, Di Clemente, Gabrielli &
// Squartini 2015). A basket holds a product with probability x·y / (1 + x·y): x belongs to the product's count, y to
// the basket's size.
import type { ItemsetTrie } from './sets/itemset-trie.ts';

/** Counts over all baskets, with all their products. */
export interface SizeCounts {
  /** Number of baskets by number of products. */
  readonly sizes: ArrayLike<number>;
  /** Per product: baskets that hold it. */
  readonly frequency: ArrayLike<number>;
}

/** Plain values: fitted once, stored with the rules. Per size that occurs, above 0: number of baskets, and their y. */
export interface SizeModel {
  readonly baskets: readonly number[];
  readonly ofSize: readonly number[];
  /**
   * Sizes are not averages: a basket of one product holds no second one. Two products are in one basket of this size
   * with the probability under independence × (1 − crowding × (1 − p) × (1 − p')), as in sampling of a fixed size
   * (Hájek 1964), which gives the actual number of pairs in baskets of this size.
   */
  readonly crowding: readonly number[];
}

/** Relative tolerance between sums of probabilities and sizes or counts. */
const TOLERANCE = 1e-10;
/** Some tens suffice, unless the sizes leave hardly a choice: then probabilities only approach 0 and 1. */
const MAX_ITERATIONS = 500;

/** Products with the same count, or baskets of the same size. */
interface Class {
  readonly total: number;
  readonly members: number;
  /** The part of `total` that is still to be explained. */
  rest: number;
  factor: number;
}

export function fitSizeModel({ sizes, frequency }: SizeCounts): SizeModel {
  const bySize = new Map<number, number>();
  for (let size = 1; size < sizes.length; size++) if (sizes[size] > 0) bySize.set(size, sizes[size]);
  const byCount = new Map<number, number>();
  for (let item = 0; item < frequency.length; item++) {
    const count = frequency[item];
    if (count > 0) byCount.set(count, (byCount.get(count) ?? 0) + 1);
  }
  const [products, baskets] = [createClasses(byCount), createClasses(bySize)];
  balance(...takeCertain(products, baskets));
  return {
    baskets: baskets.map(({ members }) => members),
    ofSize: baskets.map(({ factor }) => factor),
    crowding: baskets.map((basket) => computeCrowding(basket, products)),
  };
}

function computeCrowding({ factor: y }: Class, products: readonly Class[]): number {
  let sum = 0;
  let squares = 0;
  for (const { factor: x, members } of products) {
    const p = 1 / (1 + 1 / (x * y));
    const variance = p * (1 - p);
    sum += members * variance;
    squares += members * variance * variance;
  }
  // Without two uncertain products, there is nothing to correct.
  const pairs = sum * sum - squares;
  return pairs > 1e-9 ? sum / pairs : 0;
}

/** Treats all baskets as if of one size: products are independent. */
export function createUniformModel(basketCount: number): SizeModel {
  return { baskets: [basketCount], ofSize: [1], crowding: [0] };
}

function createClasses(members: ReadonlyMap<number, number>): Class[] {
  return [...members]
    .sort(([a], [b]) => a - b)
    .map(([total, count]) => ({ total, members: count, rest: total, factor: 0 }));
}

/**
 * Products that are in all baskets, and baskets that hold all products, have no finite factor. Theirs is so large, or,
 * if nothing is left for them, so small that it decides. Earlier decisions weigh more.
 */
function takeCertain(products: readonly Class[], baskets: readonly Class[]): [Class[], Class[]] {
  let open: [Class[], Class[]] = [[...products], [...baskets]];
  for (let exponent = 150; exponent > 30; exponent -= 15) {
    const sides: readonly (readonly [Class[], Class[]])[] = [open, [open[1], open[0]]];
    let isDone = true;
    for (const [own, others] of sides) {
      const all = others.reduce((sum, { members }) => sum + members, 0);
      for (const each of own) {
        if (each.rest > 0 && each.rest < all) continue;
        isDone = false;
        each.factor = each.rest === 0 ? 10 ** -exponent : 10 ** exponent;
        if (each.rest > 0) for (const other of others) other.rest -= each.members;
        each.rest = Number.NaN;
      }
      if (!isDone) break;
    }
    open = [open[0].filter(isOpen), open[1].filter(isOpen)];
    if (isDone) break;
  }
  return open;
}

function isOpen({ rest }: Class): boolean {
  return !Number.isNaN(rest);
}

/** Fits each side in turn to the current other one. */
function balance(products: readonly Class[], baskets: readonly Class[]): void {
  const entries = products.reduce((sum, { rest, members }) => sum + rest * members, 0);
  for (const each of [...products, ...baskets]) each.factor = each.rest / Math.sqrt(entries);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const error = refit(products, baskets);
    refit(baskets, products);
    if (error <= TOLERANCE) return;
  }
}

/** Returns the largest relative error of a sum. */
function refit(own: readonly Class[], others: readonly Class[]): number {
  const factors = Float64Array.from(others, ({ factor }) => factor);
  const members = Float64Array.from(others, (other) => other.members);
  let worst = 0;
  for (const each of own) {
    const x = each.factor;
    let sum = 0;
    for (let at = 0; at < factors.length; at++) sum += (members[at] * factors[at]) / (1 + x * factors[at]);
    worst = Math.max(worst, Math.abs((x * sum) / each.rest - 1));
    each.factor = each.rest / sum;
  }
  return worst;
}

// Computes how many baskets hold two products by chance, given the sizes of baskets, without a pass over the baskets.

/** Most probabilities cached: 32 MB. */
const MAX_HELD = 2 ** 22;
const MAX_STEPS = 200;
/** Least expectation, so that a rule is never infinitely beyond it. */
const LEAST_EXPECTED = Math.fround(1e-6);

export class SizeChance {
  private readonly baskets: Float64Array;
  private readonly ofSize: Float64Array;
  /** Per size: √baskets and √(baskets × crowding). */
  private readonly weight: Float64Array;
  private readonly crowdedWeight: Float64Array;
  /** Probabilities per size, by count of the product. */
  private readonly rows = new Map<number, Float64Array>();

  constructor({ baskets, ofSize, crowding }: SizeModel) {
    this.baskets = Float64Array.from(baskets);
    this.ofSize = Float64Array.from(ofSize);
    this.weight = this.baskets.map(Math.sqrt);
    this.crowdedWeight = this.baskets.map((count, size) => Math.sqrt(count * crowding[size]));
  }

  /**
   * Writes the factors of a product in every expectation, from its probabilities per size: baskets × p × q × (1 −
   * crowding × (1 − p) × (1 − q)) is a difference of two products of such factors.
   */
  writeFactors(row: Float64Array, to: Float64Array, from: number): void {
    const { weight, crowdedWeight } = this;
    for (let size = 0; size < row.length; size++) {
      const p = row[size];
      to[from + size] = weight[size] * p;
      to[from + row.length + size] = crowdedWeight[size] * p * (1 - p);
    }
  }

  /** Number of factors of a product. */
  get factorCount(): number {
    return 2 * this.baskets.length;
  }

  /**
   * Expected baskets that hold two products, by the places of their factors. In single precision, so that rounding of
   * the factors makes no difference between ratings.
   */
  joint(factors: Float64Array, one: number, other: number): number {
    const sizes = this.baskets.length;
    let sum = 0;
    for (let size = 0; size < sizes; size++) {
      const expected =
        factors[one + size] * factors[other + size] -
        factors[one + sizes + size] * factors[other + sizes + size];
      if (expected > 0) sum += expected;
    }
    return Math.fround(Math.max(sum, LEAST_EXPECTED));
  }

  /** Expected baskets that hold two products, by the number of baskets of each. */
  expected(one: number, other: number): number {
    const factors = new Float64Array(2 * this.factorCount);
    this.writeFactors(this.getRow(one), factors, 0);
    this.writeFactors(this.getRow(other), factors, this.factorCount);
    return this.joint(factors, 0, this.factorCount);
  }

  /**
   * Expected baskets that hold two itemsets, as if independent among the baskets of a size that hold `given`, a part of
   * both.
   */
  jointAmong(given: Float64Array, one: Float64Array, other: Float64Array): number {
    const { baskets } = this;
    let sum = 0;
    for (let size = 0; size < baskets.length; size++) {
      if (given[size] > 0) sum += baskets[size] * one[size] * Math.min(1, other[size] / given[size]);
    }
    return Math.fround(Math.max(sum, LEAST_EXPECTED));
  }

  /**
   * Per size, the probability that a basket of it holds an itemset of `count` baskets. `independent`: the probability
   * if its products were independent within a size; as many of the baskets as these explain are spread over the sizes
   * in this way.
   */
  writeSide(independent: Float64Array, count: number, to: Float64Array): void {
    const asOne = this.getRow(count);
    const byChance = this.total(independent);
    const explained = Math.min(1, count / byChance);
    const rest = 1 - (explained * byChance) / count;
    for (let size = 0; size < to.length; size++) {
      const share = explained * independent[size] + rest * asOne[size];
      to[size] = share < 1 ? share : 1;
    }
  }

  /** Expected number of baskets, by probabilities per size. */
  private total(row: Float64Array): number {
    let sum = 0;
    for (let size = 0; size < row.length; size++) sum += this.baskets[size] * row[size];
    return sum;
  }

  /** Per size, the probability that a basket of it holds a product that is in `count` baskets, at least 1. */
  getRow(count: number): Float64Array {
    const known = this.rows.get(count);
    if (known !== undefined) return known;
    if (this.rows.size * this.baskets.length > MAX_HELD) this.rows.clear();
    const x = this.solveFactor(count);
    const row = this.ofSize.map((y) => 1 / (1 + 1 / (x * y)));
    this.rows.set(count, row);
    return row;
  }

  /** Solves for the x whose probabilities add up to the count: Newton's method from below never passes the solution. */
  private solveFactor(count: number): number {
    const { baskets, ofSize } = this;
    let all = 0;
    let slope = 0;
    for (let size = 0; size < baskets.length; size++) {
      all += baskets[size];
      slope += baskets[size] * ofSize[size];
    }
    if (count >= all) return Number.MAX_VALUE;
    let x = count / slope;
    for (let step = 0; step < MAX_STEPS; step++) {
      let sum = 0;
      slope = 0;
      for (let size = 0; size < baskets.length; size++) {
        const y = ofSize[size];
        const p = 1 / (1 + 1 / (x * y));
        sum += baskets[size] * p;
        slope += (baskets[size] * p * (1 - p)) / x;
      }
      if (slope === 0 || count - sum <= 1e-15 * count) break;
      x += (count - sum) / slope;
    }
    return x;
  }
}

// Expected baskets that hold both sides of a rule by chance, given the sizes of baskets. For a side of several
// products, as many of its baskets as chance explains are spread over the sizes as chance spreads them; the others,
// whose products belong together, as those of one product that is in as many baskets.

/** Most factors cached: 32 MB. */
const MOST_FACTORS = 2 ** 22;

export class SideChance {
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly items = new Uint32Array(32);
  private readonly row: Float64Array;
  private readonly given: Float64Array;
  private readonly ofOne: Float64Array;
  /** By place: the cached side, 0 if none, and its factors of `SizeChance`. */
  private held = new Uint32Array(0);
  private factors = new Float64Array(0);

  constructor(model: SizeModel, trie: ItemsetTrie) {
    this.trie = trie;
    this.sizes = new SizeChance(model);
    this.row = new Float64Array(model.baskets.length);
    this.given = new Float64Array(model.baskets.length);
    this.ofOne = new Float64Array(model.baskets.length);
  }

  /** Expectation for sides given by their nodes. */
  expected(one: number, other: number): number {
    const { sizes } = this;
    const a = this.hold(one, -1);
    const b = this.hold(other, a);
    return sizes.joint(this.factors, a * sizes.factorCount, b * sizes.factorCount);
  }

  /** Expected baskets with both sides among those with the common part of the sides, all given by their nodes. */
  expectedAmong(common: number, one: number, other: number): number {
    const { given, ofOne } = this;
    given.set(this.rowOfSide(common));
    ofOne.set(this.rowOfSide(one));
    return this.sizes.jointAmong(given, ofOne, this.rowOfSide(other));
  }

  /** The place of a side, other than `taken`. */
  private hold(node: number, taken: number): number {
    const { sizes, trie } = this;
    const step = sizes.factorCount;
    if (this.held.length === 0) {
      const places = Math.max(2, Math.min(trie.size, Math.floor(MOST_FACTORS / step)));
      this.held = new Uint32Array(places);
      this.factors = new Float64Array(places * step);
    }
    let place = node % this.held.length;
    if (place === taken) place = (place + 1) % this.held.length;
    if (this.held[place] !== node) {
      this.held[place] = node;
      sizes.writeFactors(this.rowOfSide(node), this.factors, place * step);
    }
    return place;
  }

  /** Per size, the probability that a basket of it holds the itemset. */
  private rowOfSide(node: number): Float64Array {
    const { trie, sizes, items, row } = this;
    const count = trie.getSupport(node);
    const length = trie.writeItems(node, items);
    if (length === 1) return sizes.getRow(count);
    row.set(sizes.getRow(trie.getSupport(trie.child(0, items[0]))));
    for (let at = 1; at < length; at++) {
      const ofItem = sizes.getRow(trie.getSupport(trie.child(0, items[at])));
      for (let size = 0; size < row.length; size++) row[size] *= ofItem[size];
    }
    sizes.writeSide(row, count, row);
    return row;
  }
}
