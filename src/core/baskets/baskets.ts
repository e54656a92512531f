// Orders into baskets: one per order, or one per customer. A product is in a basket when a row of it with a positive
// quantity passed the filters; a return never is.
import type { OrderColumns } from '../orders/columns.ts';
import type { BasketScope, ReportSettings } from '../settings/settings.ts';
import type { BasketColumns } from './basket-columns.ts';
import { ordersInScope } from './scopes.ts';
import { ordersInWindow, referenceDay } from './window.ts';

export interface Baskets {
  readonly baskets: BasketColumns;
  /** Sum of unit_price × quantity over the rows of the orders that are in baskets; returns are netted. */
  readonly revenue: number;
  readonly referenceDay: number | undefined;
  /** Orders in scope with a row that passes, left out for want of a date that the window needs. */
  readonly undatedOrders: number;
  /** Orders with a row that passes, left out because the scope or the baskets go by customer and they name none. */
  readonly ordersWithoutCustomer: number;
}

interface BasketSettings extends Pick<ReportSettings, 'customerScope' | 'dateRange'> {
  readonly scope: BasketScope;
}

export function buildBaskets(columns: OrderColumns, settings: BasketSettings): Baskets {
  const reference = referenceDay(columns, settings.dateRange);
  const inScope = ordersInScope(columns, settings.customerScope, reference);
  const inWindow = ordersInWindow(columns, settings.dateRange);
  const perCustomer = settings.scope === 'customer';
  const needsCustomer = perCustomer || settings.customerScope !== 'all';
  const groupOf = new Int32Array(columns.orderCount).fill(-1);
  const customerGroup = new Int32Array(columns.customers.length).fill(-1);
  let groups = 0;
  let undatedOrders = 0;
  let ordersWithoutCustomer = 0;
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    const isUndated = Number.isNaN(columns.orderDate[order]);
    if (inWindow[order] === 0 && !isUndated) continue;
    if (needsCustomer && customer < 0) {
      if (hasKeptRow(columns, order)) ordersWithoutCustomer++;
      continue;
    }
    if (inScope[order] === 0) continue;
    if (inWindow[order] === 0) {
      if (hasKeptRow(columns, order)) undatedOrders++;
      continue;
    }
    if (!perCustomer) {
      groupOf[order] = groups++;
      continue;
    }
    if (customerGroup[customer] === -1) customerGroup[customer] = groups++;
    groupOf[order] = customerGroup[customer];
  }
  const { baskets, revenue } = fill(columns, groupOf, groups);
  return { baskets, revenue, referenceDay: reference, undatedOrders, ordersWithoutCustomer };
}

/** An order with no row left is gone: nobody misses it. */
function hasKeptRow(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1];
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.isKept(line)) return true;
  }
  return false;
}

/** `groupOf`: per order, the group it is merged into, or -1. Groups without a purchase make no basket. */
function fill(
  columns: OrderColumns,
  groupOf: Int32Array,
  groups: number,
): { baskets: BasketColumns; revenue: number } {
  const ordersByGroup = groupOrders(groupOf, groups);
  const value = new Float64Array(columns.products.length);
  const seenIn = new Int32Array(columns.products.length).fill(-1);
  const start = new Uint32Array(groups + 1);
  const product = new Uint32Array(columns.lineCount);
  const entryValue = new Float64Array(columns.lineCount);
  let basketCount = 0;
  let entries = 0;
  let revenue = 0;
  for (let group = 0; group < groups; group++) {
    const begin = entries;
    let groupRevenue = 0;
    const last = ordersByGroup.start[group + 1];
    for (let at = ordersByGroup.start[group]; at < last; at++) {
      const order = ordersByGroup.orders[at];
      const end = columns.lineStart[order + 1];
      for (let line = columns.lineStart[order]; line < end; line++) {
        if (!columns.lines.isKept(line)) continue;
        const lineValue = columns.lines.valueOf(line);
        groupRevenue += lineValue;
        if (columns.lines.quantityOf(line) <= 0) continue;
        const item = columns.lines.productOf(line);
        if (seenIn[item] !== group) {
          seenIn[item] = group;
          value[item] = 0;
          product[entries++] = item;
        }
        value[item] += lineValue;
      }
    }
    if (entries === begin) continue;
    product.subarray(begin, entries).sort();
    for (let entry = begin; entry < entries; entry++) entryValue[entry] = value[product[entry]];
    revenue += groupRevenue;
    start[++basketCount] = entries;
  }
  return {
    baskets: {
      basketCount,
      start: start.slice(0, basketCount + 1),
      product: product.slice(0, entries),
      value: entryValue.slice(0, entries),
      products: columns.products,
    },
    revenue,
  };
}

/** Counting sort: the orders of group g are orders[start[g] .. start[g + 1]), in canonical order. */
function groupOrders(groupOf: Int32Array, groups: number): { start: Uint32Array; orders: Uint32Array } {
  const start = new Uint32Array(groups + 1);
  for (const group of groupOf) if (group >= 0) start[group + 1]++;
  for (let group = 0; group < groups; group++) start[group + 1] += start[group];
  const next = start.slice();
  const orders = new Uint32Array(start[groups]);
  for (let order = 0; order < groupOf.length; order++) {
    const group = groupOf[order];
    if (group < 0) continue;
    const at = next[group];
    orders[at] = order;
    next[group] = at + 1;
  }
  return { start, orders };
}
