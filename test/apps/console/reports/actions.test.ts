// Tests the first page's action on customers who are due, with computed reports. There is none if the back-test did no
// better than chance.
import { describe, expect, it } from 'vitest';
import { findActions, listActions, listSaid } from '../../../../apps/console/home/actions.ts';
import { FIRST_LOOK } from '../../../../apps/console/reports/report-types.ts';
import type { MbaReport, ReplenishmentReport } from '../../../../packages/client/src/index.ts';
import { replenishmentFinish } from '../../../../src/analysis/report-types/replenishment/finish.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { analyseReplenishment } from '../../../../tools/harness/analyse.ts';
import { type LiteralOrder, sortByOrderId, toColumns } from '../../../analysis/orders/literal-orders.ts';
import {
  createNoiseShop,
  createRhythmicShop,
} from '../../../analysis/report-types/replenishment/cadence-shops.ts';

function createReport(orders: readonly LiteralOrder[]): ReplenishmentReport {
  const { settings } = resolveReport({ template: 'due_to_reorder' });
  const { body } = analyseReplenishment(toColumns(sortByOrderId(orders)), settings);
  const described = replenishmentFinish.describe(body, null, settings);
  // The shape of GET /reports/{id}.
  return JSON.parse(JSON.stringify({ ...described, report_id: 'r1', currency: 'EUR' }));
}

describe('the action on due customers', () => {
  const report = createReport(createRhythmicShop(1));

  it('has the revenue expected this week, and the back-test of the list’s rule', () => {
    const [action, ...others] = findActions({ REPLENISHMENT: report });
    expect(others).toEqual([]);
    if (action?.kind !== 'due') throw new Error(`expected an action of due customers, got ${action?.kind}`);
    expect(action.customers).toBe(report.summary.due_this_week);
    expect(action.value).toBe(report.expected[0]?.revenue);
    expect(action.share).toBeGreaterThan(action.backtest.ordered / action.backtest.customers);
    expect(listSaid(listActions(report))).toEqual(new Set(['due']));
  });

  it('is ranked among other actions by value', () => {
    const rule = { antecedents: ['Tea'], consequents: ['Milk'] };
    const bundle = (value: number) => ({
      ...{ expected_incremental_revenue: value, rule, evidence: { baskets_together: 9 } },
    });
    const createMbaReport = (value: number): MbaReport =>
      JSON.parse(
        JSON.stringify({ report_type: 'MBA', ai_insights: { bundles: [bundle(value)], cross_sells: [] } }),
      );
    const week = report.expected[0]?.revenue ?? 0;
    const listKinds = (value: number) =>
      findActions({ MBA: createMbaReport(value), REPLENISHMENT: report }).map(({ kind }) => kind);
    expect(listKinds(week + 1)).toEqual(['bundle', 'due']);
    expect(listKinds(week - 1)).toEqual(['due', 'bundle']);
  });

  it('is missing if the list’s rule did no better than chance, nobody is due, or there are no dates', () => {
    const { cadence, summary } = report;
    if (cadence === null) throw new Error('expected a cadence');
    const rules = cadence.backtest.rules.map((rule) => ({ ...rule, better_than_all: false }));
    for (const without of [
      { ...report, cadence: { ...cadence, backtest: { ...cadence.backtest, rules } } },
      { ...report, summary: { ...summary, due_this_week: 0 } },
      { ...report, cadence: null },
    ])
      expect(findActions({ REPLENISHMENT: without })).toEqual([]);
  });

  it('appears in at most one of twenty memoryless shops', () => {
    const named = Array.from({ length: 20 }, (_, seed) =>
      listActions(createReport(createNoiseShop(seed, 120))),
    );
    expect(named.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(1);
  });

  it('has its report in the first look at a shop', () => {
    expect(FIRST_LOOK.map(({ template }) => template)).toContain('due_to_reorder');
  });
});
