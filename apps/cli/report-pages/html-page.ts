// Renders a finished report as one HTML page without external parts: no font, no image, no request, and one small
// script for its tables. The same report gives the same bytes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedFile } from '../../../packages/report-parts/saved.ts';
import type { Fact } from '../../../packages/report-parts/table.ts';
import { type CsvCell, formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import { replaceControls } from '../../../src/analysis/tables/harmless-text.ts';
import { CUSTOMER_GROUPS } from '../../../src/contract/report-types/report-types.ts';
import { loadPageScript } from './page-script.ts';
import { readReport } from './read-report.ts';
import { createCsvLines } from './report-csv.ts';

// The page's only script, and the policy that allows this script and nothing else.
const SCRIPT = readFileSync(join(import.meta.dirname, 'table-tools.js'), 'utf8').replaceAll('\r\n', '\n');

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Styles in addition to the console's: the page has no menu, and a script that searches and sorts tables. */
const OWN_STYLE = `main{padding-top:24px}
.asked{display:grid;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));gap:8px 20px;margin:0}.asked dd{margin:0}
.search{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;color:var(--muted)}.search input{width:auto}
thead button{all:unset;cursor:pointer}thead button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
thead button::after{content:"↕";opacity:.55;margin-left:3px}
[aria-sort=ascending] button::after{content:"↑";opacity:1}[aria-sort=descending] button::after{content:"↓";opacity:1}
@media print{.search,#files,thead button::after{display:none}h1,h2,h3,figcaption,thead{break-after:avoid}
tr,figure,.card{break-inside:avoid}.long{break-inside:auto}table{font-size:7pt}th,td,.n{white-space:normal!important;padding:2px 3px!important}}`;

/** A row of a report's list of customers, with their `segment` or another group. */
export type ListedCustomer = Readonly<Record<string, CsvCell>>;

/** More customers would make a page of over 15 MB. */
export const MOST_CUSTOMERS = 100_000;

export interface PageOptions {
  /** Customers that the page saves as CSV by segment or cohort. */
  readonly customers?: readonly ListedCustomer[] | undefined;
  /** Totals of the files that the report was computed from, and what was left out. */
  readonly source?: readonly Fact[] | undefined;
  readonly language?: 'en' | 'de' | undefined;
}

/**
 * Renders the whole document. All text of the report is escaped, and the page forbids itself requests and all other
 * scripts. Rejects with UnreadableReportError unless `report` is a finished report's detail.
 */
export async function renderHtml(
  report: unknown,
  { customers = [], source = [], language = 'en' }: PageOptions = {},
): Promise<string> {
  const read = readReport(report);
  const { drawReport, style } = await loadPageScript();
  const rows = createCsvLines(read);
  const name = `${read.report_type}-${read.report_id}`.toLowerCase();
  const group = customers.length > 0 ? findGroup(customers) : undefined;
  const { title, body } = await drawReport(read, {
    ...{ language, source, group },
    files: [...(rows.length > 1 ? [createFile(name, rows)] : []), ...createCustomerFiles(customers, group)],
  });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))}</title>
<style>${style}${OWN_STYLE}</style>
</head>
<body>
${escapeMarkup(body)}
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** Attributes stand in double quotes. The isolates around names from right to left come from this program. */
function escapeMarkup(markup: string): string {
  const parts = markup.split(/([\u2068\u2069])/);
  return parts
    .map((part, at) => (at % 2 === 0 ? replaceControls(part) : part))
    .join('')
    .replaceAll("'", '&#39;');
}

/** The largest group first. Customers without a group appear only in the compared report: they have left. */
function createCustomerFiles(customers: readonly ListedCustomer[], group: string | undefined): SavedFile[] {
  if (group === undefined || customers.length > MOST_CUSTOMERS) return [];
  return [...Map.groupBy(customers, (customer) => customer[group])]
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([label, members]) => {
      if (typeof label !== 'string') return [];
      const lines = [Object.keys(members[0] ?? {}), ...members.map((member) => Object.values(member))];
      return [{ label, ...createFile(`${group}-${label}`, lines) }];
    });
}

function findGroup([first = {}]: readonly ListedCustomer[]): string | undefined {
  return CUSTOMER_GROUPS.find((name) => name in first);
}

/** `lines`: column names, then one line per row. */
function createFile(name: string, lines: readonly (readonly CsvCell[])[]): SavedFile {
  const bytes = Buffer.from(formatCsv(lines));
  return {
    name: `${name.replace(/[^\w.-]+/g, '-')}.csv`,
    href: `data:text/csv;charset=utf-8;base64,${bytes.toString('base64')}`,
    rows: lines.length - 1,
    bytes: bytes.length,
  };
}
