// Renders a finished report as text for a terminal.
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { getInsightTitle, INSIGHT_TITLES, listInsights } from '../../../packages/report-parts/insights.ts';
import type { Fact } from '../../../packages/report-parts/table.ts';
import { showPersons } from '../../../packages/report-parts/tables/persons.ts';
import type { ShownTable } from '../../../packages/report-parts/tables/shown.ts';
import { showReportBody, stateSettings } from '../../../packages/report-parts/tables/shown-report.ts';
import type { IdentityFigures } from '../../../src/contract/schema/identity.ts';
import { createTerminalWords, formatInstant, readReport } from './read-report.ts';
import {
  alignTable,
  createPaper,
  drawBar,
  formatHeading,
  type Paper,
  type TerminalOptions,
  toPrintable,
  wrapParagraph,
} from './terminal-text.ts';

/** Most rows of a table; the CSV has all. */
const MOST_ROWS = 24;
const WIDEST_BAR = 24;

/**
 * Prints headline figures, tables with bars, insights, warnings and notes, in lines of at most `width` columns; ends
 * with a line end. Throws UnreadableReportError unless `report` is a finished report's detail.
 */
export function renderTerminal(report: unknown, options: TerminalOptions): string {
  const read = readReport(report);
  const say = createTerminalWords(read);
  const { facts, evidence = [], tables, none } = showReportBody(read, say);
  const paper = createPaper(options);
  const strategic = 'ai_strategic_insights' in read ? read.ai_strategic_insights : null;
  return [
    paper.bold(wrapParagraph(paper, read.name)),
    paper.dim(wrapParagraph(paper, describeProvenance(read))),
    formatHeading(paper, 'Summary'),
    formatFacts(paper, [...facts, ...evidence]),
    ...(none === undefined ? [] : ['', wrapParagraph(paper, none)]),
    ...tables.flatMap((one) => formatTable(paper, one)),
    ...listInsights(read.ai_insights, strategic).flatMap(({ key, texts }) => [
      formatHeading(paper, getInsightTitle(key, INSIGHT_TITLES)),
      ...texts.map((text) => wrapParagraph(paper, text, texts.length > 1 ? '- ' : '')),
    ]),
    ...formatRemarks(paper, 'Warnings', read.warnings, '! ').map(paper.warn),
    ...formatRemarks(paper, 'Notes', read.notes, read.notes.length > 1 ? '- ' : ''),
    formatHeading(paper, 'Asked for'),
    formatFacts(paper, stateSettings(read, say)),
    '',
  ].join('\n');
}

/** Formats some tables of a report, by their ids, for the width of the terminal. */
export function formatTables(report: FinishedReport, ids: readonly string[], most = MOST_ROWS): string {
  const paper = createPaper({ width: process.stdout.columns ?? 100, colour: false });
  return showReportBody(report, createTerminalWords(report))
    .tables.filter(({ id }) => ids.includes(id))
    .flatMap((one) => formatTable(paper, one, most))
    .join('\n');
}

/** What identity rules joined, for the width of the terminal. */
export function formatPersons(identity: IdentityFigures): string {
  const paper = createPaper({ width: process.stdout.columns ?? 100, colour: false });
  return showPersons({ identity }, createTerminalWords({}))
    .flatMap((one) => formatTable(paper, one))
    .join('\n');
}

/** Kind, id, dataset, time, status, currency. */
function describeProvenance(report: FinishedReport): string {
  const { report_type, report_id, dataset_id, created_at, status, currency, rates_source: rates } = report;
  return [
    `${report_type} report ${report_id}`,
    `dataset ${dataset_id}`,
    formatInstant(created_at),
    status,
    ...(currency ? [`amounts in ${currency}`] : []),
    ...(rates ? [`other currencies converted at the rates of ${rates}`] : []),
  ].join(' · ');
}

function formatFacts(paper: Paper, facts: readonly Fact[]): string {
  const label = Math.max(...facts.map(([name]) => name.length), 0) + 2;
  return facts
    .map(([name, value]) => wrapParagraph(paper, toPrintable(value), name.padEnd(label), ' '.repeat(label)))
    .join('\n');
}

function formatTable(paper: Paper, shown: ShownTable, most = MOST_ROWS): string[] {
  const { title, rows, newestLast } = shown;
  const note = [shown.note, shown.evidence].filter(Boolean).join(' ');
  const some = `${newestLast ? 'the last ' : ''}${most} of ${rows.length}`;
  return [
    formatHeading(paper, rows.length > most ? `${title}: ${some}` : title),
    ...(note ? [wrapParagraph(paper, note), ''] : []),
    formatTableRows(paper, shown, most),
  ];
}

/** Shows at most `most` rows, and only the columns that fit. */
export function formatTableRows(
  paper: Paper,
  { columns, rows, newestLast }: ShownTable,
  most: number,
): string {
  const places = [...columns.keys()].filter((at) => paper.width >= (columns[at]?.from ?? 0));
  const shown = newestLast ? rows.slice(-most) : rows.slice(0, most);
  const bars = Math.max(4, Math.min(WIDEST_BAR, Math.floor((paper.width - 72) / 2)));
  return alignTable(
    paper,
    places.map((at) => ({
      title: columns[at]?.title ?? '',
      align: columns[at]?.class === 'n' ? 'right' : 'left',
      flexible: columns[at]?.class === undefined,
      ...(columns[at]?.class === 'bars' && { paint: paper.accent }),
    })),
    shown.map((row) => places.map((at) => formatCell(row[at], bars))),
  );
}

function formatCell(cell: string | number | undefined, bars: number): string {
  return typeof cell === 'number' ? drawBar(cell, bars) : (cell ?? '');
}

function formatRemarks(paper: Paper, title: string, texts: readonly string[], mark: string): string[] {
  if (texts.length === 0) return [];
  return [formatHeading(paper, title), ...texts.map((text) => wrapParagraph(paper, text, mark))];
}
