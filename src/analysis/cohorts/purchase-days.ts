// Finds the day of each customer's first purchase and of their return. Two orders on one day are one visit.
import { toDay } from '../../contract/settings/calendar.ts';
import { isPurchase, type OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';

/** Indexed by selected customer; days since 1970-01-01. */
export interface PurchaseDays {
  readonly first: Float64Array;
  /** The next day with a purchase; NaN without one. */
  readonly second: Float64Array;
  /** 1 if there are several purchases on the first day. */
  readonly sameDay: Uint8Array;
}

/** `selected`: customers with at least one purchase. */
export function findPurchaseDays(
  columns: OrderColumns,
  { count, orderStart, orders }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
): PurchaseDays {
  const first = new Float64Array(count).fill(Number.NaN);
  const second = new Float64Array(count).fill(Number.NaN);
  const sameDay = new Uint8Array(count);
  for (let customer = 0; customer < count; customer++) {
    let earliest = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    const end = orderStart[customer + 1];
    for (let at = orderStart[customer]; at < end; at++) {
      const order = orders[at];
      if (!isPurchase(columns, order)) continue;
      const day = toDay(columns.orderDate[order]);
      if (day === earliest) sameDay[customer] = 1;
      else if (day < earliest) {
        next = earliest;
        earliest = day;
        sameDay[customer] = 0;
      } else if (day < next) next = day;
    }
    first[customer] = earliest;
    if (next < Number.POSITIVE_INFINITY) second[customer] = next;
  }
  return { first, second, sameDay };
}

/** Per customer: days from the first to the next day with a purchase, 0 without one. */
export function countDaysUntilSecond({
  first,
  second,
}: Pick<PurchaseDays, 'first' | 'second'>): Float64Array {
  return second.map((day, customer) => (Number.isNaN(day) ? 0 : day - first[customer]));
}

/** `until`: the result of `countDaysUntilSecond`. */
export function toPurchaseDays(first: Float64Array, until: Float64Array, sameDay: Uint8Array): PurchaseDays {
  const second = until.map((days, customer) => (days === 0 ? Number.NaN : first[customer] + days));
  return { first, second, sameDay };
}
