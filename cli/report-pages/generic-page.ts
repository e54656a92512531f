// How reports are shown whose type brings no pages of its own: summary, lists and insights.
import * as v from 'valibot';
import { listingsOf, summaryFacts, written } from '../../report-parts/generic.ts';
import { insightsOf, inWords } from '../../report-parts/insights.ts';
import { upTo } from '../../src/core/insights/wording.ts';
import { type Cell, pageOf } from './shown-report.ts';
import { heading, table } from './terminal-text.ts';

/** In a terminal: the CSV has all. */
const MOST_ROWS = 20;

const anyBody = v.looseObject({ ai_insights: v.nullish(v.looseObject({})) });

export const genericPage = pageOf(anyBody, (report) => ({
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
