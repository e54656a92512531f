// Finishes a report's list: compares the draft with the earlier report's list.

import { decodeList } from '../../../analysis/customer-lists/list-file.ts';
import { findRowsOfPersons } from '../../../analysis/customer-lists/other-ids.ts';
import { compareInPieces, withoutRows } from '../../../analysis/customer-lists/select-rows.ts';
import type { CustomerLists } from '../customer-lists.ts';
import type { ReportItem } from '../report-item.ts';
import type { HiddenCustomers } from './hidden-customers.ts';

export interface FinishListDeps {
  readonly lists: CustomerLists;
  readonly hidden: HiddenCustomers;
}

/** `comparedWith`: id of the earlier report. The draft stays, so that this can be repeated. */
export async function finishList(
  { lists, hidden }: FinishListDeps,
  { account_id: accountId, report_id: reportId, dataset_id: datasetId }: ReportItem,
  comparedWith: string | undefined,
): Promise<void> {
  const key = { accountId, reportId };
  const draft = await lists.find(key, 'draft');
  if (draft === undefined) return;
  if (comparedWith === undefined) return lists.put(key, 'final', draft);
  // An erasure in progress may have processed this report already, and the earlier one not yet: an erased
  // customer must not count as one who left.
  const { customers } = await hidden({ accountId, datasetId });
  const stored = await lists.find({ accountId, reportId: comparedWith }, 'final');
  if (stored === undefined) return lists.put(key, 'final', draft);
  const earlier = decodeList(stored);
  const known = withoutRows(earlier, findRowsOfPersons(earlier.columns, earlier.head, customers));
  await lists.put(key, 'final', compareInPieces(decodeList(draft), known, comparedWith));
}
