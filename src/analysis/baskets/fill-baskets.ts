// Fills baskets with a report's orders before the items are known: products, or values of several levels. All results
// add up over parts of a dataset.

import { toDay } from '../../contract/settings/calendar.ts';
import { type ProductLevel, parseLevelsLabel } from '../../contract/settings/product-levels.ts';
import type { BasketScope, ReportSettings } from '../../contract/settings/settings.ts';
import { toLimbs } from '../money/limbs.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { BasketColumns } from './basket-columns.ts';
import { findReferenceDay, type Selection, selectOrders } from './selection.ts';

export interface BasketSettings
  extends Pick<
    ReportSettings,
    'customerScope' | 'dateRange' | 'productLevel' | 'productLevels' | 'servedFields'
  > {
  readonly scope: BasketScope;
}

export interface FilledBaskets {
  /** Baskets whose products are labels of the columns. */
  readonly filled: BasketColumns;
  readonly totals: BasketTotals;
}

/**
 * Indexes of three groups of orders: in baskets, left out for lack of a customer, left out because they bought nothing.
 */
const IN_BASKETS = 0;
export const [WITHOUT_CUSTOMER, RETURN_ONLY] = [1, 2];
export const ORDER_PLACES = 3;

export interface BasketTotals {
  /** Number of orders per group. */
  readonly orders: Uint32Array;
  /** Net value of the rows per group. */
  readonly value: MoneySums;
  /** Turnover over all selected rows, as in a selection. */
  readonly turnoverSums: MoneySums;
  readonly undatedOrders: number;
  readonly rowsUnderOther: number;
  /** Rows of fees and services that are left out of baskets, by label. */
  readonly serviceRows: ReadonlyMap<string, number>;
  /** Number of rows per label; undefined with one level. */
  readonly rowsOfLabel: Uint32Array | undefined;
}

/** `leastSpend`: threshold of `high_value` customers; required if the columns are a part of the dataset. */
export function fillBaskets(
  columns: OrderColumns,
  settings: BasketSettings,
  leastSpend?: number,
): FilledBaskets {
  const reference = findReferenceDay(columns, settings.dateRange);
  const selection = selectOrders(columns, settings, reference, leastSpend);
  const perCustomer = settings.scope === 'customer';
  const groupOf = new Int32Array(columns.orderCount).fill(-1);
  const customerGroup = new Int32Array(columns.customers.length).fill(-1);
  const orders = new Uint32Array(ORDER_PLACES);
  const value = new MoneySums(ORDER_PLACES, columns.lines.scale);
  let groups = 0;
  for (let order = 0; order < columns.orderCount; order++) {
    if (selection.rows[order] === 0) continue;
    const customer = columns.orderCustomer[order];
    const place = classifyOrder(selection, order, perCustomer && customer < 0);
    orders[place]++;
    value.addFrom(place, selection.net, order);
    if (place !== IN_BASKETS) continue;
    if (!perCustomer) {
      groupOf[order] = groups++;
      continue;
    }
    if (customerGroup[customer] === -1) customerGroup[customer] = groups++;
    groupOf[order] = customerGroup[customer];
  }
  const { turnoverSums, undatedOrders, rowsUnderOther, serviceRows } = selection;
  const rowsOfLabel = settings.productLevels === undefined ? undefined : countRowsByLabel(columns, selection);
  const filled = fill(columns, groupOf, groups, settings.productLevel !== undefined);
  return {
    filled: perCustomer ? filled : { ...filled, ...listBasketOrders(columns, groupOf, groups) },
    totals: { orders, value, turnoverSums, undatedOrders, rowsUnderOther, serviceRows, rowsOfLabel },
  };
}

/** The day and the customer of each basket, where a basket is one order. */
function listBasketOrders({ orderDate, orderCustomer }: OrderColumns, groupOf: Int32Array, groups: number) {
  const moments = new Float64Array(groups);
  const customers = new Int32Array(groups);
  for (let order = 0; order < groupOf.length; order++) {
    const group = groupOf[order];
    if (group < 0) continue;
    moments[group] = toDay(orderDate[order]);
    customers[group] = orderCustomer[order];
  }
  return { moments, customers };
}

function classifyOrder({ isPurchase }: Selection, order: number, lacksCustomer: boolean): number {
  if (lacksCustomer) return WITHOUT_CUSTOMER;
  return isPurchase[order] === 1 ? IN_BASKETS : RETURN_ONLY;
}

/**
 * `groupOf`: per order, the basket it is merged into, or -1. Every basket has a purchase. `skipsUnnamed`: rows without
 * the requested identifier stand for no item.
 */
function fill(
  columns: OrderColumns,
  groupOf: Int32Array,
  groups: number,
  skipsUnnamed: boolean,
): BasketColumns {
  const { lines, lineStart, products } = columns;
  const ordersByGroup = groupOrders(groupOf, groups);
  const value = new MoneySums(products.length, lines.scale);
  const seenIn = new Int32Array(products.length).fill(-1);
  const start = new Uint32Array(groups + 1);
  const product = new Uint32Array(columns.lineCount);
  const entryValue = new MoneySums(columns.lineCount, lines.scale);
  let entries = 0;
  for (let group = 0; group < groups; group++) {
    const begin = entries;
    const last = ordersByGroup.start[group + 1];
    for (let at = ordersByGroup.start[group]; at < last; at++) {
      const order = ordersByGroup.orders[at];
      const end = lineStart[order + 1];
      for (let line = lineStart[order]; line < end; line++) {
        if (!lines.isKept(line) || lines.getQuantity(line) <= 0) continue;
        if ((skipsUnnamed && lines.isUnderOther(line)) || lines.isService(line)) continue;
        const item = lines.getProduct(line);
        if (seenIn[item] !== group) {
          seenIn[item] = group;
          value.clear(item);
          product[entries++] = item;
        }
        lines.addValue(line, value, item);
      }
    }
    product.subarray(begin, entries).sort();
    for (let entry = begin; entry < entries; entry++) entryValue.copyFrom(entry, value, product[entry]);
    start[group + 1] = entries;
  }
  return {
    basketCount: groups,
    start,
    product: product.slice(0, entries),
    values: toLimbs(entryValue, entries),
    scale: lines.scale,
    products,
  };
}

/** Counting sort: the orders of group g are orders[start[g] .. start[g + 1]), in canonical order. -1 is no group. */
export function groupOrders(
  groupOf: Int32Array,
  groups: number,
): { start: Uint32Array; orders: Uint32Array } {
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

// Counts rows without a value at one of the levels of the baskets, such as a product without a category.

/** Returns the number of selected rows per product label. */
function countRowsByLabel(
  { orderCount, lineStart, lines, products }: OrderColumns,
  selection: Selection,
): Uint32Array {
  const rowsOf = new Uint32Array(products.length);
  for (let order = 0; order < orderCount; order++) {
    if (selection.rows[order] === 0) continue;
    for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
      if (lines.isKept(line)) rowsOf[lines.getProduct(line)]++;
    }
  }
  return rowsOf;
}

/**
 * Returns the levels that rows lack, and the number of such rows. `rowsOf`: per label. `levels`: the first levels of
 * the labels.
 */
export function countRowsWithoutLevel(
  labels: readonly string[],
  rowsOf: Uint32Array,
  levels: readonly ProductLevel[],
): Map<ProductLevel, number> {
  const without = new Map<ProductLevel, number>();
  for (const [label, text] of labels.entries()) {
    const values = parseLevelsLabel(text);
    for (const [at, level] of levels.entries()) {
      if (values[at] !== undefined || rowsOf[label] === 0) continue;
      without.set(level, (without.get(level) ?? 0) + rowsOf[label]);
    }
  }
  return without;
}
