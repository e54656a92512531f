// Orders into baskets: one per order, or one per customer. A product is in a basket when a row of it with a positive
// quantity passed the filters; a return never is.
import { limbsOf } from '../money/limbs.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { ProductLevel } from '../settings/product-levels.ts';
import type { BasketScope, ReportSettings } from '../settings/settings.ts';
import type { BasketColumns } from './basket-columns.ts';
import { basketsOfItems } from './item-levels.ts';
import { rowsWithoutLevel } from './rows-without-level.ts';
import { type Selection, selectOrders, type Turnover } from './selection.ts';
import { referenceDay } from './window.ts';

export interface Baskets {
  readonly baskets: BasketColumns;
  /** With several levels, the same baskets with the items of the first alone; else `baskets`. */
  readonly firstLevel: BasketColumns;
  /** Value of the rows of all purchases that are in baskets, returns in these orders netted. One sum, at 0. */
  readonly revenue: MoneySums;
  readonly referenceDay: number | undefined;
  /** Of everything that was looked at, in a basket or not: revenue and the orders left out add up to net_revenue. */
  readonly turnover: Turnover;
  /** Left out of the baskets, because these go by customer and the orders name none. */
  readonly withoutCustomer: OrdersLeftOut;
  /** Of the others, those that bought nothing. */
  readonly returnOnly: OrdersLeftOut;
  readonly undatedOrders: number;
  readonly rowsUnderOther: number;
  /** With several levels, those that rows lack, with the number of such rows. */
  readonly rowsWithout: ReadonlyMap<ProductLevel, number>;
}

export interface OrdersLeftOut {
  readonly orders: number;
  /** Net value of their rows. */
  readonly value: number;
}

interface BasketSettings
  extends Pick<ReportSettings, 'customerScope' | 'dateRange' | 'productLevel' | 'productLevels'> {
  readonly scope: BasketScope;
}

const [IN_BASKETS, WITHOUT_CUSTOMER, RETURN_ONLY] = [0, 1, 2];

export function buildBaskets(columns: OrderColumns, settings: BasketSettings): Baskets {
  const reference = referenceDay(columns, settings.dateRange);
  const selection = selectOrders(columns, settings, reference);
  const perCustomer = settings.scope === 'customer';
  const groupOf = new Int32Array(columns.orderCount).fill(-1);
  const customerGroup = new Int32Array(columns.customers.length).fill(-1);
  const orders = new Uint32Array(3);
  const value = new MoneySums(3, columns.lines.scale);
  let groups = 0;
  for (let order = 0; order < columns.orderCount; order++) {
    if (selection.rows[order] === 0) continue;
    const customer = columns.orderCustomer[order];
    const place = placeOf(selection, order, perCustomer && customer < 0);
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
  const { turnover, undatedOrders, rowsUnderOther } = selection;
  const filled = fill(columns, groupOf, groups, settings.productLevel !== undefined);
  const { productLevels: levels } = settings;
  return {
    baskets: levels === undefined ? filled : basketsOfItems(filled, levels),
    firstLevel: levels === undefined ? filled : basketsOfItems(filled, levels, levels.slice(0, 1)),
    revenue: value,
    referenceDay: reference,
    turnover,
    withoutCustomer: { orders: orders[WITHOUT_CUSTOMER], value: value.amountAt(WITHOUT_CUSTOMER) },
    returnOnly: { orders: orders[RETURN_ONLY], value: value.amountAt(RETURN_ONLY) },
    undatedOrders,
    rowsUnderOther,
    rowsWithout: levels === undefined ? new Map() : rowsWithoutLevel(columns, selection, levels),
  };
}

function placeOf({ isPurchase }: Selection, order: number, lacksCustomer: boolean): number {
  if (lacksCustomer) return WITHOUT_CUSTOMER;
  return isPurchase[order] === 1 ? IN_BASKETS : RETURN_ONLY;
}

/**
 * `groupOf`: per order, the basket it is merged into, or -1. Every basket has a purchase. `skipsUnnamed`: rows that lack
 * what was to identify them stand for no item.
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
        if (!lines.isKept(line) || lines.quantityOf(line) <= 0) continue;
        if (skipsUnnamed && lines.isUnderOther(line)) continue;
        const item = lines.productOf(line);
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
    values: limbsOf(entryValue, entries),
    scale: lines.scale,
    products,
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
