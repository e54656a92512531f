// Which customers of a report a list has, as its query, and the list as a file for spreadsheets and mailing tools.

import { csvOf } from '../cli/report-pages/csv-lines.ts';
import type { CohortCustomer, ListCustomersQuery, OrderAnalytics, RfmCustomer } from '../client/src/index.ts';

export const CUSTOMER_FIGURES = ['monetary', 'frequency', 'recency'] as const;
export type CustomerFigure = (typeof CUSTOMER_FIGURES)[number];

/** Numbers as they are typed: empty where nothing was. */
export interface CustomerFilters {
  readonly group: 'segment' | 'cohort';
  /** Of the segment or cohort; undefined for all customers. */
  readonly name: string | undefined;
  readonly maxRecency: string;
  readonly minFrequency: string;
  readonly minMonetary: string;
  readonly by: CustomerFigure;
  readonly descending: boolean;
}

export type ListedCustomer = RfmCustomer | CohortCustomer;

export function queryOf({ group, name, by, descending, ...limits }: CustomerFilters): ListCustomersQuery {
  const groups = name === undefined ? undefined : [name];
  return {
    ...(group === 'segment' ? { segment: groups } : { cohort: groups }),
    max_recency: numberOf(limits.maxRecency),
    min_frequency: numberOf(limits.minFrequency),
    min_monetary: numberOf(limits.minMonetary),
    order_by: by,
    order: descending ? 'desc' : 'asc',
  };
}

function numberOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : Number(typed);
}

/** All customers that match, in the columns of the API. `onRead` is called with their number so far. */
export async function customerCsv(
  client: OrderAnalytics,
  reportId: string,
  filters: CustomerFilters,
  onRead: (count: number) => void,
): Promise<string> {
  const customers: ListedCustomer[] = [];
  for await (const customer of client.reports.customers(reportId, queryOf(filters))) {
    customers.push(customer);
    if (customers.length % 1_000 === 0) onRead(customers.length);
  }
  const [first] = customers;
  if (first === undefined) return '';
  return csvOf([Object.keys(first), ...customers.map((customer) => Object.values(customer))]);
}
