// A finished report as one HTML page that needs nothing else: no script, no font, no image, no request. The same
// report gives the same bytes.

import { provenance, settingFacts } from './asked-for.ts';
import { html, Markup } from './html-markup.ts';
import { STYLE } from './html-style.ts';
import { readReport } from './read-report.ts';
import type { Fact } from './report-facts.ts';
import type { ReportHead, ShownReport } from './shown-report.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * The whole document. All text of the report is escaped, and the page forbids itself scripts and requests.
 * Rejects with UnreadableReportError unless `report` is a finished report's detail.
 */
export async function renderHtml(report: unknown): Promise<string> {
  const shown = readReport(report);
  const { head } = shown;
  const { figures, tables } = await shown.html();
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
<p class="from">${provenance(head)}</p>
<dl class="card facts">${shown.facts.map(pair)}</dl>
${warningSection(head)}
${figures}${insightSection(shown)}
${tables}
${noteSection(head)}
<section class="card" id="settings"><h2>Asked for</h2><dl class="asked">${settingFacts(shown).map(
    ([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`,
  )}</dl></section>
</main>
</body>
</html>
`.text;
}

function pair([label, value]: Fact): Markup {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`;
}

function warningSection({ warnings }: ReportHead): Markup | undefined {
  if (!warnings || warnings.length === 0) return undefined;
  return html`<section class="card warnings" id="warnings"><h2>Warnings</h2><ul>${warnings.map(
    (text) => html`<li>${text}</li>`,
  )}</ul></section>`;
}

function noteSection({ notes }: ReportHead): Markup | undefined {
  if (!notes || notes.length === 0) return undefined;
  return html`<section class="card" id="notes"><h2>Notes</h2><ul>${notes.map(
    (text) => html`<li>${text}</li>`,
  )}</ul></section>`;
}

function insightSection({ insights }: ShownReport): Markup | undefined {
  if (insights.length === 0) return undefined;
  return html`<section class="card" id="insights"><h2>Insights</h2>${insights.map(
    ({ title, texts }) =>
      html`<h3>${title}</h3>${
        texts.length === 1
          ? html`<p>${texts}</p>`
          : html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`
      }`,
  )}</section>`;
}
