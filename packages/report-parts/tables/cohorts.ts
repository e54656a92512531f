// The facts and tables of a cohort report.

import { pickSignificantGroups } from '../../../src/analysis/cohorts/order-groups.ts';
import type { CohortReport } from '../../client/src/index.ts';
import { showOverview } from './overview.ts';
import {
  createFigure,
  describeEarlier,
  formatKnown,
  formatPValue,
  formatSigned,
  type Say,
  type ShownColumn,
  type ShownReport,
  type ShownTable,
  stateFigure,
  stateRevenue,
  stateTypical,
  withRows,
} from './shown.ts';

const MOST_COHORTS = 120;
/** Characters of the retention table before its periods, and of a period. */
const [BEFORE, PERIOD] = [20, 8];

type Cohort = CohortReport['cohorts'][number];
type Shares = readonly { readonly days: number; readonly share: number | null }[];

export function showCohorts(report: CohortReport, say: Say): ShownReport {
  const { t, number, percent, money } = say;
  const { summary, second_order: second, average_retention: average, early_value: early } = report;
  const formatDays = (value: number): string => number(value, Number.isInteger(value) ? 0 : 1);
  const days = { days: number(early?.days ?? 0) };
  return {
    facts: [
      ...stateFigure(t('Customers'), summary.customers, number),
      ...stateFigure(t('Cohorts'), summary.cohorts, number),
      ...stateFigure(t('Orders'), summary.orders, number),
      ...stateRevenue(summary, [t('Spent by these customers'), summary.revenue], money, {
        revenue: t('Revenue'),
        returns: t('Returns, taken off it'),
      }),
      ...stateFigure(t('Ordered more than once'), summary.repeat_rate, percent),
      ...stateFigure(t('Retention in the next period'), average[1]?.retention, percent),
      ...(second?.by_day ?? []).flatMap((each) =>
        stateFigure(t('Ordered again in {days} days', { days: number(each.days) }), each.share, percent),
      ),
      ...stateFigure(t('Days to the second order (typical)'), second?.median_days, formatDays),
      ...stateFigure(t('Spent in the first {days} days (typical)', days), early?.median_value, money),
    ],
    evidence: early
      ? [
          ...stateFigure(t('Spent in the first {days} days (average)', days), early.mean_value, money),
          stateTypical(say),
        ]
      : [],
    tables: withRows([
      ...showOverview(report, say),
      showRetention(report, say),
      showTotals(report, say),
      showOrderedAgain(report, say),
      showCompared(report, say),
      showGroups(report, say),
      showChanged(report, say),
    ]),
    none: report.cohorts.length === 0 ? t('No customer has a first purchase.') : undefined,
  };
}

function pickNewest(report: CohortReport): readonly Cohort[] {
  return report.cohorts.slice(-MOST_COHORTS);
}

function formatCohortName({ cohort, left_truncated }: Cohort): string {
  return left_truncated ? `${cohort} *` : cohort;
}

function showRetention(report: CohortReport, { t, number, percent }: Say): ShownTable {
  const cohorts = pickNewest(report);
  const most = cohorts.reduce((longest, { periods }) => Math.max(longest, periods.length - 1), 0);
  const following = Array.from({ length: most }, (_, at) => at + 1);
  return {
    ...{ id: 'retention-rows', only: 'terminal', newestLast: true },
    title: 'Retention: customers with a purchase in the following periods',
    note: cohorts.some(({ periods }) => periods.some(({ complete }) => !complete))
      ? 'In parentheses: the period is not over yet.'
      : undefined,
    columns: [
      { title: t('Cohort') },
      createFigure(t('Customers')),
      ...following.map((at) => createFigure(`+${at}`, BEFORE + PERIOD * at)),
    ],
    rows:
      most === 0
        ? []
        : [
            ...cohorts.map((cohort) => [
              formatCohortName(cohort),
              number(cohort.customers),
              ...following.map((at) =>
                formatKnown(cohort.periods[at], ({ retention: share, complete }) =>
                  complete ? percent(share) : `(${percent(share)})`,
                ),
              ),
            ]),
            [
              t('All'),
              '',
              ...following.map((at) =>
                formatKnown(report.average_retention[at]?.retention, (one) => percent(one)),
              ),
            ],
          ],
  };
}

/** Narrow paper has room for the last of them. */
function createDayColumns(shares: Shares, { t, number }: Say): ShownColumn[] {
  return shares.map(({ days }, at) =>
    createFigure(t('In {days} days', { days: number(days) }), at === shares.length - 1 ? 0 : 80),
  );
}

function formatShares(shares: Shares, { percent }: Say): string[] {
  return shares.map(({ share }) => formatKnown(share, (one) => percent(one)));
}

function showTotals(report: CohortReport, say: Say): ShownTable {
  const { t, number, money } = say;
  const shown = pickNewest(report);
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
      createFigure(t('Customers'), 110),
      createFigure(t('Orders'), 90),
      createFigure(t('Spent'), 66),
      createFigure(t('Per customer')),
      createFigure(t('Typical'), 72),
      ...createDayColumns(days, say),
    ],
    rows: shown.map((cohort) => [
      formatCohortName(cohort),
      number(cohort.customers),
      number(cohort.orders),
      money(cohort.revenue),
      money(cohort.revenue / cohort.customers),
      formatKnown(cohort.median_value_per_customer, money),
      ...days.map((_, at) => formatShares(cohort.ordered_again, say)[at] ?? ''),
    ]),
  };
}

function showOrderedAgain({ second_order: second }: CohortReport, { t, number, percent }: Say): ShownTable {
  return {
    id: 'second-order-days',
    title: t('Time to the second order'),
    evidence: t('Estimated by Kaplan-Meier, with 95 % confidence intervals.'),
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
      ...[t('Ordered again'), t('From'), t('To')].map((one) => createFigure(one)),
      { title: '', class: 'bars', from: 60 },
    ],
    rows: (second?.by_day ?? []).flatMap(({ days, share, lower, upper }) =>
      share === null
        ? []
        : [
            [
              number(days),
              ...[share, lower, upper].map((one) => formatKnown(one, (of) => percent(of))),
              share,
            ],
          ],
    ),
  };
}

/** How many ordered again, beside how many were expected to. */
function createAgainColumns({ t }: Say): ShownColumn[] {
  return [createFigure(t('Customers'), 70), createFigure(t('Again')), createFigure(t('Expected'))];
}

function formatAgainCells(
  group: {
    readonly customers: number;
    readonly second_orders: number;
    readonly expected_second_orders: number;
  },
  { number }: Say,
): string[] {
  return [number(group.customers), number(group.second_orders), number(group.expected_second_orders, 1)];
}

function showCompared({ second_order }: CohortReport, say: Say): ShownTable {
  const found = second_order?.recent_and_older ?? null;
  const formatSpan = ({ first_cohort: first, last_cohort: last }: Compared): string =>
    first === last ? first : `${first} – ${last}`;
  return {
    id: 'recent-and-older',
    title: say.t('Recent and older customers'),
    evidence: formatKnown(found, ({ p_value }) =>
      say.t('Log-rank test: {p}.', { p: formatPValue(p_value, say) }),
    ),
    columns: [
      { title: say.t('Cohorts') },
      ...createAgainColumns(say),
      ...createDayColumns(found?.older.by_day ?? [], say),
    ],
    rows:
      found === null
        ? []
        : [found.older, found.recent].map((group) => [
            formatSpan(group),
            ...formatAgainCells(group, say),
            ...formatShares(group.by_day, say),
          ]),
  };
}

type Compared = NonNullable<NonNullable<CohortReport['second_order']>['recent_and_older']>['older'];

function showGroups({ groups: all = [], group_test: test, settings }: CohortReport, say: Say): ShownTable {
  const { t, number } = say;
  const named = new Set(pickSignificantGroups(all, test?.p_value ?? null).map(({ group }) => group));
  return {
    id: 'group-rows',
    title: t('Ordered again, by {what}', { what: settings.cohort_by }),
    note: named.size === 0 ? undefined : t('* Differs from all others: an association, not a cause.'),
    columns: [
      { title: t('First order') },
      ...createAgainColumns(say),
      ...createDayColumns(test?.by_day ?? [], say),
      { ...createFigure('q', 110), isEvidence: true },
    ],
    rows: all.map((each) => [
      named.has(each.group) ? `${each.group} *` : each.group,
      ...formatAgainCells(each, say),
      ...formatShares(each.by_day, say),
      each.q_value < 0.001 ? `< ${number(0.001, 3)}` : number(each.q_value, 3),
    ]),
  };
}

function showChanged({ changes }: CohortReport, say: Say): ShownTable {
  const { t, number, money, percent } = say;
  const computeDifference = (before: number | undefined, after: number | undefined): number =>
    (after ?? 0) - (before ?? 0);
  return {
    id: 'changed-cohorts',
    title: t('Changed cohorts'),
    note: [
      ...(changes?.compared_with == null ? [] : [describeEarlier(changes.compared_with, say)]),
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
    columns: [
      { title: t('Cohort') },
      ...[t('Customers'), t('Orders'), t('Spent')].map((one) => createFigure(one)),
    ],
    rows: (changes?.cohorts ?? []).map(({ cohort, before, after }) => [
      cohort,
      formatSigned(computeDifference(before?.customers, after?.customers), number),
      formatSigned(computeDifference(before?.orders, after?.orders), number),
      money(computeDifference(before?.revenue, after?.revenue)),
    ]),
  };
}
