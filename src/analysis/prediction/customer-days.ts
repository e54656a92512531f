// Stores the orders of customers day by day: the basis of predictions and of their back-tests at any date.

import { toDay } from '../../contract/settings/calendar.ts';
import { MoneySums } from '../money/money-sums.ts';
import { addKeptValue, isPurchase, type OrderColumns } from '../orders/columns.ts';
import { sortRun } from '../orders/sort-run.ts';
import type { RfmCustomers } from '../rfm/customers.ts';

/**
 * Rows of customer c: start[c] to start[c + 1], days ascending. A day with a purchase is one row. The changes of a day
 * by orders without a purchase (returns) are another row, with 0 orders. A transaction of the models is a day with a
 * purchase, as in the papers' own data: the process behind them has no two purchases at one instant, and a basket that
 * a shop splits into two orders is one visit.
 */
export interface CustomerDays {
  readonly count: number;
  readonly start: Uint32Array;
  /** Days since 1970-01-01. */
  readonly day: Int32Array;
  /** Orders with a purchase. */
  readonly orders: Uint32Array;
  /** Net value, exact. */
  readonly value: MoneySums;
}

export function createCustomerDays(
  columns: OrderColumns,
  { count, orderStart, orders: chosen }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
): CustomerDays {
  const most = chosen.length;
  const start = new Uint32Array(count + 1);
  const day = new Int32Array(most);
  const orders = new Uint32Array(most);
  const value = new MoneySums(most, columns.lines.scale);
  // Sort keys of one customer: 2 × day, plus 1 without a purchase, with the order's place in the remainder.
  const keys = new Float64Array(findLongestRun(orderStart));
  let rows = 0;
  for (let c = 0; c < count; c++) {
    const from = orderStart[c];
    const length = orderStart[c + 1] - from;
    for (let i = 0; i < length; i++) {
      const order = chosen[from + i];
      const key = 2 * toDay(columns.orderDate[order]) + (isPurchase(columns, order) ? 0 : 1);
      keys[i] = key * keys.length + i;
    }
    sortRun(keys, 0, length);
    let last = Number.NaN;
    for (let i = 0; i < length; i++) {
      const key = Math.floor(keys[i] / keys.length);
      if (key !== last) {
        day[rows] = Math.floor(key / 2);
        rows++;
        last = key;
      }
      if (key % 2 === 0) orders[rows - 1]++;
      addKeptValue(columns, chosen[from + keys[i] - key * keys.length], value, rows - 1);
    }
    start[c + 1] = rows;
  }
  if (rows === most) return { count, start, day, orders, value };
  return {
    ...{ count, start, value: value.first(rows) },
    ...{ day: day.slice(0, rows), orders: orders.slice(0, rows) },
  };
}

/** Number of rows of each customer. */
export function countRowsEach({ count, start }: CustomerDays): Uint32Array {
  return start.subarray(1, count + 1).map((end, c) => end - start[c]);
}

/** Picks every n-th customer. */
export function pickEveryNth(days: CustomerDays, nth: number): CustomerDays {
  return pickCustomers(
    days,
    new Uint32Array(Math.ceil(days.count / nth)).map((_, c) => c * nth),
  );
}

/** `customers`: ascending. */
export function pickCustomers(days: CustomerDays, customers: Uint32Array): CustomerDays {
  const count = customers.length;
  if (count === days.count) return days;
  const start = new Uint32Array(count + 1);
  for (let c = 0; c < count; c++)
    start[c + 1] = start[c] + days.start[customers[c] + 1] - days.start[customers[c]];
  const rows = new Uint32Array(start[count]);
  for (let c = 0; c < count; c++) {
    for (let at = start[c]; at < start[c + 1]; at++) rows[at] = days.start[customers[c]] + at - start[c];
  }
  return {
    ...{ count, start, value: days.value.chosen(rows) },
    day: new Int32Array(rows.length).map((_, at) => days.day[rows[at]]),
    orders: rows.map((row) => days.orders[row]),
  };
}

/** Customers with a purchase on or before a day. */
export function findKnownCustomers({ count, start, day, orders }: CustomerDays, cut: number): Uint32Array {
  const known = new Uint32Array(count);
  let found = 0;
  for (let c = 0; c < count; c++) {
    for (let at = start[c]; at < start[c + 1] && day[at] <= cut; at++) {
      if (orders[at] === 0) continue;
      known[found++] = c;
      break;
    }
  }
  return known.slice(0, found);
}

/** Day of the first purchase of any customer; Infinity without one. */
export function findFirstPurchaseDay({ day, orders }: CustomerDays): number {
  let first = Number.POSITIVE_INFINITY;
  for (let at = 0; at < day.length; at++) if (orders[at] > 0 && day[at] < first) first = day[at];
  return first;
}

function findLongestRun(start: Uint32Array): number {
  let longest = 1;
  for (let c = 1; c < start.length; c++) longest = Math.max(longest, start[c] - start[c - 1]);
  return longest;
}
