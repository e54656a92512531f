// A year of real orders, against figures that a program in another language found in the same file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { OrderLine } from '../../../src/core/orders/row.ts';
import { buildCohortReport } from '../../../src/report-types/cohort/analyse.ts';
import { cohortRecord } from '../../../src/report-types/cohort/cohort.ts';
import { withCohortInsights } from '../../../src/report-types/cohort/insights.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';
import { columnsOf, type LiteralOrder, line } from '../../core/orders/literal-orders.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'online-retail.csv.gz');
const FOUND = existsSync(FILE);

function read(): LiteralOrder[] {
  const rows: Record<string, string>[] = parse(gunzipSync(readFileSync(FILE)), { columns: true, bom: true });
  const orders = new Map<string, { id: string; customer?: string; date: string; lines: OrderLine[] }>();
  for (const row of rows) {
    const id = row.InvoiceNo ?? '';
    const customer = row.CustomerID ?? '';
    const order = orders.get(id) ?? {
      id,
      ...(customer !== '' && { customer }),
      date: row.InvoiceDate ?? '',
      lines: [],
    };
    order.lines.push(line(row.StockCode ?? '', Number(row.UnitPrice), Number(row.Quantity)));
    orders.set(id, order);
  }
  return [...orders.values()];
}

describe.skipIf(!FOUND)('Online Retail (UCI, CC BY 4.0; not carried)', () => {
  const { settings } = resolveReport({ template: 'cohort_retention' });
  const body = buildCohortReport(columnsOf(FOUND ? read() : []), cohortRecord.settings(settings, {}));
  const { cohorts, second_order, summary } = body;

  it('has 13 cohorts of 4,339 customers with 18,536 purchases', () => {
    expect(summary).toMatchObject({ customers: 4_339, cohorts: 13, orders: 18_536 });
    // The sum of all rows of the file, with or without a customer: known of this data set.
    expect(summary).toMatchObject({ net_revenue: 9_747_747.934 });
    const active = cohorts.map(({ periods }) => periods.map((each) => each.active_customers));
    expect(active.slice(0, 2)).toEqual([
      [885, 324, 286, 340, 321, 352, 321, 309, 313, 350, 331, 445, 235],
      [417, 92, 111, 96, 134, 120, 103, 101, 125, 136, 152, 49],
    ]);
    expect(active.map(([size]) => size)).toEqual([
      885, 417, 380, 452, 300, 284, 242, 188, 169, 299, 358, 324, 41,
    ]);
  });

  it('nets the revenue of a cohort month by month', () => {
    const revenue = cohorts[3]?.periods.map((each) => each.revenue);
    const expected = [
      197_975.99, 27_329.07, 57_466.44, 41_477.45, 50_499.41, 39_370.61, 64_188.65, 64_786.38, 68_844.57,
      12_267.91,
    ];
    expect(revenue).toEqual(expected.map((value) => expect.closeTo(value, 6)));
  });

  it('marks the cohorts that begin before 39 of 40 returning customers have come back', () => {
    expect(cohorts.filter(({ left_truncated }) => left_truncated).map(({ cohort }) => cohort)).toEqual([
      '2010-12',
      '2011-01',
      '2011-02',
      '2011-03',
      '2011-04',
      '2011-05',
      '2011-06',
    ]);
  });

  it('has the curve of the time to the next order of the other cohorts', () => {
    expect(second_order).toMatchObject({
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
      const found = second_order?.by_day[at];
      expect(found?.days).toBe(days);
      expect(found?.share).toBeCloseTo(share, 12);
      expect(found?.lower).toBeCloseTo(lower, 12);
      expect(found?.upper).toBeCloseTo(upper, 12);
    }
  });

  it('has the mean and the median value of the first 90 days', () => {
    expect(body.early_value).toEqual({
      days: 90,
      customers: 410,
      mean_value: expect.closeTo(755.1227585365854, 9),
      median_value: 414.475,
    });
  });

  it('no longer says that recent customers order again later: the older ones were customers before the data begin', () => {
    expect(second_order?.recent_and_older).toBeNull();
    const { ai_insights } = withCohortInsights(body, cohortRecord.settings(settings, {}));
    expect(ai_insights?.recent_cohorts).toBeNull();
  });
});
