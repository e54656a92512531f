// Chance that knows how large baskets are: of all ways to fill baskets that have these sizes and these product counts on
// average, the one that assumes nothing else (bipartite configuration model; Saracco, Di Clemente, Gabrielli & Squartini
// 2015). A basket holds a product with probability x·y / (1 + x·y): x belongs to the product's count, y to the basket's size.
import type { ItemsetTrie } from './sets/itemset-trie.ts';

/** Of all baskets, with all their products. */
export interface SizeCounts {
  /** By the number of products: baskets. */
  readonly sizes: ArrayLike<number>;
  /** Per product: baskets that hold it. */
  readonly frequency: ArrayLike<number>;
}

/** Plain values: fitted once, stored with the rules. Per size that occurs, above 0: baskets of it, and their y. */
export interface SizeModel {
  readonly baskets: readonly number[];
  readonly ofSize: readonly number[];
  /**
   * Sizes are not averages: a basket of one product holds no second one. Two products are in one basket of this size as if
   * independent × (1 − crowding × (1 − p) × (1 − p')), as in sampling of a fixed size (Hájek 1964), which has as many pairs
   * as baskets of this size have in fact.
   */
  readonly crowding: readonly number[];
}

/** Sums of probabilities equal sizes and counts to this share of them. */
const TOLERANCE = 1e-10;
/** Some tens are enough, unless the sizes leave hardly a choice: then probabilities only approach 0 and 1. */
const MAX_ITERATIONS = 500;

/** Products, or baskets, that have something in common: the same count, or the same size. */
interface Class {
  readonly total: number;
  readonly members: number;
  /** Of `total`, what is still to be explained. */
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
  // Without two products that may be in it or not, there is nothing to correct.
  const pairs = sum * sum - squares;
  return pairs > 1e-9 ? sum / pairs : 0;
}

/** As if all baskets were of one size: products are independent. */
export function modelOfOneSize(basketCount: number): SizeModel {
  return { baskets: [basketCount], ofSize: [1], crowding: [0] };
}

function createClasses(members: ReadonlyMap<number, number>): Class[] {
  return [...members]
    .sort(([a], [b]) => a - b)
    .map(([total, count]) => ({ total, members: count, rest: total, factor: 0 }));
}

/**
 * Products that are in all baskets, and baskets that hold all products, have no finite factor: theirs is so large, or,
 * where nothing is left for them, so small that it decides. What was decided earlier weighs more.
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

/** Each side in turn is fitted to the other one as it is. */
function balance(products: readonly Class[], baskets: readonly Class[]): void {
  const entries = products.reduce((sum, { rest, members }) => sum + rest * members, 0);
  for (const each of [...products, ...baskets]) each.factor = each.rest / Math.sqrt(entries);
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const error = refit(products, baskets);
    refit(baskets, products);
    if (error <= TOLERANCE) return;
  }
}

/** Gives the largest share by which a sum was off. */
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

// How many baskets hold two products by chance, given the sizes of baskets: no pass over the baskets.

/** Probabilities held at once: 32 MB. */
const MAX_HELD = 2 ** 22;
const MAX_STEPS = 200;
/** Where hardly anything is expected, a rule is not infinitely beyond it. */
const LEAST_EXPECTED = Math.fround(1e-6);

export class SizeChance {
  private readonly baskets: Float64Array;
  private readonly ofSize: Float64Array;
  /** Per size: √baskets and √(baskets × crowding). */
  private readonly weight: Float64Array;
  private readonly crowdedWeight: Float64Array;
  /** By count. */
  private readonly rows = new Map<number, Float64Array>();

  constructor({ baskets, ofSize, crowding }: SizeModel) {
    this.baskets = Float64Array.from(baskets);
    this.ofSize = Float64Array.from(ofSize);
    this.weight = this.baskets.map(Math.sqrt);
    this.crowdedWeight = this.baskets.map((count, size) => Math.sqrt(count * crowding[size]));
  }

  /**
   * The factors of a product in every expectation, from its probabilities per size: baskets × p × q × (1 − crowding × (1 − p) ×
   * (1 − q)) is a difference of two products of such factors.
   */
  writeFactors(row: Float64Array, to: Float64Array, from: number): void {
    const { weight, crowdedWeight } = this;
    for (let size = 0; size < row.length; size++) {
      const p = row[size];
      to[from + size] = weight[size] * p;
      to[from + row.length + size] = crowdedWeight[size] * p * (1 - p);
    }
  }

  /** Of a product. */
  get factorCount(): number {
    return 2 * this.baskets.length;
  }

  /**
   * Baskets that hold two products, by the places of their factors. In single precision: what differs by the rounding of its
   * factors alone is equal to ratings.
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

  /** Baskets that hold two products, by how many hold each. */
  expected(one: number, other: number): number {
    const factors = new Float64Array(2 * this.factorCount);
    this.writeFactors(this.rowOf(one), factors, 0);
    this.writeFactors(this.rowOf(other), factors, this.factorCount);
    return this.joint(factors, 0, this.factorCount);
  }

  /** Baskets that hold two itemsets, as if independent among the baskets of a size that hold `given`, a part of both. */
  jointAmong(given: Float64Array, one: Float64Array, other: Float64Array): number {
    const { baskets } = this;
    let sum = 0;
    for (let size = 0; size < baskets.length; size++) {
      if (given[size] > 0) sum += baskets[size] * one[size] * Math.min(1, other[size] / given[size]);
    }
    return Math.fround(Math.max(sum, LEAST_EXPECTED));
  }

  /**
   * Per size, the probability that a basket of it holds an itemset of `count` baskets. `independent`: if its products were
   * independent within a size; as many of the baskets as these explain are spread over the sizes in this way.
   */
  writeSide(independent: Float64Array, count: number, to: Float64Array): void {
    const asOne = this.rowOf(count);
    const byChance = this.total(independent);
    const explained = Math.min(1, count / byChance);
    const rest = 1 - (explained * byChance) / count;
    for (let size = 0; size < to.length; size++) {
      const share = explained * independent[size] + rest * asOne[size];
      to[size] = share < 1 ? share : 1;
    }
  }

  /** Baskets that hold something, by its probabilities per size. */
  private total(row: Float64Array): number {
    let sum = 0;
    for (let size = 0; size < row.length; size++) sum += this.baskets[size] * row[size];
    return sum;
  }

  /** Per size, the probability that a basket of it holds a product that is in `count` baskets, at least 1. */
  rowOf(count: number): Float64Array {
    const known = this.rows.get(count);
    if (known !== undefined) return known;
    if (this.rows.size * this.baskets.length > MAX_HELD) this.rows.clear();
    const x = this.factorOf(count);
    const row = this.ofSize.map((y) => 1 / (1 + 1 / (x * y)));
    this.rows.set(count, row);
    return row;
  }

  /** The x whose probabilities add up to the count: Newton's method from below, where it never passes the solution. */
  private factorOf(count: number): number {
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

// Baskets that hold both sides of a rule by chance, given the sizes of baskets. As many of the baskets with a side of several
// products as chance explains are spread over the sizes as chance spreads them; the others, whose products belong together, as
// those of one product that is in as many baskets.

/** Factors held at once: 32 MB. */
const MOST_FACTORS = 2 ** 22;

export class SideChance {
  private readonly trie: ItemsetTrie;
  private readonly sizes: SizeChance;
  private readonly items = new Uint32Array(32);
  private readonly row: Float64Array;
  private readonly given: Float64Array;
  private readonly ofOne: Float64Array;
  /** By place: the side that is held, 0 where none is, and its factors of `SizeChance`. */
  private held = new Uint32Array(0);
  private factors = new Float64Array(0);

  constructor(model: SizeModel, trie: ItemsetTrie) {
    this.trie = trie;
    this.sizes = new SizeChance(model);
    this.row = new Float64Array(model.baskets.length);
    this.given = new Float64Array(model.baskets.length);
    this.ofOne = new Float64Array(model.baskets.length);
  }

  /** Of sides given by their nodes. */
  expected(one: number, other: number): number {
    const { sizes } = this;
    const a = this.hold(one, -1);
    const b = this.hold(other, a);
    return sizes.joint(this.factors, a * sizes.factorCount, b * sizes.factorCount);
  }

  /** Baskets with both of two sides among those with what the sides have in common, all given by their nodes. */
  expectedAmong(common: number, one: number, other: number): number {
    const { given, ofOne } = this;
    given.set(this.rowOfSide(common));
    ofOne.set(this.rowOfSide(one));
    return this.sizes.jointAmong(given, ofOne, this.rowOfSide(other));
  }

  /** The place of a side: not `taken`. */
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
    const count = trie.supportOf(node);
    const length = trie.itemsOf(node, items);
    if (length === 1) return sizes.rowOf(count);
    row.set(sizes.rowOf(trie.supportOf(trie.child(0, items[0]))));
    for (let at = 1; at < length; at++) {
      const ofItem = sizes.rowOf(trie.supportOf(trie.child(0, items[at])));
      for (let size = 0; size < row.length; size++) row[size] *= ofItem[size];
    }
    sizes.writeSide(row, count, row);
    return row;
  }
}
