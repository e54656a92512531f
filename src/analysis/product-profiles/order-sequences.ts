// Sorts the orders of a report into the sequences in which their customers placed them, with the items of each order:
// the input of products' profiles. Baskets of customers merge their orders; a sequence never does.
import {
  getItemLevels,
  type LevelSettings,
  listBasketLevels,
  PRODUCT_LEVEL,
  toItemName,
} from '../../contract/settings/product-levels.ts';
import { type BasketSettings, groupOrders } from '../baskets/fill-baskets.ts';
import { parseLabelItems } from '../baskets/item-levels.ts';
import { isEarlier } from '../baskets/scopes.ts';
import { findReferenceDay, selectOrders } from '../baskets/selection.ts';
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { BasketsByProduct } from '../recommendations/basket-work.ts';
import { computeSideTotals, type SideTotals } from './strongest-beside.ts';

/** Orders in the report's baskets that hold an item. Those of one customer are adjacent, earliest first. */
export interface OrderSequences {
  /** Order o holds entries [start[o], start[o + 1]). */
  readonly start: Uint32Array;
  /** Per entry: index into `items`; distinct within an order. */
  readonly item: Uint32Array;
  /** Per order: a number for its customer; NO_SEQUENCE if it lacks a customer or a date. */
  readonly customer: Int32Array;
  /** Items of the first level, if there are several. */
  readonly items: readonly string[];
}

const NO_SEQUENCE = -1;

/** `leastSpend`: threshold of `high_value` customers; required if the columns are a part of the dataset. */
export function createOrderSequences(
  columns: OrderColumns,
  settings: BasketSettings,
  leastSpend?: number,
): OrderSequences {
  const reference = findReferenceDay(columns, settings.dateRange);
  const { isPurchase } = selectOrders(columns, settings, reference, leastSpend);
  const { orders, dated } = arrangeOrders(columns, isPurchase, settings.scope === 'customer');
  const { itemOf, items } = assignItems(columns.products, settings);
  const { lines, lineStart, lineCount, orderCustomer } = columns;
  const skipsUnnamed = settings.productLevel !== undefined;
  const seenIn = new Int32Array(items.length).fill(-1);
  const start = new Uint32Array(orders.length + 1);
  const item = new Uint32Array(lineCount);
  const customer = new Int32Array(orders.length);
  let kept = 0;
  let entries = 0;
  for (const [at, order] of orders.entries()) {
    for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
      if (!lines.isKept(line) || lines.getQuantity(line) <= 0) continue;
      if ((skipsUnnamed && lines.isUnderOther(line)) || lines.isService(line)) continue;
      const found = itemOf[lines.getProduct(line)];
      if (found < 0 || seenIn[found] === order) continue;
      seenIn[found] = order;
      item[entries++] = found;
    }
    if (entries === start[kept]) continue;
    customer[kept++] = at < dated ? orderCustomer[order] : NO_SEQUENCE;
    start[kept] = entries;
  }
  return {
    start: start.slice(0, kept + 1),
    item: item.slice(0, entries),
    customer: customer.slice(0, kept),
    items,
  };
}

/** Orders with a purchase, customer by customer; the first `dated` of them are in a sequence. */
function arrangeOrders(
  columns: OrderColumns,
  isPurchase: Uint8Array,
  needsCustomer: boolean,
): { readonly orders: Uint32Array; readonly dated: number } {
  const { orderCount, orderCustomer, orderDate, customers } = columns;
  const none = customers.length;
  const groupOf = new Int32Array(orderCount).fill(-1);
  for (let order = 0; order < orderCount; order++) {
    const customer = orderCustomer[order];
    if (isPurchase[order] === 0 || (needsCustomer && customer < 0)) continue;
    groupOf[order] = customer < 0 || Number.isNaN(orderDate[order]) ? none : customer;
  }
  const { start, orders } = groupOrders(groupOf, none + 1);
  for (let customer = 0; customer < none; customer++) {
    if (start[customer + 1] - start[customer] < 2) continue;
    orders
      .subarray(start[customer], start[customer + 1])
      .sort((a, b) => (a === b ? 0 : isEarlier(columns, a, b) ? -1 : 1));
  }
  return { orders, dated: start[none] };
}

/** Per product of the columns: its item of the first level, or -1. */
function assignItems(
  labels: readonly string[],
  settings: BasketSettings,
): { readonly itemOf: Int32Array; readonly items: readonly string[] } {
  const levels = getItemLevels(settings);
  if (levels === undefined) return { itemOf: Int32Array.from(labels.keys()), items: labels };
  const [first = PRODUCT_LEVEL] = levels.shown;
  const { items, names } = parseLabelItems(labels, levels.ofLabel, [first]);
  const { start, other } = items;
  return {
    itemOf: Int32Array.from(labels, (_, label) =>
      start[label] < start[label + 1] ? other[start[label]] : -1,
    ),
    items: spellItems(names, settings),
  };
}

/** Items of the first level, spelt as in the report's rules. */
export function spellItems(names: readonly string[], settings: LevelSettings): readonly string[] {
  const [first = PRODUCT_LEVEL, ...further] = listBasketLevels(settings);
  return further.length === 0 ? names : names.map((name) => toItemName(first, name));
}

/** Joins partitions, each with all orders of its customers; items are matched by name. */
export function joinSequences(parts: readonly OrderSequences[]): OrderSequences {
  const indexOf = new Map<string, number>();
  const orders = parts.reduce((sum, { customer }) => sum + customer.length, 0);
  const start = new Uint32Array(orders + 1);
  const item = new Uint32Array(parts.reduce((sum, part) => sum + part.item.length, 0));
  const customer = new Int32Array(orders);
  let order = 0;
  let entry = 0;
  let customers = 0;
  for (const part of parts) {
    const itemOf = part.items.map((name) => {
      const index = indexOf.get(name) ?? indexOf.size;
      indexOf.set(name, index);
      return index;
    });
    for (let at = 0; at < part.item.length; at++) item[entry + at] = itemOf[part.item[at]];
    let last = NO_SEQUENCE;
    for (let at = 0; at < part.customer.length; at++) {
      const of = part.customer[at];
      start[order + at + 1] = entry + part.start[at + 1];
      customer[order + at] = of < 0 ? NO_SEQUENCE : customers + of;
      last = Math.max(last, of);
    }
    customers += last + 1;
    order += part.customer.length;
    entry += part.item.length;
  }
  return { start, item, customer, items: [...indexOf.keys()] };
}

// Counts the items of orders: of those with a given product, and of all.

/** Orders with 1, 2, … items are counted one by one; the last class has all larger ones. */
export const SIZE_CLASSES = 10;

export interface OrderSizes {
  readonly orders: number;
  /** Sum of their items. */
  readonly entries: number;
  /** Number of orders per class. */
  readonly classes: readonly number[];
}

export function countOrderSizes(
  of: number,
  start: Uint32Array,
  { basketStart, basketsOf }: BasketsByProduct,
): OrderSizes {
  const classes = new Array<number>(SIZE_CLASSES).fill(0);
  let entries = 0;
  for (let at = basketStart[of]; at < basketStart[of + 1]; at++) {
    const order = basketsOf[at];
    const size = start[order + 1] - start[order];
    entries += size;
    classes[getSizeClass(size)]++;
  }
  return { orders: basketStart[of + 1] - basketStart[of], entries, classes };
}

export function countAllOrderSizes(start: Uint32Array): OrderSizes {
  const classes = new Array<number>(SIZE_CLASSES).fill(0);
  for (let order = 0; order + 1 < start.length; order++)
    classes[getSizeClass(start[order + 1] - start[order])]++;
  return { orders: start.length - 1, entries: start[start.length - 1], classes };
}

function getSizeClass(size: number): number {
  return Math.min(size, SIZE_CLASSES) - 1;
}

// Counts which orders are followed by another one of the same customer, and how often each item is in the first and in
// the second of two such orders.

interface NextOrders {
  /** Per order: 1 if the next one belongs to the same customer, and both are counted. */
  readonly isFollowed: Uint8Array;
  readonly totals: SideTotals;
  readonly largestOrder: number;
}

/**
 * `largestOrder`: number of items. Larger orders are skipped, and so are their links to the orders before and after.
 */
export function countNextOrders(
  { start, item, customer, items }: OrderSequences,
  largestOrder: number,
): NextOrders {
  const orders = customer.length;
  const isFollowed = new Uint8Array(orders);
  const first = new Uint32Array(items.length);
  const second = new Uint32Array(items.length);
  let pairs = 0;
  for (let order = 0; order + 1 < orders; order++) {
    if (!hasNext(customer, order)) continue;
    const middle = start[order + 1];
    const end = start[order + 2];
    if (middle - start[order] > largestOrder || end - middle > largestOrder) continue;
    isFollowed[order] = 1;
    pairs++;
    for (let entry = start[order]; entry < middle; entry++) first[item[entry]]++;
    for (let entry = middle; entry < end; entry++) second[item[entry]]++;
  }
  return { isFollowed, totals: computeSideTotals({ pairs, first, second }), largestOrder };
}

/** Whether the following order belongs to the same customer. */
export function hasNext(customer: Int32Array, order: number): boolean {
  return customer[order] >= 0 && customer[order] === customer[order + 1];
}

/** Columns of only those items that are in an order. */
export function packSequences({ start, item, customer, items }: OrderSequences): UnpackedColumns {
  const indexOf = new Int32Array(items.length).fill(-1);
  const names: string[] = [];
  const own = item.map((of) => {
    if (indexOf[of] === -1) indexOf[of] = names.push(items[of]) - 1;
    return indexOf[of];
  });
  return holdColumns({
    sizes: start.subarray(1).map((end, order) => end - start[order]),
    item: own,
    customer,
    items: names,
  });
}

export function readSequences(columns: UnpackedColumns): OrderSequences {
  const sizes = columns.integers('sizes');
  const start = new Uint32Array(sizes.length + 1);
  for (let order = 0; order < sizes.length; order++) start[order + 1] = start[order] + sizes[order];
  return {
    start,
    item: Uint32Array.from(columns.integers('item')),
    customer: Int32Array.from(columns.integers('customer')),
    items: columns.texts('items'),
  };
}
