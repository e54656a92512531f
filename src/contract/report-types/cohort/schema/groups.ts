// Customers by what their first order was.
import * as v from 'valibot';
import { described } from '../../../schema/described.ts';
import { count, share } from '../../../schema/fields.ts';
import { MAX_GROUPS } from '../limits.ts';
import { shareByDay, sharesByDay } from './cohort.ts';

export const orderGroup = v.object({
  group: described(v.string(), 'The product, or the value of the custom field, that the first order was.', {
    examples: ['Green tea 250 g'],
  }),
  customers: described(count, 'Customers of the group.'),
  second_orders: described(count, 'Customers of the group who have ordered again on a later day.'),
  expected_second_orders: described(
    v.number(),
    'How many would have if all who are compared ordered again at the same pace.',
  ),
  median_days: described(
    v.nullable(v.number()),
    'Days until half of the group has ordered again; null where half has not.',
  ),
  by_day: sharesByDay,
  chi_square: described(
    v.number(),
    'Log-rank statistic of the group against all others: (second orders − expected)² / variance, one degree of freedom.',
  ),
  p_value: described(
    share,
    'Probability of a difference at least as large if the group ordered again at the pace of all others.',
  ),
  q_value: described(
    share,
    'False discovery rate: among groups with at most this q-value, at most this share is expected not to differ (Benjamini-Yekutieli, over all listed groups, whatever the dependence between them).',
  ),
  curve: described(v.array(shareByDay), 'The Kaplan-Meier curve on each seventh day of the first year.'),
});

const orNothing = <S extends v.GenericSchema>(schema: S, description: string) =>
  described(v.nullable(schema), `${description} Null where no second order tells groups apart.`);

export const groupTest = v.object({
  least_customers: described(count, 'Customers that a group has at least: params.cohort_min_customers.'),
  customers: described(count, 'Customers who are compared, without left-truncated cohorts.'),
  customers_without_goods: described(
    count,
    'Customers whose first order held no goods, or none with the custom field: they are not compared.',
  ),
  kinds: described(count, 'Different goods that first orders were.'),
  large_enough: described(
    count,
    `Groups of at least so many customers. The ${MAX_GROUPS} with the most customers are listed.`,
  ),
  customers_of_other_kinds: described(
    count,
    'Customers of groups that are not listed: one further group of the test, and among all others.',
  ),
  by_day: sharesByDay,
  chi_square: orNothing(v.number(), 'Log-rank statistic of all groups at once.'),
  degrees_of_freedom: orNothing(count, 'Groups less one.'),
  p_value: orNothing(
    share,
    'Probability of differences at least as large if all groups ordered again at the same pace.',
  ),
});
