// The list of a cohort report's customers: the figures that its cohorts are sums of.

import type { CohortMembers } from '../../core/cohorts/cohort-members.ts';
import { memberFigures } from '../../core/cohorts/member-figures.ts';
import { type CohortPeriod, periodName } from '../../core/cohorts/periods.ts';
import type { PurchaseDays } from '../../core/cohorts/purchase-days.ts';
import { buildList } from '../../core/customer-lists/build-list.ts';
import type { CustomerList } from '../../core/customer-lists/columns.ts';
import { customerIds } from '../../core/customer-lists/customer-ids.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import type { RfmCustomers } from '../../core/rfm/customers.ts';

export function cohortCustomerList(
  columns: OrderColumns,
  selected: RfmCustomers,
  days: PurchaseDays,
  members: CohortMembers,
  by: CohortPeriod,
  reference: number,
): CustomerList {
  const figures = memberFigures(columns, members, days, reference);
  return buildList({
    reportType: 'COHORT',
    ids: customerIds(
      Array.from(members.customers, (at) => columns.customers[selected.customer[at] ?? 0] ?? ''),
    ),
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
