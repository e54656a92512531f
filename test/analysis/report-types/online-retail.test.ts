// A year of orders: revenue, returns, cohorts and exclusions equal the figures that another program computed from all
// 541,909 rows of Online Retail. The file has one row per order (data/README.md). Tests that depend on products use the
// demo's month.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { readRetailOrders } from '../../../apps/cli/demo/online-retail.ts';
import { sumAmounts } from '../../../src/analysis/money/money-sums.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { withCohortInsights } from '../../../src/analysis/report-types/cohort/insights.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import type { MbaSettings } from '../../../src/contract/report-types/market-basket/settings.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { analyseCohorts, analyseMarketBasket, analyseRfm } from '../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';
import {
  expectCohortsToAddUp,
  expectSegmentsToAddUp,
  listCohortCustomers,
  listRfmCustomers,
} from './listed-customers.ts';

const COHORT_SETTINGS = cohortDefinition.settings(
  resolveReport({ template: 'cohort_retention' }).settings,
  {},
);
type CohortBody = ReturnType<typeof analyseCohorts>['body'];

/** As many lines as the order has rows. The first has the value of all. */
function createLines(name: string, rows: string | undefined, value: string | undefined, quantity: 1 | -1) {
  return Array.from({ length: Number(rows) }, (_, at) =>
    createLine(name, at === 0 ? Number(value) : 0, quantity),
  );
}

function readYear(): LiteralOrder[] {
  const file = join(import.meta.dirname, 'data', 'online-retail-orders.csv.gz');
  const rows: string[][] = parse(gunzipSync(readFileSync(file)), { from_line: 2 });
  return rows.map(([id = '', date = '', customer, bought, value, returned, refund]) => ({
    id,
    date,
    ...(customer && { customer }),
    lines: [...createLines('goods', bought, value, 1), ...createLines('goods', returned, refund, -1)],
  }));
}

function readMonth(): LiteralOrder[] {
  return readRetailOrders().map(({ order_id: id, order_date: date, customer_id: customer, line_items }) => ({
    id,
    date,
    ...(customer !== undefined && { customer }),
    lines: line_items.map(({ product_name: name, product_sku: sku, unit_price, quantity }) =>
      createLine('', unit_price, quantity, { name, sku }),
    ),
  }));
}

describe('Online Retail', { timeout: 60_000 }, () => {
  let orders: LiteralOrder[];
  let month: LiteralOrder[];
  let columns: OrderColumns;
  let perOrder: ReturnType<typeof analyseMba>;
  let perCustomer: ReturnType<typeof analyseMba>;
  let cohorts: CohortBody;

  beforeAll(() => {
    orders = readYear();
    month = readMonth();
    columns = toColumns(orders);
    perOrder = analyseMba();
    perCustomer = analyseMba({ scope: 'customer' });
    cohorts = analyseCohorts(columns, COHORT_SETTINGS).body;
  }, 60_000);

  // A support that few rules reach: these tests do not look at rules.
  const analyseMba = (settings: Partial<MbaSettings> = {}, rows = columns) =>
    analyseMarketBasket(rows, createMbaSettings({ minSupport: 0.05, ...settings })).body;

  const turnover = { gross_revenue: 10_644_560.424, returns: 896_812.49, net_revenue: 9_747_747.934 };

  test('net revenue is the sum of the rows, digit by digit, and the same in every report', () => {
    expect(perOrder.summary).toMatchObject({ total_revenue_processed: 10_644_560.424, ...turnover });
    expect(perCustomer.summary).toMatchObject({
      total_revenue_processed: 8_911_407.904,
      ...turnover,
    });
    const { metrics, segments } = analyseRfm(columns, createMbaSettings()).body;
    expect(metrics).toMatchObject({ revenue: 8_310_477.054, ...turnover });
    expect(metrics?.excluded).toEqual({
      rows_without_customer: 135_080,
      rows_without_date: 0,
      customers_without_purchase: 33,
      net_revenue: 1_437_270.88,
    });
    expect(sumAmounts(segments.map(({ revenue }) => revenue))).toBe(8_310_477.054);
  });

  test('the listed customers add up to every segment and cohort', () => {
    const segments = listRfmCustomers(columns);
    expect(segments.rows).toHaveLength(4_339);
    expectSegmentsToAddUp(segments);
    expectCohortsToAddUp(listCohortCustomers(columns));
  });

  test('orders with returns only are counted with their value, with baskets per order and per customer', () => {
    expect(perOrder.notes?.[0]).toBe(
      '5,172 orders hold returns only (-896,812.49). They are not in baskets or revenue; net revenue includes them.',
    );
    expect(perCustomer.notes?.slice(0, 2)).toEqual([
      '3,710 orders without a customer were left out, worth 1,447,682.12: one basket per customer was requested.',
      '3,654 orders hold returns only (-611,342.09). They are not in baskets or revenue; net revenue includes them.',
    ]);
  });

  test('notes count only rows within the date range and the scope', () => {
    const summer = { dateRange: { start: '2011-06-01', end: '2011-08-31' } };
    expect(analyseRfm(columns, createMbaSettings(summer)).body.notes).toContain(
      '28,676 rows without a customer were left out.',
    );
    expect(analyseRfm(columns, createMbaSettings({ customerScope: 'new_90d' })).body.warnings).toEqual([]);
    const ofMonth = toColumns(month);
    const lacking = 'rows have no product name: their products are identified by their SKU.';
    expect(analyseMba({}, ofMonth).notes).toContain(`125 ${lacking}`);
    expect(analyseMba({ dateRange: { start: '2010-12-01', end: '2010-12-07' } }, ofMonth).notes).toContain(
      `60 ${lacking}`,
    );
  });

  // A program in another language computed the expected figures from all rows of the same file.
  describe('the cohort report', () => {
    test('has 13 cohorts of 4,339 customers with 18,536 purchases', () => {
      expect(cohorts.summary).toMatchObject({ customers: 4_339, cohorts: 13, orders: 18_536 });
      // The known sum of all rows of the file, with or without a customer.
      expect(cohorts.summary).toMatchObject({ net_revenue: 9_747_747.934 });
      const active = cohorts.cohorts.map(({ periods }) => periods.map((each) => each.active_customers));
      expect(active.slice(0, 2)).toEqual([
        [885, 324, 286, 340, 321, 352, 321, 309, 313, 350, 331, 445, 235],
        [417, 92, 111, 96, 134, 120, 103, 101, 125, 136, 152, 49],
      ]);
      expect(active.map(([size]) => size)).toEqual([
        885, 417, 380, 452, 300, 284, 242, 188, 169, 299, 358, 324, 41,
      ]);
    });

    test('nets the revenue of a cohort month by month', () => {
      const revenue = cohorts.cohorts[3]?.periods.map((each) => each.revenue);
      const expected = [
        197_975.99, 27_329.07, 57_466.44, 41_477.45, 50_499.41, 39_370.61, 64_188.65, 64_786.38, 68_844.57,
        12_267.91,
      ];
      expect(revenue).toEqual(expected.map((value) => expect.closeTo(value, 6)));
    });

    test('marks the cohorts that begin before 39 of 40 returning customers have come back', () => {
      expect(
        cohorts.cohorts.filter(({ left_truncated }) => left_truncated).map(({ cohort }) => cohort),
      ).toEqual(['2010-12', '2011-01', '2011-02', '2011-03', '2011-04', '2011-05', '2011-06']);
    });

    test('has the curve of the time to the second order for the other cohorts', () => {
      expect(cohorts.second_order).toMatchObject({
        customers: 1_379,
        second_orders: 527,
        same_day: 57,
        median_days: 99,
      });
      const expected = [
        [30, 0.1935712209994357, 0.17138687841666556, 0.21516162529784777],
        [60, 0.36176781644687606, 0.33222159301544474, 0.39000675094843296],
        [90, 0.47165849691905903, 0.43641724606756815, 0.5046960860138479],
      ] as const;
      for (const [at, [days, share, lower, upper]] of expected.entries()) {
        const found = cohorts.second_order?.by_day[at];
        expect(found?.days).toBe(days);
        expect(found?.share).toBeCloseTo(share, 12);
        expect(found?.lower).toBeCloseTo(lower, 12);
        expect(found?.upper).toBeCloseTo(upper, 12);
      }
    });

    test('has the mean and the median value of customers in their first 90 days', () => {
      expect(cohorts.early_value).toEqual({
        days: 90,
        customers: 410,
        mean_value: expect.closeTo(755.1227585365854, 9),
        median_value: 414.475,
      });
    });

    test('does not compare recent with older cohorts if the older ones may hold customers from before the data', () => {
      expect(cohorts.second_order?.recent_and_older).toBeNull();
      const { ai_insights } = withCohortInsights(cohorts, COHORT_SETTINGS);
      expect(ai_insights?.recent_cohorts).toBeNull();
    });
  });
});
