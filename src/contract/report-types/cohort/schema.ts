// A finished cohort report as GET /reports/{id} returns it. docs/concepts defines every figure.
import * as v from 'valibot';
import { described, optionally } from '../../schema/described.ts';
import { count, share } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import { type Body, finishedEnvelope, settingsEcho, turnover } from '../../schema/report-parts.ts';
import type { Shape } from '../../schema/shape.ts';
import { PRODUCT_IDENTIFIERS } from '../../settings/settings.ts';
import { EARLY_DAYS, MAX_ACTIVE_PERIODS } from './limits.ts';
import { cohortChanges } from './schema/changes.ts';
import { cohort, earlyValue, periodActivity } from './schema/cohort.ts';
import { averageRetention, secondOrder } from './schema/curves.ts';
import { groupTest, orderGroup } from './schema/groups.ts';
import { cohortInsights } from './schema/insights.ts';
import { overview } from './schema/overview.ts';
import { COHORT_TEMPLATES } from './templates.ts';

const excluded = v.object({
  rows_without_customer: described(count, 'Rows of orders without customer_id.'),
  rows_without_date: described(count, 'Rows of orders without order_date.'),
  customers_without_purchase: described(count, 'Customers with returns but no purchase.'),
  customers_acquired_earlier: described(count, 'Customers whose first purchase is before `dateRange.start`.'),
  returns_before_first_purchase: described(
    count,
    "Rows of returns dated before their customer's first purchase: the purchases that they belong to are not in the data.",
  ),
});

const cohortSummary = v.object({
  customers: described(count, 'Customers of all cohorts.'),
  cohorts: described(count, 'Periods with a new customer, returned or not.'),
  orders: described(count, 'Purchases of all cohorts.'),
  revenue: described(v.number(), "Value of the cohorts' rows, returns netted, in the dataset's currency."),
  // Missing if no order has a date.
  ...v.partial(v.object(turnover)).entries,
  repeat_rate: described(share, 'Share of customers with two purchases or more so far, 0 to 1.'),
  excluded: described(excluded, 'Rows that were left out.'),
});

export const cohortSettings = settingsEcho(getKeys(COHORT_TEMPLATES), {
  cohort_by: described(
    v.string(),
    'The period that makes a cohort: week, month or quarter. With first_product or custom:<key>, what customers are compared by, in cohorts of a month.',
    { examples: ['month'] },
  ),
  product_identifier: optionally(
    v.picklist(PRODUCT_IDENTIFIERS),
    'Identifier of first products. Missing without groups.',
  ),
  cohort_min_customers: optionally(count, 'Customers that a group has at least. Missing without groups.'),
  leave_out: optionally(
    v.union([v.literal('not_goods'), v.array(v.string())]),
    'Fees and services that no group is of: these products, or those whose names look like fees. Missing without groups.',
  ),
});

export const cohortReport = v.object({
  ...finishedEnvelope,
  report_type: described(v.literal('COHORT'), 'Customers by the period of their first purchase.'),
  settings: cohortSettings,
  summary: described(cohortSummary, 'Figures over all cohorts.'),
  cohorts: described(
    v.array(cohort),
    'Oldest first. Where the response would exceed 6 MB, the oldest are left out; a warning says so.',
  ),
  average_retention: described(
    v.array(averageRetention),
    'Retention over the returned cohorts that are not left-truncated, period by period.',
  ),
  early_value: described(
    v.nullable(earlyValue),
    `Spend of customers in their first ${EARLY_DAYS} days, over the cohorts that are not left-truncated. Null where none was followed for so long.`,
  ),
  activity: described(
    v.nullable(v.array(periodActivity)),
    `Activity of the customers of the cohorts in each period, oldest first and without gaps; the newest ${MAX_ACTIVE_PERIODS}. Null with \`dateRange.start\`, and where cohorts are too many or too old to be listed in full.`,
  ),
  overview: described(
    v.nullable(overview),
    'The shop at a glance: revenue, orders and customers of ranges of days, compared with earlier days, and by day, week and month. Null with `dateRange.start`, and where no order has a date.',
  ),
  second_order: described(
    v.nullable(secondOrder),
    'Time from the first purchase to the next day with one, over the cohorts that are not left-truncated. Null without such customers, and where the customer scope selects customers by what they did later; a note says so.',
  ),
  groups: described(
    v.array(orderGroup),
    'By first_product or a custom field: customers by what their first order was, most customers first, without left-truncated cohorts. Empty with a calendar period.',
  ),
  group_test: described(
    v.nullable(groupTest),
    'All groups at once. Null with a calendar period, and where the customer scope selects customers by what they did later.',
  ),
  changes: described(v.nullable(cohortChanges), 'Changes since the previous report.'),
  ai_insights: described(v.nullable(cohortInsights), 'Findings in words; null without customers.'),
});

export type CohortBody = Body<typeof cohortReport>;

export type CohortRow = Shape<typeof cohort>;
export type GroupRow = Shape<typeof orderGroup>;
