// What the customers of each segment buy: up to five products by revenue, with what sets the segment apart.
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from './customers.ts';

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

/** `segment`: per customer, an index below `segments`. Gives one list per segment. */
export function topProducts(
  columns: OrderColumns,
  selected: RfmCustomers,
  segment: Uint8Array,
  segments: number,
): TopProduct[][] {
  const products = columns.products.length;
  const orders = new Uint32Array(segments * products);
  const customers = new Uint32Array(segments * products);
  const quantity = new Float64Array(segments * products);
  const revenue = new MoneySums(segments * products, columns.lines.scale);
  const buyers = new Uint32Array(products);
  const sizes = new Uint32Array(segments);
  const lastCustomer = new Int32Array(products).fill(-1);
  const lastOrder = new Int32Array(products).fill(-1);
  for (let c = 0; c < selected.count; c++) {
    const s = segment[c];
    sizes[s]++;
    const lastAt = selected.orderStart[c + 1];
    for (let at = selected.orderStart[c]; at < lastAt; at++) {
      const order = selected.orders[at];
      const end = columns.lineStart[order + 1];
      for (let line = columns.lineStart[order]; line < end; line++) {
        if (!columns.lines.isKept(line)) continue;
        const product = columns.lines.productOf(line);
        const cell = s * products + product;
        const units = columns.lines.quantityOf(line);
        quantity[cell] += units;
        columns.lines.addValue(line, revenue, cell);
        if (units <= 0) continue;
        if (lastCustomer[product] !== c) {
          lastCustomer[product] = c;
          customers[cell]++;
          buyers[product]++;
        }
        if (lastOrder[product] !== order) {
          lastOrder[product] = order;
          orders[cell]++;
        }
      }
    }
  }
  const amounts = revenue.amounts();
  return Array.from({ length: segments }, (_, s) => {
    const size = sizes[s];
    return best(columns.products, amounts.subarray(s * products, (s + 1) * products), (product) => {
      const cell = s * products + product;
      const bought = customers[cell];
      const share = size === 0 ? 0 : bought / size;
      const overall = buyers[product] / Math.max(1, selected.count);
      return {
        product_name: columns.products[product],
        orders: orders[cell],
        customers: bought,
        quantity: quantity[cell],
        revenue: amounts[cell],
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
