// Recency, frequency and monetary value of each customer, from the rows that a report selects.
import { ordersInScope } from '../baskets/scopes.ts';
import { ordersInWindow } from '../baskets/window.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { ReportSettings } from '../settings/settings.ts';

/** Customers with at least one purchase in the selection; all arrays are indexed alike. */
export interface RfmCustomers {
  readonly count: number;
  /** Index into columns.customers. */
  readonly customer: Uint32Array;
  /** Days from the last purchase to the reference date. */
  readonly recency: Float64Array;
  /** Purchase orders. */
  readonly frequency: Float64Array;
  /** Net spend: returns are taken off. */
  readonly monetary: Float64Array;
  /** Orders of customer i, as order indexes: orders[orderStart[i] .. orderStart[i + 1]); returns among them. */
  readonly orderStart: Uint32Array;
  readonly orders: Uint32Array;
  /** What was left out, in rows and customers. */
  readonly rowsWithoutCustomer: number;
  readonly rowsWithoutDate: number;
  readonly customersWithoutPurchase: number;
}

interface OrderFacts {
  /** Customer index, or -1 when the order isn't selected. */
  readonly owner: Int32Array;
  readonly isPurchase: Uint8Array;
  readonly value: Float64Array;
}

export function rfmCustomers(
  columns: OrderColumns,
  settings: Pick<ReportSettings, 'customerScope' | 'dateRange'>,
  referenceDay: number,
): RfmCustomers {
  const inScope = ordersInScope(columns, settings.customerScope, referenceDay);
  const inWindow = ordersInWindow(columns, settings.dateRange);
  const facts: OrderFacts = {
    owner: new Int32Array(columns.orderCount).fill(-1),
    isPurchase: new Uint8Array(columns.orderCount),
    value: new Float64Array(columns.orderCount),
  };
  let rowsWithoutCustomer = 0;
  let rowsWithoutDate = 0;
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    // Without a customer an order is in no scope but `all`; it is counted all the same.
    if (inScope[order] === 0 && customer >= 0) continue;
    const rows = readOrder(columns, order, facts);
    if (rows === 0) continue;
    if (customer < 0) rowsWithoutCustomer += rows;
    else if (Number.isNaN(columns.orderDate[order])) rowsWithoutDate += rows;
    else if (inWindow[order] === 1) facts.owner[order] = customer;
  }
  return { ...aggregate(columns, facts, referenceDay), rowsWithoutCustomer, rowsWithoutDate };
}

/** Rows of the order that pass the filters. */
function readOrder(columns: OrderColumns, order: number, facts: OrderFacts): number {
  const end = columns.lineStart[order + 1];
  let rows = 0;
  let value = 0;
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (!columns.lines.isKept(line)) continue;
    rows++;
    value += columns.lines.valueOf(line);
    if (columns.lines.quantityOf(line) > 0) facts.isPurchase[order] = 1;
  }
  facts.value[order] = value;
  return rows;
}

function aggregate(columns: OrderColumns, { owner, isPurchase, value }: OrderFacts, referenceDay: number) {
  const all = columns.customers.length;
  const orderCounts = new Uint32Array(all);
  const purchases = new Uint32Array(all);
  const spend = new Float64Array(all);
  const lastDay = new Float64Array(all).fill(Number.NEGATIVE_INFINITY);
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = owner[order];
    if (customer < 0) continue;
    orderCounts[customer]++;
    spend[customer] += value[order];
    if (isPurchase[order] === 0) continue;
    purchases[customer]++;
    lastDay[customer] = Math.max(lastDay[customer], dayOf(columns.orderDate[order]));
  }
  let count = 0;
  let customersWithoutPurchase = 0;
  const place = new Int32Array(all).fill(-1);
  for (let customer = 0; customer < all; customer++) {
    if (purchases[customer] > 0) place[customer] = count++;
    else if (orderCounts[customer] > 0) customersWithoutPurchase++;
  }
  const customer = new Uint32Array(count);
  const recency = new Float64Array(count);
  const frequency = new Float64Array(count);
  const monetary = new Float64Array(count);
  const orderStart = new Uint32Array(count + 1);
  for (let c = 0; c < all; c++) {
    const at = place[c];
    if (at < 0) continue;
    customer[at] = c;
    recency[at] = referenceDay - lastDay[c];
    frequency[at] = purchases[c];
    monetary[at] = spend[c];
    orderStart[at + 1] = orderStart[at] + orderCounts[c];
  }
  const next = orderStart.slice();
  const orders = new Uint32Array(orderStart[count]);
  for (let order = 0; order < columns.orderCount; order++) {
    if (owner[order] < 0) continue;
    const at = place[owner[order]];
    if (at < 0) continue;
    const slot = next[at];
    orders[slot] = order;
    next[at] = slot + 1;
  }
  return { count, customer, recency, frequency, monetary, orderStart, orders, customersWithoutPurchase };
}
