// The pages of each type of report. A type that is missing in the list does not compile; `genericPage` shows what every
// report has, also those of later versions.
import * as v from 'valibot';
import { listingsOf, summaryFacts, written } from '../../report-parts/generic.ts';
import { insightsOf, inWords } from '../../report-parts/insights.ts';
import { upTo } from '../../src/core/insights/wording.ts';
import type { ReportType } from '../../src/report-types/report-types.ts';
import { keysOf } from '../../src/schema/keys.ts';
import { cohortPage } from './cohort/page.ts';
import { effectPage } from './effect/page.ts';
import { marketBasketPage } from './market-basket/page.ts';
import { replenishmentPage } from './replenishment/page.ts';
import { rfmPage } from './rfm/page.ts';
import { type Cell, pageOf, read, type ShownReport, UnreadableReportError } from './shown-report.ts';
import { heading, table } from './terminal-text.ts';

/** In a terminal: the CSV has all. */
const MOST_ROWS = 20;

const anyBody = v.looseObject({ ai_insights: v.nullish(v.looseObject({})) });

const genericPage = pageOf(anyBody, (report) => ({
  facts: summaryFacts(report, figure),
  settings: [],
  lead: 'What was found',
  insights: insightsOf(report.ai_insights),
  terminal: (paper) =>
    listingsOf(report).flatMap(({ key, columns, rows }) => [
      heading(paper, inWords(key)),
      table(
        paper,
        columns.map((column) => ({ title: inWords(column.key), align: column.isNumeric ? 'right' : 'left' })),
        rows.slice(0, MOST_ROWS).map((row) => row.map((value) => written(value, figure))),
      ),
    ]),
  html: async () => (await import('./html-generic.ts')).genericSections(report, figure),
  csv: (): Cell[][] => {
    const [list] = listingsOf(report);
    return list === undefined
      ? []
      : [list.columns.map(({ key }) => key), ...list.rows.map((row) => [...row])];
  },
}));

function figure(value: number): string {
  return upTo(value, 4);
}

const PAGES: { readonly [T in ReportType]: (report: unknown) => ShownReport } = {
  MBA: marketBasketPage,
  RFM: rfmPage,
  COHORT: cohortPage,
  REPLENISHMENT: replenishmentPage,
  EFFECT: effectPage,
};

const unfinished = v.looseObject({
  status: v.picklist(['Processing', 'Failed']),
  fail_reason: v.nullish(v.string()),
});
const typed = v.looseObject({ report_type: v.string() });

/** `report`: the body of GET /reports/{id}. Throws UnreadableReportError unless that report is finished. */
export function readReport(report: unknown): ShownReport {
  const early = v.safeParse(unfinished, report);
  if (early.success) {
    const { status, fail_reason } = early.output;
    throw new UnreadableReportError(
      status === 'Processing'
        ? 'The report is still Processing: there is nothing to show yet.'
        : `The report Failed: ${fail_reason ?? 'no reason is known'}`,
    );
  }
  const { report_type } = read(typed, report);
  const known = keysOf(PAGES).find((type) => type === report_type);
  return (known === undefined ? genericPage : PAGES[known])(report);
}
