// The facts and tables of a cohort report.

import { namedGroups } from '../../../src/analysis/cohorts/order-groups.ts';
import type { CohortReport } from '../../client/src/index.ts';
import {
  fact,
  figure,
  known,
  measured,
  pValue,
  revenueFacts,
  type Say,
  type ShownColumn,
  type ShownReport,
  type ShownTable,
  signed,
  since,
  withRows,
} from './shown.ts';

const MOST_COHORTS = 120;
/** Characters of the retention table before its periods, and of a period. */
const [BEFORE, PERIOD] = [20, 8];

type Cohort = CohortReport['cohorts'][number];
type Shares = readonly { readonly days: number; readonly share: number | null }[];

export function shownCohorts(report: CohortReport, say: Say): ShownReport {
  const { t, number, percent, money } = say;
  const { summary, second_order: second, average_retention: average, early_value: early } = report;
  const days = (value: number): string => number(value, Number.isInteger(value) ? 0 : 1);
  return {
    facts: [
      ...measured(t('Customers'), summary.customers, number),
      ...measured(t('Cohorts'), summary.cohorts, number),
      ...measured(t('Orders'), summary.orders, number),
      ...revenueFacts(summary, [t('Spent by these customers'), summary.revenue], money, {
        revenue: t('Revenue'),
        returns: t('Returns, taken off it'),
      }),
      ...measured(t('Ordered more than once'), summary.repeat_rate, percent),
      ...measured(t('Retention in the next period'), average[1]?.retention, percent),
      ...(second?.by_day ?? []).flatMap((each) =>
        measured(t('Ordered again in {days} days', { days: number(each.days) }), each.share, percent),
      ),
      ...measured(t('Median days to the second order'), second?.median_days, days),
      ...fact(
        t('Spent in the first {days} days (median / mean)', { days: number(early?.days ?? 0) }),
        early,
        ({ median_value, mean_value }) => `${money(median_value)} / ${money(mean_value)}`,
      ),
    ],
    tables: withRows([
      retention(report, say),
      totals(report, say),
      again(report, say),
      compared(report, say),
      groups(report, say),
      changed(report, say),
    ]),
    none: report.cohorts.length === 0 ? t('No customer has a first purchase.') : undefined,
  };
}

function newest(report: CohortReport): readonly Cohort[] {
  return report.cohorts.slice(-MOST_COHORTS);
}

function nameOf({ cohort, left_truncated }: Cohort): string {
  return left_truncated ? `${cohort} *` : cohort;
}

function retention(report: CohortReport, { t, number, percent }: Say): ShownTable {
  const cohorts = newest(report);
  const most = cohorts.reduce((longest, { periods }) => Math.max(longest, periods.length - 1), 0);
  const following = Array.from({ length: most }, (_, at) => at + 1);
  return {
    ...{ id: 'retention-rows', only: 'terminal', newestLast: true },
    title: t('Retention: customers with a purchase in the following periods'),
    note: cohorts.some(({ periods }) => periods.some(({ complete }) => !complete))
      ? t('In parentheses: the period is not over yet.')
      : undefined,
    columns: [
      { title: t('Cohort') },
      figure(t('Customers')),
      ...following.map((at) => figure(`+${at}`, BEFORE + PERIOD * at)),
    ],
    rows:
      most === 0
        ? []
        : [
            ...cohorts.map((cohort) => [
              nameOf(cohort),
              number(cohort.customers),
              ...following.map((at) =>
                known(cohort.periods[at], ({ retention: share, complete }) =>
                  complete ? percent(share) : `(${percent(share)})`,
                ),
              ),
            ]),
            [
              t('All'),
              '',
              ...following.map((at) => known(report.average_retention[at]?.retention, (one) => percent(one))),
            ],
          ],
  };
}

/** Narrow paper has room for the last of them. */
function dayColumns(shares: Shares, { t, number }: Say): ShownColumn[] {
  return shares.map(({ days }, at) =>
    figure(t('In {days} days', { days: number(days) }), at === shares.length - 1 ? 0 : 80),
  );
}

function sharesOf(shares: Shares, { percent }: Say): string[] {
  return shares.map(({ share }) => known(share, (one) => percent(one)));
}

function totals(report: CohortReport, say: Say): ShownTable {
  const { t, number, money } = say;
  const shown = newest(report);
  const days = shown.find(({ ordered_again }) => ordered_again.length > 0)?.ordered_again ?? [];
  const [some, all] = [number(shown.length), number(report.cohorts.length)];
  const notes = [
    ...(some === all ? [] : [t('The newest {some} of {all} cohorts.', { some, all })]),
    ...(shown.some(({ left_truncated }) => left_truncated)
      ? [
          t(
            '* May hold customers who bought before the data begin: not part of averages, comparisons and findings.',
          ),
        ]
      : []),
  ];
  return {
    ...{ id: 'cohorts', newestLast: true },
    title: t('Value, and customers who ordered again, by cohort'),
    note: notes.join(' '),
    columns: [
      { title: t('Cohort') },
      figure(t('Customers'), 110),
      figure(t('Orders'), 90),
      figure(t('Spent'), 66),
      figure(t('Per customer')),
      figure(t('Median'), 72),
      ...dayColumns(days, say),
    ],
    rows: shown.map((cohort) => [
      nameOf(cohort),
      number(cohort.customers),
      number(cohort.orders),
      money(cohort.revenue),
      money(cohort.revenue / cohort.customers),
      known(cohort.median_value_per_customer, money),
      ...days.map((_, at) => sharesOf(cohort.ordered_again, say)[at] ?? ''),
    ]),
  };
}

function again({ second_order: second }: CohortReport, { t, number, percent }: Say): ShownTable {
  return {
    id: 'second-order-days',
    title: t('Time to the second order (Kaplan-Meier, 95 % confidence intervals)'),
    note: t(
      '{again} of {customers} customers have ordered again on a later day. {same} placed several orders on the first day.',
      {
        again: number(second?.second_orders ?? 0),
        customers: number(second?.customers ?? 0),
        same: number(second?.same_day ?? 0),
      },
    ),
    columns: [
      { title: t('Days') },
      ...[t('Ordered again'), t('From'), t('To')].map((one) => figure(one)),
      { title: '', class: 'bars', from: 60 },
    ],
    rows: (second?.by_day ?? []).flatMap(({ days, share, lower, upper }) =>
      share === null
        ? []
        : [[number(days), ...[share, lower, upper].map((one) => known(one, (of) => percent(of))), share]],
    ),
  };
}

/** How many ordered again, beside how many were expected to. */
function againColumns({ t }: Say): ShownColumn[] {
  return [figure(t('Customers'), 70), figure(t('Again')), figure(t('Expected'))];
}

function againCells(
  group: {
    readonly customers: number;
    readonly second_orders: number;
    readonly expected_second_orders: number;
  },
  { number }: Say,
): string[] {
  return [number(group.customers), number(group.second_orders), number(group.expected_second_orders, 1)];
}

function compared({ second_order }: CohortReport, say: Say): ShownTable {
  const found = second_order?.recent_and_older ?? null;
  const span = ({ first_cohort: first, last_cohort: last }: Compared): string =>
    first === last ? first : `${first} – ${last}`;
  return {
    id: 'recent-and-older',
    title: say.t('Recent and older customers'),
    note: known(found, ({ p_value }) => say.t('Log-rank test: {p}.', { p: pValue(p_value, say) })),
    columns: [
      { title: say.t('Cohorts') },
      ...againColumns(say),
      ...dayColumns(found?.older.by_day ?? [], say),
    ],
    rows:
      found === null
        ? []
        : [found.older, found.recent].map((group) => [
            span(group),
            ...againCells(group, say),
            ...sharesOf(group.by_day, say),
          ]),
  };
}

type Compared = NonNullable<NonNullable<CohortReport['second_order']>['recent_and_older']>['older'];

function groups({ groups: all = [], group_test: test, settings }: CohortReport, say: Say): ShownTable {
  const { t, number } = say;
  const named = new Set(namedGroups(all, test?.p_value ?? null).map(({ group }) => group));
  return {
    id: 'group-rows',
    title: t('Ordered again, by {what}', { what: settings.cohort_by }),
    note: named.size === 0 ? undefined : t('* Differs from all others: an association, not a cause.'),
    columns: [
      { title: t('First order') },
      ...againColumns(say),
      ...dayColumns(test?.by_day ?? [], say),
      figure('q', 110),
    ],
    rows: all.map((each) => [
      named.has(each.group) ? `${each.group} *` : each.group,
      ...againCells(each, say),
      ...sharesOf(each.by_day, say),
      each.q_value < 0.001 ? `< ${number(0.001, 3)}` : number(each.q_value, 3),
    ]),
  };
}

function changed({ changes }: CohortReport, say: Say): ShownTable {
  const { t, number, money, percent } = say;
  const difference = (before: number | undefined, after: number | undefined): number =>
    (after ?? 0) - (before ?? 0);
  return {
    id: 'changed-cohorts',
    title: t('Changed cohorts'),
    note: [
      ...(changes?.compared_with == null ? [] : [since(changes.compared_with, say)]),
      ...(changes?.ordered_again ?? []).flatMap(({ days, before, after }) =>
        before === null || after === null
          ? []
          : [
              t('Ordered again in {days} days: {after}, before {before}.', {
                days: number(days),
                after: percent(after),
                before: percent(before),
              }),
            ],
      ),
    ].join(' '),
    columns: [{ title: t('Cohort') }, ...[t('Customers'), t('Orders'), t('Spent')].map((one) => figure(one))],
    rows: (changes?.cohorts ?? []).map(({ cohort, before, after }) => [
      cohort,
      signed(difference(before?.customers, after?.customers), number),
      signed(difference(before?.orders, after?.orders), number),
      money(difference(before?.revenue, after?.revenue)),
    ]),
  };
}
