// Applies customer scopes: the customer's whole history decides which orders a report includes. Filters come after.

import { toDay } from '../../contract/settings/calendar.ts';
import type { CustomerScope } from '../../contract/settings/settings.ts';
import { MoneySums } from '../money/money-sums.ts';
import { isPurchaseOfAnyRows, type OrderColumns } from '../orders/columns.ts';

const CHURN_DAYS = 90;
const NEW_DAYS = 90;
const HIGH_VALUE_SHARE = 0.2;

/**
 * Returns 1 per order in the scope. Any scope but `all` leaves out orders without a customer. `leastSpend`: threshold
 * of `high_value` customers, if the columns are not the whole dataset; by default it is computed from the columns.
 */
export function selectOrdersInScope(
  columns: OrderColumns,
  scope: CustomerScope,
  reference: number | undefined,
  leastSpend?: number,
): Uint8Array {
  const mask = new Uint8Array(columns.orderCount);
  if (scope === 'all') return mask.fill(1);
  const history = summarizeCustomerHistory(columns);
  if (scope === 'first_order') {
    for (const order of history.firstOrder) if (order >= 0) mask[order] = 1;
    return mask;
  }
  const inScope = createScopeTest(history, scope, reference ?? Number.NaN, leastSpend);
  for (let order = 0; order < columns.orderCount; order++) {
    const customer = columns.orderCustomer[order];
    mask[order] = customer >= 0 && inScope(customer) ? 1 : 0;
  }
  return mask;
}

function createScopeTest(
  history: CustomerHistory,
  scope: Exclude<CustomerScope, 'all' | 'first_order'>,
  reference: number,
  leastSpend: number | undefined,
): (customer: number) => boolean {
  switch (scope) {
    case 'repeat':
      return (customer) => history.purchases[customer] >= 2;
    case 'high_value': {
      const least = leastSpend ?? findHighValueSpend(pickBuyerSpends(history));
      return (customer) => history.purchases[customer] > 0 && history.spend[customer] >= least;
    }
    case 'churning':
      return (customer) => reference - history.lastDay[customer] >= CHURN_DAYS;
    case 'new_90d':
      return (customer) => reference - history.firstDay[customer] < NEW_DAYS;
  }
}

/** The spends of customers with a purchase: the input of `findHighValueSpend` for the whole dataset. */
export function listBuyerSpends(columns: OrderColumns): Float64Array {
  return pickBuyerSpends(summarizeCustomerHistory(columns));
}

function pickBuyerSpends({ purchases, spend }: CustomerHistory): Float64Array {
  return spend.filter((_, customer) => purchases[customer] > 0);
}

/** The spend of rank ceil(0.2 n), so that ties are included. Sorts `spends`. */
export function findHighValueSpend(spends: Float64Array): number {
  spends.sort();
  const rank = Math.ceil(HIGH_VALUE_SHARE * spends.length);
  return spends[spends.length - rank] ?? Number.POSITIVE_INFINITY;
}

// Summarises each customer over the whole dataset, before any filter: scopes are decided on these figures.

/** Indexed by customer. Purchases are orders with at least one line of positive quantity. */
interface CustomerHistory {
  readonly purchases: Uint32Array;
  /** unit_price × quantity over all lines, returns netted, in the dataset's currency. */
  readonly spend: Float64Array;
  /** Order index of the earliest purchase, ties by order id, dated ones first; -1 without a purchase. */
  readonly firstOrder: Int32Array;
  /** UTC days; NaN without a dated purchase. */
  readonly firstDay: Float64Array;
  readonly lastDay: Float64Array;
}

function summarizeCustomerHistory(columns: OrderColumns): CustomerHistory {
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
    const day = toDay(columns.orderDate[order]);
    if (Number.isNaN(day)) continue;
    firstDay[customer] = Math.min(day, numberOr(firstDay[customer], day));
    lastDay[customer] = Math.max(day, numberOr(lastDay[customer], day));
  }
  return { purchases, spend: spend.amounts(), firstOrder, firstDay, lastDay };
}

/** Whether order `a` is before `b`: by date, ties by order id, orders without a date last. */
export function isEarlier(columns: OrderColumns, a: number, b: number): boolean {
  const dateA = numberOr(columns.orderDate[a], Number.POSITIVE_INFINITY);
  const dateB = numberOr(columns.orderDate[b], Number.POSITIVE_INFINITY);
  if (dateA !== dateB) return dateA < dateB;
  return columns.orderIds[a] < columns.orderIds[b];
}

function numberOr(value: number | undefined, fallback: number): number {
  return value === undefined || Number.isNaN(value) ? fallback : value;
}
