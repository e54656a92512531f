// Reports of the demo's month of orders with every optional part, computed as the service does.

import { readRetailOrders } from '../../../../apps/cli/demo/online-retail.ts';
import type { OrderColumns } from '../../../../src/analysis/orders/columns.ts';
import { createColumnsBuilder } from '../../../../src/analysis/orders/columns-builder.ts';
import { compileConditions } from '../../../../src/analysis/orders/filters.ts';
import { getAnalysis } from '../../../../src/analysis/report-types/analyses.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { analyseOrders } from '../../../../src/analysis/report-types/partitioned.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import type { Condition } from '../../../../src/contract/settings/settings.ts';
import { createFirstOrderReport } from '../../../../tools/harness/random/first-order-shops.ts';
import { changes } from './literal-reports.ts';

const NO_POSTAGE: readonly Condition[] = [
  { field: 'product_name', operator: 'not_contains', value: 'POSTAGE' },
];
function readColumns(conditions: readonly Condition[]): OrderColumns {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: compileConditions(conditions) });
  for (const { order_id, customer_id, order_date, line_items } of readRetailOrders()) {
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

async function computeReport(request: Request, report_id: string, columns: OrderColumns) {
  const { name, reportType, settings } = resolveReport(request);
  const { body: computed } = analyseOrders(getAnalysis(reportType), columns, settings);
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

export function computeRealMbaReport() {
  const request = {
    template: 'standard_mba',
    filters: { conditions: NO_POSTAGE },
    params: { min_support: 0.02 },
  } as const;
  return computeReport(request, '01KAPAGESMBA0000000000DEMO', readColumns(NO_POSTAGE));
}

export async function computeRealRfmReport() {
  const rfm = await computeReport(
    { template: 'standard_rfm' },
    '01KAPAGESRFM0000000000DEMO',
    readColumns([]),
  );
  return { ...rfm, changes };
}

export function computeRealCohortReport() {
  const request = { template: 'cohort_retention', params: { cohort_by: 'week' } } as const;
  return computeReport(request, '01KAPAGESCOHORT0000000DEMO', readColumns([]));
}

/** Creates a report on cohorts by first order, in which one of five products makes a difference. */
export function createGroupReport() {
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
    computed: createFirstOrderReport(1, { customers: 1_500, leave: 0.05, leastCustomers: 60 }),
    changes: null,
  });
}
