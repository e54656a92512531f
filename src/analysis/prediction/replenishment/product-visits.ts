// Finds the days on which customers bought each product, on which dates of products are tried.
import { toDay } from '../../../contract/settings/calendar.ts';
import type { OrderColumns } from '../../orders/columns.ts';
import type { RfmCustomers } from '../../rfm/customers.ts';
import { sortByDay } from './product-spells.ts';

/** Visits of customer c: start[c] to start[c + 1], by name of the product, then by day, without duplicates. */
export interface ProductVisits<
  A extends ArrayLike<number> = Uint32Array,
  D extends ArrayLike<number> = Int32Array,
> {
  readonly products: readonly string[];
  readonly start: A;
  /** Index into `products`, and days since 1970-01-01. */
  readonly product: A;
  readonly day: D;
}

/** `isTried`: per index into `columns.customers`. `skips`: lines that stand for no product. */
export function findProductVisits(
  columns: OrderColumns,
  { customer, orderStart, orders }: Pick<RfmCustomers, 'customer' | 'orderStart' | 'orders'>,
  isTried: (customer: number) => boolean,
  skips: (line: number) => boolean,
): ProductVisits {
  const { lines, lineStart, products } = columns;
  const [start, product, day]: [number[], number[], number[]] = [[0], [], []];
  for (let c = 0; c < customer.length; c++) {
    if (!isTried(customer[c])) continue;
    const daysOf = new Map<number, number[]>();
    for (const order of sortByDay(columns, orders.subarray(orderStart[c], orderStart[c + 1]))) {
      const today = toDay(columns.orderDate[order]);
      for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
        if (lines.getQuantity(line) <= 0 || !lines.isKept(line) || skips(line)) continue;
        const days = daysOf.get(lines.getProduct(line));
        if (days === undefined) daysOf.set(lines.getProduct(line), [today]);
        else if (days[days.length - 1] !== today) days.push(today);
      }
    }
    const byName = [...daysOf].sort(([a], [b]) => (products[a] < products[b] ? -1 : 1));
    for (const [p, days] of byName) {
      for (const one of days) {
        product.push(p);
        day.push(one);
      }
    }
    start.push(day.length);
  }
  return {
    ...{ products, start: Uint32Array.from(start) },
    ...{ product: Uint32Array.from(product), day: Int32Array.from(day) },
  };
}
