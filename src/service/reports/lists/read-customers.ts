// Reads all customers of a finished report, for exports: row by row, as the pages of the list show them.

import { filterRows } from '../../../analysis/customer-lists/list-page.ts';
import { findRowsOfPersons } from '../../../analysis/customer-lists/other-ids.ts';
import type { CustomerList } from '../../../contract/customer-lists/columns.ts';
import type { CustomerRow } from '../../../contract/report-types/customer-rows.ts';
import { getDefinition } from '../../../contract/report-types/report-types.ts';
import type { CustomerLists } from '../customer-lists.ts';
import type { ReportItem } from '../report-item.ts';
import type { HiddenCustomers } from './hidden-customers.ts';
import { openList } from './open-list.ts';

export interface AllCustomers {
  readonly count: number;
  /** Whether rows have NEXT_COLUMNS. */
  readonly hasNext: boolean;
  /** Rows in the order of storage. */
  rows(): Generator<CustomerRow>;
}

/**
 * Undefined for a report without a list. Needs the memory of the list's columns, however the rows are used.
 */
export async function readCustomers(
  {
    lists,
    hidden,
  }: { readonly lists: Pick<CustomerLists, 'version' | 'read'>; readonly hidden: HiddenCustomers },
  { account_id: accountId, report_id: reportId, dataset_id: datasetId, report_type }: ReportItem,
): Promise<AllCustomers | undefined> {
  const { customers: shown } = getDefinition(report_type);
  if (shown === undefined) return undefined;
  // Must be read before the list; see hidden-customers.ts.
  const unseen = await hidden({ accountId, datasetId });
  const opened = await openList(lists, { accountId, reportId });
  if (opened === undefined) return undefined;
  const list: CustomerList = { head: opened.head, columns: await opened.shown() };
  const hiddenRows = findRowsOfPersons(list.columns, list.head, unseen.customers);
  const rows = unseen.everybody
    ? new Uint32Array(0)
    : filterRows(list, { ranges: [], left: false }, hiddenRows);
  return {
    count: rows.length,
    hasNext: list.head.next !== undefined,
    *rows() {
      for (const row of rows) yield shown.row(list, row);
    },
  };
}
