// Computes recency, frequency and monetary value of each customer, from the rows that a report selects.

import { toDay } from '../../contract/settings/calendar.ts';
import type { ReportSettings } from '../../contract/settings/settings.ts';
import { type Selection, selectOrders, type Turnover } from '../baskets/selection.ts';
import type { Numbers } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';

/** Customers with at least one purchase in the selection; all arrays are indexed alike. */
export interface RfmFigures {
  readonly count: number;
  /** Days from the last purchase to the reference date. */
  readonly recency: Numbers;
  /** Number of purchase orders. */
  readonly frequency: Numbers;
  /** Net spend, returns deducted: exact, in the dataset's currency. */
  readonly spend: MoneySums;
  readonly monetary: Float64Array;
}

/** The figures, with the turnover and what the selection leaves out. */
export interface RfmSelection extends RfmFigures {
  /** Turnover of all selected rows, with or without one of these customers. */
  readonly turnover: Turnover;
  /** Numbers of rows and customers left out. */
  readonly rowsWithoutCustomer: number;
  readonly rowsWithoutDate: number;
  readonly customersWithoutPurchase: number;
}

/** The selection with the customers' orders. */
export interface RfmCustomers extends RfmSelection {
  /** Index into columns.customers. */
  readonly customer: Uint32Array;
  /** Orders of customer i, as order indexes: orders[orderStart[i] .. orderStart[i + 1]); returns among them. */
  readonly orderStart: Uint32Array;
  readonly orders: Uint32Array;
  readonly selection: Pick<Selection, 'rows' | 'isPurchase'>;
  /** The exact sums behind the turnover. */
  readonly turnoverSums: MoneySums;
}

/** Figures per order. */
interface OwnedOrders {
  /** Index of the customer, or -1 if the order counts for none. */
  readonly owner: Int32Array;
  readonly isPurchase: Uint8Array;
  readonly net: MoneySums;
}

/** `leastSpend`: threshold of scope high_value; required if the columns are a part of the dataset. */
export function selectRfmCustomers(
  columns: OrderColumns,
  settings: Pick<ReportSettings, 'customerScope' | 'dateRange'>,
  referenceDay: number,
  leastSpend?: number,
): RfmCustomers {
  const selection = selectOrders(columns, settings, referenceDay, leastSpend);
  const { rows, isPurchase, net, turnover, turnoverSums, undatedRows } = selection;
  const owner = new Int32Array(columns.orderCount).fill(-1);
  let rowsWithoutCustomer = 0;
  let rowsWithoutDate = undatedRows;
  for (let order = 0; order < columns.orderCount; order++) {
    if (rows[order] === 0) continue;
    const customer = columns.orderCustomer[order];
    if (customer < 0) rowsWithoutCustomer += rows[order];
    else if (Number.isNaN(columns.orderDate[order])) rowsWithoutDate += rows[order];
    else owner[order] = customer;
  }
  const customers = aggregate(columns, { owner, isPurchase, net }, referenceDay);
  return { ...customers, selection, turnover, turnoverSums, rowsWithoutCustomer, rowsWithoutDate };
}

function aggregate(columns: OrderColumns, { owner, isPurchase, net }: OwnedOrders, referenceDay: number) {
  const all = columns.customers.length;
  const orderCounts = new Uint32Array(all);
  const purchases = new Uint32Array(all);
  const lastDay = new Float64Array(all).fill(Number.NEGATIVE_INFINITY);
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = owner[order];
    if (customer < 0) continue;
    orderCounts[customer]++;
    if (isPurchase[order] === 0) continue;
    purchases[customer]++;
    lastDay[customer] = Math.max(lastDay[customer], toDay(columns.orderDate[order]));
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
  const spend = new MoneySums(count, columns.lines.scale);
  const orderStart = new Uint32Array(count + 1);
  for (let c = 0; c < all; c++) {
    const at = place[c];
    if (at < 0) continue;
    customer[at] = c;
    recency[at] = referenceDay - lastDay[c];
    frequency[at] = purchases[c];
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
    spend.addFrom(at, net, order);
  }
  const monetary = spend.amounts();
  return {
    count,
    customer,
    recency,
    frequency,
    spend,
    monetary,
    orderStart,
    orders,
    customersWithoutPurchase,
  };
}
