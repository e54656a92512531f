// What is said of the next 90 days: figures where the back-test supports them, and plain words where it does not.
import { describe, expect, it } from 'vitest';
import type { Backtest, BacktestSeries } from '../../../src/core/prediction/backtest.ts';
import type { PredictionModel, SegmentPrediction } from '../../../src/core/prediction/forecast.ts';
import { buildRfmReport } from '../../../src/report-types/rfm/analyse.ts';
import { withRfmInsights } from '../../../src/report-types/rfm/insights.ts';
import { columnsOf, line, settingsOf } from '../../core/orders/literal-orders.ts';

const series = (better_than_naive: boolean, more: Partial<BacktestSeries> = {}): BacktestSeries => ({
  predicted: 624.4,
  actual: 509,
  naive: 676,
  mean_absolute_error: 0.282,
  naive_mean_absolute_error: 0.286,
  segment_mean_absolute_error: 15.1,
  naive_segment_mean_absolute_error: 36.2,
  better_than_naive,
  ...more,
});

function backtestWith(orders: BacktestSeries, value: BacktestSeries | null): Backtest {
  const dispersion = { orders: 2, value: 2 };
  return { cut_date: '2024-06-30', customers: 90, orders, value, dispersion, segments: [] };
}

const prediction: SegmentPrediction = {
  expected_orders_90d: 40.4,
  expected_orders_90d_interval: { low: 31, high: 50 },
  mean_expected_orders_90d: 1.3,
  probability_purchase_90d: 0.182,
  probability_alive: 0.999,
  expected_value_90d: 1_234.5,
  expected_value_90d_interval: { low: 900, high: 1_600 },
  one_time_buyers: 3,
};

const report = buildRfmReport(
  columnsOf([{ id: '1', customer: 'ada', date: '2024-09-28', lines: [line('Tea', 4, 5)] }]),
  settingsOf(),
);

function bodyOf(orders: BacktestSeries, value: BacktestSeries | null) {
  const prediction_model: PredictionModel = {
    name: 'NBD',
    r: 1,
    alpha: 50,
    a: null,
    b: null,
    horizon_days: 90,
    orders_per_purchase_day: 1,
    spend: null,
    interval_level: 0.8,
    backtest: backtestWith(orders, value),
  };
  const segments = report.segments.map((segment) => ({ ...segment, prediction }));
  return { ...report, segments, prediction_model };
}

function textsOf(orders: BacktestSeries, value: BacktestSeries | null) {
  const { segments, ai_strategic_insights } = withRfmInsights(bodyOf(orders, value), settingsOf());
  return {
    observation: segments[0]?.ai_observation ?? '',
    finding: ai_strategic_insights?.predictions?.text ?? '',
  };
}

describe('a back-test that is better than naive', () => {
  it('lets the texts cite orders and the chance of one within 90 days, never of being a customer still', () => {
    const { observation, finding } = textsOf(series(true), series(true));
    expect(observation).toContain(
      'In the next 90 days 18.2 % of them are expected to order: 40 orders (80 % interval 31 to 50).',
    );
    expect(observation).not.toContain('99.9');
    expect(finding).toBe(
      'Back-test: from what was known on 2024-06-30, 624 orders were predicted for the following 90 days; there were 509. ' +
        'Orders: off by 0.282 per customer and 15 per segment on average, against 0.286 and 36 for ' +
        '"the same as in the 90 days before". 624.40 of spend was predicted; it was 509.00. Spend: off by 0.28 per customer ' +
        'and 15.10 per segment on average, against 0.29 and 36.20 for "the same as in the 90 days before". ' +
        'Expected in the next 90 days: 40 orders and spend of 1,234.50.',
    );
  });
});

describe('a back-test that is not', () => {
  it('says so, and no text cites expected orders', () => {
    const { observation, finding } = textsOf(series(false), series(true));
    expect(observation).not.toContain('90 days');
    expect(finding).toContain('not better in both, so the texts of this report cite no expected orders.');
    expect(finding).toMatch(/Expected in the next 90 days: spend of 1,234\.50\.$/);
  });

  it('says nothing at all of what to expect where neither orders nor spend passed', () => {
    const { finding } = textsOf(series(false), series(false));
    expect(finding).toContain('cite no expected spend.');
    expect(finding).not.toContain('Expected in');
    expect(textsOf(series(false), null).finding).not.toContain('pend');
  });
});

describe('without predictions', () => {
  it('there is no such finding', () => {
    const { ai_strategic_insights } = withRfmInsights(report, settingsOf());
    expect(ai_strategic_insights?.predictions).toBeNull();
  });
});
