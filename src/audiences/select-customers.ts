// The customers who meet all conditions, from the lists of their reports: those of the first condition without `exclude`, as
// far as they are among those of the others, and not among those that are excluded.
import { restrictedTo, type Selected } from '../core/audiences/membership.ts';
import type { CustomerList } from '../core/customer-lists/columns.ts';
import { rowsOfHashes } from '../core/customer-lists/list-file.ts';
import { columnsNeeded } from '../core/customer-lists/list-page.ts';
import { rowsOfFilter } from '../report-lists/customer-query.ts';
import { type OpenedList, openList, readOrEmpty, type StoredLists } from '../report-lists/open-list.ts';
import type { ReportKey } from '../stores/reports/report-item.ts';
import type { Condition } from './conditions.ts';

/** A report has no list of customers: it was erased. */
export class NoListError extends Error {
  override readonly name = 'NoListError';
}

/** `reportIds`: one a condition. `hidden`: hashes of customers to leave out. Throws NoListError and ListChangedError. */
export async function selectCustomers(
  lists: StoredLists<ReportKey>,
  accountId: string,
  conditions: readonly Condition[],
  reportIds: readonly string[],
  hidden: readonly bigint[],
): Promise<Selected> {
  const base = conditions.findIndex(({ isExcluded }) => !isExcluded);
  let selected: Selected | undefined;
  for (const at of [base, ...conditions.keys().filter((other) => other !== base)]) {
    const condition = conditions[at];
    const reportId = reportIds[at];
    if (condition === undefined || reportId === undefined) throw new Error(`no report for condition ${at}`);
    const opened = await openList(lists, { accountId, reportId });
    if (opened === undefined) throw new NoListError(`report ${reportId} has no list of customers`);
    const found = await matching(opened, condition, hidden, selected === undefined);
    selected = selected === undefined ? found : restrictedTo(selected, found, !condition.isExcluded);
  }
  if (selected === undefined) throw new Error('an audience without conditions');
  return selected;
}

/** `withIds`: for rows that members are made of. */
async function matching(
  opened: OpenedList,
  { filter }: Condition,
  hidden: readonly bigint[],
  withIds: boolean,
): Promise<Selected> {
  const needed = columnsNeeded(filter, { column: 'hash_high', descending: false });
  const columns = await readOrEmpty(opened, needed);
  const list: CustomerList = { head: opened.head, columns };
  const rows = rowsOfFilter(list, filter, rowsOfHashes(columns, opened.head, hidden));
  if (!withIds) return { columns, rows };
  return {
    columns: await opened.columns([
      'hash_high',
      'hash_low',
      'id_end',
      'id_bytes',
      'contact_end',
      'contact_bytes',
    ]),
    rows,
  };
}
