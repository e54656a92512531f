// Prints a finished report: a table on the terminal, or JSON, CSV or a page by option.
import { writeFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { formatJsonLine } from '../../../../src/analysis/tables/harmless-text.ts';
import { formatWhole } from '../../../../src/contract/sentences/wording.ts';
import { MOST_CUSTOMERS, type PageOptions, renderHtml } from '../../report-pages/html-page.ts';
import { readReport } from '../../report-pages/read-report.ts';
import { renderCsv } from '../../report-pages/report-csv.ts';
import { renderTerminal } from '../../report-pages/terminal-report.ts';
import { toPrintable } from '../../report-pages/terminal-text.ts';
import { type Context, shouldUseColour } from '../context.ts';

export interface OutputFlags {
  readonly csv: boolean;
  readonly html?: string;
  readonly language: 'en' | 'de';
}

export function addOutputOptions<C extends Command>(command: C): C {
  return command
    .option('--csv', 'print the rows of the report as CSV', false)
    .option('--html <file>', 'write a self-contained HTML page with tables and charts')
    .addOption(new Option('--language <language>', 'of the HTML page').choices(['en', 'de']).default('en'));
}

/** `report`: the body of GET /reports/{id}. */
export async function showReport(
  { isJson }: Context,
  report: unknown,
  { csv, html, language }: OutputFlags,
  page: PageOptions = {},
): Promise<void> {
  if (html !== undefined) {
    writeFileSync(html, await renderHtml(report, { ...page, language }));
    console.error(`Wrote ${html}.`);
    const customers = page.customers?.length ?? 0;
    if (customers > MOST_CUSTOMERS)
      console.error(
        `${formatWhole(customers)} customers are more than the limit of a page, which is ${formatWhole(MOST_CUSTOMERS)}: write them to a file instead.`,
      );
  }
  if (isJson()) console.log(formatJsonLine(report));
  else if (csv) {
    process.stdout.write(renderCsv(report));
    printRemarks(report);
  } else if (html === undefined) {
    console.log(renderTerminal(report, { width: process.stdout.columns ?? 100, colour: shouldUseColour() }));
  }
}

/** A table has no room for sentences: they go to standard error. */
function printRemarks(report: unknown): void {
  const { warnings, notes } = readReport(report);
  for (const text of warnings ?? []) console.error(`Warning: ${toPrintable(text)}`);
  for (const text of notes ?? []) console.error(`Note: ${toPrintable(text)}`);
}
