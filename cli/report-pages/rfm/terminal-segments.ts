// RFM segments for a terminal: shares as bars on one scale, averages, advice, and the grid of scores.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { bar, heading, type Paper, paragraph, table } from '../terminal-text.ts';
import type { RfmDetail, ShownSegment } from './detail.ts';
import { expectedValue } from './expected-value.ts';
import { segmentChangeTexts } from './terminal-changes.ts';

const SCORES = [1, 2, 3, 4, 5];

export function segmentTexts(paper: Paper, report: RfmDetail): string[] {
  return [...segmentTables(paper, report), ...segmentChangeTexts(paper, report.changes)];
}

function segmentTables(paper: Paper, detail: RfmDetail): string[] {
  const { segments } = detail;
  if (segments.length === 0) return [heading(paper, 'Segments'), 'There is no customer to segment.'];
  return [
    heading(paper, 'Segments'),
    shares(paper, segments),
    heading(paper, 'Averages per customer'),
    averages(paper, segments),
    ...gridText(paper, detail.score_grid ?? []),
    heading(paper, 'What to do'),
    ...segments.map(({ name, ai_recommendation }) => paragraph(paper, `${name}: ${ai_recommendation}`, '- ')),
  ];
}

function shares(paper: Paper, segments: readonly ShownSegment[]): string {
  const largest = Math.max(
    ...segments.flatMap((segment) => [segment.percentage / 100, segment.revenue_share]),
  );
  const columns = Math.max(4, Math.min(24, Math.floor((paper.width - 72) / 2)));
  const drawn = (share: number) => bar(largest > 0 ? share / largest : 0, columns);
  return table(
    paper,
    [
      { title: 'segment', flexible: true },
      { title: 'customers', align: 'right' },
      { title: 'share', align: 'right' },
      { title: '', paint: paper.accent },
      { title: 'revenue', align: 'right' },
      { title: 'share', align: 'right' },
      { title: '', paint: paper.good },
    ],
    segments.map(({ name, count, percentage, revenue, revenue_share }) => [
      name,
      whole(count),
      percent(percentage / 100),
      drawn(percentage / 100),
      amount(revenue),
      percent(revenue_share),
      drawn(revenue_share),
    ]),
  );
}

function averages(paper: Paper, segments: readonly ShownSegment[]): string {
  const predicted = segments.some(({ prediction }) => prediction);
  return table(
    paper,
    [
      { title: 'segment', flexible: true },
      { title: 'days since', align: 'right' },
      { title: 'orders', align: 'right' },
      { title: 'spent', align: 'right' },
      ...(predicted
        ? ([
            { title: 'active', align: 'right' },
            { title: 'value in 90 d', align: 'right' },
          ] as const)
        : []),
    ],
    segments.map(({ name, avg_recency, avg_frequency, avg_monetary, prediction }) => [
      name,
      avg_recency.toFixed(1),
      avg_frequency.toFixed(1),
      amount(avg_monetary),
      ...(predicted
        ? [
            prediction ? percent(prediction.probability_alive) : '',
            expectedValue(prediction?.expected_value_90d),
          ]
        : []),
    ]),
  );
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
