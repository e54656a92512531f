// A finished report as one HTML page that needs nothing else: no font, no image, no request, and one small script for
// its tables. What to do comes first, then the best rows, charts, and tables. The same report gives the same bytes.

import { measures, provenance, settingFacts } from './asked-for.ts';
import { csvDownload } from './csv-download.ts';
import { customerDownloads, type ListedCustomer } from './customer-downloads.ts';
import { type Content, html, Markup } from './html-markup.ts';
import { STYLE } from './html-style.ts';
import type { InsightSection } from './insight-sections.ts';
import { POLICY, SCRIPT } from './page-script.ts';
import { readReport } from './read-report.ts';
import type { Fact } from './report-facts.ts';
import type { ReportHead, ShownReport } from './shown-report.ts';

export interface PageOptions {
  /** Saved from the page by segment or cohort. */
  readonly customers?: readonly ListedCustomer[] | undefined;
}

/**
 * The whole document. All text of the report is escaped, and the page forbids itself requests and all other scripts.
 * Rejects with UnreadableReportError unless `report` is a finished report's detail.
 */
export async function renderHtml(report: unknown, { customers = [] }: PageOptions = {}): Promise<string> {
  const shown = readReport(report);
  const { head } = shown;
  const { actions, best, figures, tables } = await shown.html();
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${head.name}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body>
<main>
<h1>${head.name}</h1>
<p class="measures">${measures(head).join(' · ')}${warningLink(head)}</p>
<p class="from">${provenance(head)}</p>
${leadSection(shown, actions)}
${best}
<dl class="card facts">${shown.facts.map(pair)}</dl>
${listSection('warnings', 'Warnings', head.warnings)}
${figures}
${downloadSection(shown)}
${customers.length > 0 && customerDownloads(customers)}
${tables}
${listSection('notes', 'Notes', head.notes)}
${backgroundSection(shown)}
<section class="card" id="settings"><h2>Asked for</h2><dl class="asked">${settingFacts(shown).map(
    ([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`,
  )}</dl></section>
</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}

function pair([label, value]: Fact): Markup {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function warningLink({ warnings }: ReportHead): Content {
  const count = warnings?.length ?? 0;
  return count > 0 && html` · <a href="#warnings">${count} warning${count > 1 && 's'}</a>`;
}

function leadSection({ lead, insights }: ShownReport, actions: Content): Content {
  const opening = insights.filter(({ part }) => part === 'summary').flatMap(({ texts }) => texts);
  const findings = insights.filter(({ part }) => part === 'finding');
  if (opening.length + findings.length === 0 && !actions) return null;
  return html`<section class="card" id="actions"><h2>${lead}</h2>${opening.map((text) => html`<p>${text}</p>`)}${findings.map(insightPart)}${actions}</section>`;
}

function backgroundSection({ insights }: ShownReport): Content {
  const background = insights.filter(({ part }) => part === 'background');
  if (background.length === 0) return null;
  return html`<section class="card" id="background"><h2>Background</h2>${background.map(insightPart)}</section>`;
}

function insightPart({ title, texts }: InsightSection): Markup {
  return html`<h3>${title}</h3>${
    texts.length === 1 ? html`<p>${texts}</p>` : html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
  }`;
}

function listSection(id: string, title: string, texts: readonly string[] | null | undefined): Content {
  if (!texts || texts.length === 0) return null;
  return html`<section class="card ${id}" id="${id}"><h2>${title}</h2><ul>${texts.map(
    (text) => html`<li>${text}</li>`,
  )}</ul></section>`;
}

/** None where there is no row. */
function downloadSection({ head, csv }: ShownReport): Content {
  const lines = csv();
  if (lines.length < 2) return null;
  return html`<p class="download">${csvDownload(`${head.report_type}-${head.report_id}`.toLowerCase(), lines)}</p>`;
}
