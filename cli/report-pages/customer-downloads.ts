// The customers of each segment or cohort as a file to save, in the page itself: for a campaign, without an API call.
import { h, type VNode } from 'preact';
import { counted, whole } from '../../src/core/insights/wording.ts';
import { CUSTOMER_GROUPS } from '../../src/report-types/report-types.ts';
import { csvDownload } from './csv-download.ts';
import { Card, type GroupLists } from './html-figure.ts';
import type { Cell } from './shown-report.ts';

/** As the list of a report's customers shows them: with their `segment`, or another group. */
export type ListedCustomer = Readonly<Record<string, Cell>>;

/** More would make a page of over 15 MB. */
const CUSTOMERS_IN_A_PAGE = 100_000;

/**
 * The largest group first; empty where there are too many customers for a page. Customers without a group are only in the
 * report compared with: they have left.
 */
export function groupLists(customers: readonly ListedCustomer[]): GroupLists {
  if (customers.length > CUSTOMERS_IN_A_PAGE) return new Map();
  const group = groupOf(customers);
  const groups = Map.groupBy(customers, (customer) => customer[group]);
  return new Map(
    [...groups]
      .sort(([, a], [, b]) => b.length - a.length)
      .flatMap(([name, members]) =>
        typeof name === 'string' ? [[name, linkOf(`${group}-${name}`, members)] as const] : [],
      ),
  );
}

export function customerDownloads(customers: readonly ListedCustomer[]): VNode {
  const lists = groupLists(customers);
  const title = `Customers by ${groupOf(customers)}`;
  const tooMany = `${counted(customers.length, 'customer')} are more than a page can hold, which is ${whole(CUSTOMERS_IN_A_PAGE)}: write them to a file instead.`;
  return h(
    Card,
    { id: 'customers', title },
    customers.length > CUSTOMERS_IN_A_PAGE
      ? h('p', null, tooMany)
      : h(
          'ul',
          null,
          [...lists].map(([name, link]) => h('li', null, `${name}: `, link)),
        ),
  );
}

function groupOf([first = {}]: readonly ListedCustomer[]): string {
  return CUSTOMER_GROUPS.find((name) => name in first) ?? '';
}

function linkOf(name: string, members: readonly ListedCustomer[]): VNode {
  return csvDownload(name, [
    Object.keys(members[0] ?? {}),
    ...members.map((member) => Object.values(member)),
  ]);
}
