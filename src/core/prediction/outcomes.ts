// What customers did in a stretch of days: orders with a purchase, and value net of returns.
import { MoneySums } from '../money/money-sums.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { addKeptValue, isPurchase } from '../orders/kept-rows.ts';
import type { RfmCustomers } from '../rfm/customers.ts';

/** Indexed as the requested customers. */
export interface Outcomes {
  readonly orders: Float64Array;
  /** Exact, and in the dataset's currency. */
  readonly spend: MoneySums;
  readonly value: Float64Array;
}

/** Days after `after`, up to and including `last`. Customers who were not requested are omitted. */
export function outcomes(
  columns: OrderColumns,
  { count, customer }: Pick<RfmCustomers, 'count' | 'customer'>,
  after: number,
  last: number,
): Outcomes {
  const place = new Int32Array(columns.customers.length).fill(-1);
  for (const [at, index] of customer.entries()) place[index] = at;
  const orders = new Float64Array(count);
  const spend = new MoneySums(count, columns.lines.scale);
  for (let order = 0; order < columns.orderCount; order++) {
    const owner = columns.orderCustomer[order];
    const at = owner < 0 ? -1 : place[owner];
    const day = dayOf(columns.orderDate[order]);
    if (at < 0 || !(day > after && day <= last)) continue;
    if (isPurchase(columns, order)) orders[at]++;
    addKeptValue(columns, order, spend, at);
  }
  return { orders, spend, value: spend.amounts() };
}
