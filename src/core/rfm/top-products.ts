// What the customers of each segment buy: up to five products by revenue, with what sets the segment apart.
import { MoneySums } from '../money/money-sums.ts';
import type { VisitBought } from './customer-products.ts';

export interface TopProduct {
  readonly product_name: string;
  readonly orders: number;
  readonly customers: number;
  readonly quantity: number;
  readonly revenue: number;
  /** Share of the segment's customers who bought it, 0..1. */
  readonly share_of_segment_customers: number;
  /** That share over the share among all customers: above 1, the segment favours the product. */
  readonly lift: number;
}

const TOP = 5;

/** What each product brought in each segment: the cell of a product in segment s is segments × product + s. */
export interface ProductSums {
  readonly segments: number;
  readonly products: readonly string[];
  readonly orders: Uint32Array;
  readonly customers: Uint32Array;
  readonly quantity: Float64Array;
  readonly revenue: MoneySums;
}

interface Cut {
  readonly products: readonly string[];
  /** Per customer: an index below `segments`. */
  readonly segment: Uint8Array;
  readonly segments: number;
  /** Of money. */
  readonly scale: number;
}

/** `each`: visits what each customer bought of each product. */
export function productSums(
  { products, segment, segments, scale }: Cut,
  each: (visit: VisitBought) => void,
): ProductSums {
  const cells = segments * products.length;
  const orders = new Uint32Array(cells);
  const customers = new Uint32Array(cells);
  const quantity = new Float64Array(cells);
  const revenue = new MoneySums(cells, scale);
  each((bought, sums, at) => {
    const cell = segments * bought.product + segment[bought.customer];
    orders[cell] += bought.orders;
    if (bought.orders > 0) customers[cell]++;
    quantity[cell] += bought.quantity;
    revenue.addFrom(cell, sums, at);
  });
  return { segments, products, orders, customers, quantity, revenue };
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
  return Array.from(sizes, (size, s) => {
    const revenue = Float64Array.from(products, (_, product) => amounts[segments * product + s]);
    return best(products, revenue, (product) => {
      const first = segments * product;
      const bought = customers[first + s];
      // A customer is in one segment.
      const buyers = customers.subarray(first, first + segments).reduce((sum, count) => sum + count, 0);
      const share = size === 0 ? 0 : bought / size;
      const overall = buyers / Math.max(1, segment.length);
      return {
        product_name: products[product],
        orders: orders[first + s],
        customers: bought,
        quantity: quantity[first + s],
        revenue: revenue[product],
        share_of_segment_customers: share,
        lift: overall === 0 ? 0 : share / overall,
      };
    });
  });
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
