// What the customers of each segment buy: up to five products by revenue, with what sets the segment apart.
import { binomialTail } from '../chance/binomial-interval.ts';
import { MoneySums } from '../money/money-sums.ts';
import { isFeeName } from '../orders/fee-names.ts';
import { expectedBuyers, VolumeCounts } from './buyers-by-volume.ts';
import type { VisitBought } from './customer-products.ts';
import { type CustomerScores, segmentAtSpend } from './customer-scores.ts';
import type { RfmFigures } from './customers.ts';
import { segmentOf } from './segments.ts';

export interface TopProduct {
  readonly product_name: string;
  readonly orders: number;
  readonly customers: number;
  readonly quantity: number;
  readonly revenue: number;
  /** Share of the segment's customers who bought it, 0..1. */
  readonly share_of_segment_customers: number;
  /** How many times as many buyers as their volumes explain; null unless chance does not explain it. */
  readonly lift: number | null;
}

const TOP = 5;
/** Buyers in the segment, below which a product says nothing of it. */
const LEAST_BUYERS = 5;
/** Less sets nobody apart, however sure it is. */
const LEAST_LIFT = 1.2;
/** Chance that any product of the report is taken for distinctive wrongly. */
const SIGNIFICANCE = 0.05;

/** What each product brought in each segment: the cell of a product in segment s is segments × product + s. */
export interface ProductSums {
  readonly segments: number;
  readonly products: readonly string[];
  readonly orders: Uint32Array;
  readonly customers: Uint32Array;
  readonly quantity: Float64Array;
  readonly revenue: MoneySums;
  /**
   * Customers who bought it, in the segment where they would be without it: what a product costs makes its buyers spend more, and
   * says nothing of them.
   */
  readonly placed: Uint32Array;
  readonly volumes: VolumeCounts;
}

interface Cut {
  readonly products: readonly string[];
  /** Per customer: a segment is an index below `segments`. */
  readonly scores: Pick<CustomerScores, 'r' | 'f' | 'segment' | 'thresholds'>;
  readonly monetary: RfmFigures['monetary'];
  readonly segments: number;
  /** Of money. */
  readonly scale: number;
}

/** `each`: visits what each customer bought of each product. */
export function productSums(
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
    // What the other purchases cost stands for this one. Without others, the spend is unknown: M counts as F.
    const others = purchases - bought.orders;
    const segment =
      others === 0
        ? segmentOf(scores.r[customer], scores.f[customer], scores.f[customer])
        : segmentAtSpend(scores, customer, ((monetary[customer] - sums.amountAt(at)) * purchases) / others);
    placed[first + segment]++;
    volumes.addProduct(different, segment);
  });
  return { segments, products, orders, customers, quantity, revenue, placed, volumes };
}

/** How many products a customer bought. */
export function productsBought({ segments, products, customers }: ProductSums): number {
  return products.reduce(
    (sum, _, product) =>
      sum +
      (customers.subarray(segments * product, segments * (product + 1)).some((buyers) => buyers > 0) ? 1 : 0),
    0,
  );
}

/** `segment`: of all customers. Gives one list per segment. */
export function topProducts(sums: ProductSums, segment: Uint8Array): TopProduct[][] {
  const { segments, products, orders, customers, quantity } = sums;
  const sizes = new Uint32Array(segments);
  for (const s of segment) sizes[s]++;
  const amounts = sums.revenue.amounts();
  const liftIn = liftsOf(sums, sizes, amounts);
  return Array.from(sizes, (size, s) => {
    const revenue = Float64Array.from(products, (_, product) => amounts[segments * product + s]);
    return best(products, revenue, (product) => {
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

/** The one decision about what sets a segment apart. */
function liftsOf(
  { segments, products, orders, customers, placed, volumes }: ProductSums,
  sizes: Uint32Array,
  amounts: Float64Array,
): (product: number, segment: number) => number | null {
  const overSegments = (of: ArrayLike<number>) =>
    Float64Array.from(products, (_, product) => {
      let sum = 0;
      for (let s = 0; s < segments; s++) sum += of[segments * product + s];
      return sum;
    });
  const [buyers, purchases, revenue] = [customers, orders, amounts].map(overSegments);
  const [allPurchases, allRevenue] = [purchases, revenue].map((of) =>
    of.reduce((sum, each) => sum + each, 0),
  );
  /**
   * What purchases without the product bring on average, over what all of them bring: this or its inverse, 1 or more. All others have
   * the product among the purchases whose spend counts for them, and its buyers don't, which places these higher or lower.
   */
  const priceShift = (product: number): number => {
    const shift = (1 - revenue[product] / allRevenue) / (1 - purchases[product] / allPurchases);
    return Math.max(shift, 1 / shift);
  };
  const sold = buyers.filter((count) => count > 0);
  const expectedIn = expectedBuyers(volumes, sold);
  // All products in all segments were looked at: those of the highest revenue are chosen by the same data (Bonferroni).
  const looked = sold.length * sizes.filter((size) => size > 0).length;
  return (product, s) => {
    const cell = segments * product + s;
    if (Math.min(placed[cell], customers[cell]) < LEAST_BUYERS || isFeeName(products[product])) return null;
    const expected = expectedIn(buyers[product], s) * priceShift(product);
    const lift = placed[cell] / expected;
    // Also where nothing else is sold, or the others bring nothing.
    if (!(lift >= LEAST_LIFT)) return null;
    // Each buyer is in the segment or not. With equal probabilities the tail is no smaller than with their own (Hoeffding 1956).
    const pValue = binomialTail(placed[cell], buyers[product], expected / buyers[product]);
    return pValue * looked < SIGNIFICANCE ? lift : null;
  };
}

/** The products of the highest positive revenue, ties by name. */
function best(
  names: readonly string[],
  revenue: Float64Array,
  describe: (product: number) => TopProduct,
): TopProduct[] {
  const top: number[] = [];
  const before = (a: number, b: number): boolean => {
    const difference = revenue[a] - revenue[b];
    return difference !== 0 ? difference > 0 : names[a] < names[b];
  };
  for (let product = 0; product < revenue.length; product++) {
    if (revenue[product] <= 0) continue;
    let at = top.length;
    while (at > 0 && before(product, top[at - 1])) at--;
    if (at < TOP) top.splice(at, 0, product);
    if (top.length > TOP) top.length = TOP;
  }
  return top.map(describe);
}
