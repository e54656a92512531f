// Chance that knows how large baskets are: of all ways to fill baskets that have these sizes and these product counts on
// average, the one that assumes nothing else (bipartite configuration model; Saracco, Di Clemente, Gabrielli & Squartini
// 2015). A basket holds a product with probability x·y / (1 + x·y): x belongs to the product's count, y to the basket's size.

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
  const [products, baskets] = [classesOf(byCount), classesOf(bySize)];
  balance(...takeCertain(products, baskets));
  return {
    baskets: baskets.map(({ members }) => members),
    ofSize: baskets.map(({ factor }) => factor),
    crowding: baskets.map((basket) => crowdingIn(basket, products)),
  };
}

function crowdingIn({ factor: y }: Class, products: readonly Class[]): number {
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

function classesOf(members: ReadonlyMap<number, number>): Class[] {
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
