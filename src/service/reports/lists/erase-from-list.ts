// Erases customers from the stored list of a report.

import { decodeList, encodeList } from '../../../analysis/customer-lists/list-file.ts';
import { findRowsOfPersons } from '../../../analysis/customer-lists/other-ids.ts';
import { withoutRows } from '../../../analysis/customer-lists/select-rows.ts';
import { ID_HASHES } from '../../../contract/customer-lists/columns.ts';
import { type CustomerLists, ListChangedError } from '../customer-lists.ts';
import type { ReportKey } from '../report-item.ts';
import { openList } from './open-list.ts';

/** Whether one of them is in the stored list. */
export async function isAnyListed(
  lists: Pick<CustomerLists, 'version' | 'read'>,
  key: ReportKey,
  customers: ReadonlySet<bigint>,
): Promise<boolean> {
  const opened = await openList(lists, key);
  if (opened === undefined) return false;
  const hashes = await opened.columns(ID_HASHES);
  return findRowsOfPersons(hashes, opened.head, customers).length > 0;
}

/** Reads and rewrites a list only if it contains one of them. */
export async function eraseFromList(
  lists: CustomerLists,
  key: ReportKey,
  customers: ReadonlySet<bigint>,
): Promise<void> {
  await lists.remove(key, 'draft');
  const opened = await openList(lists, key);
  if (opened === undefined) return;
  const hashes = await opened.columns(ID_HASHES);
  if (findRowsOfPersons(hashes, opened.head, customers).length === 0) return;
  const stored = await lists.find(key, 'final');
  if (stored === undefined) throw new ListChangedError(`the list of report ${key.reportId} is gone`);
  const list = decodeList(stored);
  const rows = findRowsOfPersons(list.columns, list.head, customers);
  await lists.put(key, 'final', encodeList(withoutRows(list, rows)));
}
