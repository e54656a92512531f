// A finished report as text for a terminal.

import { insightSections } from './insight-sections.ts';
import { readReport } from './report-detail.ts';
import type { Fact } from './report-facts.ts';
import { metricFacts, provenance, settingFacts, summaryFacts } from './report-facts.ts';
import { changeText } from './terminal-changes.ts';
import { ruleTexts } from './terminal-rules.ts';
import { segmentTexts } from './terminal-segments.ts';
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
  const detail = readReport(report);
  const paper = createPaper(options);
  const isMba = detail.report_type === 'MBA';
  const insights = isMba
    ? insightSections(detail.ai_insights)
    : insightSections(detail.ai_insights, detail.ai_strategic_insights);
  return [
    paper.bold(paragraph(paper, detail.name)),
    paper.dim(paragraph(paper, provenance(detail))),
    heading(paper, 'Summary'),
    facts(paper, isMba ? summaryFacts(detail) : metricFacts(detail)),
    ...(isMba ? ruleTexts(paper, detail) : segmentTexts(paper, detail)),
    ...(detail.changes ? changeText(paper, detail.changes) : []),
    ...insights.flatMap(({ title, texts }) => [
      heading(paper, title),
      ...texts.map((text) => paragraph(paper, text, texts.length > 1 ? '- ' : '')),
    ]),
    ...warnings(paper, detail.warnings ?? []),
    ...notes(paper, detail.notes ?? []),
    heading(paper, 'Asked for'),
    facts(paper, settingFacts(detail)),
    '',
  ].join('\n');
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
