// The facts and tables of a report on customer segments.
import type { RfmReport } from '../../client/src/index.ts';
import { compareSegments, listMovesByNumber } from '../charts/flow.ts';
import { joinIsolated } from '../names.ts';
import {
  createFigure,
  describeEarlier,
  formatKnown,
  formatSigned,
  type Say,
  type ShownReport,
  type ShownTable,
  stateFigure,
  stateRevenue,
  stateTypical,
  withRows,
} from './shown.ts';

const SCORES = [1, 2, 3, 4, 5];
const MOST_MOVES = 50;

export function showSegments(report: RfmReport, say: Say): ShownReport {
  const { t, number, percent, money } = say;
  const { customer_count, metrics } = report;
  const formatDays = (value: number): string => number(value, Number.isInteger(value) ? 0 : 1);
  return {
    facts: [
      ...stateFigure(t('Customers'), customer_count, number),
      ...(metrics === null
        ? []
        : [
            ...stateFigure(t('Orders'), metrics.orders, number),
            ...stateRevenue(metrics, [t('Spent by these customers'), metrics.revenue], money, {
              revenue: t('Revenue'),
              returns: t('Returns, taken off it'),
            }),
            ...stateFigure(t('Average order value'), metrics.average_order_value, money),
            ...stateFigure(t('Orders per customer (typical)'), metrics.median_frequency, formatDays),
            ...stateFigure(t('Spent per customer (typical)'), metrics.median_monetary, money),
            ...stateFigure(t('Days since last order (typical)'), metrics.median_recency, formatDays),
            ...stateFigure(
              t('Days between orders (typical)'),
              metrics.median_days_between_orders,
              formatDays,
            ),
            ...stateFigure(t('Ordered more than once'), metrics.repeat_rate, percent),
            ...stateFigure(t('Spent by the top fifth'), metrics.top20_revenue_share, percent),
          ]),
    ],
    evidence:
      metrics === null
        ? []
        : [
            ...stateFigure(t('Orders per customer (average)'), metrics.mean_frequency, (value) =>
              number(value, 2),
            ),
            ...stateFigure(t('Spent per customer (average)'), metrics.mean_monetary, money),
            stateTypical(say),
          ],
    tables: withRows([
      showSpent(report, say),
      showPerCustomer(report, say),
      showExpected(report, say),
      showBacktest(report, say),
      showGrid(report, say),
      showMoves(report, say),
      showGrowth(report, say),
      showAdvice(report, say),
    ]),
    none: report.segments.length === 0 ? t('There are no customers to segment.') : undefined,
  };
}

function showSpent({ segments }: RfmReport, { t, number, percent, money, segment }: Say): ShownTable {
  const shares = segments.flatMap((each) => [each.percentage / 100, each.revenue_share]);
  const largest = Math.max(...shares, Number.EPSILON);
  const computeBar = (share: number): number => Math.max(0, share) / largest;
  return {
    id: 'spent',
    title: t('Customers and spend by segment'),
    columns: [
      { title: t('Segment') },
      ...[
        createFigure(t('Customers')),
        createFigure(t('Share')),
        { title: '', class: 'bars', from: 90 } as const,
      ],
      ...[
        createFigure(t('Spent')),
        createFigure(t('Share')),
        { title: '', class: 'bars', from: 90 } as const,
      ],
    ],
    rows: segments.map(({ name, count, percentage, revenue, revenue_share }) => [
      segment(name),
      ...[number(count), percent(percentage / 100), computeBar(percentage / 100)],
      ...[money(revenue), percent(revenue_share), computeBar(revenue_share)],
    ]),
  };
}

function showPerCustomer({ segments }: RfmReport, { t, number, money, segment }: Say): ShownTable {
  const formatBoth = (median: number, mean: number): string => `${number(median, 1)} / ${number(mean, 1)}`;
  return {
    ...{ id: 'per-customer', isEvidence: true },
    title: t('Per customer: typical / average'),
    columns: [
      { title: t('Segment') },
      ...[t('Days since'), t('Orders'), t('Spent')].map((one) => createFigure(one)),
    ],
    rows: segments.map((each) => [
      segment(each.name),
      formatBoth(each.median_recency, each.avg_recency),
      formatBoth(each.median_frequency, each.avg_frequency),
      `${money(each.median_monetary)} / ${money(each.avg_monetary)}`,
    ]),
  };
}

/** The forecast of each segment; the title has their sum. */
function showExpected(report: RfmReport, say: Say): ShownTable {
  const { t, number, percent, segment } = say;
  // Reports of earlier versions have figures of a rejected forecast.
  const isRejected = report.prediction_model?.backtest.orders.better_than_naive === false;
  const forecast = report.segments.flatMap(({ name, count, prediction }) =>
    prediction === null || isRejected ? [] : [{ name, count, ...prediction }],
  );
  const formatRound = (value: number): string => number(Math.round(value));
  const formatWithin = (value: number | null, range: Range | null): string =>
    formatKnown(value, formatRound) +
    formatKnown(range, ({ low, high }) => ` (${formatRound(low)}–${formatRound(high)})`);
  const orders = forecast.reduce((sum, one) => sum + one.expected_orders_90d, 0);
  return {
    id: 'expected',
    title: t('About {orders} orders expected in the next 90 days', { orders: formatRound(orders) }),
    evidence: describeReliance(report, say),
    columns: [
      { title: t('Segment') },
      ...[t('Customers'), t('Will order')].map((one) => createFigure(one)),
      ...[t('Orders'), t('Value')].map((one) => createFigure(t('{figure} (from–to)', { figure: one }))),
    ],
    rows: forecast.map((of) => [
      ...[segment(of.name), number(of.count), percent(of.probability_purchase_90d, 0)],
      formatWithin(of.expected_orders_90d, of.expected_orders_90d_interval),
      formatWithin(of.expected_value_90d, of.expected_value_90d_interval),
    ]),
  };
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Which forecast is used, and how far it was off before. */
function describeReliance({ prediction_model: model }: RfmReport, { t, number }: Say): string | undefined {
  if (model === null) return undefined;
  const { orders, candidates, cut_dates } = model.backtest;
  const parts = {
    tried: number(candidates.length),
    dates: number(cut_dates.length),
    off: number(orders.segment_mean_absolute_error, 1),
    naive: number(orders.naive_segment_mean_absolute_error, 1),
  };
  const k = model.k ?? 1;
  const name = model.name === 'own_frequency' ? t('each customer’s own frequency') : model.name;
  const by = `${name}${k > 1 ? ` (k = ${k})` : ''}`;
  return [
    t('Ranges hold the actual figure in 8 of 10 cases.'),
    t('Orders are forecast by {by}.', { by }),
    t('Tried on {dates} past dates, it was off by {off} orders per segment on average.', parts),
    t('“The same as in the 90 days before” was off by {naive}.', parts),
    ...(model.value_by === 'naive'
      ? [t('No value is predicted: no model was better than “the same as in the 90 days before”.')]
      : []),
  ].join(' ');
}

/** Shows the models' predictions of 90 past days beside the actual figures. */
function showBacktest({ prediction_model }: RfmReport, { t, number, day, segment }: Say): ShownTable {
  const test = prediction_model?.backtest;
  const formatRound = (value: number): string => number(Math.round(value));
  return {
    ...{ id: 'backtest', isEvidence: true },
    title: t('Back-test: orders in the 90 days after {day}', { day: day(test?.cut_date ?? '') }),
    columns: [
      { title: t('Segment on that day') },
      ...[t('Customers'), t('Predicted'), t('Actual'), t('90 days before'), t('Off on average')].map((one) =>
        createFigure(one),
      ),
    ],
    rows:
      test === undefined
        ? []
        : [
            ...test.segments.map((each) => [
              segment(each.segment),
              ...[each.customers, each.predicted_orders, each.actual_orders, each.naive_orders].map(
                formatRound,
              ),
              number(each.orders_error, 1),
            ]),
            [
              t('All'),
              ...[test.customers, test.orders.predicted, test.orders.actual, test.orders.naive].map(
                formatRound,
              ),
              number(test.orders.segment_mean_absolute_error, 1),
            ],
          ],
  };
}

function showGrid({ score_grid }: RfmReport, { number }: Say): ShownTable {
  const customers = new Map(
    score_grid.map((cell) => [`${cell.recency}${cell.frequency_monetary}`, cell.customers]),
  );
  return {
    ...{ id: 'grid', only: 'terminal' },
    title: 'Customers by recency (R) and frequency with spend (FM)',
    columns: [{ title: '' }, ...SCORES.map((fm) => createFigure(`FM ${fm}`))],
    rows:
      score_grid.length === 0
        ? []
        : SCORES.toReversed().map((r) => [
            `R ${r}`,
            ...SCORES.map((fm) => number(customers.get(`${r}${fm}`) ?? 0)),
          ]),
  };
}

function showMoves({ changes }: RfmReport, say: Say): ShownTable {
  const { t, number, segment } = say;
  return {
    ...{ id: 'moves', only: 'terminal' },
    title: 'Customers who changed segment',
    note: formatKnown(changes?.compared_with, (earlier) => describeEarlier(earlier, say)),
    columns: [{ title: 'Moved from' }, { title: t('To') }, createFigure(t('Customers'))],
    rows: listMovesByNumber(changes?.migration ?? [])
      .slice(0, MOST_MOVES)
      .map(({ from, to, customers }) => [segment(from), segment(to), number(customers)]),
  };
}

function showGrowth({ changes }: RfmReport, { t, number, segment }: Say): ShownTable {
  return {
    id: 'growth',
    title: t('Segments before and now'),
    columns: [
      { title: t('Segment') },
      ...[t('Before'), t('Now'), t('Change')].map((one) => createFigure(one)),
    ],
    rows: (changes?.segment_growth ?? [])
      .toSorted((a, b) => compareSegments(a.segment, b.segment))
      .map((each) => [
        segment(each.segment),
        number(each.before),
        number(each.after),
        formatSigned(each.after - each.before, number),
      ]),
  };
}

function showAdvice({ segments }: RfmReport, { t, segment, said }: Say): ShownTable {
  return {
    id: 'advice',
    title: t('What to do'),
    columns: [
      { title: t('Segment') },
      { title: t('What to do') },
      { title: t('What was seen'), from: 150, isEvidence: true },
      { title: t('Buys most'), from: 190 },
    ],
    rows: segments.map((each) => [
      segment(each.name),
      said(each.ai_recommendation, each.ai_recommendation_coded),
      said(each.ai_observation, each.ai_observation_coded),
      joinIsolated(
        each.top_products.map(({ product_name }) => product_name),
        ', ',
      ),
    ]),
  };
}
