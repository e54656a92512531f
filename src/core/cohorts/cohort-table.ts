// The cohort table: customers by the period of their first purchase, and what they did in each period since.
import { MoneySums } from '../money/money-sums.ts';
import { dateOfDay, dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { addKeptValue, isPurchase } from '../orders/kept-rows.ts';
import type { CohortMembers } from './cohort-members.ts';
import { type CohortPeriod, firstDayOf, lastDayOf, periodName, periodOf } from './periods.ts';

/** A cohort lists its first and so many further periods: five years of weeks. */
export const MAX_FOLLOWING_PERIODS = 260;
/** At most so many cohorts are listed, the newest: ten years of weeks. */
export const MAX_COHORTS = 520;

export interface Cohort {
  /** `2026-W05`, `2026-01` or `2026-Q1`. */
  readonly cohort: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly customers: number;
  /** Over all periods, also those beyond MAX_FOLLOWING_PERIODS. */
  readonly orders: number;
  readonly revenue: number;
  readonly periods: readonly PeriodFigures[];
}

export interface PeriodFigures {
  /** 0 is the period of the first purchase. */
  readonly period: number;
  /** Customers with a purchase in the period. */
  readonly active_customers: number;
  readonly orders: number;
  /** Returns netted. */
  readonly revenue: number;
  readonly retention: number;
  readonly cumulative_value_per_customer: number;
  /** False for the period in which the reference date lies, unless that is its last day. */
  readonly complete: boolean;
}

export interface CohortTable {
  /** Oldest first; at most MAX_COHORTS, the newest. */
  readonly cohorts: readonly Cohort[];
  /** Older cohorts that are not listed. */
  readonly unlisted: number;
  /** Whether a listed cohort has orders in periods that are not listed. */
  readonly isCut: boolean;
  /** Of all cohorts, listed or not. */
  readonly orders: number;
  readonly revenue: number;
  /** Orders without a purchase dated before their customer's first purchase: what they return is not known. */
  readonly returnsBeforeFirstPurchase: number;
}

/** `reference`: the last day that is looked at; no order of `members` is later. */
export function cohortTable(
  columns: OrderColumns,
  members: CohortMembers,
  by: CohortPeriod,
  reference: number,
): CohortTable {
  const cells = sumCells(columns, members, by, reference);
  const { revenue, cohortRevenue } = cells;
  const cumulative = new MoneySums(members.cohorts.length, revenue.scale);
  const total = new MoneySums(1, revenue.scale);
  for (let cohort = 0; cohort < members.cohorts.length; cohort++) total.addFrom(0, cohortRevenue, cohort);
  const cohorts = members.cohorts.map((period, cohort): Cohort => {
    const customers = members.start[cohort + 1] - members.start[cohort];
    return {
      cohort: periodName(period, by),
      first_day: dateOfDay(firstDayOf(period, by)),
      last_day: dateOfDay(lastDayOf(period, by)),
      customers,
      orders: cells.cohortOrders[cohort],
      revenue: cohortRevenue.amountAt(cohort),
      periods: Array.from({ length: cells.width[cohort] }, (_, following): PeriodFigures => {
        const cell = cells.start[cohort] + following;
        const active = cells.active[cell];
        cumulative.addFrom(cohort, revenue, cell);
        return {
          period: following,
          active_customers: active,
          orders: cells.orders[cell],
          revenue: revenue.amountAt(cell),
          retention: active / customers,
          cumulative_value_per_customer: cumulative.meanAt(cohort, customers),
          complete: lastDayOf(period + following, by) <= reference,
        };
      }),
    };
  });
  return {
    cohorts: cohorts.slice(cells.firstListed),
    unlisted: cells.firstListed,
    isCut: cells.isCut,
    orders: cells.cohortOrders.reduce((sum, orders) => sum + orders, 0),
    revenue: total.amountAt(0),
    returnsBeforeFirstPurchase: cells.returnsBeforeFirstPurchase,
  };
}

/** Cells of cohort c are [start[c], start[c] + width[c]), one per period; cohorts that are not listed have none. */
function sumCells(columns: OrderColumns, members: CohortMembers, by: CohortPeriod, reference: number) {
  const { cohorts, selected, firstDay } = members;
  const now = periodOf(reference, by);
  const firstListed = Math.max(0, cohorts.length - MAX_COHORTS);
  const width = cohorts.map((period, cohort) =>
    cohort < firstListed ? 0 : Math.min(now - period, MAX_FOLLOWING_PERIODS) + 1,
  );
  const start: number[] = [];
  let count = 0;
  for (const periods of width) {
    start.push(count);
    count += periods;
  }
  const active = new Uint32Array(count);
  const orders = new Uint32Array(count);
  const revenue = new MoneySums(count, columns.lines.scale);
  const cohortOrders = new Uint32Array(cohorts.length);
  const cohortRevenue = new MoneySums(cohorts.length, columns.lines.scale);
  // The customer who was counted last in a cell: a customer's orders come one after the other.
  const lastSeen = new Int32Array(count).fill(-1);
  let returnsBeforeFirstPurchase = 0;
  let isCut = false;

  function add(order: number, customer: number, cohort: number): void {
    const day = dayOf(columns.orderDate[order]);
    if (day < firstDay[customer]) {
      returnsBeforeFirstPurchase++;
      return;
    }
    const bought = isPurchase(columns, order);
    addKeptValue(columns, order, cohortRevenue, cohort);
    if (bought) cohortOrders[cohort]++;
    const following = periodOf(day, by) - cohorts[cohort];
    if (following >= width[cohort]) {
      isCut ||= cohort >= firstListed;
      return;
    }
    const cell = start[cohort] + following;
    addKeptValue(columns, order, revenue, cell);
    if (!bought) return;
    orders[cell]++;
    if (lastSeen[cell] === customer) return;
    lastSeen[cell] = customer;
    active[cell]++;
  }

  for (let cohort = 0; cohort < cohorts.length; cohort++) {
    for (const customer of members.customers.subarray(members.start[cohort], members.start[cohort + 1])) {
      const end = selected.orderStart[customer + 1];
      for (let at = selected.orderStart[customer]; at < end; at++) add(selected.orders[at], customer, cohort);
    }
  }
  return {
    firstListed,
    start,
    width,
    active,
    orders,
    revenue,
    cohortOrders,
    cohortRevenue,
    returnsBeforeFirstPurchase,
    isCut,
  };
}
