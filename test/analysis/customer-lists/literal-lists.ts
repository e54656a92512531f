// Creates customer lists from literals and reads rows back.

import { buildList } from '../../../src/analysis/customer-lists/build-list.ts';
import { createCustomerIds } from '../../../src/analysis/customer-lists/customer-ids.ts';
import {
  type CustomerList,
  getColumn,
  getCustomerIdAt,
  NO_GROUP,
} from '../../../src/contract/customer-lists/columns.ts';

export interface LiteralCustomer {
  readonly id: string;
  readonly segment: string;
  readonly recency?: number;
  readonly frequency?: number;
  readonly monetary?: number;
  /** Probability of being alive; null without a prediction. */
  readonly alive?: number | null;
}

export function createList(
  customers: readonly LiteralCustomer[],
  groups: readonly string[] = [...new Set(customers.map(({ segment }) => segment))],
): CustomerList {
  return buildList({
    reportType: 'RFM',
    ids: createCustomerIds(customers.map(({ id }) => id)),
    groups,
    figures: {
      group: customers.map(({ segment }) => groups.indexOf(segment)),
      recency: customers.map(({ recency = 0 }) => recency),
      frequency: customers.map(({ frequency = 1 }) => frequency),
      monetary: customers.map(({ monetary = 0 }) => monetary),
      probability_alive: customers.map(({ alive = null }) => alive ?? Number.NaN),
    },
  });
}

export function listIds({ columns }: CustomerList, rows: Iterable<number>): string[] {
  return Array.from(rows, (row) => getCustomerIdAt(columns, row));
}

export function getSegments(list: CustomerList, row: number): (string | null)[] {
  const getGroupName = (column: 'group' | 'previous_group'): string | null => {
    const group = getColumn(list.columns, column)[row] ?? NO_GROUP;
    return group === NO_GROUP ? null : (list.head.groups[group] ?? null);
  };
  return [getGroupName('group'), getGroupName('previous_group')];
}
