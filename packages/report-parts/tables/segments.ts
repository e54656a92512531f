// The facts and tables of a report on customer segments.
import type { RfmReport, RfmSegment } from '../../client/src/index.ts';
import { movesByNumber, segmentOrder } from '../charts/flow.ts';
import { listed } from '../names.ts';
import {
  figure,
  known,
  measured,
  revenueFacts,
  type Say,
  type ShownReport,
  type ShownTable,
  signed,
  since,
  withRows,
} from './shown.ts';

const SCORES = [1, 2, 3, 4, 5];
const MOST_MOVES = 50;

export function shownSegments(report: RfmReport, say: Say): ShownReport {
  const { t, number, percent, money } = say;
  const { customer_count, metrics } = report;
  const both = (median: number, mean: number, write: (value: number) => string): string =>
    `${write(median)} / ${write(mean)}`;
  const days = (value: number): string => number(value, Number.isInteger(value) ? 0 : 1);
  return {
    facts: [
      ...measured(t('Customers'), customer_count, number),
      ...(metrics === null
        ? []
        : [
            ...measured(t('Orders'), metrics.orders, number),
            ...revenueFacts(metrics, [t('Spent by these customers'), metrics.revenue], money, {
              revenue: t('Revenue'),
              returns: t('Returns, taken off it'),
            }),
            ...measured(t('Average order value'), metrics.average_order_value, money),
            [
              t('Orders per customer (median / mean)'),
              both(metrics.median_frequency, metrics.mean_frequency, (value) => number(value, 2)),
            ] as const,
            [
              t('Spent per customer (median / mean)'),
              both(metrics.median_monetary, metrics.mean_monetary, money),
            ] as const,
            ...measured(t('Median days since last order'), metrics.median_recency, days),
            ...measured(t('Median days between orders'), metrics.median_days_between_orders, days),
            ...measured(t('Ordered more than once'), metrics.repeat_rate, percent),
            ...measured(t('Spent by the top fifth'), metrics.top20_revenue_share, percent),
          ]),
    ],
    tables: withRows([
      spent(report, say),
      perCustomer(report, say),
      expected(report, say),
      backtest(report, say),
      grid(report, say),
      moves(report, say),
      growth(report, say),
      advice(report, say),
    ]),
    none: report.segments.length === 0 ? t('There are no customers to segment.') : undefined,
  };
}

function spent({ segments }: RfmReport, { t, number, percent, money, segment }: Say): ShownTable {
  const shares = segments.flatMap((each) => [each.percentage / 100, each.revenue_share]);
  const largest = Math.max(...shares, Number.EPSILON);
  const bar = (share: number): number => Math.max(0, share) / largest;
  return {
    id: 'spent',
    title: t('Customers and spend by segment'),
    columns: [
      { title: t('Segment') },
      ...[figure(t('Customers')), figure(t('Share')), { title: '', class: 'bars', from: 90 } as const],
      ...[figure(t('Spent')), figure(t('Share')), { title: '', class: 'bars', from: 90 } as const],
    ],
    rows: segments.map(({ name, count, percentage, revenue, revenue_share }) => [
      segment(name),
      ...[number(count), percent(percentage / 100), bar(percentage / 100)],
      ...[money(revenue), percent(revenue_share), bar(revenue_share)],
    ]),
  };
}

function perCustomer({ segments }: RfmReport, { t, number, money, segment }: Say): ShownTable {
  const both = (median: number, mean: number): string => `${number(median, 1)} / ${number(mean, 1)}`;
  return {
    ...{ id: 'per-customer', only: 'terminal' },
    title: t('Per customer: median / mean'),
    columns: [
      { title: t('Segment') },
      ...[t('Days since'), t('Orders'), t('Spent')].map((one) => figure(one)),
    ],
    rows: segments.map((each) => [
      segment(each.name),
      both(each.median_recency, each.avg_recency),
      both(each.median_frequency, each.avg_frequency),
      `${money(each.median_monetary)} / ${money(each.avg_monetary)}`,
    ]),
  };
}

/** Sums of a segment stand beside figures per customer, each labelled as what it is. */
function expected(report: RfmReport, say: Say): ShownTable {
  const { t, number, percent, money, segment } = say;
  const round = (value: number): string => number(Math.round(value));
  const within = (value: number | null, range: Range | null, write: (value: number) => string): string =>
    known(value, write) + known(range, ({ low, high }) => ` (${write(low)}–${write(high)})`);
  const each = ({ count }: RfmSegment, of: number | null, write: (value: number) => string): string =>
    known(of, (sum) => write(sum / count));
  return {
    id: 'expected',
    title: t('Expected of the whole segment in the next 90 days, with 80 % intervals'),
    note: reliance(report, say),
    columns: [
      { title: t('Segment') },
      ...[figure(t('Will order')), figure(t('Orders')), figure(t('Orders per customer'), 110)],
      ...[figure(t('Value')), figure(t('Value per customer'), 110)],
    ],
    rows: report.segments.flatMap((one) => {
      const { name, prediction: of } = one;
      if (of === null) return [];
      return [
        [
          segment(name),
          percent(of.probability_purchase_90d),
          within(of.expected_orders_90d, of.expected_orders_90d_interval, round),
          each(one, of.expected_orders_90d, (orders) => number(orders, 2)),
          within(of.expected_value_90d, of.expected_value_90d_interval, round),
          each(one, of.expected_value_90d, money),
        ],
      ];
    }),
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Which forecast is used, how far it was off before, and whether to rely on it. */
function reliance({ prediction_model: model }: RfmReport, { t, number }: Say): string | undefined {
  if (model === null) return undefined;
  const { orders, candidates, cut_dates } = model.backtest;
  const parts = {
    tried: number(candidates.length),
    dates: number(cut_dates.length),
    off: number(orders.segment_mean_absolute_error, 1),
    naive: number(orders.naive_segment_mean_absolute_error, 1),
  };
  if (!orders.better_than_naive)
    return t(
      'None of {tried} forecasts was better at {dates} past dates than “the same as in the 90 days before”: that is what is expected, off by {naive} orders per segment on average. Do not rely on it as on a prediction.',
      parts,
    );
  const k = model.k ?? 1;
  const name = model.name === 'own_frequency' ? t('each customer’s own frequency') : model.name;
  const by = `${name}${k > 1 ? ` (k = ${k})` : ''}`;
  return [
    t(
      'Orders by {by}: at {dates} past dates off by {off} orders per segment on average, “the same as in the 90 days before” by {naive}.',
      { ...parts, by },
    ),
    ...(model.value_by === 'naive'
      ? [t('Value is the same as in the last 90 days: no model was better.')]
      : []),
  ].join(' ');
}

/** What the models predicted of 90 days that are over, against what came. */
function backtest({ prediction_model }: RfmReport, { t, number, day, segment }: Say): ShownTable {
  const test = prediction_model?.backtest;
  const round = (value: number): string => number(Math.round(value));
  return {
    id: 'backtest',
    title: t('Back-test: orders in the 90 days after {day}', { day: day(test?.cut_date ?? '') }),
    columns: [
      { title: t('Segment on that day') },
      ...[t('Customers'), t('Predicted'), t('Actual'), t('90 days before'), t('Off on average')].map((one) =>
        figure(one),
      ),
    ],
    rows:
      test === undefined
        ? []
        : [
            ...test.segments.map((each) => [
              segment(each.segment),
              ...[each.customers, each.predicted_orders, each.actual_orders, each.naive_orders].map(round),
              number(each.orders_error, 1),
            ]),
            [
              t('All'),
              ...[test.customers, test.orders.predicted, test.orders.actual, test.orders.naive].map(round),
              number(test.orders.segment_mean_absolute_error, 1),
            ],
          ],
  };
}

function grid({ score_grid }: RfmReport, { t, number }: Say): ShownTable {
  const customers = new Map(
    score_grid.map((cell) => [`${cell.recency}${cell.frequency_monetary}`, cell.customers]),
  );
  return {
    ...{ id: 'grid', only: 'terminal' },
    title: t('Customers by recency (R) and frequency with spend (FM)'),
    columns: [{ title: '' }, ...SCORES.map((fm) => figure(`FM ${fm}`))],
    rows:
      score_grid.length === 0
        ? []
        : SCORES.toReversed().map((r) => [
            `R ${r}`,
            ...SCORES.map((fm) => number(customers.get(`${r}${fm}`) ?? 0)),
          ]),
  };
}

function moves({ changes }: RfmReport, say: Say): ShownTable {
  const { t, number, segment } = say;
  return {
    ...{ id: 'moves', only: 'terminal' },
    title: t('Customers who changed segment'),
    note: known(changes?.compared_with, (earlier) => since(earlier, say)),
    columns: [{ title: t('Moved from') }, { title: t('To') }, figure(t('Customers'))],
    rows: movesByNumber(changes?.migration ?? [])
      .slice(0, MOST_MOVES)
      .map(({ from, to, customers }) => [segment(from), segment(to), number(customers)]),
  };
}

function growth({ changes }: RfmReport, { t, number, segment }: Say): ShownTable {
  return {
    id: 'growth',
    title: t('Segments before and now'),
    columns: [{ title: t('Segment') }, ...[t('Before'), t('Now'), t('Change')].map((one) => figure(one))],
    rows: (changes?.segment_growth ?? [])
      .toSorted((a, b) => segmentOrder(a.segment, b.segment))
      .map((each) => [
        segment(each.segment),
        number(each.before),
        number(each.after),
        signed(each.after - each.before, number),
      ]),
  };
}

function advice({ segments }: RfmReport, { t, segment, said }: Say): ShownTable {
  return {
    id: 'advice',
    title: t('What to do'),
    columns: [
      { title: t('Segment') },
      { title: t('What to do') },
      { title: t('What was seen'), from: 150 },
      { title: t('Buys most'), from: 190 },
    ],
    rows: segments.map((each) => [
      segment(each.name),
      said(each.ai_recommendation, each.ai_recommendation_coded),
      said(each.ai_observation, each.ai_observation_coded),
      listed(
        each.top_products.map(({ product_name }) => product_name),
        ', ',
      ),
    ]),
  };
}
