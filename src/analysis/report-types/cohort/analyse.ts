// Computes the cohort report's body: customers by their first purchase, their activity since, and how soon they ordered
// again.

import type { CohortKind } from '../../../contract/report-types/cohort/definition.ts';
import { type CohortPeriod, MAX_FOLLOWING_PERIODS } from '../../../contract/report-types/cohort/limits.ts';
import type { CohortBody } from '../../../contract/report-types/cohort/schema.ts';
import { type CohortSettings, echoCohortSettings } from '../../../contract/report-types/cohort/settings.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { CustomerScope } from '../../../contract/settings/settings.ts';
import { toDateOrNull } from '../../baskets/selection.ts';
import {
  type CohortTable,
  computeActivity,
  computeAverageRetention,
  createCohortTable,
} from '../../cohorts/cohort-table.ts';
import {
  computeEarlyValue,
  computeMedianValues,
  computeMemberFigures,
} from '../../cohorts/member-figures.ts';
import { compareOrderGroups } from '../../cohorts/order-groups.ts';
import { formatPeriod } from '../../cohorts/periods.ts';
import { computeSecondOrders } from '../../cohorts/second-order.ts';
import { createEmptyListed, type Listed } from '../../customer-lists/build-list.ts';
import type { Analysis } from '../analysis.ts';
import { toRemarks } from '../worded.ts';
import { describeGroupNotes } from './group-notes.ts';
import type { CohortSource } from './merge.ts';

/** Scopes that select customers by orders after their first purchase: all or none of them come back. */
const SCOPES_BY_LATER_ORDERS: readonly CustomerScope[] = ['first_order', 'repeat', 'high_value', 'churning'];

const NOTHING = {
  summary: {
    customers: 0,
    cohorts: 0,
    orders: 0,
    revenue: 0,
    repeat_rate: 0,
    excluded: {
      rows_without_customer: 0,
      rows_without_date: 0,
      customers_without_purchase: 0,
      customers_acquired_earlier: 0,
      returns_before_first_purchase: 0,
    },
  },
  cohorts: [],
  average_retention: [],
  early_value: null,
  activity: null,
  overview: null,
  second_order: null,
  groups: [],
  group_test: null,
};

type CohortAnalysis = Analysis<CohortKind>;

/** `source`: undefined if nothing has a date to measure against. */
export function createCohortAnalysis(
  reference: number | undefined,
  source: CohortSource | undefined,
  settings: CohortSettings,
): CohortAnalysis {
  const { customerScope, cohortBy, dateRange } = settings;
  const base = {
    report_type: 'COHORT' as const,
    reference_date: toDateOrNull(reference),
    settings: echoCohortSettings(settings),
    changes: null,
    ai_insights: null,
  };
  const without = (body: CohortBody): CohortAnalysis => ({
    body,
    companion: undefined,
    customers: () => createEmptyListed('COHORT'),
  });
  if (reference === undefined || source === undefined)
    return without({
      ...base,
      ...NOTHING,
      ...toRemarks({ warnings: [say('no_cohorts', {})], notes: [] }, undefined),
    });
  const { members, days, leftOut, turnover } = source;
  const cells = source.cells();
  const table = createCohortTable(cells, cohortBy, reference);
  const excluded = {
    rows_without_customer: leftOut.rowsWithoutCustomer,
    rows_without_date: leftOut.rowsWithoutDate,
    customers_without_purchase: leftOut.customersWithoutPurchase,
    customers_acquired_earlier: leftOut.acquiredEarlier,
    returns_before_first_purchase: table.returnsBeforeFirstPurchase,
  };
  const warnings = describeExclusions(excluded, table);
  if (members.cohorts.length === 0) {
    const said = toRemarks({ warnings: [...warnings, say('no_cohorts', {})], notes: [] }, undefined);
    const summary = { ...NOTHING.summary, ...turnover, excluded };
    return without({ ...base, ...NOTHING, summary, overview: source.overview(), ...said });
  }
  const { truncated } = source;
  const { all, byCohort } = computeSecondOrders(members, days, cohortBy, { reference, truncated });
  const sums = source.sums();
  const medians = computeMedianValues(members, sums);
  const isBiased = SCOPES_BY_LATER_ORDERS.includes(customerScope);
  const asked = isBiased ? undefined : settings.groups;
  const compared =
    asked && compareOrderGroups(members, days, source.goods(), { reference, truncated, ...asked });
  const body: CohortBody = {
    ...base,
    summary: {
      customers: members.customers.length,
      cohorts: members.cohorts.length,
      orders: table.orders,
      revenue: table.revenue,
      ...turnover,
      repeat_rate: sums.orders.filter((orders) => orders >= 2).length / members.customers.length,
      excluded,
    },
    cohorts: table.cohorts.map((cohort, at) => ({
      ...cohort,
      median_value_per_customer: medians[table.unlisted + at] ?? 0,
      left_truncated: table.unlisted + at < truncated,
      ordered_again: isBiased ? [] : [...(byCohort[table.unlisted + at] ?? [])],
    })),
    average_retention: computeAverageRetention(table.cohorts.slice(Math.max(0, truncated - table.unlisted))),
    early_value: computeEarlyValue(members, sums, reference, truncated),
    // Customers acquired before the range also order within it, but are in no cohort.
    activity:
      dateRange?.start === undefined
        ? (computeActivity(cells, cohortBy, { reference, truncated }) ?? null)
        : null,
    overview: source.overview(),
    second_order: isBiased ? null : (all ?? null),
    groups: [...(compared?.groups ?? [])],
    group_test: compared?.test ?? null,
    ...toRemarks(
      {
        warnings,
        notes: [
          ...describeTruncation(members.cohorts.slice(0, truncated), members.cohorts.length, cohortBy),
          ...(isBiased ? [say('second_order_left_out', { scope: customerScope })] : []),
          ...(asked && compared ? describeGroupNotes(compared, asked.by) : []),
        ],
      },
      undefined,
    ),
  };
  return {
    body,
    companion: undefined,
    customers: () => createListed({ ...source, sums: () => sums }, cohortBy, reference),
  };
}

/** `truncated`: periods of the cohorts that may hold customers older than the data. `all`: number of cohorts. */
function describeTruncation(truncated: readonly number[], all: number, by: CohortPeriod): Sentence[] {
  const [first] = truncated;
  const last = truncated.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    say('cohorts_truncated', {
      first: formatPeriod(first, by),
      last: formatPeriod(last, by),
      cohorts: truncated.length,
      all: truncated.length === all,
    }),
  ];
}

function describeExclusions(excluded: CohortBody['summary']['excluded'], table: CohortTable): Sentence[] {
  const { rows_without_customer, rows_without_date, customers_without_purchase } = excluded;
  const { returnsBeforeFirstPurchase, unlisted, isCut } = table;
  return [
    ...(rows_without_customer > 0 ? [say('rows_without_customer', { rows: rows_without_customer })] : []),
    ...(rows_without_date > 0 ? [say('rows_without_date', { rows: rows_without_date })] : []),
    ...(customers_without_purchase > 0
      ? [say('customers_of_returns', { customers: customers_without_purchase })]
      : []),
    ...(returnsBeforeFirstPurchase > 0
      ? [say('returns_before_purchase', { rows: returnsBeforeFirstPurchase })]
      : []),
    ...(unlisted > 0 ? [say('oldest_cohorts_left_out', { cohorts: unlisted })] : []),
    ...(isCut ? [say('later_periods_left_out', { periods: MAX_FOLLOWING_PERIODS })] : []),
  ];
}

// The list of a cohort report's customers, with the figures that its cohorts sum.
function createListed(
  { members, days, sums, ids }: CohortSource,
  by: CohortPeriod,
  reference: number,
): Listed {
  const figures = computeMemberFigures(members, days, sums(), reference);
  return {
    reportType: 'COHORT',
    ids: ids(),
    groups: members.cohorts.map((period) => formatPeriod(period, by)),
    figures: {
      group: figures.cohort,
      recency: figures.recency,
      frequency: figures.orders,
      monetary: figures.revenue,
      first_purchase: figures.firstDay,
      last_purchase: figures.lastDay,
      days_to_second_order: figures.daysToSecondOrder,
    },
  };
}
