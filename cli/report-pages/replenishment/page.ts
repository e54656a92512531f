// How replenishment reports are shown.
import { insightsOf } from '../../../report-parts/insights.ts';
import { whole } from '../../../src/core/insights/wording.ts';
import { dueProductTable, productCells } from '../../../src/report-types/replenishment/product-table.ts';
import { money } from '../report-facts.ts';
import { type Cell, pageOf } from '../shown-report.ts';
import { tablesInTerminal } from '../shown-table.ts';
import { replenishmentDetail, tablesOf } from './due-tables.ts';

/** In a terminal: the CSV has all. */
const MOST_ROWS = 20;
export const replenishmentPage = pageOf(replenishmentDetail, (report) => {
  const { summary, expected, settings, currency } = report;
  return {
    facts: [
      ['Customers', whole(summary.customers)],
      ['Due within a week', whole(summary.due_this_week)],
      ['Overdue', whole(summary.overdue)],
      ['Late by more than twice their gap', whole(summary.late_twice)],
      ['Rhythm broken', whole(summary.rhythm_broken)],
      ['Too few orders for a date', whole(summary.too_few_orders)],
      ...expected.map(
        ({ days, orders, orders_interval: { low, high } }) =>
          [`Orders expected in ${days} days`, `${whole(orders)} (${whole(low)} to ${whole(high)})`] as const,
      ),
      ...expected.flatMap(({ days, revenue, revenue_interval: range }) =>
        revenue === null || range === null
          ? []
          : [
              [
                `Revenue expected in ${days} days`,
                `${money(currency)(revenue)} (${money(currency)(range.low)} to ${money(currency)(range.high)})`,
              ] as const,
            ],
      ),
    ],
    settings: settings.product_level === undefined ? [] : [['Products by', settings.product_level]],
    lead: 'What was found',
    insights: insightsOf(report.ai_insights),
    terminal: (paper) => tablesInTerminal(paper, tablesOf(report), MOST_ROWS),
    html: async () =>
      (await import('../html-figure.ts')).tableSections(
        tablesOf(report),
        ['Due to buy again', 'Nobody has bought anything.'],
        true,
      ),
    csv: (): Cell[][] => [
      dueProductTable.columns.map(({ name }) => name),
      ...report.products.map((row) => productCells(row).map(csvCell)),
    ],
  };
});

function csvCell(cell: unknown): Cell {
  if (typeof cell === 'number' || typeof cell === 'string') return cell;
  return typeof cell === 'boolean' ? String(cell) : '';
}
