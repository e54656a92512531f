// A year of real orders, against figures that a program in another language found in the same file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { OrderLine } from '../../../src/core/orders/row.ts';
import { buildCohortReport } from '../../../src/report-types/cohort/analyse.ts';
import { cohortRecord } from '../../../src/report-types/cohort/cohort.ts';
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
  const { cohorts, second_order, summary } = buildCohortReport(
    columnsOf(FOUND ? read() : []),
    cohortRecord.settings(settings, {}),
  );

  it('has 13 cohorts of 4,339 customers with 18,536 purchases', () => {
    expect(summary).toMatchObject({ customers: 4_339, cohorts: 13, orders: 18_536 });
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

  it('has the curve of the time to the second order', () => {
    expect(second_order).toMatchObject({ second_orders: 2_845, same_day: 222, median_days: 97 });
    const expected = [
      [30, 0.22725814980413106, 0.2145504386890813, 0.23976026411228446],
      [60, 0.38274687411203157, 0.3676373348768128, 0.3974953892253469],
      [90, 0.4804241369452783, 0.46448058375386714, 0.49589301661289975],
    ] as const;
    for (const [at, [days, share, lower, upper]] of expected.entries()) {
      const found = second_order?.by_day[at];
      expect(found?.days).toBe(days);
      expect(found?.share).toBeCloseTo(share, 12);
      expect(found?.lower).toBeCloseTo(lower, 12);
      expect(found?.upper).toBeCloseTo(upper, 12);
    }
  });

  it('finds that customers acquired from April on order again later', () => {
    const compared = second_order?.recent_and_older;
    expect(compared?.older).toMatchObject({ last_cohort: '2011-03', customers: 2_134, second_orders: 1_733 });
    expect(compared?.older.expected_second_orders).toBeCloseTo(1_651.2926202983103, 8);
    expect(compared?.chi_square).toBeCloseTo(10.416758317199543, 9);
    expect(compared?.p_value).toBeCloseTo(0.0012487690126876227, 12);
  });
});
