// Tests the actions of the first page: at most three, none that needs the present from old orders, and none on due
// customers if the back-test did no better than chance.
import { describe, expect, it } from 'vitest';
import { FIRST_LOOK } from '../../../../apps/console/reports/report-types.ts';
import type { MbaReport, ReplenishmentReport, RfmReport } from '../../../../packages/client/src/index.ts';
import ENGLISH from '../../../../packages/report-parts/actions/action-words.json' with { type: 'json' };
import {
  findActions,
  listActions,
  listSaid,
} from '../../../../packages/report-parts/actions/find-actions.ts';
import { describeOldAge } from '../../../../packages/report-parts/actions/freshness.ts';
import { createFormatter } from '../../../../packages/report-parts/figures.ts';
import GERMAN from '../../../../packages/report-parts/german/action-words.json' with { type: 'json' };
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

const listActionsAtOnce = (report: ReplenishmentReport) =>
  listActions(report, addDays(report.reference_date, 1));

const DAY_MS = 86_400_000;
const addDays = (day: string | null, days: number): number => Date.parse(day ?? '') + days * DAY_MS;

function createMbaReport(...values: readonly number[]): MbaReport {
  const bundles = values.map((value) => ({
    ...{ expected_incremental_revenue: value, evidence: { baskets_together: 9 } },
    rule: { antecedents: ['Tea'], consequents: [`Milk ${value}`] },
  }));
  return JSON.parse(JSON.stringify({ report_type: 'MBA', ai_insights: { bundles } }));
}

function createRfmReport(reference_date: string): RfmReport {
  const value_at_risk = { customers: 10, revenue: 900, segments: ['At Risk'], expected_to_order_90d: 0.2 };
  return JSON.parse(
    JSON.stringify({
      ...{ report_type: 'RFM', reference_date, metrics: { usual_days_to_next_order: 40 } },
      ai_strategic_insights: { value_at_risk },
    }),
  );
}

describe('the actions of the first page', () => {
  const due = createReport(createRhythmicShop(1));
  const { reference_date } = due;
  const newest = {
    ...{ REPLENISHMENT: due, RFM: createRfmReport(reference_date ?? ''), MBA: createMbaReport(5, 9_000) },
  };

  it('are at most three, in turn of their reports, whatever they are worth', () => {
    const found = findActions(newest, addDays(reference_date, 1));
    expect(found.map(({ kind }) => kind)).toEqual(['due', 'win_back', 'bundle']);
    expect(found.at(-1)).toMatchObject({ value: 9_000 });
    const values = findActions({ MBA: createMbaReport(1, 2, 3, 4) }, 0).map(
      (one) => 'value' in one && one.value,
    );
    expect(values).toEqual([4, 3, 2]);
  });

  it('are without those that need the present if the newest order is older than 45 days', () => {
    const listKinds = (days: number) =>
      findActions(newest, addDays(reference_date, days)).map(({ kind }) => kind);
    expect(listKinds(45)).toEqual(['due', 'win_back', 'bundle']);
    expect(listKinds(46)).toEqual(['bundle', 'bundle']);
    expect(listActions(due, addDays(reference_date, 46))).toEqual([]);
  });
});

describe('describeOldAge', () => {
  const { span } = createFormatter('en');
  const describeAge = (days: number) =>
    describeOldAge('2011-12-09', addDays('2011-12-09', days), ENGLISH, span);

  it('states the months since the newest order if these are more than 45 days, and nothing without one', () => {
    expect([0, 45].map((days) => describeAge(days))).toEqual([undefined, undefined]);
    expect([46, 61, 426].map((days) => describeAge(days))).toEqual(
      ['1 month', '2 months', '13 months'].map((age) => `Your newest order is ${age} old.`),
    );
    expect([null, undefined].map((day) => describeOldAge(day, 0, ENGLISH, span))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('states whole years from 24 months on, in both languages', () => {
    expect([730, 731, 5_815].map((days) => describeAge(days))).toEqual(
      ['23 months', '2 years', '15 years'].map((age) => `Your newest order is ${age} old.`),
    );
    const german = createFormatter('de').span;
    expect(describeOldAge('2011-12-09', addDays('2011-12-09', 5_815), GERMAN, german)).toBe(
      'Ihre neueste Bestellung ist 15 Jahre alt.',
    );
  });
});

describe('the action on due customers', () => {
  const report = createReport(createRhythmicShop(1));
  const now = addDays(report.reference_date, 1);

  it('has the days of the first week, and the back-test of the list’s rule', () => {
    const [action, ...others] = findActions({ REPLENISHMENT: report }, now);
    expect(others).toEqual([]);
    if (action?.kind !== 'due') throw new Error(`expected an action of due customers, got ${action?.kind}`);
    expect(action.customers).toBe(report.summary.due_this_week);
    expect(action.firstDay).toBe(report.weeks[0]?.first_day);
    expect(action.lastDay).toBe(report.weeks[0]?.last_day);
    expect(action.share).toBeGreaterThan(action.backtest.ordered / action.backtest.customers);
    expect(listSaid(listActions(report, now))).toEqual(new Set(['due']));
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
      expect(findActions({ REPLENISHMENT: without }, now)).toEqual([]);
  });

  it('appears in at most one of twenty memoryless shops', () => {
    const named = Array.from({ length: 20 }, (_, seed) =>
      listActionsAtOnce(createReport(createNoiseShop(seed, 120))),
    );
    expect(named.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(1);
  });

  it('has its report in the first look at a shop', () => {
    expect(FIRST_LOOK.map(({ template }) => template)).toContain('due_to_reorder');
  });
});
