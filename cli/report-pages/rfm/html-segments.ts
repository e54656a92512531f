// The RFM report's part of the page.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { html, type Markup, type ReportSections } from '../html-markup.ts';
import { htmlTable, numeric } from '../html-table.ts';
import { earlierReport, signed } from '../report-facts.ts';
import { type RfmChanges, type RfmDetail, type ShownSegment, supportedFigures } from './detail.ts';
import { migrationMatrix } from './html-migration.ts';
import { revenueBars } from './html-revenue-bars.ts';
import { scoreGrid } from './html-score-grid.ts';
import { segmentTreemap } from './html-treemap.ts';
import { interval, optionally, rounded } from './predicted-figures.ts';
import { growthRows } from './segment-changes.ts';

const MOST_ACTIONS = 4;
const MOST_BEST = 5;

export async function segmentSections(report: RfmDetail): Promise<ReportSections> {
  const { segments, score_grid, changes, prediction_model, reference_date } = report;
  if (segments.length === 0) {
    const nothing = html`<section class="card"><h2>Segments</h2><p>There are no customers to segment.</p></section>`;
    return { best: null, figures: nothing, tables: null };
  }
  const byRevenue = [...segments].sort((a, b) => b.revenue - a.revenue);
  return {
    actions: actionList(byRevenue.slice(0, MOST_ACTIONS)),
    best: bestSegments(byRevenue.slice(0, MOST_BEST)),
    figures: [
      await segmentTreemap(segments, customerTable(segments)),
      await revenueBars(segments, revenueTable(segments)),
      score_grid && score_grid.length > 0 && (await scoreGrid(score_grid)),
      changes && (await changeSections(changes)),
    ],
    tables: [
      segmentTable(segments),
      expectedTable(segments, reference_date ?? null, supportedFigures(report)),
      backtestTable(prediction_model?.backtest),
      adviceSection(segments),
    ],
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
    [{ title: 'Segment' }, numeric('Before'), numeric('Now'), numeric('Change')],
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
    [{ title: 'Segment' }, numeric('Customers'), numeric('Share'), numeric('Spent each')],
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
    [{ title: 'Segment' }, numeric('Revenue'), numeric('Share')],
    segments.map(({ name, revenue, revenue_share }) => [name, amount(revenue), percent(revenue_share)]),
  );
}

function actionList(segments: readonly ShownSegment[]): Markup {
  return html`<h3>By segment</h3><ul>${segments.map(
    ({ name, ai_recommendation }) => html`<li><strong>${name}</strong>: ${ai_recommendation}</li>`,
  )}</ul><p><a href="#advice">Advice for all segments</a></p>`;
}

function bestSegments(segments: readonly ShownSegment[]): Markup {
  return html`<section class="card" id="best-segments"><h2>Segments with most revenue</h2>
${htmlTable(
  'Segments with most revenue',
  [{ title: 'Segment' }, ...['Revenue', 'Of revenue', 'Customers', 'Spent per customer'].map(numeric)],
  segments.map(({ name, revenue, revenue_share, count, avg_monetary }) => [
    name,
    amount(revenue),
    percent(revenue_share),
    whole(count),
    amount(avg_monetary),
  ]),
)}</section>
`;
}

function segmentTable(segments: readonly ShownSegment[]): Markup {
  return html`<section class="card long" id="segments"><h2>Segments</h2>
<p class="note">Medians and means are per customer of the segment; revenue is that of all its customers.</p>
${htmlTable(
  'Segments',
  [
    { title: 'Segment' },
    ...['Customers', 'Share', 'Revenue', 'Of revenue'].map(numeric),
    ...['Mean days since order', 'Mean orders', 'Mean spent', 'Median spent'].map(numeric),
  ],
  segments.map((segment) => [
    segment.name,
    whole(segment.count),
    percent(segment.percentage / 100),
    amount(segment.revenue),
    percent(segment.revenue_share),
    segment.avg_recency.toFixed(1),
    segment.avg_frequency.toFixed(1),
    amount(segment.avg_monetary),
    typeof segment.median_monetary === 'number' ? amount(segment.median_monetary) : '',
  ]),
  { tools: true },
)}</section>
`;
}

/** Sums of a segment stand beside figures per customer, each labelled as what it is. */
function expectedTable(
  segments: readonly ShownSegment[],
  from: string | null,
  shown: ReturnType<typeof supportedFigures>,
): Markup | undefined {
  const predicted = segments.filter(({ prediction }) => prediction);
  if (predicted.length === 0 || !(shown.orders || shown.value)) return undefined;
  const perCustomer = (value: number | null | undefined, count: number) =>
    value === null || value === undefined ? null : value / count;
  return html`<section class="card long" id="expected"><h2>Expected in the 90 days after ${from ?? 'the last order'}</h2>
<p class="note">Orders and value are totals of all customers of the segment, with 80 % intervals, or per customer where the column says so.</p>
${htmlTable(
  'Expected in the next 90 days',
  [
    { title: 'Segment' },
    numeric('Customers'),
    ...(shown.orders ? ['Will order', 'Orders of the segment', 'Orders per customer'].map(numeric) : []),
    ...(shown.value ? ['Value of the segment', 'Value per customer'].map(numeric) : []),
  ],
  predicted.map(({ name, count, prediction }) => [
    name,
    whole(count),
    ...(shown.orders
      ? [
          optionally(prediction?.probability_purchase_90d, percent),
          interval(prediction?.expected_orders_90d, prediction?.expected_orders_90d_interval, rounded),
          optionally(perCustomer(prediction?.expected_orders_90d, count), (orders) => orders.toFixed(2)),
        ]
      : []),
    ...(shown.value
      ? [
          interval(prediction?.expected_value_90d, prediction?.expected_value_90d_interval, rounded),
          optionally(perCustomer(prediction?.expected_value_90d, count), amount),
        ]
      : []),
  ]),
  { tools: true },
)}</section>
`;
}

/** What the models predicted of 90 days that are over, against what came. */
function backtestTable(backtest: NonNullable<RfmDetail['prediction_model']>['backtest']): Markup | undefined {
  if (!backtest) return undefined;
  const { orders, segments } = backtest;
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
  return html`<section class="card long" id="advice"><h2>Advice for all segments</h2><div class="advice">${segments.map(
    ({ name, ai_observation, ai_recommendation, top_products }) => html`<div><h3>${name}</h3>
<p class="seen">${ai_observation}</p><p>${ai_recommendation}</p>${
      top_products.length > 0 &&
      html`<p class="seen">Buys most: ${top_products.map(({ product_name }) => product_name).join(', ')}</p>`
    }</div>
`,
  )}</div></section>
`;
}
