// What each customer of the cohorts did: the figures of cohort-table.ts, by customer instead of by period.
import { MoneySums } from '../money/money-sums.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { addKeptValue, isPurchase } from '../orders/kept-rows.ts';
import type { CohortMembers } from './cohort-members.ts';
import type { PurchaseDays } from './purchase-days.ts';

/** In the order of the members: cohort by cohort. Days are since 1970-01-01. */
export interface MemberFigures {
  /** Index into the members' cohorts. */
  readonly cohort: Uint32Array;
  /** Purchases. */
  readonly orders: Uint32Array;
  /** Value of all rows since the first purchase, returns netted. */
  readonly revenue: Float64Array;
  readonly firstDay: Float64Array;
  readonly lastDay: Float64Array;
  /** From the last purchase to the reference day. */
  readonly recency: Float64Array;
  /** NaN without a second purchase. */
  readonly daysToSecondOrder: Float64Array;
}

export function memberFigures(
  columns: OrderColumns,
  { cohorts, start, customers, selected, firstDay }: CohortMembers,
  { second }: PurchaseDays,
  reference: number,
): MemberFigures {
  const count = customers.length;
  const cohort = new Uint32Array(count);
  const orders = new Uint32Array(count);
  const revenue = new MoneySums(count, columns.lines.scale);
  const lastDay = new Float64Array(count);
  for (let c = 0; c < cohorts.length; c++) {
    for (let at = start[c]; at < start[c + 1]; at++) {
      const customer = customers[at];
      cohort[at] = c;
      lastDay[at] = firstDay[customer];
      const end = selected.orderStart[customer + 1];
      for (let next = selected.orderStart[customer]; next < end; next++) {
        const order = selected.orders[next];
        const day = dayOf(columns.orderDate[order]);
        // What is returned before the first purchase is in no cohort.
        if (day < firstDay[customer]) continue;
        addKeptValue(columns, order, revenue, at);
        if (!isPurchase(columns, order)) continue;
        orders[at]++;
        lastDay[at] = Math.max(lastDay[at], day);
      }
    }
  }
  const first = Float64Array.from(customers, (customer) => firstDay[customer]);
  return {
    cohort,
    orders,
    revenue: revenue.amounts(),
    firstDay: first,
    lastDay,
    recency: lastDay.map((day) => reference - day),
    daysToSecondOrder: first.map((day, at) => second[customers[at]] - day),
  };
}
