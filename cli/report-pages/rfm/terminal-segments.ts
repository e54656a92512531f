// RFM segments for a terminal: shares as bars on one scale, averages, advice, and the grid of scores.
import { amountsIn, decimals, percent, type WriteAmount, whole } from '../../../src/core/insights/wording.ts';
import { medianAndMean } from '../report-facts.ts';
import {
  bar,
  type FittingColumn,
  figure,
  heading,
  type Paper,
  paragraph,
  table,
  tableOf,
} from '../terminal-text.ts';
import { type RfmDetail, reliance, type ShownSegment, supportedFigures } from './detail.ts';
import { backtestRows, interval, optionally, rounded } from './predicted-figures.ts';
import { segmentChangeTexts } from './terminal-changes.ts';

const SCORES = [1, 2, 3, 4, 5];
const SEGMENT: FittingColumn<ShownSegment> = { title: 'segment', flexible: true, cell: ({ name }) => name };
const EXPECTED_ORDERS: readonly FittingColumn<ShownSegment>[] = [
  figure('will order', ({ prediction }) => optionally(prediction?.probability_purchase_90d, percent)),
  figure('orders', ({ prediction: of }) =>
    interval(of?.expected_orders_90d, of?.expected_orders_90d_interval, rounded),
  ),
];
const EXPECTED_VALUE: FittingColumn<ShownSegment> = figure('value', ({ prediction: of }) =>
  interval(of?.expected_value_90d, of?.expected_value_90d_interval, rounded),
);

export function segmentTexts(paper: Paper, report: RfmDetail): string[] {
  return [
    ...segmentTables(paper, report, amountsIn(report.currency)),
    ...segmentChangeTexts(paper, report.changes),
  ];
}

function segmentTables(paper: Paper, detail: RfmDetail, amount: WriteAmount): string[] {
  const { segments } = detail;
  if (segments.length === 0) return [heading(paper, 'Segments'), 'There are no customers to segment.'];
  return [
    heading(paper, 'Segments'),
    shares(paper, segments, amount),
    heading(
      paper,
      segments.some(({ median_monetary }) => typeof median_monetary === 'number')
        ? 'Per customer: median / mean'
        : 'Averages per customer',
    ),
    averages(paper, segments, amount),
    ...expectedText(paper, detail),
    ...backtestText(paper, detail),
    ...gridText(paper, detail.score_grid ?? []),
    heading(paper, 'What to do'),
    ...segments.map(({ name, ai_recommendation }) => paragraph(paper, `${name}: ${ai_recommendation}`, '- ')),
  ];
}

function shares(paper: Paper, segments: readonly ShownSegment[], amount: WriteAmount): string {
  const largest = Math.max(
    ...segments.flatMap((segment) => [segment.percentage / 100, segment.revenue_share]),
  );
  const columns = Math.max(4, Math.min(24, Math.floor((paper.width - 72) / 2)));
  const drawn = (share: number) => bar(largest > 0 ? share / largest : 0, columns);
  return tableOf(paper, segments, [
    SEGMENT,
    figure('customers', ({ count }) => whole(count)),
    figure('share', ({ percentage }) => percent(percentage / 100)),
    { title: '', paint: paper.accent, cell: ({ percentage }) => drawn(percentage / 100) },
    figure('spent', ({ revenue }) => amount(revenue)),
    figure('share', ({ revenue_share }) => percent(revenue_share)),
    { title: '', paint: paper.good, cell: ({ revenue_share }) => drawn(revenue_share) },
  ]);
}

function averages(paper: Paper, segments: readonly ShownSegment[], amount: WriteAmount): string {
  const short = (value: number): string => decimals(value, 1);
  return tableOf(paper, segments, [
    SEGMENT,
    figure('days since', (each) => medianAndMean(each.median_recency, each.avg_recency, short)),
    figure('orders', (each) => medianAndMean(each.median_frequency, each.avg_frequency, short)),
    figure('spent', (each) => medianAndMean(each.median_monetary, each.avg_monetary, amount)),
  ]);
}

function expectedText(paper: Paper, report: RfmDetail): string[] {
  const { segments } = report;
  const shown = supportedFigures(report);
  if (!segments.some(({ prediction }) => prediction) || !(shown.orders || shown.value)) return [];
  return [
    heading(paper, 'Expected of the whole segment in the next 90 days, with 80 % intervals'),
    tableOf(paper, segments, [
      SEGMENT,
      ...(shown.orders ? EXPECTED_ORDERS : []),
      ...(shown.value ? [EXPECTED_VALUE] : []),
    ]),
    ...(reliance(report) === '' ? [] : [paragraph(paper, reliance(report))]),
  ];
}

/** What the models predicted of 90 days that are over, against what came. */
function backtestText(paper: Paper, { prediction_model }: RfmDetail): string[] {
  const backtest = prediction_model?.backtest;
  if (!backtest) return [];
  return [
    heading(paper, `Back-test: orders in the 90 days after ${backtest.cut_date}`),
    table(
      paper,
      [
        { title: 'segment on that day', flexible: true },
        { title: 'customers', align: 'right' },
        { title: 'predicted', align: 'right' },
        { title: 'actual', align: 'right' },
        { title: '90 days before', align: 'right' },
        { title: 'off', align: 'right' },
      ],
      backtestRows(backtest),
    ),
  ];
}

function gridText(paper: Paper, cells: NonNullable<RfmDetail['score_grid']>): string[] {
  if (cells.length === 0) return [];
  const customers = new Map(
    cells.map((cell) => [`${cell.recency}${cell.frequency_monetary}`, cell.customers]),
  );
  return [
    heading(paper, 'Customers by recency (R) and frequency with spend (FM)'),
    table(
      paper,
      [{ title: '' }, ...SCORES.map((fm) => ({ title: `FM ${fm}`, align: 'right' as const }))],
      SCORES.toReversed().map((r) => [
        `R ${r}`,
        ...SCORES.map((fm) => whole(customers.get(`${r}${fm}`) ?? 0)),
      ]),
    ),
  ];
}
