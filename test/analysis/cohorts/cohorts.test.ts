// Cohorts on data small enough to check by hand.
import { describe, expect, it } from 'vitest';
import { computeCohortCells, MAX_COHORTS } from '../../../src/analysis/cohorts/cohort-cells.ts';
import { assignCohorts } from '../../../src/analysis/cohorts/cohort-members.ts';
import {
  computeActivity,
  computeAverageRetention,
  createCohortTable,
} from '../../../src/analysis/cohorts/cohort-table.ts';
import { findPurchaseDays } from '../../../src/analysis/cohorts/purchase-days.ts';
import { computeSecondOrders } from '../../../src/analysis/cohorts/second-order.ts';
import { selectRfmCustomers } from '../../../src/analysis/rfm/customers.ts';
import type { CohortPeriod } from '../../../src/contract/report-types/cohort/limits.ts';
import { MAX_CURVE_DAYS, MAX_FOLLOWING_PERIODS } from '../../../src/contract/report-types/cohort/limits.ts';
import { parseDay } from '../../../src/contract/settings/calendar.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

function computeCohorts(
  orders: readonly LiteralOrder[],
  reference: string,
  { by = 'month', from, truncated = 0 }: { by?: CohortPeriod; from?: string; truncated?: number } = {},
) {
  const columns = toColumns(orders);
  const day = parseDay(reference);
  const selected = selectRfmCustomers(columns, createMbaSettings(), day);
  const days = findPurchaseDays(columns, selected);
  const members = assignCohorts(days, by, from === undefined ? undefined : parseDay(from));
  const cells = computeCohortCells(columns, selected, members, by, day);
  return {
    members,
    activity: computeActivity(cells, by, { reference: day, truncated }),
    table: createCohortTable(cells, by, day),
    second: computeSecondOrders(members, days, by, { reference: day, truncated }),
  };
}

const createOrder = (customer: string, date: string, price: number, quantity = 1): LiteralOrder => ({
  id: `${customer}-${date}-${price}-${quantity}`,
  customer,
  date,
  lines: [createLine('Tea', price, quantity)],
});

const SHOP: readonly LiteralOrder[] = [
  createOrder('ann', '2026-01-05', 10),
  createOrder('ann', '2026-01-20', 20),
  createOrder('ann', '2026-03-02', 5),
  createOrder('bea', '2026-01-31', 40),
  createOrder('bea', '2026-02-03', 40, -1),
  createOrder('cat', '2026-02-10', 8),
  createOrder('cat', '2026-03-31', 8),
];

it('ends the curve of second orders with the orders of its last day', () => {
  const createPair = (customer: string, days: number): LiteralOrder[] =>
    [0, days].map((after) =>
      createOrder(customer, new Date(Date.UTC(2020, 0, 1 + after)).toISOString().slice(0, 10), 10),
    );
  const { second } = computeCohorts(
    [...createPair('ann', 3), ...createPair('bea', MAX_CURVE_DAYS), ...createPair('cat', MAX_CURVE_DAYS + 1)],
    '2026-12-31',
  );
  expect(second.all?.second_orders).toBe(3);
  expect(second.all?.curve.map(({ days }) => days)).toEqual([3, MAX_CURVE_DAYS]);
});

describe('the cohort table of three customers', () => {
  const { table, second } = computeCohorts(SHOP, '2026-03-31');

  it('has one row per month of first purchase, and one cell per month since', () => {
    expect(table.cohorts).toEqual([
      {
        cohort: '2026-01',
        first_day: '2026-01-01',
        last_day: '2026-01-31',
        customers: 2,
        orders: 4,
        revenue: 35,
        periods: [
          createPeriod(0, 2, 3, 70, 1, 35),
          // Bea only returns goods: she is not active, and her refund lowers the revenue.
          createPeriod(1, 0, 0, -40, 0, 15),
          createPeriod(2, 1, 1, 5, 0.5, 17.5),
        ],
      },
      {
        cohort: '2026-02',
        first_day: '2026-02-01',
        last_day: '2026-02-28',
        customers: 1,
        orders: 2,
        revenue: 16,
        periods: [createPeriod(0, 1, 1, 8, 1, 8), createPeriod(1, 1, 1, 8, 1, 16)],
      },
    ]);
    expect(table).toMatchObject({ orders: 6, revenue: 51, unlisted: 0, isCut: false });
  });

  it('averages retention over the cohorts that have completed a period, weighted by their customers', () => {
    expect(computeAverageRetention(table.cohorts)).toEqual([
      createAverage(0, 2, 3, 3, 1, 26),
      createAverage(1, 2, 3, 1, 1 / 3, 46 / 3),
      createAverage(2, 1, 2, 1, 0.5, 17.5),
    ]);
  });

  it('estimates the time to the second order: ann after 15 days, cat after 49, bea not within 59', () => {
    expect(second.all).toMatchObject({
      customers: 3,
      second_orders: 2,
      same_day: 0,
      // The survival falls to 2/3 on day 15 and to 1/3 on day 49.
      median_days: 49,
      by_day: [
        { days: 30, share: expect.closeTo(1 / 3, 12) },
        { days: 60, share: null, lower: null, upper: null },
        { days: 90, share: null, lower: null, upper: null },
      ],
      curve: [
        { days: 15, at_risk: 3, second_orders: 1, share: expect.closeTo(1 / 3, 12) },
        { days: 49, at_risk: 2, second_orders: 1, share: expect.closeTo(2 / 3, 12) },
      ],
    });
  });

  it('compares the older cohort with the recent one', () => {
    // On day 15 one of three has ordered again, 2 of 3 at risk are of the older cohort; on day 49 one of two.
    const expected = 2 / 3 + 1 / 2;
    expect(second.all?.recent_and_older).toMatchObject({
      older: { first_cohort: '2026-01', last_cohort: '2026-01', customers: 2, second_orders: 1 },
      recent: { first_cohort: '2026-02', last_cohort: '2026-02', customers: 1, second_orders: 1 },
      chi_square: expect.closeTo((1 - expected) ** 2 / (2 / 9 + 1 / 4), 12),
    });
    expect(second.all?.recent_and_older?.older.expected_second_orders).toBeCloseTo(expected, 12);
  });
});

describe('cohorts in edge cases', () => {
  it('complete the period of the reference date on its last day only', () => {
    const listComplete = (reference: string) =>
      computeCohorts(SHOP.slice(0, 2), reference).table.cohorts[0]?.periods.map((each) => each.complete);
    expect(listComplete('2026-02-27')).toEqual([true, false]);
    expect(listComplete('2026-02-28')).toEqual([true, true]);
  });

  it('leave out customers acquired before the requested first day, whenever they buy again', () => {
    const { table, members } = computeCohorts(SHOP, '2026-03-31', { from: '2026-01-31' });
    expect(members.acquiredEarlier).toBe(1);
    expect(table.cohorts.map(({ cohort, customers }) => [cohort, customers])).toEqual([
      ['2026-01', 1],
      ['2026-02', 1],
    ]);
  });

  it('leave out returns before the first purchase, and count their rows', () => {
    const twoRows = {
      ...createOrder('ann', '2026-01-02', 7),
      lines: [createLine('Tea', 7, -1), createLine('Milk', 2, -3)],
    };
    const { table } = computeCohorts([twoRows, ...SHOP], '2026-03-31');
    expect(table.returnsBeforeFirstPurchase).toBe(2);
    expect(table.revenue).toBe(51);
  });

  it('do not count a second order on the day of the first as a return of the customer', () => {
    const twice = [createOrder('ann', '2026-01-05', 10), createOrder('ann', '2026-01-05', 3)];
    const { second } = computeCohorts(twice, '2026-03-31');
    expect(second.all).toMatchObject({ second_orders: 0, same_day: 1, median_days: null });
    const again = computeCohorts([...twice, createOrder('ann', '2026-01-15', 10)], '2026-03-31').second;
    expect(again.all).toMatchObject({ second_orders: 1, same_day: 1, median_days: 10 });
  });

  it('are left out of the curve and the comparison if they are left-truncated', () => {
    const orders = [...SHOP, createOrder('dan', '2026-03-01', 8), createOrder('eve', '2026-04-01', 8)];
    const one = computeCohorts(orders, '2026-04-30', { truncated: 1 }).second;
    expect(one.all).toMatchObject({ customers: 3, second_orders: 1 });
    expect(one.byCohort).toHaveLength(4);
    expect(computeCohorts(orders, '2026-04-30', { truncated: 2 }).second.all?.recent_and_older).toBeNull();
    expect(computeCohorts(orders, '2026-04-30', { truncated: 4 }).second.all).toBeUndefined();
  });

  it('are not compared if there is only one', () => {
    expect(computeCohorts(SHOP.slice(0, 3), '2026-03-31').second.all?.recent_and_older).toBeNull();
  });

  it('can be weeks or quarters', () => {
    const listCohorts = (by: CohortPeriod) =>
      computeCohorts(SHOP, '2026-03-31', { by }).table.cohorts.map(({ cohort, periods }) => [
        cohort,
        periods.length,
      ]);
    expect(listCohorts('quarter')).toEqual([['2026-Q1', 1]]);
    expect(listCohorts('week')).toEqual([
      ['2026-W02', 13],
      ['2026-W05', 10],
      ['2026-W07', 8],
    ]);
  });

  it('are listed up to a limit: the newest cohorts, each with its first periods', () => {
    const weekly = Array.from({ length: MAX_COHORTS + 3 }, (_, week) =>
      createOrder(`c${week}`, new Date(Date.UTC(2000, 0, 3 + 7 * week)).toISOString().slice(0, 10), 1),
    );
    const late = createOrder(`c${MAX_COHORTS - 1}`, '2030-01-01', 5);
    const {
      table,
      second,
      activity: weeks,
    } = computeCohorts([...weekly, late], '2030-01-01', { by: 'week' });
    // A period would lack the activity of the unlisted cohorts.
    expect(weeks).toBeUndefined();
    expect(table).toMatchObject({
      unlisted: 3,
      isCut: true,
      orders: MAX_COHORTS + 4,
      revenue: MAX_COHORTS + 8,
    });
    expect(table.cohorts).toHaveLength(MAX_COHORTS);
    for (const { periods } of table.cohorts) expect(periods).toHaveLength(MAX_FOLLOWING_PERIODS + 1);
    expect(second.all?.customers).toBe(MAX_COHORTS + 3);
  });
});

function createPeriod(
  following: number,
  active_customers: number,
  orders: number,
  revenue: number,
  retention: number,
  cumulative_value_per_customer: number,
) {
  return {
    period: following,
    active_customers,
    orders,
    revenue,
    retention,
    cumulative_value_per_customer,
    complete: true,
  };
}

function createAverage(
  following: number,
  cohorts: number,
  customers: number,
  active_customers: number,
  retention: number,
  cumulative_value_per_customer: number,
) {
  return {
    period: following,
    cohorts,
    customers,
    active_customers,
    retention: expect.closeTo(retention, 12),
    cumulative_value_per_customer: expect.closeTo(cumulative_value_per_customer, 12),
  };
}
