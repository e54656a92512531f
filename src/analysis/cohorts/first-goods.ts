// Finds the main product of each customer's first order: the one with the highest value. Orders of the first day count
// as one, as in all figures of returning customers.
import { toDay } from '../../contract/settings/calendar.ts';
import { isPurchase, type OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import type { CohortMembers } from './cohort-members.ts';

/** The main product of each member's first order, in the order of the members. */
export interface FirstGoods {
  /** Products, or values of the custom field that stands for them. */
  readonly labels: readonly string[];
  /** Index into `labels`; NONE where the first order held no goods. */
  readonly of: Int32Array;
}

export const NONE = -1;

/** `skips`: lines that stand for no goods. Ties in value are decided by name. */
export function findFirstGoods(
  columns: OrderColumns,
  { orderStart, orders }: Pick<RfmCustomers, 'orderStart' | 'orders'>,
  { customers, firstDay }: CohortMembers,
  skips: (line: number) => boolean,
): FirstGoods {
  const { lines, lineStart, products } = columns;
  const of = new Int32Array(customers.length).fill(NONE);
  const paid = new Map<number, number>();
  for (let at = 0; at < customers.length; at++) {
    const customer = customers[at];
    paid.clear();
    for (const order of orders.subarray(orderStart[customer], orderStart[customer + 1])) {
      if (toDay(columns.orderDate[order]) !== firstDay[customer] || !isPurchase(columns, order)) continue;
      for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
        if (lines.getQuantity(line) <= 0 || !lines.isKept(line) || skips(line)) continue;
        const product = lines.getProduct(line);
        paid.set(product, (paid.get(product) ?? 0) + lines.computeUnits(line));
      }
    }
    let most = Number.NEGATIVE_INFINITY;
    for (const [product, units] of paid) {
      if (units < most || (units === most && products[product] > products[of[at]])) continue;
      most = units;
      of[at] = product;
    }
  }
  return { labels: products, of };
}
