// Describes the groups by first order: missing groups, their differences, and a warning that these prove no cause.

import type { CohortBody, GroupRow } from '../../../contract/report-types/cohort/schema.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import {
  type ComparedGroups,
  GROUP_SIGNIFICANCE,
  pickSignificantGroups,
} from '../../cohorts/order-groups.ts';

/** Most groups named on either side. */
const MOST_NAMED = 3;

/** Explains why customers or groups are not compared. */
export function describeGroupNotes({ groups, test }: ComparedGroups, by: string): Sentence[] {
  const { least_customers, customers_without_goods, large_enough } = test;
  return [
    ...(customers_without_goods > 0
      ? [say('first_orders_without_goods', { by, customers: customers_without_goods })]
      : []),
    ...(large_enough > groups.length
      ? [say('groups_not_listed', { by, groups: large_enough, listed: groups.length })]
      : []),
    ...(groups.length === 0 ? [say('groups_too_small', { by, least_customers })] : []),
  ];
}

/** Empty if there are fewer than two groups, or if no second order distinguishes them. */
export function describeGroupFindings({ groups = [], group_test }: CohortBody, by: string): Sentence[] {
  if (!group_test || group_test.p_value === null) return [];
  const { least_customers, p_value } = group_test;
  const compared = { by, groups: groups.length, least_customers, p_value };
  if (p_value >= GROUP_SIGNIFICANCE) return [say('groups_alike', compared)];
  const named = pickSignificantGroups(groups, p_value);
  const pickSide = (sooner: boolean) =>
    named
      .filter((each) => isSooner(each) === sooner)
      .toSorted((a, b) => a.q_value - b.q_value)
      .slice(0, MOST_NAMED)
      .map(({ group, customers, second_orders, expected_second_orders: expected, q_value }) => ({
        ...{ group, customers, again: second_orders, expected, q_value },
      }));
  return [
    say('groups_differ', compared),
    named.length === 0
      ? say('no_group_stands_out', { groups: groups.length })
      : say('groups_stand_out', { sooner: pickSide(true), later: pickSide(false), groups: groups.length }),
    say('groups_not_cause', {}),
  ];
}

function isSooner({ second_orders, expected_second_orders }: GroupRow): boolean {
  return second_orders > expected_second_orders;
}
