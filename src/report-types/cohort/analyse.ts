// The cohort report's body: customers by their first purchase, what they did since, and how soon they ordered again.
import { dateOrNull, referenceDay } from '../../core/baskets/window.ts';
import { averageRetention } from '../../core/cohorts/average-retention.ts';
import { cohortMembers } from '../../core/cohorts/cohort-members.ts';
import { type CohortTable, cohortTable, MAX_FOLLOWING_PERIODS } from '../../core/cohorts/cohort-table.ts';
import { purchaseDays } from '../../core/cohorts/purchase-days.ts';
import { secondOrders } from '../../core/cohorts/second-order.ts';
import { emptyList } from '../../core/customer-lists/build-list.ts';
import type { CustomerList } from '../../core/customer-lists/columns.ts';
import { countOf } from '../../core/insights/wording.ts';
import { dayOfDate } from '../../core/orders/calendar.ts';
import type { OrderColumns } from '../../core/orders/columns.ts';
import { rfmCustomers } from '../../core/rfm/customers.ts';
import type { CustomerScope } from '../../core/settings/settings.ts';
import { cohortCustomerList } from './customer-list.ts';
import type { CohortBody } from './schema.ts';
import { type CohortSettings, echoCohortSettings } from './settings.ts';
import { counted } from './wording.ts';

/** Scopes that select customers by what they did after their first purchase: of them, all or none come back. */
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
  second_order: null,
  notes: [],
};

interface CohortAnalysis {
  readonly body: CohortBody;
  readonly companion: undefined;
  readonly customers: () => CustomerList;
}

export function buildCohortReport(columns: OrderColumns, settings: CohortSettings): CohortBody {
  return analyseCohorts(columns, settings).body;
}

export function analyseCohorts(columns: OrderColumns, settings: CohortSettings): CohortAnalysis {
  const { customerScope, dateRange, cohortBy } = settings;
  const reference = referenceDay(columns, dateRange);
  const base = {
    report_type: 'COHORT' as const,
    reference_date: dateOrNull(reference),
    settings: echoCohortSettings(settings),
    changes: null,
    ai_insights: null,
  };
  const without = (body: CohortBody): CohortAnalysis => ({
    body,
    companion: undefined,
    customers: () => emptyList('COHORT'),
  });
  if (reference === undefined) return without({ ...base, ...NOTHING, warnings: [NO_CUSTOMERS] });
  // A customer who bought before the range is not new in it: first purchases are searched in the whole history.
  const upToEnd = dateRange?.end === undefined ? undefined : { end: dateRange.end };
  const selected = rfmCustomers(columns, { customerScope, dateRange: upToEnd }, reference);
  const days = purchaseDays(columns, selected);
  const from = dateRange?.start === undefined ? undefined : dayOfDate(dateRange.start);
  const members = cohortMembers(selected, days, cohortBy, from);
  const table = cohortTable(columns, members, cohortBy, reference);
  // What lies before the range is only looked at for first purchases: rows left out are counted in the range.
  const inRange =
    from === undefined ? selected : rfmCustomers(columns, { customerScope, dateRange }, reference);
  const excluded = {
    rows_without_customer: inRange.rowsWithoutCustomer,
    rows_without_date: inRange.rowsWithoutDate,
    customers_without_purchase: selected.customersWithoutPurchase,
    customers_acquired_earlier: members.acquiredEarlier,
    returns_before_first_purchase: table.returnsBeforeFirstPurchase,
  };
  const warnings = [...exclusions(excluded, table), ...(members.cohorts.length === 0 ? [NO_CUSTOMERS] : [])];
  if (members.cohorts.length === 0) {
    return without({ ...base, ...NOTHING, summary: { ...NOTHING.summary, excluded }, warnings });
  }
  const { all, byCohort } = secondOrders(members, days, cohortBy, reference);
  const isBiased = SCOPES_BY_LATER_ORDERS.includes(customerScope);
  const body: CohortBody = {
    ...base,
    summary: {
      customers: all.customers,
      cohorts: members.cohorts.length,
      orders: table.orders,
      revenue: table.revenue,
      repeat_rate: all.second_orders / all.customers,
      excluded,
    },
    cohorts: table.cohorts.map((cohort, at) => ({
      ...cohort,
      ordered_again: isBiased ? [] : [...(byCohort[table.unlisted + at] ?? [])],
    })),
    average_retention: averageRetention(table.cohorts),
    second_order: isBiased ? null : all,
    warnings,
    notes: isBiased
      ? [
          `The time to the second order is left out: customer_scope ${customerScope} selects customers by what they did after their first purchase.`,
        ]
      : [],
  };
  return {
    body,
    companion: undefined,
    customers: () => cohortCustomerList(columns, selected, days, members, cohortBy, reference),
  };
}

const NO_CUSTOMERS = 'No order with a customer and a date matched: there are no cohorts.';

function exclusions(excluded: CohortBody['summary']['excluded'], table: CohortTable): string[] {
  const leftOut = (count: number, noun: string, what: string) =>
    count === 0 ? [] : [`${countOf(count, noun, what)} left out.`];
  return [
    ...leftOut(excluded.rows_without_customer, 'row', 'without customer_id'),
    ...leftOut(excluded.rows_without_date, 'row', 'without order_date'),
    ...leftOut(excluded.customers_without_purchase, 'customer', 'with returns but no purchase'),
    ...leftOut(table.returnsBeforeFirstPurchase, 'return', 'dated before a first purchase'),
    ...(table.unlisted > 0 ? [oldestLeftOut(table.unlisted)] : []),
    ...(table.isCut
      ? [
          `Each cohort lists ${MAX_FOLLOWING_PERIODS} periods after the first; its totals hold the later ones, too.`,
        ]
      : []),
  ];
}

export function oldestLeftOut(cohorts: number): string {
  return `The oldest ${counted(cohorts, 'cohort')} of the table ${cohorts === 1 ? 'is' : 'are'} not returned; the summary includes ${cohorts === 1 ? 'it' : 'them'}.`;
}
