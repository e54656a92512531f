// The columns of the list of customers as text: their titles, and what they show of a customer.

import { day, money, number, percent, texts } from '../app/language.ts';
import { placeName } from '../segments/segment-names.ts';
import type { CustomerColumn } from './customer-columns.ts';
import type { CustomerGroup, ListedCustomer } from './customer-list.ts';

export function titleOf(column: CustomerColumn, group: CustomerGroup): string {
  const { customers: said } = texts();
  if (column === 'group') return said.group[group];
  return column === 'previous_group' ? said.previousGroup[group] : said.column[column];
}

/** Empty where the customer has no such value. */
export function shownOf(
  customer: ListedCustomer,
  column: CustomerColumn,
  currency: string | null | undefined,
): string {
  switch (column) {
    case 'group':
      return 'segment' in customer ? segmentName(customer.segment) : (customer.cohort ?? '');
    case 'previous_group':
      return 'segment' in customer
        ? segmentName(customer.previous_segment)
        : (customer.previous_cohort ?? '');
    case 'scores':
      return 'r_score' in customer ? `${customer.r_score} ${customer.f_score} ${customer.m_score}` : '';
    case 'monetary':
      return money(customer.monetary, currency);
    case 'frequency':
    case 'recency':
      return number(customer[column]);
    case 'first_purchase':
    case 'last_purchase':
      return day(customer[column]);
    case 'days_to_second_order':
      return 'days_to_second_order' in customer ? optionally(customer.days_to_second_order, number) : '';
    case 'probability_alive':
      return 'probability_alive' in customer ? optionally(customer.probability_alive, percent) : '';
    case 'expected_orders_90d':
      return 'expected_orders_90d' in customer
        ? optionally(customer.expected_orders_90d, (orders) => number(orders, 2))
        : '';
    case 'expected_value_90d':
      return 'expected_value_90d' in customer
        ? optionally(customer.expected_value_90d, (value) => money(value, currency))
        : '';
  }
}

function segmentName(name: Parameters<typeof placeName>[0] | null): string {
  return name === null ? '' : placeName(name);
}

function optionally(value: number | null, write: (value: number) => string): string {
  return value === null ? '' : write(value);
}
