// The cohort report on data small enough to check by hand: its cohorts, exclusions, comparison and size.

import { describe, expect, it } from 'vitest';
import { compareCohorts, fitCohorts } from '../../../../src/analysis/report-types/cohort/finish.ts';
import { countTravellingBytes } from '../../../../src/analysis/report-types/travelling-bytes.ts';
import { cohortDefinition } from '../../../../src/contract/report-types/cohort/definition.ts';
import { type ReportRequest, resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { analyseCohorts } from '../../../../tools/harness/analyse.ts';
import { createLine, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const createOrder = (
  customer: string | undefined,
  date: string | undefined,
  name: string,
  quantity = 1,
): LiteralOrder => ({
  id: `${customer}-${date}-${name}`,
  ...(customer !== undefined && { customer }),
  ...(date !== undefined && { date }),
  lines: [createLine(name, 10, quantity)],
});

const SHOP: readonly LiteralOrder[] = [
  createOrder('ann', '2026-01-10', 'Tea'),
  createOrder('ann', '2026-02-20', 'Milk'),
  createOrder('ann', '2026-04-30', 'Tea'),
  createOrder('bea', '2026-01-31', 'Milk'),
  createOrder('cat', '2026-02-01', 'Tea'),
  createOrder('cat', '2026-02-28', 'Tea', 2),
  createOrder('dan', '2026-01-02', 'Tea', -1),
  createOrder('cat', '2026-01-15', 'Tea', -1),
  createOrder(undefined, '2026-02-01', 'Tea'),
  createOrder('eve', undefined, 'Tea'),
];

/** An order that makes the data begin long before the first customers of the shop. */
const LONG_BEFORE = createOrder('zoe', '2025-01-01', 'Soap');

function createReport(request: ReportRequest = {}, orders = SHOP) {
  const { settings } = resolveReport({ report_type: 'COHORT', ...request });
  const cohortSettings = cohortDefinition.settings(settings, { ...request.params });
  return analyseCohorts(toColumns(orders, { conditions: settings.conditions }), cohortSettings).body;
}

describe('a cohort report', () => {
  it('groups customers by the month of their first purchase unless cohort_by names another period', () => {
    const listCohorts = (request?: ReportRequest) =>
      createReport(request).cohorts.map(({ cohort, customers }) => [cohort, customers]);
    expect(listCohorts()).toEqual([
      ['2026-01', 2],
      ['2026-02', 1],
    ]);
    expect(listCohorts({ params: { cohort_by: 'quarter' } })).toEqual([['2026-Q1', 3]]);
    expect(listCohorts({ params: { cohort_by: 'week' } })).toEqual([
      ['2026-W02', 1],
      ['2026-W05', 2],
    ]);
    expect(createReport({ template: 'cohort_retention' }).settings).toMatchObject({
      template: 'cohort_retention',
      cohort_by: 'month',
    });
  });

  it('states the rows and customers that it left out', () => {
    const { summary, warnings, notes } = createReport();
    expect(summary).toEqual({
      customers: 3,
      cohorts: 2,
      orders: 6,
      revenue: 70,
      gross_revenue: 90,
      returns: 20,
      net_revenue: 70,
      repeat_rate: 2 / 3,
      excluded: {
        rows_without_customer: 1,
        rows_without_date: 1,
        customers_without_purchase: 1,
        customers_acquired_earlier: 0,
        returns_before_first_purchase: 1,
      },
    });
    expect(warnings).toEqual(['1 row without a date was left out.']);
    expect(notes).toEqual([
      '1 row without a customer was left out.',
      '1 customer with returns but no purchase was left out.',
      '1 return row dated before a first purchase was left out.',
      'Customers of 2026-01 to 2026-02 may have bought before the data begin: these cohorts are marked, and not part of averages, comparisons and findings. No other cohort is there; older orders would change that.',
    ]);
  });

  it('counts rows without a customer only within the date range', () => {
    const countExcluded = (start: string, end: string) =>
      createReport({ filters: { dateRange: { start, end } } }).summary.excluded.rows_without_customer;
    expect(countExcluded('2026-02-01', '2026-02-28')).toBe(1);
    expect(countExcluded('2026-02-02', '2026-02-28')).toBe(0);
  });

  it('marks the cohorts that may hold customers older than the data, and leaves them out of averages', () => {
    const createWeekly = (customer: string, from: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        createOrder(customer, new Date(Date.UTC(2026, 0, from + 14 * n)).toISOString().slice(0, 10), 'Tea'),
      );
    // All order every 14 days: customers who first appear from 19 January on are new.
    const { cohorts, average_retention, early_value, notes } = createReport(
      { params: { cohort_by: 'week' } },
      [
        ...createWeekly('ann', 5, 12),
        ...createWeekly('bea', 14, 12),
        ...createWeekly('cid', 20, 2),
        ...createWeekly('dan', 28, 12),
      ],
    );
    expect(cohorts.map(({ cohort, left_truncated }) => [cohort, left_truncated])).toEqual([
      ['2026-W02', true],
      ['2026-W03', true],
      ['2026-W04', false],
      ['2026-W05', false],
    ]);
    expect(average_retention[2]).toMatchObject({ cohorts: 2, customers: 2, active_customers: 2 });
    expect(average_retention[4]).toMatchObject({ cohorts: 2, customers: 2, active_customers: 1 });
    // Within 90 days: 2 of cid's, 7 of dan's, at 10 each.
    expect(early_value).toEqual({ days: 90, customers: 2, mean_value: 45, median_value: 45 });
    expect(notes?.[0]).toContain('Customers of 2026-W02 to 2026-W03 may have bought before the data begin');
  });

  it('counts only purchases that meet the conditions', () => {
    const conditions = [{ field: 'product_name', operator: 'equals', value: 'Tea' }] as const;
    const tea = createReport({ filters: { conditions: [...conditions] } }, [LONG_BEFORE, ...SHOP]);
    // Bea never buys tea, and ann's second tea is 110 days after the first.
    expect(tea.summary.customers).toBe(2);
    expect(tea.second_order?.curve.map(({ days }) => days)).toEqual([27, 110]);
  });

  it.each(['first_order', 'repeat', 'high_value', 'churning'] as const)(
    'has no time to the second order for the scope %s, which selects customers by later orders',
    (customer_scope) => {
      const late = createOrder('fay', '2026-08-01', 'Tea');
      const body = createReport({ params: { customer_scope } }, [...SHOP, late]);
      expect(body.cohorts.length).toBeGreaterThan(0);
      expect(body.second_order).toBeNull();
      expect(body.cohorts.every(({ ordered_again }) => ordered_again.length === 0)).toBe(true);
      expect(body.notes?.at(-1)).toContain(customer_scope);
    },
  );

  it('has no cohorts but a warning if there are no customers', () => {
    for (const orders of [
      [],
      [createOrder(undefined, '2026-01-01', 'Tea')],
      [createOrder('eve', undefined, 'Tea')],
    ]) {
      const body = createReport({}, orders);
      expect(body).toMatchObject({ cohorts: [], average_retention: [], second_order: null });
      expect(body.warnings.at(-1)).toBe('No order with a customer and a date matched: there are no cohorts.');
      expect(fitCohorts(body, 5_000_000)).toBe(body);
    }
  });
});

describe('the comparison with an earlier report', () => {
  const earlier = createReport({}, [LONG_BEFORE, ...SHOP.slice(0, 2)]);
  const later = createReport({}, [LONG_BEFORE, ...SHOP]);

  it('lists cohorts whose figures differ, newest first', () => {
    expect(compareCohorts(earlier, later)).toEqual({
      shop: {
        before: { customers: 2, orders: 3, net_revenue: 30 },
        after: { customers: 4, orders: 8, net_revenue: 70 },
      },
      new_cohorts: 1,
      cohorts: [
        { cohort: '2026-02', before: null, after: { customers: 1, orders: 2, revenue: 30 } },
        {
          cohort: '2026-01',
          before: { customers: 1, orders: 2, revenue: 20 },
          after: { customers: 2, orders: 4, revenue: 40 },
        },
      ],
      average_retention: [{ period: 0, before: 1, after: 1 }],
      ordered_again: [
        { days: 30, before: 0, after: expect.closeTo(1 / 3, 12) },
        { days: 60, before: null, after: expect.closeTo(2 / 3, 12) },
        { days: 90, before: null, after: null },
      ],
    });
  });

  it('is empty for equal reports', () => {
    expect(compareCohorts(later, later)).toMatchObject({ new_cohorts: 0, cohorts: [] });
  });

  it('leaves out cohorts that were cut from a body', () => {
    const cut = { ...later, cohorts: later.cohorts.slice(1) };
    expect(compareCohorts(cut, later)).toMatchObject({ new_cohorts: 0, cohorts: [] });
  });
});

describe('fitCohorts', () => {
  const weekly = Array.from({ length: 150 }, (_, week) =>
    createOrder(`c${week}`, new Date(Date.UTC(2020, 0, 6 + 7 * week)).toISOString().slice(0, 10), 'Tea'),
  );
  const body = createReport({ params: { cohort_by: 'week' } }, weekly);

  it('removes the oldest cohorts of a report that is too large, and adds a warning', () => {
    const limit = countTravellingBytes(body) / 2;
    const fitted = fitCohorts(body, limit);
    expect(countTravellingBytes(fitted)).toBeLessThan(limit);
    expect(fitted.cohorts.length).toBeGreaterThan(75);
    expect(fitted.cohorts).toEqual(body.cohorts.slice(-fitted.cohorts.length));
    const lost = 150 - fitted.cohorts.length;
    expect(fitted.warnings).toEqual([
      `The oldest ${lost} cohorts of the table are not returned; the summary includes them.`,
    ]);
  });

  it('returns a report that fits unchanged', () => {
    expect(fitCohorts(body, 5_000_000)).toBe(body);
  });
});
