// Cohort insights: what they say where few customers, chance or the first day decide.

import { describe, expect, it } from 'vitest';
import { withCohortInsights } from '../../../../src/analysis/report-types/cohort/insights.ts';
import { cohortDefinition } from '../../../../src/contract/report-types/cohort/definition.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { withModelInsights } from '../../../../src/service/reports/steps/model-insights.ts';
import { analyseCohorts } from '../../../../tools/harness/analyse.ts';
import { columnsOf, type LiteralOrder, line } from '../../orders/literal-orders.ts';

const { settings: shared } = resolveReport({ template: 'cohort_retention', params: { context: 'Tea.' } });
const settings = cohortDefinition.settings(shared, {});

/** `again`: so many of the month's customers come back on day 20 after their first purchase. */
function month(year: number, number: number, customers: number, again: number): LiteralOrder[] {
  const date = (day: number) => new Date(Date.UTC(year, number - 1, day)).toISOString().slice(0, 10);
  return Array.from({ length: customers }, (_, at) => `m${number}c${String(at).padStart(3, '0')}`).flatMap(
    (customer, at) => [
      { id: `${customer}a`, customer, date: date(15), lines: [line('Tea', 10)] },
      ...(at < again ? [{ id: `${customer}b`, customer, date: date(35), lines: [line('Tea', 4)] }] : []),
    ],
  );
}

function insightsOf(orders: readonly LiteralOrder[]) {
  return withCohortInsights(analyseCohorts(columnsOf(orders), settings).body, settings);
}

/** With it, the data begin long before the first cohorts that are compared. */
const LONG_BEFORE: LiteralOrder = { id: 'z', customer: 'zoe', date: '2025-01-01', lines: [line('Tea', 10)] };
const SHOP = [LONG_BEFORE, ...month(2026, 1, 40, 20), ...month(2026, 2, 40, 4), ...month(2026, 5, 1, 0)];

describe('insights by rules', () => {
  it('name no extreme among cohorts that chance explains, however many there are', () => {
    const year = Array.from({ length: 12 }, (_, at) => month(2026, at + 1, 40, 8 + ((7 * at) % 9))).flat();
    const { ai_insights: found } = insightsOf([LONG_BEFORE, ...year]);
    expect(found?.retention?.text).toMatch(
      /^\d+\.\d % of customers buy in the month after .* customers\)\.$/,
    );
  });

  it('do not count several orders on the first day as ordering again', () => {
    const twice = month(2026, 1, 40, 0).map((order) => ({ ...order, id: `${order.id}2` }));
    const { ai_insights: found } = insightsOf([LONG_BEFORE, ...twice, ...SHOP.slice(1)]);
    expect(found?.second_order?.text).toContain(
      'Several orders on the first day, as of 40 customers, do not count as ordering again.',
    );
  });

  it('do not call chance a difference', () => {
    const even = insightsOf([LONG_BEFORE, ...month(2026, 1, 40, 10), ...month(2026, 2, 40, 11)]);
    expect(even.ai_insights?.recent_cohorts?.text).toMatch(
      /^How soon customers order again does not clearly differ between those of 2026-02 and of 2026-01\.$/,
    );
  });

  it('say nothing where there are no figures', () => {
    expect(insightsOf([]).ai_insights).toBeNull();
    expect(insightsOf(month(2026, 1, 1, 0)).ai_insights).toMatchObject({
      retention: null,
      second_order: null,
      recent_cohorts: null,
    });
  });
});

it('a language model is not asked about cohorts: there is nothing to choose', async () => {
  const body = insightsOf(SHOP);
  const ask = async (): Promise<never> => {
    throw new Error('asked');
  };
  expect(await withModelInsights(body, settings, { modelId: 'model', ask })).toEqual(body);
});
