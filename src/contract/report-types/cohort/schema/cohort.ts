// A cohort, and a period in which customers ordered.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { calendarDay } from '../../../schema/report-parts.ts';
import { EARLY_DAYS, MAX_FOLLOWING_PERIODS, SHARE_DAYS } from '../limits.ts';

export const cohortName = (description: string) =>
  described(v.string(), description, { examples: ['2026-01'] });

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

export const sharesByDay = described(v.array(shareByDay), `After ${SHARE_DAYS.join(', ')} days.`);

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
