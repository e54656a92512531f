// The customers of orders as a list has them: their ids, how they are reached where the orders say it, and what they bought.
import type { OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import { type CustomerIds, customerIds } from './customer-ids.ts';
import { MOST_LINES_WITH_PURCHASES, purchasesOf } from './purchases.ts';

/** `which`: of those who are selected, as indexes; all if absent. */
export function listedCustomers(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'customer' | 'orderStart' | 'orders'>,
  which: ArrayLike<number> = Uint32Array.from(selected.customer.keys()),
): CustomerIds {
  const customers = Array.from(which, (one) => selected.customer[one]);
  const contacts = newestContacts(columns);
  const isKept = (columns.wholeLines ?? columns.lineCount) <= MOST_LINES_WITH_PURCHASES;
  return {
    ...customerIds(
      customers.map((customer) => columns.customers[customer] ?? ''),
      contacts && customers.map((customer) => contacts[customer] ?? ''),
    ),
    ...(isKept && { purchases: purchasesOf(columns, selected, which) }),
  };
}

/**
 * Per customer, the contact of the newest order that has one; of orders of one instant, or without a date, that of the
 * greatest id, so that the sequence of the orders does not matter.
 */
function newestContacts(columns: OrderColumns): readonly string[] | undefined {
  const { orderCount, orderContact, contacts = [] } = columns;
  if (orderContact === undefined || contacts.length === 0) return undefined;
  const newest = new Int32Array(columns.customers.length).fill(-1);
  for (let order = 0; order < orderCount; order++) {
    const customer = columns.orderCustomer[order];
    if (customer < 0 || orderContact[order] < 0) continue;
    if (newest[customer] === -1 || isNewer(columns, order, newest[customer])) newest[customer] = order;
  }
  return Array.from(newest, (order) => (order === -1 ? '' : (contacts[orderContact[order]] ?? '')));
}

/** Ids are looked at for ties alone: a partition decodes them when they are asked for. */
function isNewer(columns: OrderColumns, order: number, than: number): boolean {
  const date = (of: number): number =>
    Number.isNaN(columns.orderDate[of]) ? Number.NEGATIVE_INFINITY : columns.orderDate[of];
  return date(order) === date(than)
    ? columns.orderIds[order] > columns.orderIds[than]
    : date(order) > date(than);
}
