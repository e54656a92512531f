// What a replenishment report shows in tables, in a terminal and on a page.
import * as v from 'valibot';
import { percent, whole } from '../../../src/core/insights/wording.ts';
import { RULE_WORDS } from '../../../src/core/sentences/due-sentences.ts';
import { replenishmentReport } from '../../../src/report-types/replenishment/schema.ts';
import { insights, laterMembers } from '../shown-report.ts';
import type { ShownTable } from '../shown-table.ts';

export const replenishmentDetail = v.looseObject({
  ...replenishmentReport.entries,
  ...laterMembers,
  ai_insights: insights,
});
type Detail = v.InferOutput<typeof replenishmentDetail>;

/** On a page. */
const MOST_LISTED = 200;

export function tablesOf({ weeks, products, cadence }: Detail): ShownTable[] {
  return [
    {
      ...{ id: 'due-weeks', title: 'Customers by the week in which they are due' },
      columns: ['From', 'To', 'Customers'],
      rows: weeks.map((week) => [week.first_day, week.last_day, whole(week.customers)]),
    },
    {
      ...{ id: 'due-products', title: 'Products by how many of their buyers are due' },
      columns: [
        'Product',
        'Due now',
        'Customers',
        'Again in 90 d',
        '180 d',
        '365 d',
        'Half after',
        'Later gaps',
        'Usual units',
      ],
      rows: products
        .slice(0, MOST_LISTED)
        .map((row) => [
          row.product,
          whole(row.customers_due),
          whole(row.customers),
          ...(row.too_few_repeats
            ? ['too few', 'too few', 'too few']
            : row.repeat_share.map(({ share }) => (share === null ? '' : percent(share)))),
          daysOrNothing(row.median_days),
          daysOrNothing(row.further_days),
          whole(row.usual_quantity),
        ]),
    },
    {
      ...{
        id: 'due-rules',
        title: 'Of as many customers named on past dates, how many ordered within 30 days',
      },
      columns: ['Rule', 'Named', 'Ordered', 'Share', 'From', 'To'],
      rows: (cadence?.backtest.rules ?? []).map(({ rule, ordered, share, lower, upper }) => [
        RULE_WORDS[rule],
        whole(cadence?.backtest.named ?? 0),
        whole(ordered),
        ...[share, lower, upper].map(percent),
      ]),
    },
    {
      ...{ id: 'due-calibration', title: 'Probabilities on past dates, and what happened' },
      columns: ['Tenth of the customers', 'Customers', 'Probability', 'Ordered'],
      rows: (cadence?.backtest.calibration ?? []).map(({ tenth, customers, predicted, actual }) => [
        whole(tenth),
        whole(customers),
        ...[predicted, actual].map(percent),
      ]),
    },
  ].filter(({ rows }) => rows.length > 0);
}

function daysOrNothing(days: number | null): string {
  return days === null ? '' : whole(days);
}
