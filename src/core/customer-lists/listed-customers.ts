// The customers of orders as a list has them: their ids, and how they are reached where the orders say it.
import type { OrderColumns } from '../orders/columns.ts';
import { type CustomerIds, customerIds } from './customer-ids.ts';

/** `customers`: indexes into the columns' customers. */
export function listedCustomers(columns: OrderColumns, customers: ArrayLike<number>): CustomerIds {
  const contacts = newestContacts(columns);
  return customerIds(
    Array.from(customers, (customer) => columns.customers[customer] ?? ''),
    contacts && Array.from(customers, (customer) => contacts[customer] ?? ''),
  );
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
