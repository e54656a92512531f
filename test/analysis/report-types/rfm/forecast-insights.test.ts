// Insights on the next 90 days: figures if the back-test supports them, and plain words otherwise.

import { describe, expect, it } from 'vitest';
import type { Backtest, BacktestSeries } from '../../../../src/analysis/prediction/backtest.ts';
import type { PredictionModel, SegmentPrediction } from '../../../../src/analysis/prediction/forecast.ts';
import { withRfmInsights } from '../../../../src/analysis/report-types/rfm/insights.ts';
import { analyseRfm } from '../../../../tools/harness/analyse.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { createLine, createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

const createSeries = (better_than_naive: boolean, more: Partial<BacktestSeries> = {}): BacktestSeries => ({
  predicted: 624.4,
  actual: 509,
  naive: 676,
  mean_absolute_error: 0.282,
  naive_mean_absolute_error: 0.286,
  root_mean_square_error: 0.806,
  naive_root_mean_square_error: 0.899,
  cut_dates_better: 5,
  segment_mean_absolute_error: 15.1,
  naive_segment_mean_absolute_error: 36.2,
  better_than_naive,
  ...more,
});

function createBacktest(orders: BacktestSeries, value: BacktestSeries): Backtest {
  const dispersion = { orders: 2, value: 2 };
  const candidate = { root_mean_square_error: 1, segment_mean_absolute_error: 1, better_than_naive: false };
  return {
    cut_date: '2024-06-30',
    cut_dates: ['30', '29', '28', '27', '26', '25'].map((day) => `2024-06-${day}`),
    every_nth_customer: 1,
    customers: 90,
    ...{ orders, value, dispersion, segments: [] },
    candidates: [
      { name: 'naive', ...candidate },
      { name: 'NBD', ...candidate },
    ],
  };
}

const prediction: SegmentPrediction = {
  expected_orders_90d: 40.4,
  expected_orders_90d_interval: { low: 31, high: 50 },
  mean_expected_orders_90d: 1.3,
  probability_purchase_90d: 0.182,
  probability_purchase_90d_interval: { low: 0.12, high: 0.25 },
  probability_alive: 0.999,
  expected_value_90d: 1_234.5,
  expected_value_90d_interval: { low: 900, high: 1_600 },
  one_time_buyers: 3,
};

const report = analyseRfm(
  toColumns([{ id: '1', customer: 'ada', date: '2024-09-28', lines: [createLine('Tea', 4, 5)] }]),
  createMbaSettings(),
).body;

function createBody(orders: BacktestSeries, value: BacktestSeries) {
  const prediction_model: PredictionModel = {
    name: orders.better_than_naive ? 'NBD' : 'naive',
    regularity: 1.1,
    k: orders.better_than_naive ? 1 : null,
    value_by: 'gamma-gamma',
    r: 1,
    alpha: 50,
    a: null,
    b: null,
    horizon_days: 90,
    orders_per_purchase_day: 1,
    spend: null,
    interval_level: 0.8,
    expected_orders_90d: 40.4,
    expected_orders_90d_interval: { low: 31, high: 50 },
    expected_value_90d: 1_234.5,
    expected_value_90d_interval: { low: 900, high: 1_600 },
    backtest: createBacktest(orders, value),
  };
  const segments = report.segments.map((segment) => ({ ...segment, prediction }));
  return { ...report, segments, prediction_model };
}

function readTexts(orders: BacktestSeries, value: BacktestSeries) {
  const { segments, ai_strategic_insights } = withRfmInsights(createBody(orders, value), createMbaSettings());
  return {
    observation: segments[0]?.ai_observation ?? '',
    finding: ai_strategic_insights?.predictions?.text ?? '',
  };
}

describe('insights after a back-test that beats the naive forecast', () => {
  it('cite expected orders and the probability of an order in 90 days, but not of being alive', () => {
    const { observation, finding } = readTexts(createSeries(true), createSeries(true));
    expect(observation).toContain(
      'In the next 90 days 18.2 % of them (12.0 % to 25.0 %) are expected to order: 40 orders (in 8 of 10 cases 31 to 50).',
    );
    expect(observation).not.toContain('99.9');
    expect(finding).toBe(
      'Orders are forecast by a statistical model of purchases, the best of 2 forecasts at 6 past dates. ' +
        'Orders: off by 15 per segment on average and 0.806 per customer (root mean square). ' +
        '“The same as in the 90 days before” was off by 36 and 0.899. The forecast was closer per segment at 5 of 6 dates. ' +
        'Spend: off by 15.10 per segment on average and 0.81 per customer (root mean square). ' +
        '“The same as in the 90 days before” was off by 36.20 and 0.90. The forecast was closer per segment at 5 of 6 dates. ' +
        'From what was known on 2024-06-30, 624 orders were predicted for the following 90 days; there were 509, so that it was 22.6 % too high. ' +
        'Expected in the next 90 days: 40 orders (in 8 of 10 cases 31 to 50) and spend of 1,234.50 (900.00 to 1,600.00).',
    );
  });
});

describe('insights after a back-test that rejects a forecast', () => {
  it('do not mention spend if no forecast of it was better than the past', () => {
    const { finding } = readTexts(createSeries(true), createSeries(false));
    expect(finding).toMatch(/ 5 of 6 dates\. From what was known/);
    expect(finding).not.toContain('Spend');
  });

  it('cite the miss of a segment instead of figures, and estimate no share of late customers who order anyway', () => {
    const body = createBody(createSeries(true), createSeries(true));
    const [segment] = body.segments;
    if (segment === undefined || body.metrics === null) throw new Error('expected a segment');
    const tried = {
      ...{ segment: segment.name, customers: 10, orders_error: 7, naive_orders: 0, naive_orders_error: 7 },
      ...{ predicted_orders: 0, actual_orders: 7, predicted_buyers: 0, actual_buyers: 7 },
      ...{ predicted_value: 0, actual_value: 70, naive_value: 0 },
    };
    const { backtest } = body.prediction_model;
    const { segments, ai_strategic_insights } = withRfmInsights(
      {
        ...body,
        metrics: { ...body.metrics, usual_days_to_next_order: 10 },
        segments: [{ ...segment, median_recency: 100 }],
        prediction_model: { ...body.prediction_model, backtest: { ...backtest, segments: [tried] } },
      },
      createMbaSettings(),
    );
    expect(segments[0]?.ai_observation).toContain(
      '0 orders were predicted of this segment for 90 days, and 7 came',
    );
    expect(segments[0]?.ai_observation).not.toContain('expected');
    expect(segments[0]?.prediction).toBeNull();
    expect(ai_strategic_insights?.value_at_risk).toMatchObject({ customers: 1, expected_to_order_90d: null });
    expect(ai_strategic_insights?.value_at_risk.text).not.toContain('expected to order');
  });
});

describe('a forecast on noise', () => {
  // All buy at one rate, so neither customers nor days differ in the chance of an order.
  const random = createRandom(2);
  const orders = Array.from({ length: 300 }).flatMap((_, c) => {
    const days = Array.from({ length: 360 }, (__, day) => day).filter(
      (day) => day === c % 60 || random() < 0.01,
    );
    return days.map((day) => ({
      id: `${c}-${day}`,
      customer: `c${c}`,
      date: new Date(Date.UTC(2024, 0, 1 + day)).toISOString(),
      lines: [createLine('Tea', 5, 1)],
    }));
  });
  const body = withRfmInsights(analyseRfm(toColumns(orders), createMbaSettings()).body, createMbaSettings());

  it('is claimed only if its errors are lower than those of the naive forecast, and cites these errors', () => {
    const { prediction_model: model, ai_strategic_insights } = body;
    if (model === null) {
      expect(ai_strategic_insights?.predictions).toBeNull();
      return;
    }
    const text = ai_strategic_insights?.predictions?.text ?? '';
    const { orders: tried, cut_dates } = model.backtest;
    expect(text).toContain('Orders are forecast by ');
    expect(text).toContain(
      `off by ${tried.segment_mean_absolute_error.toFixed(tried.segment_mean_absolute_error < 10 ? 3 : 0)} per segment`,
    );
    expect(text).toContain(`at ${cut_dates.length} past dates`);
    expect(tried.segment_mean_absolute_error).toBeLessThan(tried.naive_segment_mean_absolute_error);
    expect(tried.root_mean_square_error).toBeLessThan(tried.naive_root_mean_square_error);
  });

  it('has intervals of expected orders that contain the mean rate for most segments', () => {
    const predicted = body.segments.filter(({ prediction }) => prediction !== null);
    expect(predicted.length).toBeGreaterThan(2);
    const held = predicted.filter(({ count, prediction }) => {
      const { low, high } = prediction?.expected_orders_90d_interval ?? { low: 0, high: 0 };
      return low <= 0.9 * count && 0.9 * count <= high;
    });
    expect(held.length / predicted.length).toBeGreaterThan(0.6);
  });
});
