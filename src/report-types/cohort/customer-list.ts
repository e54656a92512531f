// The list of a cohort report's customers: the figures that its cohorts are sums of.
import { memberFigures } from '../../core/cohorts/member-figures.ts';
import { type CohortPeriod, periodName } from '../../core/cohorts/periods.ts';
import { buildList } from '../../core/customer-lists/build-list.ts';
import type { CustomerList } from '../../core/customer-lists/columns.ts';
import type { CohortSource } from './source.ts';

export function cohortCustomerList(
  { members, days, sums, ids }: CohortSource,
  by: CohortPeriod,
  reference: number,
): CustomerList {
  const figures = memberFigures(members, days, sums(), reference);
  return buildList({
    reportType: 'COHORT',
    ids: ids(),
    groups: members.cohorts.map((period) => periodName(period, by)),
    figures: {
      group: figures.cohort,
      recency: figures.recency,
      frequency: figures.orders,
      monetary: figures.revenue,
      first_purchase: figures.firstDay,
      last_purchase: figures.lastDay,
      days_to_second_order: figures.daysToSecondOrder,
    },
  });
}
