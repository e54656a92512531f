// Cohorts for a terminal: retention period by period, value, and how soon customers order again.
import { namedGroups } from '../../../src/core/cohorts/named-groups.ts';
import { calendarPeriod } from '../../../src/core/cohorts/periods.ts';
import { amountsIn, decimals, percent, type WriteAmount, whole } from '../../../src/core/insights/wording.ts';
import { probability, span } from '../../../src/report-types/cohort/wording.ts';
import { signed } from '../report-facts.ts';
import { changeHeading } from '../terminal-changes.ts';
import {
  bar,
  type Column,
  type FittingColumn,
  figure,
  heading,
  type Paper,
  paragraph,
  table,
  tableOf,
} from '../terminal-text.ts';
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
    figure('orders', ({ orders }) => whole(orders), 80),
    figure('spent', ({ revenue }) => amount(revenue), 66),
    figure('per customer', (cohort) => amount(cohort.revenue / cohort.customers)),
    figure('median', (cohort) => amountOrNone(cohort.median_value_per_customer, amount), 72),
    ...dayColumns<ShownCohort>(days, ({ ordered_again }) => ordered_again),
  ]);
}

type ShownShare = ShownSecondOrder['by_day'][number];

/** Narrow paper has room for the last of them. */
function dayColumns<T>(
  days: readonly ShownShare[],
  shares: (row: T) => readonly ShownShare[],
): FittingColumn<T>[] {
  const cell = (at: number) => (row: T) => share(shares(row)[at]?.share ?? null);
  return days.map((each, at) => figure(`in ${each.days} d`, cell(at), at === days.length - 1 ? 0 : 56));
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
            figure('days', ({ days }) => whole(days)),
            figure('ordered again', (each) => share(each.share)),
            figure('from', ({ lower }) => share(lower)),
            figure('to', ({ upper }) => share(upper)),
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
              ...againColumns(),
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
      ...againColumns(),
      ...dayColumns<(typeof shown)[number]>(group_test.by_day, ({ by_day }) => by_day),
    ]),
    ...(named.size === 0
      ? []
      : [paper.dim(paragraph(paper, '* Differs from all others: an association, not a cause.'))]),
  ];
}

/** How many ordered again, beside how many were expected to. */
function againColumns<
  T extends Pick<Compared, 'customers' | 'second_orders' | 'expected_second_orders'>,
>(): FittingColumn<T>[] {
  return [
    figure('customers', ({ customers }) => whole(customers), 70),
    figure('again', ({ second_orders }) => whole(second_orders)),
    figure('expected', ({ expected_second_orders }) => decimals(expected_second_orders, 1)),
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
          tableOf(paper, changed.slice(0, MOST_CHANGES), [
            { title: 'cohort', cell: ({ cohort }) => cohort },
            figure('customers', (of) => signed((of.after?.customers ?? 0) - (of.before?.customers ?? 0))),
            figure('orders', (of) => signed((of.after?.orders ?? 0) - (of.before?.orders ?? 0))),
            figure('spent', (of) => amount((of.after?.revenue ?? 0) - (of.before?.revenue ?? 0))),
          ]),
        ]),
    ...(changes.ordered_again ?? []).flatMap(({ days, before, after }) =>
      before === null || after === null
        ? []
        : [`\nOrdered again within ${days} days: ${percent(after)}, before ${percent(before)}`],
    ),
  ];
}
