// The RFM report's part of the page.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { type Content, html, htmlTable, type Markup, type ReportSections } from '../html-markup.ts';
import { earlierReport, signed } from '../report-facts.ts';
import type { RfmChanges, RfmDetail, ShownSegment } from './detail.ts';
import { migrationMatrix } from './html-migration.ts';
import { revenueBars } from './html-revenue-bars.ts';
import { scoreGrid } from './html-score-grid.ts';
import { segmentTreemap } from './html-treemap.ts';
import { interval, optionally, rounded } from './predicted-figures.ts';
import { growthRows } from './segment-changes.ts';

export async function segmentSections({
  segments,
  score_grid,
  changes,
  prediction_model,
}: RfmDetail): Promise<ReportSections> {
  if (segments.length === 0) {
    const nothing = html`<section class="card"><h2>Segments</h2><p>There are no customers to segment.</p></section>`;
    return { figures: nothing, tables: null };
  }
  return {
    figures: [
      await segmentTreemap(segments, customerTable(segments)),
      await revenueBars(segments, revenueTable(segments)),
      score_grid && score_grid.length > 0 && (await scoreGrid(score_grid)),
      changes && (await changeSections(changes)),
    ],
    tables: [segmentTable(segments), backtestTable(prediction_model?.backtest), adviceSection(segments)],
  };
}

async function changeSections({
  compared_with,
  migration,
  segment_growth,
}: RfmChanges): Promise<Markup | undefined> {
  if (!compared_with) return undefined;
  const since = `compared with ${earlierReport(compared_with)}`;
  const growth = growthRows(segment_growth ?? []);
  const moved = (migration ?? []).some(({ customers }) => customers > 0);
  return html`${moved && (await migrationMatrix(migration ?? [], since))}
${
  growth.length > 0 &&
  html`<section class="card" id="growth"><h2>Segments before and now</h2><p class="note">Customers, ${since}.</p>${htmlTable(
    'Segments before and now',
    [
      { title: 'Segment' },
      { title: 'Before', numeric: true },
      { title: 'Now', numeric: true },
      { title: 'Change', numeric: true },
    ],
    growth.map(({ segment, before, after }) => [
      segment,
      whole(before),
      whole(after),
      signed(after - before),
    ]),
  )}</section>`
}`;
}

function customerTable(segments: readonly ShownSegment[]): Markup {
  return htmlTable(
    'Customers by segment',
    [
      { title: 'Segment' },
      { title: 'Customers', numeric: true },
      { title: 'Share', numeric: true },
      { title: 'Spent each', numeric: true },
    ],
    segments.map(({ name, count, percentage, avg_monetary }) => [
      name,
      whole(count),
      percent(percentage / 100),
      amount(avg_monetary),
    ]),
  );
}

function revenueTable(segments: readonly ShownSegment[]): Markup {
  return htmlTable(
    'Revenue by segment',
    [{ title: 'Segment' }, { title: 'Revenue', numeric: true }, { title: 'Share', numeric: true }],
    segments.map(({ name, revenue, revenue_share }) => [name, amount(revenue), percent(revenue_share)]),
  );
}

function segmentTable(segments: readonly ShownSegment[]): Markup {
  const predicted = segments.some(({ prediction }) => prediction);
  const predictions = ({ prediction }: ShownSegment): Content[] =>
    prediction
      ? [
          optionally(prediction.probability_purchase_90d, percent),
          interval(prediction.expected_orders_90d, prediction.expected_orders_90d_interval, rounded),
          interval(prediction.expected_value_90d, prediction.expected_value_90d_interval, rounded),
        ]
      : ['', '', ''];
  const numeric = (title: string) => ({ title, numeric: true });
  return html`<section class="card long" id="segments"><h2>Segments</h2>
<p class="note">Averages per customer${predicted && '; what is expected of the segment in the next 90 days, with 80 % intervals'}.</p>
${htmlTable(
  'Segments',
  [
    { title: 'Segment' },
    ...['Customers', 'Share', 'Days since order', 'Orders', 'Spent', 'Revenue', 'Of revenue'].map(numeric),
    ...(predicted ? ['Will order, 90 d', 'Orders, 90 d', 'Value, 90 d'].map(numeric) : []),
  ],
  segments.map((segment) => [
    segment.name,
    whole(segment.count),
    percent(segment.percentage / 100),
    segment.avg_recency.toFixed(1),
    segment.avg_frequency.toFixed(1),
    amount(segment.avg_monetary),
    amount(segment.revenue),
    percent(segment.revenue_share),
    ...(predicted ? predictions(segment) : []),
  ]),
)}</section>
`;
}

/** What the models predicted of 90 days that are over, against what came. */
function backtestTable(backtest: NonNullable<RfmDetail['prediction_model']>['backtest']): Markup | undefined {
  if (!backtest) return undefined;
  const { orders, segments } = backtest;
  const numeric = (title: string) => ({ title, numeric: true });
  return html`<section class="card long" id="backtest"><h2>Back-test of the predictions</h2>
<p class="note">Orders in the 90 days after ${backtest.cut_date}, predicted from what was known on that day. On average off by ${orders.mean_absolute_error.toFixed(2)} orders per customer; “the same as in the 90 days before” by ${orders.naive_mean_absolute_error.toFixed(2)}.</p>
${htmlTable(
  'Back-test of the predictions',
  [
    { title: 'Segment on that day' },
    ...['Customers', 'Predicted', 'Actual', 'In the 90 days before'].map(numeric),
  ],
  [
    ...segments.map(({ segment, customers, predicted_orders, actual_orders, naive_orders }) => [
      segment,
      ...[customers, predicted_orders, actual_orders, naive_orders].map(rounded),
    ]),
    ['All', ...[backtest.customers, orders.predicted, orders.actual, orders.naive].map(rounded)],
  ],
)}</section>
`;
}

function adviceSection(segments: readonly ShownSegment[]): Markup {
  return html`<section class="card long" id="advice"><h2>What to do</h2><div class="advice">${segments.map(
    ({ name, ai_observation, ai_recommendation, top_products }) => html`<div><h3>${name}</h3>
<p class="seen">${ai_observation}</p><p>${ai_recommendation}</p>${
      top_products.length > 0 &&
      html`<p class="seen">Buys most: ${top_products.map(({ product_name }) => product_name).join(', ')}</p>`
    }</div>
`,
  )}</div></section>
`;
}
