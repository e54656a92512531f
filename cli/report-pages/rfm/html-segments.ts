// The RFM report's part of the page.
import { type ComponentChildren, h } from 'preact';
import { listed } from '../../../report-parts/names.ts';
import { numeric } from '../../../report-parts/table.ts';
import {
  amountsIn,
  counted,
  decimals,
  percent,
  type WriteAmount,
  whole,
} from '../../../src/core/insights/wording.ts';
import { Card, type GroupLists, nothing, type ReportSections, tableCard } from '../html-figure.ts';
import { inCurrency } from '../report-facts.ts';
import { type RfmDetail, reliance, type ShownSegment, supportedFigures } from './detail.ts';
import { changeSections, revenueBars, scoreGrid, segmentTreemap } from './html-charts.ts';
import { backtestRows, interval, optionally, rounded } from './predicted-figures.ts';

type ShownCurrency = RfmDetail['currency'];

const MOST_ACTIONS = 4;
const MOST_BEST = 5;

/** `lists`: of each segment’s customers, where the page has them. */
export function segmentSections(report: RfmDetail, lists: GroupLists): ReportSections {
  const { segments, score_grid, changes, prediction_model, reference_date, currency } = report;
  if (segments.length === 0) return nothing('Segments', 'There are no customers to segment.');
  const amount = amountsIn(currency);
  const byRevenue = [...segments].sort((a, b) => b.revenue - a.revenue);
  return {
    actions: actionList(byRevenue.slice(0, MOST_ACTIONS)),
    best: bestSegments(byRevenue.slice(0, MOST_BEST), currency),
    figures: [
      segmentTreemap(segments, amount),
      revenueBars(byRevenue, amount),
      score_grid && score_grid.length > 0 && scoreGrid(score_grid, amount),
      changes && changeSections(changes),
    ],
    tables: [
      segmentTable(segments, currency),
      expectedTable(segments, reference_date ?? null, report, amount),
      backtestTable(prediction_model?.backtest),
      adviceSection(segments, lists),
    ],
  };
}

function actionList(segments: readonly ShownSegment[]): ComponentChildren {
  return [
    h('h3', null, 'By segment'),
    h(
      'ul',
      null,
      segments.map(({ name, ai_recommendation }) =>
        h('li', null, h('strong', null, name), `: ${ai_recommendation}`),
      ),
    ),
    h('p', null, h('a', { href: '#advice' }, 'Advice for all segments')),
  ];
}

function bestSegments(segments: readonly ShownSegment[], currency: ShownCurrency): ComponentChildren {
  const amount = amountsIn(currency);
  const title = 'Segments that spent most';
  return tableCard({
    id: 'best-segments',
    title,
    columns: [
      { title: 'Segment' },
      numeric(inCurrency('Spent', currency)),
      ...['Of all spent', 'Customers'].map(numeric),
      ...['Median spent', 'Mean spent'].map((title) => numeric(inCurrency(title, currency))),
    ],
    rows: segments.map(({ name, revenue, revenue_share, count, avg_monetary, median_monetary }) => [
      name,
      amount(revenue),
      percent(revenue_share),
      whole(count),
      optionally(median_monetary, amount),
      amount(avg_monetary),
    ]),
  });
}

function segmentTable(segments: readonly ShownSegment[], currency: ShownCurrency): ComponentChildren {
  const amount = amountsIn(currency);
  return tableCard({
    id: 'segments',
    title: 'Segments',
    long: true,
    note: 'Medians and means are per customer of the segment; Spent is the sum over all its customers.',
    columns: [
      { title: 'Segment' },
      ...['Customers', 'Share', inCurrency('Spent', currency), 'Of all spent'].map(numeric),
      ...['Median days since order', 'Mean days since order', 'Median orders', 'Mean orders'].map(numeric),
      ...['Median spent', 'Mean spent'].map((title) => numeric(inCurrency(title, currency))),
    ],
    rows: segments.map((segment) => [
      segment.name,
      whole(segment.count),
      percent(segment.percentage / 100),
      amount(segment.revenue),
      percent(segment.revenue_share),
      optionally(segment.median_recency, (value) => decimals(value, 1)),
      decimals(segment.avg_recency, 1),
      optionally(segment.median_frequency, (value) => decimals(value, 1)),
      decimals(segment.avg_frequency, 1),
      optionally(segment.median_monetary, amount),
      amount(segment.avg_monetary),
    ]),
    tools: true,
  });
}

/** Sums of a segment stand beside figures per customer, each labelled as what it is. */
function expectedTable(
  segments: readonly ShownSegment[],
  from: string | null,
  report: RfmDetail,
  amount: WriteAmount,
): ComponentChildren {
  const shown = supportedFigures(report);
  const predicted = segments.filter(({ prediction }) => prediction);
  if (predicted.length === 0 || !(shown.orders || shown.value)) return null;
  const perCustomer = (value: number | null | undefined, count: number) =>
    value === null || value === undefined ? null : value / count;
  return tableCard({
    ...{ id: 'expected', title: `Expected in the 90 days after ${from ?? 'the last order'}`, long: true },
    note: `${reliance(report)} Orders and value are totals of all customers of the segment, with 80 % intervals, or per customer where the column says so.`.trim(),
    caption: 'Expected in the next 90 days',
    columns: [
      { title: 'Segment' },
      numeric('Customers'),
      ...(shown.orders ? ['Will order', 'Orders of the segment', 'Orders per customer'].map(numeric) : []),
      ...(shown.value
        ? ['Value of the segment', 'Value per customer'].map((title) =>
            numeric(inCurrency(title, report.currency)),
          )
        : []),
    ],
    rows: predicted.map(({ name, count, prediction }) => [
      name,
      whole(count),
      ...(shown.orders
        ? [
            optionally(prediction?.probability_purchase_90d, percent),
            interval(prediction?.expected_orders_90d, prediction?.expected_orders_90d_interval, rounded),
            optionally(perCustomer(prediction?.expected_orders_90d, count), (orders) => decimals(orders, 2)),
          ]
        : []),
      ...(shown.value
        ? [
            interval(prediction?.expected_value_90d, prediction?.expected_value_90d_interval, rounded),
            optionally(perCustomer(prediction?.expected_value_90d, count), amount),
          ]
        : []),
    ]),
    tools: true,
  });
}

/** What the models predicted of 90 days that are over, against what came. */
function backtestTable(backtest: NonNullable<RfmDetail['prediction_model']>['backtest']): ComponentChildren {
  if (!backtest) return null;
  const { orders, cut_dates } = backtest;
  const title = 'Back-test of the predictions';
  return tableCard({
    id: 'backtest',
    title,
    long: true,
    note: `Orders in the 90 days after ${backtest.cut_date}, predicted from what was known on that day. On average off by ${decimals(orders.segment_mean_absolute_error, 1)} orders per segment${cut_dates === undefined ? '' : ` (over ${counted(cut_dates.length, 'date')})`}; “the same as in the 90 days before” by ${decimals(orders.naive_segment_mean_absolute_error, 1)}.`,
    columns: [
      { title: 'Segment on that day' },
      ...['Customers', 'Predicted', 'Actual', 'In the 90 days before', 'Off on average'].map(numeric),
    ],
    rows: backtestRows(backtest),
  });
}

function adviceSection(segments: readonly ShownSegment[], lists: GroupLists): ComponentChildren {
  return h(
    Card,
    { id: 'advice', title: 'Advice for all segments', long: true },
    h(
      'div',
      { class: 'advice' },
      segments.map(({ name, ai_observation, ai_recommendation, top_products }) =>
        h(
          'div',
          null,
          h('h3', null, name),
          h('p', { class: 'seen' }, ai_observation),
          h('p', null, ai_recommendation),
          lists.has(name) && h('p', null, lists.get(name)),
          top_products.length > 0 &&
            h(
              'p',
              { class: 'seen' },
              `Buys most: ${listed(
                top_products.map((one) => one.product_name),
                ', ',
              )}`,
            ),
        ),
      ),
    ),
  );
}
