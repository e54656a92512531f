// Computes the figures of each customer of the cohorts: those of cohort-table.ts, by customer instead of by period.

import { EARLY_DAYS } from '../../contract/report-types/cohort/limits.ts';
import type { earlyValue as earlyValueSchema } from '../../contract/report-types/cohort/schema/cohort.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { toDay } from '../../contract/settings/calendar.ts';
import { roundTo } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';
import { addKeptValue, isPurchase, type OrderColumns } from '../orders/columns.ts';
import { computeSortedQuantile } from '../rfm/customer-scores.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import type { CohortMembers } from './cohort-members.ts';
import type { PurchaseDays } from './purchase-days.ts';

/** In the order of the members: cohort by cohort. Days are since 1970-01-01. */
interface MemberFigures {
  /** Index into the members' cohorts. */
  readonly cohort: Uint32Array;
  /** Purchases. */
  readonly orders: Uint32Array;
  /** Net value of all rows since the first purchase. */
  readonly revenue: Float64Array;
  readonly firstDay: Float64Array;
  readonly lastDay: Float64Array;
  /** Days from the last purchase to the reference day. */
  readonly recency: Float64Array;
  /** Days; NaN without a purchase on a later day. */
  readonly daysToSecondOrder: Float64Array;
}

/** Sums over the members' orders, in the order of the members. */
export interface MemberSums {
  /** Purchases. */
  readonly orders: Uint32Array;
  /** Exact net value of all rows since the first purchase. */
  readonly revenue: MoneySums;
  /** The part of `revenue` up to EARLY_DAYS after the first purchase. */
  readonly early: MoneySums;
  readonly lastDay: Float64Array;
}

export function sumMembers(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'orderStart' | 'orders'>,
  { customers, firstDay }: CohortMembers,
): MemberSums {
  const orders = new Uint32Array(customers.length);
  const revenue = new MoneySums(customers.length, columns.lines.scale);
  const early = new MoneySums(customers.length, columns.lines.scale);
  const lastDay = new Float64Array(customers.length);
  for (let at = 0; at < customers.length; at++) {
    const customer = customers[at];
    lastDay[at] = firstDay[customer];
    const end = selected.orderStart[customer + 1];
    for (let next = selected.orderStart[customer]; next < end; next++) {
      const order = selected.orders[next];
      const day = toDay(columns.orderDate[order]);
      // Rows returned before the first purchase belong to no cohort.
      if (day < firstDay[customer]) continue;
      addKeptValue(columns, order, revenue, at);
      if (day <= firstDay[customer] + EARLY_DAYS) addKeptValue(columns, order, early, at);
      if (!isPurchase(columns, order)) continue;
      orders[at]++;
      lastDay[at] = Math.max(lastDay[at], day);
    }
  }
  return { orders, revenue, early, lastDay };
}

export function computeMemberFigures(
  { cohorts, start, customers, firstDay }: CohortMembers,
  { second }: PurchaseDays,
  { orders, revenue, lastDay }: MemberSums,
  reference: number,
): MemberFigures {
  const cohort = new Uint32Array(customers.length);
  for (let c = 0; c < cohorts.length; c++) cohort.fill(c, start[c], start[c + 1]);
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

// Computes what a customer is worth in a span for which all counted customers were observed: customers of different age
// are never mixed.

export type EarlyValue = Shape<typeof earlyValueSchema>;

/** Average early value of the cohorts from `from` on. Null if no customer was followed for so long. */
export function computeEarlyValue(
  { start, customers, firstDay }: CohortMembers,
  { early }: Pick<MemberSums, 'early'>,
  reference: number,
  from: number,
): EarlyValue | null {
  const followed: number[] = [];
  const sum = new MoneySums(1, early.scale);
  for (let at = start[from]; at < customers.length; at++) {
    if (firstDay[customers[at]] + EARLY_DAYS > reference) continue;
    followed.push(at);
    sum.addFrom(0, early, at);
  }
  if (followed.length === 0) return null;
  const values = early.chosen(Uint32Array.from(followed)).amounts().sort();
  return {
    days: EARLY_DAYS,
    customers: followed.length,
    mean_value: sum.meanAt(0, followed.length),
    median_value: computeMedianAmount(values, early.scale),
  };
}

/** Per cohort: the median of its customers' value so far. */
export function computeMedianValues(
  { cohorts, start }: CohortMembers,
  { revenue }: Pick<MemberSums, 'revenue'>,
): number[] {
  const amounts = revenue.amounts();
  return cohorts.map((_, cohort) =>
    computeMedianAmount(amounts.slice(start[cohort], start[cohort + 1]).sort(), revenue.scale),
  );
}

/** The mean of the two middle amounts, with one more decimal than they have. */
function computeMedianAmount(sorted: Float64Array, scale: number): number {
  return roundTo(computeSortedQuantile(sorted, 1, 2), scale + 1);
}
