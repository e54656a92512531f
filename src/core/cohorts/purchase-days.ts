// When each customer of a cohort report bought for the first and for the second time.
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { isPurchase } from '../orders/kept-rows.ts';
import type { RfmCustomers } from '../rfm/customers.ts';

/** Indexed as the selected customers; days since 1970-01-01. */
export interface PurchaseDays {
  readonly first: Float64Array;
  /** Of the second purchase, which may be of the same day; NaN without one. */
  readonly second: Float64Array;
}

/** `selected`: customers with at least one purchase. */
export function purchaseDays(
  columns: OrderColumns,
  { count, orderStart, orders }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
): PurchaseDays {
  const first = new Float64Array(count).fill(Number.NaN);
  const second = new Float64Array(count).fill(Number.NaN);
  for (let customer = 0; customer < count; customer++) {
    let earliest = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    const end = orderStart[customer + 1];
    for (let at = orderStart[customer]; at < end; at++) {
      const order = orders[at];
      if (!isPurchase(columns, order)) continue;
      const day = dayOf(columns.orderDate[order]);
      if (day < earliest) {
        next = earliest;
        earliest = day;
      } else if (day < next) next = day;
    }
    first[customer] = earliest;
    if (next < Number.POSITIVE_INFINITY) second[customer] = next;
  }
  return { first, second };
}

/** Per customer: 1 more than the days from the first purchase to the second, 0 without one. */
export function daysUntilSecond({ first, second }: PurchaseDays): Float64Array {
  return second.map((day, customer) => (Number.isNaN(day) ? 0 : day - first[customer] + 1));
}

/** From what `daysUntilSecond` gave. */
export function purchaseDaysOf(first: Float64Array, until: Float64Array): PurchaseDays {
  const second = until.map((days, customer) => (days === 0 ? Number.NaN : first[customer] + days - 1));
  return { first, second };
}
