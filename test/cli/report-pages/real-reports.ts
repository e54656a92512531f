// Reports of the demo's month of orders, made through core as the service makes them, with every optional part.
import { readOrders } from '../../../cli/demo/online-retail.ts';
import { firstOrderReport } from '../../../quality/harness/random/first-order-shops.ts';
import { referenceDay } from '../../../src/core/baskets/window.ts';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { compileConditions } from '../../../src/core/orders/filters.ts';
import { scoreCustomers } from '../../../src/core/rfm/customer-scores.ts';
import { rfmCustomers } from '../../../src/core/rfm/customers.ts';
import { SEGMENT_NAMES } from '../../../src/core/rfm/segments.ts';
import type { Condition, DateRange, ReportSettings } from '../../../src/core/settings/settings.ts';
import { assembleReport } from '../../../src/report-types/assemble.ts';
import { recordOf } from '../../../src/report-types/report-types.ts';
import { resolveReport } from '../../../src/report-types/resolve.ts';

const NO_POSTAGE: readonly Condition[] = [
  { field: 'product_name', operator: 'not_contains', value: 'POSTAGE' },
];
/** The month is compared with what it looked like by this day. */
const EARLIER: DateRange = { end: '2010-12-12' };

function columnsFor(conditions: readonly Condition[]): OrderColumns {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: compileConditions(conditions) });
  for (const { order_id, customer_id, order_date, line_items } of readOrders()) {
    builder.add(
      { orderId: order_id, customerId: customer_id, orderDate: Date.parse(order_date) },
      line_items.map(({ product_name, product_sku, unit_price, quantity, custom_fields }) => ({
        name: product_name,
        sku: product_sku,
        unitPrice: unit_price,
        quantity,
        customFields: custom_fields,
      })),
    );
  }
  return builder.build();
}

type Request = Parameters<typeof resolveReport>[0];

async function report(request: Request, report_id: string, columns: OrderColumns) {
  const { name, reportType, settings } = resolveReport(request);
  const { body: computed } = recordOf(reportType).analyse(columns, settings, {});
  const header = {
    report_id,
    name,
    report_type: reportType,
    dataset_id: 'default',
    created_at: '2011-01-03T08:30:00.000Z',
    currency: 'GBP',
  };
  return assembleReport({ header, settings, computed, changes: null });
}

export function realMbaReport() {
  const request = {
    template: 'standard_mba',
    filters: { conditions: NO_POSTAGE },
    params: { min_support: 0.02 },
  } as const;
  return report(request, '01KAPAGESMBA0000000000DEMO', columnsFor(NO_POSTAGE));
}

export async function realRfmReport() {
  const columns = columnsFor([]);
  const settings = (dateRange?: DateRange) =>
    resolveReport({ template: 'standard_rfm', filters: { dateRange } }).settings;
  const now = scored(columns, settings());
  return {
    ...(await report({ template: 'standard_rfm' }, '01KAPAGESRFM0000000000DEMO', columns)),
    score_grid: now.grid,
    changes: changesBetween(scored(columns, settings(EARLIER)).segments, now.segments),
  };
}

export function realCohortReport() {
  const request = { template: 'cohort_retention', params: { cohort_by: 'week' } } as const;
  return report(request, '01KAPAGESCOHORT0000000DEMO', columnsFor([]));
}

/** By first order: one of five products makes a difference. */
export function groupReport() {
  const params = { cohort_by: 'first_product', cohort_min_customers: 60 };
  const { settings, name, reportType } = resolveReport({ report_type: 'COHORT', params });
  const report_id = '01K0000000000000000000TEST';
  return assembleReport({
    header: {
      report_id,
      name,
      report_type: reportType,
      dataset_id: 'default',
      created_at: '2026-04-01T03:04:05.678Z',
    },
    settings,
    computed: firstOrderReport(1, { customers: 1_500, leave: 0.05, leastCustomers: 60 }),
    changes: null,
  });
}

/** The segment of each customer, and customers and revenue by R and FM. */
function scored(columns: OrderColumns, settings: ReportSettings) {
  const reference = referenceDay(columns, settings.dateRange);
  if (reference === undefined) throw new Error('the data has no dated order');
  const selected = rfmCustomers(columns, settings, reference);
  const { r, f, m, segment } = scoreCustomers(selected);
  const grid = [1, 2, 3, 4, 5].flatMap((recency) =>
    [1, 2, 3, 4, 5].map((frequency_monetary) => ({ recency, frequency_monetary, customers: 0, revenue: 0 })),
  );
  const segments = new Map<string, string>();
  for (let c = 0; c < selected.count; c++) {
    const cell = grid[5 * ((r[c] ?? 1) - 1) + Math.ceil(((f[c] ?? 1) + (m[c] ?? 1)) / 2) - 1];
    if (cell !== undefined) {
      cell.customers++;
      cell.revenue += selected.monetary[c] ?? 0;
    }
    const order = selected.orders[selected.orderStart[c] ?? 0] ?? 0;
    const customer = columns.customers[columns.orderCustomer[order] ?? 0] ?? '';
    segments.set(customer, SEGMENT_NAMES[segment[c] ?? 0] ?? '');
  }
  return { grid, segments };
}

function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const moves = new Map<string, { from: string; to: string; customers: number }>();
  for (const [customer, from] of before) {
    const to = after.get(customer);
    if (to === undefined) continue;
    const move = moves.get(`${from}>${to}`) ?? { from, to, customers: 0 };
    move.customers++;
    moves.set(`${from}>${to}`, move);
  }
  const sizeIn = (segments: ReadonlyMap<string, string>, name: string) =>
    [...segments.values()].filter((found) => found === name).length;
  return {
    compared_with: { report_id: '01KAPAGESRFM0000000EARLIER', created_at: '2010-12-13T08:30:00.000Z' },
    migration: [...moves.values()],
    segment_growth: SEGMENT_NAMES.map((segment) => {
      const [was, is] = [sizeIn(before, segment), sizeIn(after, segment)];
      return { segment, before: was, after: is, change: is - was };
    }),
  };
}
