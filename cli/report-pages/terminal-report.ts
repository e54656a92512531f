// A finished report as text for a terminal.

import { INSIGHT_TITLES } from '../../report-parts/english.ts';
import { insightTitle } from '../../report-parts/insights.ts';
import { converted, provenance, settingFacts } from './asked-for.ts';
import { readReport } from './read-report.ts';
import type { Fact } from './report-facts.ts';
import type { ReportHead } from './shown-report.ts';
import {
  createPaper,
  heading,
  type Paper,
  paragraph,
  printable,
  type TerminalOptions,
} from './terminal-text.ts';

/**
 * Headline figures, tables with bars, insights, warnings and notes, in lines of at most `width` columns; ends in a line end.
 * Throws UnreadableReportError unless `report` is a finished report's detail.
 */
export function renderTerminal(report: unknown, options: TerminalOptions): string {
  const shown = readReport(report);
  const { head, insights } = shown;
  const paper = createPaper(options);
  return [
    paper.bold(paragraph(paper, head.name)),
    paper.dim(paragraph(paper, `${provenance(head)}${amountsIn(head)}`)),
    heading(paper, 'Summary'),
    facts(paper, shown.facts),
    ...shown.terminal(paper),
    ...insights.flatMap(({ key, texts }) => [
      heading(paper, insightTitle(key, INSIGHT_TITLES)),
      ...texts.map((text) => paragraph(paper, text, texts.length > 1 ? '- ' : '')),
    ]),
    ...warnings(paper, head.warnings ?? []),
    ...notes(paper, head.notes ?? []),
    heading(paper, 'Asked for'),
    facts(paper, settingFacts(shown)),
    '',
  ].join('\n');
}

function amountsIn({ currency, rates_source }: ReportHead): string {
  const [rates] = converted(rates_source);
  return `${currency ? ` · amounts in ${currency}` : ''}${rates ? ` · ${rates.charAt(0).toLowerCase()}${rates.slice(1)}` : ''}`;
}

function facts(paper: Paper, found: readonly Fact[]): string {
  const label = Math.max(...found.map(([name]) => name.length), 0) + 2;
  return found
    .map(([name, value]) => paragraph(paper, printable(value), name.padEnd(label), ' '.repeat(label)))
    .join('\n');
}

function warnings(paper: Paper, found: readonly string[]): string[] {
  if (found.length === 0) return [];
  return [heading(paper, 'Warnings'), ...found.map((text) => paper.warn(paragraph(paper, text, '! ')))];
}

function notes(paper: Paper, found: readonly string[]): string[] {
  if (found.length === 0) return [];
  return [
    heading(paper, 'Notes'),
    ...found.map((text) => paragraph(paper, text, found.length > 1 ? '- ' : '')),
  ];
}
