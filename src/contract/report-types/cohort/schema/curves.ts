// Measures over all cohorts: retention, and the time to the second order.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { MAX_CURVE_DAYS } from '../limits.ts';
import { cohortName, sharesByDay } from './cohort.ts';

export const averageRetention = v.object({
  period: described(count, 'Periods since the first purchase.'),
  cohorts: described(count, 'Cohorts that have completed the period: only they are averaged.'),
  customers: described(count, 'Their customers.'),
  active_customers: described(count, 'Customers among these with a purchase in the period.'),
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
