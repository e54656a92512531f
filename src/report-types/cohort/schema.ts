// A finished cohort report as GET /reports/{id} returns it. docs/concepts.md defines every figure.
import * as v from 'valibot';
import { MAX_ACTIVE_PERIODS, type PeriodActivity } from '../../core/cohorts/activity.ts';
import type { AverageRetention } from '../../core/cohorts/average-retention.ts';
import { MAX_FOLLOWING_PERIODS } from '../../core/cohorts/cohort-cells.ts';
import type { Cohort, PeriodFigures } from '../../core/cohorts/cohort-table.ts';
import type { EarlyValue } from '../../core/cohorts/early-value.ts';
import { EARLY_DAYS } from '../../core/cohorts/member-figures.ts';
import { COHORT_PERIODS } from '../../core/cohorts/periods.ts';
import {
  type CohortComparison,
  type CurveDay,
  MAX_CURVE_DAYS,
  type SecondOrder,
  SHARE_DAYS,
  type ShareByDay,
} from '../../core/cohorts/second-order.ts';
import { described } from '../../schema/described.ts';
import { count, share } from '../../schema/fields.ts';
import { keysOf } from '../../schema/keys.ts';
import {
  type Body,
  businessContext,
  calendarDay,
  comparedWith,
  comparisonNote,
  finishedEnvelope,
  generatedBy,
  settingsEcho,
  toldContext,
} from '../../schema/report-parts.ts';
import type { AllSame, Same, Shape } from '../../schema/shape.ts';
import { MAX_CHANGED, PERIODS_COMPARED } from './limits.ts';
import { TEMPLATES } from './templates.ts';

const cohortName = (description: string) => described(v.string(), description, { examples: ['2026-01'] });

export const periodFigures = v.object({
  period: described(count, 'Periods since the first purchase; 0 is the period of the first purchase.'),
  active_customers: described(count, 'Customers with a purchase in the period.'),
  orders: described(count, 'Purchases in the period.'),
  revenue: described(v.number(), "Value of the period's rows, returns netted, in the dataset's currency."),
  retention: described(share, 'active_customers over the customers of the cohort, 0 to 1.'),
  cumulative_value_per_customer: described(
    v.number(),
    'Revenue of this and all earlier periods over the customers of the cohort.',
  ),
  complete: described(
    v.boolean(),
    'Whether the period has ended by the reference date. The figures of a period that has not are still growing.',
  ),
});

export const shareByDay = v.object({
  days: described(count, 'Days after the first purchase.', { examples: [...SHARE_DAYS] }),
  share: described(
    v.nullable(share),
    'Estimated share of customers who have ordered again by then, 0 to 1. Null where no customer has been followed for so long.',
  ),
  lower: described(v.nullable(share), 'Lower limit of the 95 % confidence interval.'),
  upper: described(v.nullable(share), 'Upper limit of the 95 % confidence interval.'),
});

const sharesByDay = described(v.array(shareByDay), `After ${SHARE_DAYS.join(', ')} days.`);

export const cohort = v.object({
  cohort: cohortName('The period: `2026-W05`, `2026-01` or `2026-Q1`.'),
  first_day: calendarDay('First day of the period.'),
  last_day: calendarDay('Last day of the period.'),
  customers: described(count, 'Customers whose first purchase is in the period, at least one.'),
  orders: described(count, 'All their purchases.'),
  revenue: described(v.number(), 'Value of all their rows since the first purchase, returns netted.'),
  periods: described(
    v.array(periodFigures),
    `From the period of the first purchase to that of the reference date; at most ${MAX_FOLLOWING_PERIODS + 1}.`,
  ),
  median_value_per_customer: described(
    v.number(),
    'Median of the value of their rows since the first purchase, beside revenue / customers, which few large customers can make.',
  ),
  left_truncated: described(
    v.boolean(),
    'Whether the cohort may hold customers who bought before the data begin. Averages, comparisons and findings leave it out.',
  ),
  ordered_again: sharesByDay,
});

export const earlyValue = v.object({
  days: described(count, 'Days after the first purchase.', { examples: [EARLY_DAYS] }),
  customers: described(count, 'Customers who were followed for so many days, at least one.'),
  mean_value: described(v.number(), 'Mean value of their rows in these days, returns netted.'),
  median_value: described(v.number(), 'Median of the same.'),
});

export const periodActivity = v.object({
  name: cohortName('The period: `2026-W05`, `2026-01` or `2026-Q1`.'),
  first_day: calendarDay('First day of the period.'),
  last_day: calendarDay('Last day of the period.'),
  orders: described(count, 'Purchases in the period.'),
  revenue: described(v.number(), "Value of the period's rows, returns netted, in the dataset's currency."),
  new_customers: described(count, 'Customers whose first purchase is in the period.'),
  returning_customers: described(
    count,
    'Customers with a purchase in the period and their first one in an earlier period.',
  ),
  left_truncated: described(
    v.boolean(),
    'Whether customers who count as new may have bought before the data begin.',
  ),
  complete: described(v.boolean(), 'Whether the period has ended by the reference date.'),
});

export const averageRetention = v.object({
  period: described(count, 'Periods since the first purchase.'),
  cohorts: described(count, 'Cohorts that have completed the period: only they are averaged.'),
  customers: described(count, 'Their customers.'),
  active_customers: described(count, 'Of these, customers with a purchase in the period.'),
  retention: described(share, 'active_customers / customers, 0 to 1.'),
  cumulative_value_per_customer: described(
    v.number(),
    'Revenue of this and all earlier periods over the customers.',
  ),
});

export const curveDay = v.object({
  days: described(count, 'Days after the first purchase.'),
  at_risk: described(count, 'Customers without a second order who have been followed for so long.'),
  second_orders: described(count, 'Second orders on this day, at least one.'),
  share: described(share, 'Estimated share of customers who have ordered again by this day, 0 to 1.'),
  lower: described(
    v.nullable(share),
    'Lower limit of the 95 % confidence interval. Null where the share is 1.',
  ),
  upper: described(v.nullable(share), 'Upper limit of the 95 % confidence interval.'),
});

const comparedCohorts = v.object({
  first_cohort: cohortName('The oldest cohort of the group.'),
  last_cohort: cohortName('The newest cohort of the group.'),
  customers: described(count, 'Customers of the group.'),
  second_orders: described(count, 'Customers of the group who have ordered again.'),
  expected_second_orders: described(
    v.number(),
    'How many would have if both groups ordered again at the same pace.',
  ),
  median_days: described(
    v.nullable(v.number()),
    'Days until half of the group has ordered again; null where half has not.',
  ),
  by_day: sharesByDay,
});

export const cohortComparison = v.object({
  older: described(comparedCohorts, 'The older half of the customers.'),
  recent: described(comparedCohorts, 'The newer half of the customers.'),
  chi_square: described(
    v.number(),
    'Log-rank statistic: (second orders − expected)² / variance, one degree of freedom.',
  ),
  p_value: described(
    share,
    'Probability of a difference at least as large if both groups ordered again at the same pace.',
  ),
});

export const secondOrder = v.object({
  customers: described(count, 'Customers of the cohorts that are not left-truncated.'),
  second_orders: described(count, 'Customers who have ordered again on a later day.'),
  same_day: described(
    count,
    'Customers with several orders on the day of the first. These do not count as ordering again.',
  ),
  median_days: described(
    v.nullable(v.number()),
    'Days until half of the customers have ordered again on a later day; null where half have not.',
  ),
  median_lower: described(
    v.nullable(v.number()),
    'Lower limit of the 95 % confidence interval of the median.',
  ),
  median_upper: described(
    v.nullable(v.number()),
    'Upper limit of the 95 % confidence interval of the median.',
  ),
  by_day: sharesByDay,
  curve: described(
    v.array(curveDay),
    `The Kaplan-Meier curve: one entry per day with a second order, up to day ${MAX_CURVE_DAYS}.`,
  ),
  recent_and_older: described(
    v.nullable(cohortComparison),
    'Whether the newer half of the customers orders again at another pace than the older half, without left-truncated cohorts. Null where that leaves no older ones, where the cohorts cannot be parted, or where no second order tells them apart.',
  ),
});

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
  repeat_rate: described(share, 'Share of customers with two purchases or more so far, 0 to 1.'),
  excluded: described(excluded, 'What was left out.'),
});

const cohortFigures = v.object({
  customers: described(count, 'Customers of the cohort.'),
  orders: described(count, 'Their purchases.'),
  revenue: described(v.number(), 'What they spent, returns netted.'),
});

export const cohortChange = v.object({
  cohort: cohortName('The cohort.'),
  before: described(v.nullable(cohortFigures), 'In the earlier report; null where it is not in it.'),
  after: described(v.nullable(cohortFigures), 'In this report; null where it is not in it.'),
});

const shareChange = v.object({
  days: described(count, 'Days after the first purchase.'),
  before: described(v.nullable(share), 'Share that had ordered again, in the earlier report.'),
  after: described(v.nullable(share), 'Share that has ordered again, in this report.'),
});

const retentionChange = v.object({
  period: described(count, 'Periods since the first purchase.'),
  before: described(share, 'Average retention in the earlier report.'),
  after: described(share, 'Average retention in this report.'),
});

export const cohortChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  new_cohorts: v.optional(described(count, 'Cohorts that only this report has.')),
  cohorts: v.optional(
    described(v.array(cohortChange), `Cohorts whose figures differ, newest first. At most ${MAX_CHANGED}.`),
  ),
  average_retention: v.optional(
    described(v.array(retentionChange), `Periods that both reports average, the first ${PERIODS_COMPARED}.`),
  ),
  ordered_again: v.optional(described(v.array(shareChange), `After ${SHARE_DAYS.join(', ')} days.`)),
});

const finding = (what: string) =>
  described(
    v.nullable(v.object({ text: described(v.string(), 'The finding in sentences.') })),
    `${what} Null where the figures say nothing of it.`,
  );

export const cohortInsights = v.object({
  generated_by: generatedBy,
  business_context: businessContext,
  context: toldContext,
  summary: described(v.string(), 'What was found, in a sentence.'),
  retention: finding('How many customers come back, and which cohorts differ most.'),
  value: finding('What a customer is worth over time.'),
  second_order: finding('How soon customers order again.'),
  recent_cohorts: finding('Whether recent customers order again sooner or later than older ones.'),
});

export const cohortSettings = settingsEcho(keysOf(TEMPLATES), {
  cohort_by: described(v.picklist(COHORT_PERIODS), 'The period that makes a cohort.'),
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
    `What customers bring in their first ${EARLY_DAYS} days, over the cohorts that are not left-truncated. Null where none was followed for so long.`,
  ),
  activity: v.optional(
    described(
      v.nullable(v.array(periodActivity)),
      `What the customers of the cohorts did in each period, oldest first and without gaps; the newest ${MAX_ACTIVE_PERIODS}. Null with \`dateRange.start\`, and where cohorts are too many or too old to be listed in full. Absent in reports of earlier versions.`,
    ),
  ),
  second_order: described(
    v.nullable(secondOrder),
    'Time from the first purchase to the next day with one, over the cohorts that are not left-truncated. Null without such customers, and where the customer scope selects customers by what they did later; a note says so.',
  ),
  changes: described(v.nullable(cohortChanges), 'What changed since the report before.'),
  ai_insights: described(v.nullable(cohortInsights), 'Findings in words; null without customers.'),
});

export type CohortBody = Body<typeof cohortReport>;
export type CohortRow = Shape<typeof cohort>;
export type CohortInsights = Shape<typeof cohortInsights>;

/**
 * The analytics' own types are these shapes: a difference does not compile.
 */
export type Checked = AllSame<
  [
    Same<Cohort, Omit<CohortRow, 'ordered_again' | 'median_value_per_customer' | 'left_truncated'>>,
    Same<PeriodFigures, Shape<typeof periodFigures>>,
    Same<PeriodActivity, Shape<typeof periodActivity>>,
    Same<AverageRetention, Shape<typeof averageRetention>>,
    Same<EarlyValue, Shape<typeof earlyValue>>,
    Same<ShareByDay, Shape<typeof shareByDay>>,
    Same<CurveDay, Shape<typeof curveDay>>,
    Same<SecondOrder, Shape<typeof secondOrder>>,
    Same<CohortComparison, Shape<typeof cohortComparison>>,
  ]
>;
