// Cohorts for a terminal: retention period by period, value, and how soon customers order again.
import { namedGroups } from '../../../src/core/cohorts/named-groups.ts';
import { calendarPeriod } from '../../../src/core/cohorts/periods.ts';
import { amountsIn, decimals, percent, type WriteAmount, whole } from '../../../src/core/insights/wording.ts';
import { probability, span } from '../../../src/report-types/cohort/wording.ts';
import { signed } from '../report-facts.ts';
import { changeHeading } from '../terminal-changes.ts';
import { bar, type Column, heading, type Paper, paragraph, table } from '../terminal-text.ts';
import { amountOrNone, LEFT_TRUNCATED, share } from './cohort-words.ts';
import type { CohortDetail, ShownCohort, ShownSecondOrder } from './detail.ts';

const MOST_COHORTS = 24;
const MOST_CHANGES = 10;
const MOST_GROUPS = 15;
/** Columns of the retention table before the periods, and of a period. */
const LABEL_WIDTH = 20;
const CELL_WIDTH = 8;

export function cohortTexts(paper: Paper, report: CohortDetail): string[] {
  const amount = amountsIn(report.currency);
  const { cohorts, second_order, changes } = report;
  if (cohorts.length === 0) return [heading(paper, 'Cohorts'), 'No customer has a first purchase.'];
  const shown = cohorts.slice(-MOST_COHORTS);
  const newest = shown.length < cohorts.length ? `, the newest ${shown.length} of ${cohorts.length}` : '';
  return [
    heading(paper, `Retention: % of customers with a purchase in the following periods${newest}`),
    ...retention(paper, report, shown),
    heading(paper, `Value, and customers who ordered again, by cohort${newest}`),
    totals(paper, shown, amount),
    ...(shown.some(({ left_truncated }) => left_truncated === true)
      ? [paper.dim(paragraph(paper, `* ${LEFT_TRUNCATED}`))]
      : []),
    ...(second_order === null ? [] : secondOrder(paper, second_order)),
    ...groupTexts(paper, report),
    ...changeTexts(paper, changes, amount),
  ];
}

function retention(
  paper: Paper,
  { average_retention, settings }: CohortDetail,
  cohorts: readonly ShownCohort[],
): string[] {
  const by = calendarPeriod(settings.cohort_by);
  const room = Math.max(1, Math.floor((paper.width - LABEL_WIDTH) / CELL_WIDTH));
  const most = Math.max(...cohorts.map(({ periods }) => periods.length)) - 1;
  const following = Array.from({ length: Math.min(room, most) }, (_, at) => at + 1);
  if (following.length === 0) return [`No ${by} has followed the first.`];
  const right = (title: string): Column => ({ title, align: 'right' });
  const unfinished = cohorts.some(({ periods }) => following.some((at) => periods[at]?.complete === false));
  return [
    table(
      paper,
      [{ title: by }, right('customers'), ...following.map((at) => right(`+${at}`))],
      [
        ...cohorts.map(({ cohort, customers, periods }) => [
          cohort,
          whole(customers),
          ...following.map((at) => {
            const each = periods[at];
            if (each === undefined) return '';
            return each.complete ? percentage(each.retention) : `(${percentage(each.retention)})`;
          }),
        ]),
        ['all', '', ...following.map((at) => percentage(average_retention[at]?.retention))],
      ],
    ),
    ...(unfinished ? [paper.dim(paragraph(paper, `In parentheses: the ${by} is not over yet.`))] : []),
  ];
}

function percentage(value: number | undefined): string {
  return value === undefined ? '' : decimals(100 * value, 1);
}

function totals(paper: Paper, cohorts: readonly ShownCohort[], amount: WriteAmount): string {
  const days = cohorts.find(({ ordered_again }) => ordered_again.length > 0)?.ordered_again ?? [];
  return tableOf(paper, cohorts, [
    {
      title: 'cohort',
      cell: ({ cohort, left_truncated }) => (left_truncated === true ? `${cohort} *` : cohort),
    },
    { title: 'orders', align: 'right', from: 80, cell: ({ orders }) => whole(orders) },
    { title: 'spent', align: 'right', from: 66, cell: ({ revenue }) => amount(revenue) },
    { title: 'per customer', align: 'right', cell: (cohort) => amount(cohort.revenue / cohort.customers) },
    {
      title: 'median',
      align: 'right',
      from: 72,
      cell: (cohort) => amountOrNone(cohort.median_value_per_customer, amount),
    },
    ...dayColumns<ShownCohort>(days, ({ ordered_again }) => ordered_again),
  ]);
}

type ShownShare = ShownSecondOrder['by_day'][number];

/** Narrow paper has room for the last of them. */
function dayColumns<T>(
  days: readonly ShownShare[],
  shares: (row: T) => readonly ShownShare[],
): FittingColumn<T>[] {
  return days.map((each, at) => ({
    title: `in ${each.days} d`,
    align: 'right',
    from: at === days.length - 1 ? 0 : 56,
    cell: (row) => share(shares(row)[at]?.share ?? null),
  }));
}

interface FittingColumn<T> extends Column {
  readonly cell: (row: T) => string;
  /** Left out on paper narrower than this. */
  readonly from?: number;
}

function tableOf<T>(paper: Paper, rows: readonly T[], columns: readonly FittingColumn<T>[]): string {
  const shown = columns.filter(({ from = 0 }) => paper.width >= from);
  return table(
    paper,
    shown,
    rows.map((row) => shown.map(({ cell }) => cell(row))),
  );
}

function secondOrder(
  paper: Paper,
  { by_day, recent_and_older: compared, ...all }: ShownSecondOrder,
): string[] {
  const known = by_day.filter((each) => each.share !== null);
  const width = Math.min(30, paper.width - 45);
  return [
    heading(paper, 'Time to the second order (Kaplan-Meier, 95 % confidence intervals)'),
    paragraph(
      paper,
      `${whole(all.second_orders)} of ${whole(all.customers)} customers have ordered again on a later day. ${whole(all.same_day)} placed several orders on the first day.`,
    ),
    ...(known.length === 0
      ? []
      : [
          '',
          tableOf(paper, known, [
            { title: 'days', align: 'right', cell: ({ days }) => whole(days) },
            { title: 'ordered again', align: 'right', cell: (each) => share(each.share) },
            { title: 'from', align: 'right', cell: ({ lower }) => share(lower) },
            { title: 'to', align: 'right', cell: ({ upper }) => share(upper) },
            { title: '', from: 60, paint: paper.accent, cell: (each) => bar(each.share ?? 0, width) },
          ]),
        ]),
    ...(compared === null
      ? []
      : [
          '',
          tableOf(
            paper,
            [compared.older, compared.recent],
            [
              { title: 'cohorts', flexible: true, cell: span },
              { title: 'customers', align: 'right', from: 70, cell: ({ customers }) => whole(customers) },
              { title: 'again', align: 'right', cell: ({ second_orders }) => whole(second_orders) },
              {
                title: 'expected',
                align: 'right',
                cell: ({ expected_second_orders }) => decimals(expected_second_orders, 1),
              },
              ...dayColumns<Compared>(by_day, (group) => group.by_day),
            ],
          ),
          paper.dim(`Log-rank test: ${probability(compared.p_value)}.`),
        ]),
  ];
}

function groupTexts(paper: Paper, { groups = [], group_test, settings }: CohortDetail): string[] {
  if (!group_test || groups.length === 0) return [];
  const named = new Set(namedGroups(groups, group_test.p_value).map(({ group }) => group));
  const shown = groups.slice(0, MOST_GROUPS);
  const most = shown.length < groups.length ? `, the largest ${shown.length} of ${groups.length}` : '';
  return [
    heading(paper, `Ordered again, by ${settings.cohort_by}${most}`),
    tableOf(paper, shown, [
      {
        title: 'first order',
        flexible: true,
        cell: ({ group }) => (named.has(group) ? `${group} *` : group),
      },
      { title: 'customers', align: 'right', from: 70, cell: ({ customers }) => whole(customers) },
      { title: 'again', align: 'right', cell: ({ second_orders }) => whole(second_orders) },
      {
        title: 'expected',
        align: 'right',
        cell: ({ expected_second_orders }) => decimals(expected_second_orders, 1),
      },
      ...dayColumns<(typeof shown)[number]>(group_test.by_day, ({ by_day }) => by_day),
    ]),
    ...(named.size === 0
      ? []
      : [paper.dim(paragraph(paper, '* Differs from all others: an association, not a cause.'))]),
  ];
}

type Compared = NonNullable<ShownSecondOrder['recent_and_older']>['older'];

function changeTexts(paper: Paper, changes: CohortDetail['changes'], amount: WriteAmount): string[] {
  if (!changes?.compared_with) return [];
  const changed = changes.cohorts ?? [];
  return [
    ...changeHeading(paper, changes.compared_with),
    ...(changed.length === 0
      ? []
      : [
          '',
          table(
            paper,
            [
              { title: 'cohort' },
              { title: 'customers', align: 'right' },
              { title: 'orders', align: 'right' },
              { title: 'spent', align: 'right' },
            ],
            changed
              .slice(0, MOST_CHANGES)
              .map(({ cohort, before, after }) => [
                cohort,
                signed((after?.customers ?? 0) - (before?.customers ?? 0)),
                signed((after?.orders ?? 0) - (before?.orders ?? 0)),
                amount((after?.revenue ?? 0) - (before?.revenue ?? 0)),
              ]),
          ),
        ]),
    ...(changes.ordered_again ?? []).flatMap(({ days, before, after }) =>
      before === null || after === null
        ? []
        : [`\nOrdered again within ${days} days: ${percent(after)}, before ${percent(before)}`],
    ),
  ];
}
