// What the whole dataset says about each customer, before any filter: scopes are decided on it.
import { MoneySums } from '../money/money-sums.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { isPurchaseOfAnyRows } from '../orders/kept-rows.ts';

/** Indexed by customer. Purchases are orders with at least one line of positive quantity. */
export interface CustomerHistory {
  readonly purchases: Uint32Array;
  /** unit_price × quantity over all lines, returns netted, in the dataset's currency. */
  readonly spend: Float64Array;
  /** Order index of the earliest purchase, ties by order id, dated ones first; -1 without a purchase. */
  readonly firstOrder: Int32Array;
  /** UTC days; NaN without a dated purchase. */
  readonly firstDay: Float64Array;
  readonly lastDay: Float64Array;
}

export function customerHistory(columns: OrderColumns): CustomerHistory {
  const count = columns.customers.length;
  const purchases = new Uint32Array(count);
  const spend = new MoneySums(count, columns.lines.scale);
  const firstOrder = new Int32Array(count).fill(-1);
  const firstDay = new Float64Array(count).fill(Number.NaN);
  const lastDay = new Float64Array(count).fill(Number.NaN);
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    if (customer < 0) continue;
    const end = columns.lineStart[order + 1];
    for (let line = columns.lineStart[order]; line < end; line++)
      columns.lines.addValue(line, spend, customer);
    if (!isPurchaseOfAnyRows(columns, order)) continue;
    purchases[customer]++;
    const first = firstOrder[customer];
    if (first < 0 || isEarlier(columns, order, first)) firstOrder[customer] = order;
    const day = dayOf(columns.orderDate[order]);
    if (Number.isNaN(day)) continue;
    firstDay[customer] = Math.min(day, numberOr(firstDay[customer], day));
    lastDay[customer] = Math.max(day, numberOr(lastDay[customer], day));
  }
  return { purchases, spend: spend.amounts(), firstOrder, firstDay, lastDay };
}

/** Whether order `a` is before `b`: by date, ties by order id; those without a date are last. */
export function isEarlier(columns: OrderColumns, a: number, b: number): boolean {
  const dateA = numberOr(columns.orderDate[a], Number.POSITIVE_INFINITY);
  const dateB = numberOr(columns.orderDate[b], Number.POSITIVE_INFINITY);
  if (dateA !== dateB) return dateA < dateB;
  return columns.orderIds[a] < columns.orderIds[b];
}

function numberOr(value: number | undefined, fallback: number): number {
  return value === undefined || Number.isNaN(value) ? fallback : value;
}
