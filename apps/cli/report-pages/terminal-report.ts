// A finished report as text for a terminal.
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { INSIGHT_TITLES, insightsOf, insightTitle } from '../../../packages/report-parts/insights.ts';
import type { Fact } from '../../../packages/report-parts/table.ts';
import type { ShownTable } from '../../../packages/report-parts/tables/shown.ts';
import { askedFor, shownOf } from '../../../packages/report-parts/tables/shown-report.ts';
import { inEnglish, instant, readReport } from './read-report.ts';
import {
  bar,
  createPaper,
  heading,
  type Paper,
  paragraph,
  printable,
  type TerminalOptions,
  table,
} from './terminal-text.ts';

/** The CSV has all. */
const MOST_ROWS = 24;
const WIDEST_BAR = 24;

/**
 * Headline figures, tables with bars, insights, warnings and notes, in lines of at most `width` columns; ends in a line end.
 * Throws UnreadableReportError unless `report` is a finished report's detail.
 */
export function renderTerminal(report: unknown, options: TerminalOptions): string {
  const read = readReport(report);
  const say = inEnglish(read);
  const { facts, tables, none } = shownOf(read, say);
  const paper = createPaper(options);
  const strategic = 'ai_strategic_insights' in read ? read.ai_strategic_insights : null;
  return [
    paper.bold(paragraph(paper, read.name)),
    paper.dim(paragraph(paper, provenance(read))),
    heading(paper, 'Summary'),
    factLines(paper, facts),
    ...(none === undefined ? [] : ['', paragraph(paper, none)]),
    ...tables.filter(({ only }) => only !== 'page').flatMap((one) => tableLines(paper, one)),
    ...insightsOf(read.ai_insights, strategic).flatMap(({ key, texts }) => [
      heading(paper, insightTitle(key, INSIGHT_TITLES)),
      ...texts.map((text) => paragraph(paper, text, texts.length > 1 ? '- ' : '')),
    ]),
    ...remarks(paper, 'Warnings', read.warnings, '! ').map(paper.warn),
    ...remarks(paper, 'Notes', read.notes, read.notes.length > 1 ? '- ' : ''),
    heading(paper, 'Asked for'),
    factLines(paper, askedFor(read, say)),
    '',
  ].join('\n');
}

/** Some tables of a report, by their ids, on paper as wide as the terminal. */
export function tablesOf(report: FinishedReport, ids: readonly string[], most = MOST_ROWS): string {
  const paper = createPaper({ width: process.stdout.columns ?? 100, colour: false });
  return shownOf(report, inEnglish(report))
    .tables.filter(({ id }) => ids.includes(id))
    .flatMap((one) => tableLines(paper, one, most))
    .join('\n');
}

/** Kind, id, dataset, time, status, currency. */
function provenance(report: FinishedReport): string {
  const { report_type, report_id, dataset_id, created_at, status, currency, rates_source: rates } = report;
  return [
    `${report_type} report ${report_id}`,
    `dataset ${dataset_id}`,
    instant(created_at),
    status,
    ...(currency ? [`amounts in ${currency}`] : []),
    ...(rates ? [`other currencies converted at the rates of ${rates}`] : []),
  ].join(' · ');
}

function factLines(paper: Paper, facts: readonly Fact[]): string {
  const label = Math.max(...facts.map(([name]) => name.length), 0) + 2;
  return facts
    .map(([name, value]) => paragraph(paper, printable(value), name.padEnd(label), ' '.repeat(label)))
    .join('\n');
}

function tableLines(paper: Paper, shown: ShownTable, most = MOST_ROWS): string[] {
  const { title, note, rows, newestLast } = shown;
  const some = `${newestLast ? 'the last ' : ''}${most} of ${rows.length}`;
  return [
    heading(paper, rows.length > most ? `${title}: ${some}` : title),
    ...(note ? [paragraph(paper, note), ''] : []),
    tableText(paper, shown, most),
  ];
}

/** At most `most` rows, and the columns that the paper has room for. */
export function tableText(paper: Paper, { columns, rows, newestLast }: ShownTable, most: number): string {
  const places = [...columns.keys()].filter((at) => paper.width >= (columns[at]?.from ?? 0));
  const shown = newestLast ? rows.slice(-most) : rows.slice(0, most);
  const bars = Math.max(4, Math.min(WIDEST_BAR, Math.floor((paper.width - 72) / 2)));
  return table(
    paper,
    places.map((at) => ({
      title: columns[at]?.title ?? '',
      align: columns[at]?.class === 'n' ? 'right' : 'left',
      flexible: columns[at]?.class === undefined,
      ...(columns[at]?.class === 'bars' && { paint: paper.accent }),
    })),
    shown.map((row) => places.map((at) => cellText(row[at], bars))),
  );
}

function cellText(cell: string | number | undefined, bars: number): string {
  return typeof cell === 'number' ? bar(cell, bars) : (cell ?? '');
}

function remarks(paper: Paper, title: string, texts: readonly string[], mark: string): string[] {
  if (texts.length === 0) return [];
  return [heading(paper, title), ...texts.map((text) => paragraph(paper, text, mark))];
}
