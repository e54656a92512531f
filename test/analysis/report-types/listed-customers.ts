// Lists the customers of a report beside its body, and checks that they add up to its segments or cohorts.

import * as v from 'valibot';
import { expect } from 'vitest';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { sumAmounts } from '../../../src/analysis/money/money-sums.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { cohortAnalysis } from '../../../src/analysis/report-types/cohort/cohort.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { rfmAnalysis } from '../../../src/analysis/report-types/rfm/rfm.ts';
import { cohortCustomerRows } from '../../../src/contract/report-types/cohort/customer-rows.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import { rfmCustomerRows } from '../../../src/contract/report-types/rfm/customer-rows.ts';
import { rfmDefinition } from '../../../src/contract/report-types/rfm/definition.ts';
import { createMbaSettings } from '../orders/literal-orders.ts';

const [rfmCustomer] = rfmCustomerRows.component;
const [cohortCustomer] = cohortCustomerRows.component;

export type RfmRow = v.InferOutput<typeof rfmCustomer>;
type CohortRow = v.InferOutput<typeof cohortCustomer>;

export function listRfmCustomers(columns: OrderColumns, settings = createMbaSettings()) {
  const { body, customers } = analyseOrders(rfmAnalysis, columns, settings);
  const list = customers && buildList(customers());
  const rows: RfmRow[] =
    list === undefined
      ? []
      : Array.from({ length: list.head.members }, (_, at) =>
          v.parse(rfmCustomer, rfmDefinition.customers.row(list, at)),
        );
  return { body, rows, list };
}

export function listCohortCustomers(
  columns: OrderColumns,
  settings = cohortDefinition.settings(createMbaSettings(), {}),
) {
  const { body, customers } = analyseOrders(cohortAnalysis, columns, settings);
  const list = customers && buildList(customers());
  const rows: CohortRow[] =
    list === undefined
      ? []
      : Array.from({ length: list.head.members }, (_, at) =>
          v.parse(cohortCustomer, cohortDefinition.customers.row(list, at)),
        );
  return { body, rows };
}

export function expectSegmentsToAddUp({ body, rows }: ReturnType<typeof listRfmCustomers>): void {
  expect(rows).toHaveLength(body.customer_count);
  for (const { name, count, revenue, avg_recency, avg_frequency } of body.segments) {
    const members = rows.filter(({ segment }) => segment === name);
    expect([name, members.length]).toEqual([name, count]);
    expect(sumAmounts(members.map(({ monetary }) => monetary))).toBe(revenue);
    expect(members.reduce((sum, { recency }) => sum + recency, 0) / count).toBe(avg_recency);
    expect(members.reduce((sum, { frequency }) => sum + frequency, 0) / count).toBe(avg_frequency);
  }
}

export function expectCohortsToAddUp({ body, rows }: ReturnType<typeof listCohortCustomers>): void {
  expect(rows).toHaveLength(body.summary.customers);
  for (const { cohort, customers, orders, revenue } of body.cohorts) {
    const members = rows.filter((row) => row.cohort === cohort);
    expect([cohort, members.length]).toEqual([cohort, customers]);
    expect(members.reduce((sum, { frequency }) => sum + frequency, 0)).toBe(orders);
    expect(sumAmounts(members.map(({ monetary }) => monetary))).toBe(revenue);
  }
  const again = rows.filter(({ days_to_second_order }) => days_to_second_order !== null);
  expect(again).toHaveLength(rows.filter((row) => row.last_purchase > row.first_purchase).length);
  const truncated = body.cohorts.flatMap(({ cohort, left_truncated }) => (left_truncated ? [cohort] : []));
  if (body.second_order !== null)
    expect(again.filter(({ cohort }) => !truncated.includes(cohort ?? ''))).toHaveLength(
      body.second_order.second_orders,
    );
}
