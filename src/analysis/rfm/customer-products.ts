// Collects the purchases of each customer by product, the terms of the segments' sums, which are added up at once or
// after the segments are determined.
import { type Counts, createCounts } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from './customers.ts';

/** One customer's rows of one product. */
interface Bought {
  customer: number;
  product: number;
  /** Orders with a row of positive quantity. */
  orders: number;
  quantity: number;
  /** Number of distinct products that the customer bought, and of the orders with each, added up. */
  different: number;
  purchases: number;
}

/** Called customer by customer. `bought` is the same object in each call; its net revenue is sum `at`. */
export type VisitBought = (bought: Readonly<Bought>, revenue: MoneySums, at: number) => void;

/** Visits purchases from the orders. */
export function visitBoughtProducts(
  { lines, lineStart, products }: OrderColumns,
  { count, orderStart, orders }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  visit: VisitBought,
): void {
  const boughtIn = new Uint32Array(products.length);
  const quantity = new Float64Array(products.length);
  const revenue = new MoneySums(products.length, lines.scale);
  const lastCustomer = new Int32Array(products.length).fill(-1);
  const lastOrder = new Int32Array(products.length).fill(-1);
  const touched: number[] = [];
  const bought: Bought = { customer: 0, product: 0, orders: 0, quantity: 0, different: 0, purchases: 0 };
  for (let c = 0; c < count; c++) {
    touched.length = 0;
    for (let at = orderStart[c]; at < orderStart[c + 1]; at++) {
      const order = orders[at];
      const end = lineStart[order + 1];
      for (let line = lineStart[order]; line < end; line++) {
        if (!lines.isKept(line)) continue;
        const product = lines.getProduct(line);
        if (lastCustomer[product] !== c) {
          lastCustomer[product] = c;
          touched.push(product);
        }
        const units = lines.getQuantity(line);
        quantity[product] += units;
        lines.addValue(line, revenue, product);
        if (units <= 0 || lastOrder[product] === order) continue;
        lastOrder[product] = order;
        boughtIn[product]++;
      }
    }
    bought.customer = c;
    bought.different = 0;
    bought.purchases = 0;
    for (const product of touched) {
      if (boughtIn[product] > 0) bought.different++;
      bought.purchases += boughtIn[product];
    }
    for (const product of touched) {
      bought.product = product;
      bought.orders = boughtIn[product];
      bought.quantity = quantity[product];
      visit(bought, revenue, product);
      boughtIn[product] = 0;
      quantity[product] = 0;
      revenue.clear(product);
    }
  }
}

/** All purchases as columns. Products of customer c are [start[c], start[c + 1]). */
export interface CustomerProducts {
  readonly start: Uint32Array;
  readonly product: Counts;
  readonly orders: Uint32Array;
  readonly quantity: Float64Array;
  readonly revenue: MoneySums;
}

export function collectCustomerProducts(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
): CustomerProducts {
  const most = selected.orders.reduce(
    (sum, order) => sum + columns.lineStart[order + 1] - columns.lineStart[order],
    0,
  );
  const start = new Uint32Array(selected.count + 1);
  const product = createCounts(columns.products.length, most);
  const orders = new Uint32Array(most);
  const quantity = new Float64Array(most);
  const revenue = new MoneySums(most, columns.lines.scale);
  let next = 0;
  visitBoughtProducts(columns, selected, (bought, sums, at) => {
    product[next] = bought.product;
    orders[next] = bought.orders;
    quantity[next] = bought.quantity;
    revenue.copyFrom(next, sums, at);
    start[bought.customer + 1] = ++next;
  });
  for (let c = 0; c < selected.count; c++) start[c + 1] = Math.max(start[c], start[c + 1]);
  return {
    start,
    product: product.subarray(0, next),
    orders: orders.subarray(0, next),
    quantity: quantity.subarray(0, next),
    revenue: revenue.first(next),
  };
}

/** Visits collected purchases like `visitBoughtProducts`. */
export function visitCollected(
  {
    start,
    product,
    orders,
    quantity,
    revenue,
  }: Readonly<Record<Exclude<keyof CustomerProducts, 'revenue'>, ArrayLike<number>>> &
    Pick<CustomerProducts, 'revenue'>,
  visit: VisitBought,
): void {
  const bought: Bought = { customer: 0, product: 0, orders: 0, quantity: 0, different: 0, purchases: 0 };
  for (let c = 0; c + 1 < start.length; c++) {
    bought.customer = c;
    bought.different = 0;
    bought.purchases = 0;
    for (let at = start[c]; at < start[c + 1]; at++) {
      if (orders[at] > 0) bought.different++;
      bought.purchases += orders[at];
    }
    for (let at = start[c]; at < start[c + 1]; at++) {
      bought.product = product[at];
      bought.orders = orders[at];
      bought.quantity = quantity[at];
      visit(bought, revenue, at);
    }
  }
}
