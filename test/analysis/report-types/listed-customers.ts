// What a report lists of its customers, beside what it says of all of them.

import * as v from 'valibot';
import { expect } from 'vitest';
import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { matchingRows } from '../../../src/analysis/customer-lists/list-page.ts';
import { sumOfAmounts } from '../../../src/analysis/money/money-sums.ts';
import type { OrderColumns } from '../../../src/analysis/orders/columns.ts';
import { cohortAnalysis } from '../../../src/analysis/report-types/cohort/cohort.ts';
import { rfmAnalysis } from '../../../src/analysis/report-types/rfm/rfm.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { cohortCustomerRows } from '../../../src/contract/report-types/cohort/customer-rows.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import { rfmCustomerRows } from '../../../src/contract/report-types/rfm/customer-rows.ts';
import { rfmDefinition } from '../../../src/contract/report-types/rfm/definition.ts';
import { listCustomersQuery } from '../../../src/contract/resources/reports/report-customers.ts';
import { filterOf } from '../../../src/service/reports/lists/customer-query.ts';
import { settingsOf } from '../orders/literal-orders.ts';

const [rfmCustomer] = rfmCustomerRows.component;
const [cohortCustomer] = cohortCustomerRows.component;

export type RfmRow = v.InferOutput<typeof rfmCustomer>;
type CohortRow = v.InferOutput<typeof cohortCustomer>;

export function rfmOf(columns: OrderColumns, settings = settingsOf()) {
  const { body, customers } = rfmAnalysis.analyse(columns, settings);
  const list = customers && buildList(customers());
  const rows: RfmRow[] =
    list === undefined
      ? []
      : Array.from({ length: list.head.members }, (_, at) =>
          v.parse(rfmCustomer, rfmDefinition.customers.row(list, at)),
        );
  return { body, rows, list };
}

/** Each cell of the grid has as many customers, and as much of their money, as the list has under its scores. */
export function expectCellsToAddUp({ body, rows, list }: ReturnType<typeof rfmOf>): void {
  const scores = [1, 2, 3, 4, 5];
  const cells = scores.flatMap((recency) =>
    scores.flatMap((frequency_monetary) => {
      const query = { r_score: [String(recency)], fm_score: [String(frequency_monetary)] };
      const filter = filterOf(rfmDefinition.customers, parseRequest(listCustomersQuery, query));
      const found = list === undefined || rows.length === 0 ? [] : [...matchingRows(list, filter)];
      const revenue = sumOfAmounts(found.map((row) => rows[row]?.monetary ?? Number.NaN));
      return found.length === 0 ? [] : [{ recency, frequency_monetary, customers: found.length, revenue }];
    }),
  );
  expect(cells).toEqual(body.score_grid);
}

export function cohortsOf(columns: OrderColumns, settings = cohortDefinition.settings(settingsOf(), {})) {
  const { body, customers } = cohortAnalysis.analyse(columns, settings);
  const list = customers && buildList(customers());
  const rows: CohortRow[] =
    list === undefined
      ? []
      : Array.from({ length: list.head.members }, (_, at) =>
          v.parse(cohortCustomer, cohortDefinition.customers.row(list, at)),
        );
  return { body, rows };
}

export function expectSegmentsToAddUp({ body, rows }: ReturnType<typeof rfmOf>): void {
  expect(rows).toHaveLength(body.customer_count);
  for (const { name, count, revenue, avg_recency, avg_frequency } of body.segments) {
    const members = rows.filter(({ segment }) => segment === name);
    expect([name, members.length]).toEqual([name, count]);
    expect(sumOfAmounts(members.map(({ monetary }) => monetary))).toBe(revenue);
    expect(members.reduce((sum, { recency }) => sum + recency, 0) / count).toBe(avg_recency);
    expect(members.reduce((sum, { frequency }) => sum + frequency, 0) / count).toBe(avg_frequency);
  }
}

export function expectCohortsToAddUp({ body, rows }: ReturnType<typeof cohortsOf>): void {
  expect(rows).toHaveLength(body.summary.customers);
  for (const { cohort, customers, orders, revenue } of body.cohorts) {
    const members = rows.filter((row) => row.cohort === cohort);
    expect([cohort, members.length]).toEqual([cohort, customers]);
    expect(members.reduce((sum, { frequency }) => sum + frequency, 0)).toBe(orders);
    expect(sumOfAmounts(members.map(({ monetary }) => monetary))).toBe(revenue);
  }
  const again = rows.filter(({ days_to_second_order }) => days_to_second_order !== null);
  expect(again).toHaveLength(rows.filter((row) => row.last_purchase > row.first_purchase).length);
  const truncated = body.cohorts.flatMap(({ cohort, left_truncated }) => (left_truncated ? [cohort] : []));
  if (body.second_order !== null)
    expect(again.filter(({ cohort }) => !truncated.includes(cohort ?? ''))).toHaveLength(
      body.second_order.second_orders,
    );
}
