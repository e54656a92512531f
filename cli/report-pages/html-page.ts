// A finished report as one HTML page that needs nothing else: no font, no image, no request, and one small script for
// its tables. What to do comes first, then the best rows, charts, and tables. The same report gives the same bytes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ComponentChildren, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { INSIGHT_TITLES } from '../../report-parts/english.ts';
import { Insights } from '../../report-parts/insights.ts';
import { asWritten, saidEach } from '../../report-parts/sentences.ts';
import { Facts } from '../../report-parts/table.ts';
import { harmless } from '../../src/core/tables/harmless-text.ts';
import { measures, provenance, settingFacts } from './asked-for.ts';
import { csvDownload } from './csv-download.ts';
import { customerDownloads, groupLists, type ListedCustomer } from './customer-downloads.ts';
import { Card, type GroupLists } from './html-figure.ts';
import { STYLE } from './html-style.ts';
import { readReport } from './read-report.ts';
import type { Fact } from './report-facts.ts';
import type { ReportHead, ShownReport } from './shown-report.ts';

// The page's only script, and the policy that lets it run and nothing else.
const SCRIPT = readFileSync(join(import.meta.dirname, 'table-tools.js'), 'utf8').replaceAll('\r\n', '\n');

const hash = createHash('sha256').update(SCRIPT).digest('base64');

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${hash}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export interface PageOptions {
  /** Saved from the page by segment or cohort. */
  readonly customers?: readonly ListedCustomer[] | undefined;
  /** What the files add up to that the report is on, and what of them is left out. */
  readonly source?: readonly Fact[] | undefined;
}

/**
 * The whole document. All text of the report is escaped, and the page forbids itself requests and all other scripts.
 * Rejects with UnreadableReportError unless `report` is a finished report's detail.
 */
export async function renderHtml(
  report: unknown,
  { customers = [], source = [] }: PageOptions = {},
): Promise<string> {
  const shown = readReport(report);
  const { head } = shown;
  const lists = groupLists(customers);
  const { actions, best, figures, tables } = await shown.html(lists);
  const page = h(
    'main',
    null,
    h('h1', null, head.name),
    h('p', { class: 'measures' }, measures(head).join(' · '), warningLink(head)),
    h('p', { class: 'from' }, provenance(head)),
    sourceSection(source),
    leadSection(shown, actions),
    best,
    h(Facts, { facts: shown.facts }),
    listSection('warnings', 'Warnings', head.warnings, head.warnings_coded),
    figures,
    downloadSection(shown),
    customers.length > 0 && !isBesideAdvice(head, lists) && customerDownloads(customers),
    tables,
    listSection('notes', 'Notes', head.notes, head.notes_coded),
    backgroundSection(shown),
    h(
      Card,
      { id: 'settings', title: 'Asked for' },
      h('dl', { class: 'asked' }, settingFacts(shown).map(asked)),
    ),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
${markup(h('title', null, head.name))}
<style>${STYLE}</style>
</head>
<body>
${markup(page)}
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Segments have advice of their own; more customers than a page can hold have no lists. */
function isBesideAdvice({ report_type }: ReportHead, lists: GroupLists): boolean {
  return report_type === 'RFM' && lists.size > 0;
}

function sourceSection(source: readonly Fact[]): ComponentChildren {
  if (source.length === 0) return null;
  const title = 'What the files add up to';
  return h(Card, { id: 'source', title }, h('dl', { class: 'asked' }, source.map(asked)));
}

function asked([label, value]: Fact): VNode[] {
  return [h('dt', null, label), h('dd', null, value)];
}

function warningLink({ warnings }: ReportHead): ComponentChildren {
  const count = warnings?.length ?? 0;
  return count > 0 && [' · ', h('a', { href: '#warnings' }, `${count} warning${count > 1 ? 's' : ''}`)];
}

function leadSection({ lead, insights }: ShownReport, actions: ComponentChildren): ComponentChildren {
  const found = insights.filter(({ part }) => part !== 'background');
  if (found.length === 0 && !actions) return null;
  return h(
    Card,
    { id: 'actions', title: lead },
    h(Insights, { insights: found, titles: INSIGHT_TITLES }),
    actions,
  );
}

function backgroundSection({ insights }: ShownReport): ComponentChildren {
  const background = insights.filter(({ part }) => part === 'background');
  if (background.length === 0) return null;
  return h(
    Card,
    { id: 'background', title: 'Background' },
    h(Insights, { insights: background, titles: INSIGHT_TITLES }),
  );
}

function listSection(
  id: string,
  title: string,
  texts: readonly string[] | null | undefined,
  coded: ReportHead['notes_coded'],
): ComponentChildren {
  if (!texts || texts.length === 0) return null;
  const items = saidEach(asWritten, texts, coded).map((text) => h('li', null, text));
  return h(Card, { id, title, class: id }, h('ul', null, items));
}

/** None where there is no row. */
function downloadSection({ head, csv }: ShownReport): ComponentChildren {
  const lines = csv();
  if (lines.length < 2) return null;
  const name = `${head.report_type}-${head.report_id}`.toLowerCase();
  return h('p', { class: 'download' }, csvDownload(name, lines));
}

/** Attributes stand in double quotes. */
export function markup(node: VNode): string {
  const parts = renderToString(node).split(/([\u2068\u2069])/);
  return parts
    .map((part, at) => (at % 2 === 0 ? harmless(part) : part))
    .join('')
    .replaceAll("'", '&#39;');
}
