// The cohort table: customers by the period of their first purchase, and what they did in each period since.
import { MoneySums } from '../money/money-sums.ts';
import { dateOfDay } from '../orders/calendar.ts';
import { type CohortCells, cellLayout } from './cohort-cells.ts';
import { type CohortPeriod, firstDayOf, lastDayOf, periodName } from './periods.ts';

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
  /** Rows of returns dated before their customer's first purchase: the purchases that they belong to are not known. */
  readonly returnsBeforeFirstPurchase: number;
}

/** `reference`: the last day that is looked at. */
export function cohortTable(cells: CohortCells, by: CohortPeriod, reference: number): CohortTable {
  const { periods, revenue, cohortRevenue } = cells;
  const { firstListed, width, start } = cellLayout(periods, by, reference);
  const cumulative = new MoneySums(periods.length, revenue.scale);
  const total = new MoneySums(1, revenue.scale);
  for (let cohort = 0; cohort < periods.length; cohort++) total.addFrom(0, cohortRevenue, cohort);
  const cohorts = periods.map((period, cohort): Cohort => {
    const customers = cells.customers[cohort];
    return {
      cohort: periodName(period, by),
      first_day: dateOfDay(firstDayOf(period, by)),
      last_day: dateOfDay(lastDayOf(period, by)),
      customers,
      orders: cells.cohortOrders[cohort],
      revenue: cohortRevenue.amountAt(cohort),
      periods: Array.from({ length: width[cohort] }, (_, following): PeriodFigures => {
        const cell = start[cohort] + following;
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
    cohorts: cohorts.slice(firstListed),
    unlisted: firstListed,
    isCut: cells.isBeyond.subarray(firstListed).includes(1),
    orders: cells.cohortOrders.reduce((sum, orders) => sum + orders, 0),
    revenue: total.amountAt(0),
    returnsBeforeFirstPurchase: cells.returnsBeforeFirstPurchase,
  };
}
