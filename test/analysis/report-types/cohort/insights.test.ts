// Insights of cohort reports on few customers, on chance differences, and on several orders on the first day.

import { describe, expect, it } from 'vitest';
import { withCohortInsights } from '../../../../src/analysis/report-types/cohort/insights.ts';
import { cohortDefinition } from '../../../../src/contract/report-types/cohort/definition.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { withModelInsights } from '../../../../src/service/reports/steps/model-insights.ts';
import { analyseCohorts } from '../../../../tools/harness/analyse.ts';
import { createLine, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const { settings: shared } = resolveReport({ template: 'cohort_retention', params: { context: 'Tea.' } });
const settings = cohortDefinition.settings(shared, {});

/** Customers who first order in a month. `again`: number of them who order again 20 days later. */
function createMonth(year: number, number: number, customers: number, again: number): LiteralOrder[] {
  const toDate = (day: number) => new Date(Date.UTC(year, number - 1, day)).toISOString().slice(0, 10);
  return Array.from({ length: customers }, (_, at) => `m${number}c${String(at).padStart(3, '0')}`).flatMap(
    (customer, at) => [
      { id: `${customer}a`, customer, date: toDate(15), lines: [createLine('Tea', 10)] },
      ...(at < again
        ? [{ id: `${customer}b`, customer, date: toDate(35), lines: [createLine('Tea', 4)] }]
        : []),
    ],
  );
}

function createReport(orders: readonly LiteralOrder[]) {
  return withCohortInsights(analyseCohorts(toColumns(orders), settings).body, settings);
}

/** An order that makes the data begin long before the compared cohorts. */
const LONG_BEFORE: LiteralOrder = {
  id: 'z',
  customer: 'zoe',
  date: '2025-01-01',
  lines: [createLine('Tea', 10)],
};
const SHOP = [
  LONG_BEFORE,
  ...createMonth(2026, 1, 40, 20),
  ...createMonth(2026, 2, 40, 4),
  ...createMonth(2026, 5, 1, 0),
];

describe('cohort insights', () => {
  it('name no extreme cohort if chance explains the differences, however many cohorts there are', () => {
    const year = Array.from({ length: 12 }, (_, at) =>
      createMonth(2026, at + 1, 40, 8 + ((7 * at) % 9)),
    ).flat();
    const { ai_insights: found } = createReport([LONG_BEFORE, ...year]);
    expect(found?.retention?.text).toMatch(
      /^In the month after that of their first purchase, \d+\.\d % of customers buy again \(.* customers\)\./,
    );
  });

  it('do not count several orders on the first day as ordering again', () => {
    const twice = createMonth(2026, 1, 40, 0).map((order) => ({ ...order, id: `${order.id}2` }));
    const { ai_insights: found } = createReport([LONG_BEFORE, ...twice, ...SHOP.slice(1)]);
    expect(found?.second_order?.text).toContain(
      'Several orders on the first day, as of 40 customers, do not count as ordering again.',
    );
  });

  it('state no difference between cohorts that chance explains', () => {
    const even = createReport([
      LONG_BEFORE,
      ...createMonth(2026, 1, 40, 10),
      ...createMonth(2026, 2, 40, 11),
    ]);
    expect(even.ai_insights?.recent_cohorts?.text).toMatch(
      /^How soon customers order again does not clearly differ between those of 2026-02 and of 2026-01\.$/,
    );
  });

  it('are absent if there are no figures', () => {
    expect(createReport([]).ai_insights).toBeNull();
    expect(createReport(createMonth(2026, 1, 1, 0)).ai_insights).toMatchObject({
      retention: null,
      second_order: null,
      recent_cohorts: null,
    });
  });
});

it('withModelInsights does not call the language model for a cohort report', async () => {
  const body = createReport(SHOP);
  const ask = async (): Promise<never> => {
    throw new Error('asked');
  };
  expect(await withModelInsights(body, settings, { modelId: 'model', ask })).toEqual(body);
});
