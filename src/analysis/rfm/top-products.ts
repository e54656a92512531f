// Ranks the purchases of each segment's customers: up to five products by revenue, with the products that distinguish
// the segment.
import type { topProduct } from '../../contract/report-types/rfm/schema/segment.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { computeBinomialTail } from '../chance/intervals.ts';
import { MoneySums } from '../money/money-sums.ts';
import { isFeeName } from '../orders/fee-names.ts';
import type { VisitBought } from './customer-products.ts';
import { type CustomerScores, getSegmentAtSpend } from './customer-scores.ts';
import type { RfmFigures } from './customers.ts';
import { getSegment } from './segments.ts';

export type TopProduct = Shape<typeof topProduct>;

const TOP = 5;
/** Fewest buyers in the segment for a distinctive product. */
const LEAST_BUYERS = 5;
/** Least lift of a distinctive product, however significant it is. */
const LEAST_LIFT = 1.2;
/** Probability that any product of the report is wrongly called distinctive. */
const SIGNIFICANCE = 0.05;

/** Sums of each product in each segment: the cell of a product in segment s is segments × product + s. */
export interface ProductSums {
  readonly segments: number;
  readonly products: readonly string[];
  readonly orders: Uint32Array;
  readonly customers: Uint32Array;
  readonly quantity: Float64Array;
  readonly revenue: MoneySums;
  /**
   * Number of buyers, in the segment where they would be without the product: its price raises its buyers' spend, which
   * shows nothing about them.
   */
  readonly placed: Uint32Array;
  readonly volumes: VolumeCounts;
}

interface Cut {
  readonly products: readonly string[];
  /** Scores per customer; a segment is an index below `segments`. */
  readonly scores: Pick<CustomerScores, 'r' | 'f' | 'segment' | 'thresholds'>;
  readonly monetary: RfmFigures['monetary'];
  readonly segments: number;
  /** Scale of money. */
  readonly scale: number;
}

/** `each`: visits the purchases of each customer by product. */
export function sumProducts(
  { products, scores, monetary, segments, scale }: Cut,
  each: (visit: VisitBought) => void,
): ProductSums {
  const cells = segments * products.length;
  const orders = new Uint32Array(cells);
  const customers = new Uint32Array(cells);
  const quantity = new Float64Array(cells);
  const revenue = new MoneySums(cells, scale);
  const placed = new Uint32Array(cells);
  const volumes = new VolumeCounts(segments);
  let last = -1;
  each((bought, sums, at) => {
    const { customer, different, purchases } = bought;
    const first = segments * bought.product;
    const cell = first + scores.segment[customer];
    orders[cell] += bought.orders;
    quantity[cell] += bought.quantity;
    revenue.addFrom(cell, sums, at);
    if (bought.orders === 0) return;
    customers[cell]++;
    if (customer !== last) volumes.addCustomer(different);
    last = customer;
    // The customer's other purchases estimate the spend on this one. Without others, the spend is unknown: M counts as
    // F.
    const others = purchases - bought.orders;
    const segment =
      others === 0
        ? getSegment(scores.r[customer], scores.f[customer], scores.f[customer])
        : getSegmentAtSpend(
            scores,
            customer,
            ((monetary[customer] - sums.amountAt(at)) * purchases) / others,
          );
    placed[first + segment]++;
    volumes.addProduct(different, segment);
  });
  return { segments, products, orders, customers, quantity, revenue, placed, volumes };
}

/** Number of products that a customer bought. */
export function countProductsBought({ segments, products, customers }: ProductSums): number {
  return products.reduce(
    (sum, _, product) =>
      sum +
      (customers.subarray(segments * product, segments * (product + 1)).some((buyers) => buyers > 0) ? 1 : 0),
    0,
  );
}

/** `segment`: of all customers. Returns one list per segment. */
export function pickTopProducts(sums: ProductSums, segment: Uint8Array): TopProduct[][] {
  const { segments, products, orders, customers, quantity } = sums;
  const sizes = new Uint32Array(segments);
  for (const s of segment) sizes[s]++;
  const amounts = sums.revenue.amounts();
  const liftIn = computeLifts(sums, sizes, amounts);
  return Array.from(sizes, (size, s) => {
    const revenue = Float64Array.from(products, (_, product) => amounts[segments * product + s]);
    return pickBest(products, revenue, (product) => {
      const cell = segments * product + s;
      return {
        product_name: products[product],
        orders: orders[cell],
        customers: customers[cell],
        quantity: quantity[cell],
        revenue: revenue[product],
        share_of_segment_customers: size === 0 ? 0 : customers[cell] / size,
        lift: liftIn(product, s),
      };
    });
  });
}

/** Decides which products distinguish a segment. */
function computeLifts(
  { segments, products, orders, customers, placed, volumes }: ProductSums,
  sizes: Uint32Array,
  amounts: Float64Array,
): (product: number, segment: number) => number | null {
  const sumOverSegments = (of: ArrayLike<number>) =>
    Float64Array.from(products, (_, product) => {
      let sum = 0;
      for (let s = 0; s < segments; s++) sum += of[segments * product + s];
      return sum;
    });
  const [buyers, purchases, revenue] = [customers, orders, amounts].map(sumOverSegments);
  const [allPurchases, allRevenue] = [purchases, revenue].map((of) =>
    of.reduce((sum, each) => sum + each, 0),
  );
  /**
   * The average value of purchases without the product, divided by that of all purchases: this or its inverse, 1 or
   * more. For other customers, the product is among the purchases whose spend counts; for its buyers it is not, which
   * places these higher or lower.
   */
  const priceShift = (product: number): number => {
    const shift = (1 - revenue[product] / allRevenue) / (1 - purchases[product] / allPurchases);
    return Math.max(shift, 1 / shift);
  };
  const sold = buyers.filter((count) => count > 0);
  const expectedIn = computeExpectedBuyers(volumes, sold);
  // All products in all segments were compared: the same data choose those of the highest revenue (Bonferroni).
  const looked = sold.length * sizes.filter((size) => size > 0).length;
  return (product, s) => {
    const cell = segments * product + s;
    if (Math.min(placed[cell], customers[cell]) < LEAST_BUYERS || isFeeName(products[product])) return null;
    const expected = expectedIn(buyers[product], s) * priceShift(product);
    const lift = placed[cell] / expected;
    // Also true if nothing else is sold, or if the others have no value: the lift is then NaN.
    if (!(lift >= LEAST_LIFT)) return null;
    // Each buyer is in the segment or not. With equal probabilities the tail is no smaller than with individual ones
    // (Hoeffding 1956).
    const pValue = computeBinomialTail(placed[cell], buyers[product], expected / buyers[product]);
    return pValue * looked < SIGNIFICANCE ? lift : null;
  };
}

/** The products of the highest positive revenue, ties by name. */
export function pickBest<T>(
  names: readonly string[],
  revenue: Float64Array,
  describe: (product: number) => T,
): T[] {
  const top: number[] = [];
  const isBefore = (a: number, b: number): boolean => {
    const difference = revenue[a] - revenue[b];
    return difference !== 0 ? difference > 0 : names[a] < names[b];
  };
  for (let product = 0; product < revenue.length; product++) {
    if (revenue[product] <= 0) continue;
    let at = top.length;
    while (at > 0 && isBefore(product, top[at - 1])) at--;
    if (at < TOP) top.splice(at, 0, product);
    if (top.length > TOP) top.length = TOP;
  }
  return top.map(describe);
}

// Estimates the buyers of a product in each segment if the product is unrelated to its buyers: customers who buy many
// different products are likelier to buy any product, and a product with many buyers is bought by more customers.
//
// A customer of volume v holds a product of popularity y with probability 1 − exp(−v y), as after v independent
// choices. Volumes and popularities are fitted to two margins: customers with d products are expected to hold d, and a
// product keeps its buyers. So purchases of the same product again count once, and a customer's favourites weigh as
// much as anybody's.

/**
 * Numbers of products that share a volume: each its own up to 32, then within a twentieth. Ascending, the least of
 * each.
 */
const CLASSES = listClasses(2 ** 32);

function listClasses(most: number): number[] {
  const least: number[] = [];
  for (let next = 1; next < most; next = next < 32 ? next + 1 : Math.ceil(next * 1.05)) least.push(next);
  return least;
}

function getVolumeClass(different: number): number {
  if (different <= 32) return different - 1;
  let [low, high] = [31, CLASSES.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (CLASSES[middle] <= different) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Integers, so that partitions add up to the same sums in any sequence. */
export interface VolumeColumns {
  /** By class: number of customers, and of the different products that each bought, added up. */
  readonly customers: ArrayLike<number>;
  readonly bought: ArrayLike<number>;
  /**
   * By class, then by segment: each product of each customer, in the segment where the customer would be without it.
   */
  readonly placed: ArrayLike<number>;
}

export class VolumeCounts implements VolumeColumns {
  readonly segments: number;
  readonly customers: Float64Array;
  readonly bought: Float64Array;
  readonly placed: Float64Array;

  constructor(segments: number) {
    this.segments = segments;
    this.customers = new Float64Array(CLASSES.length);
    this.bought = new Float64Array(CLASSES.length);
    this.placed = new Float64Array(CLASSES.length * segments);
  }

  addCustomer(different: number): void {
    const at = getVolumeClass(different);
    this.customers[at]++;
    this.bought[at] += different;
  }

  addProduct(different: number, segment: number): void {
    this.placed[this.segments * getVolumeClass(different) + segment]++;
  }

  /** Adds the columns of other customers. */
  add(others: VolumeColumns): void {
    for (const name of ['customers', 'bought', 'placed'] as const) {
      const sums = this[name];
      for (let at = 0; at < sums.length; at++) sums[at] += others[name][at];
    }
  }
}

/**
 * `buyers`: per product that has any. Returns a function that computes the expected buyers in a segment of a product
 * from its number of all buyers.
 */
function computeExpectedBuyers(
  { segments, customers, bought, placed }: VolumeCounts,
  buyers: Iterable<number>,
): (ofProduct: number, segment: number) => number {
  const times = new Map<number, number>();
  for (const count of buyers) times.set(count, (times.get(count) ?? 0) + 1);
  const classes = Uint32Array.from(customers.keys()).filter((at) => customers[at] > 0);
  const classSizes = Float64Array.from(classes, (at) => customers[at]);
  const products = Float64Array.from(times.values());
  const { volumes, popularities } = fitMargins(
    { weights: classSizes, holds: Float64Array.from(classes, (at) => bought[at] / customers[at]) },
    { weights: products, holds: Float64Array.from(times.keys()) },
  );
  const popularityOf = new Map([...times.keys()].map((count, at) => [count, popularities[at]]));
  return (ofProduct, segment) => {
    const popularity = popularityOf.get(ofProduct) ?? 0;
    let expected = 0;
    for (let at = 0; at < classes.length; at++) {
      const each = classes[at];
      // Customers of the class in the segment: each counts by the share of its products that place it there.
      const there = (placed[segments * each + segment] * customers[each]) / bought[each];
      expected -= Math.expm1(-volumes[at] * popularity) * there;
    }
    return expected;
  };
}

/** `weights`: number of members. `holds`: what each of them holds on the other side. */
interface Margin {
  readonly weights: Float64Array;
  readonly holds: Float64Array;
}

const SWEEPS = 60;
const STEPS = 30;
const PRECISION = 1e-9;

function fitMargins(customers: Margin, products: Margin) {
  const all = customers.holds.reduce((sum, holds, at) => sum + holds * customers.weights[at], 0);
  const volumes = customers.holds.slice();
  const popularities = products.holds.map((holds) => holds / all);
  for (let sweep = 0, change = 1; sweep < SWEEPS && change > PRECISION; sweep++) {
    fitSide(volumes, customers.holds, { weights: products.weights, holds: popularities });
    change = fitSide(popularities, products.holds, { weights: customers.weights, holds: volumes });
  }
  return { volumes, popularities };
}

/** Sets each value so that it holds the required number of the others. Returns the largest relative change. */
function fitSide(values: Float64Array, holds: Float64Array, others: Margin): number {
  let change = 0;
  for (let at = 0; at < values.length; at++) {
    const before = values[at];
    values[at] = solve(holds[at], before, others);
    change = Math.max(change, Math.abs(values[at] / before - 1));
  }
  return change;
}

/**
 * Newton's method: the sum is concave, so that every step but the first approaches the root from below without passing
 * it.
 */
function solve(holds: number, start: number, { weights, holds: others }: Margin): number {
  let value = start;
  for (let step = 0; step < STEPS; step++) {
    let sum = 0;
    let slope = 0;
    for (let at = 0; at < others.length; at++) {
      const absent = Math.exp(-value * others[at]);
      sum += weights[at] * (1 - absent);
      slope += weights[at] * others[at] * absent;
    }
    // A customer who holds everything does so at any high value.
    if (slope <= holds * 1e-9) return value;
    const next = Math.max(0, value + (holds - sum) / slope);
    if (Math.abs(next - value) <= PRECISION * next) return next;
    value = next;
  }
  return value;
}
