// The customers who meet all conditions, from the lists of their reports: those of the first condition without `exclude`, as
// far as they are among those of the others, and not among those that are excluded.

import { restrictedTo, type Selected } from '../../analysis/audiences/membership.ts';
import { rowsOfHashes } from '../../analysis/customer-lists/list-file.ts';
import { columnsNeeded } from '../../analysis/customer-lists/list-page.ts';
import type { CustomerList } from '../../contract/customer-lists/columns.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import type { DatasetItem } from '../datasets/datasets.ts';
import { rowsOfFilter } from '../reports/lists/customer-query.ts';
import { type OpenedList, openList, readOrEmpty, type StoredLists } from '../reports/lists/open-list.ts';
import type { ReportItem, ReportKey } from '../reports/report-item.ts';
import type { ReportStore } from '../reports/reports.ts';
import { newReport } from '../reports/requests/new-report.ts';
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

// Reports that a condition can be answered from: those that were requested with the same settings.

/** Days that a condition counts, since the last order for example, change once a day. */
const FRESH_MS = 24 * 3_600_000;
/** The newest of its type that are looked at. */
const LOOKED_AT = 50;

interface Search {
  readonly reports: Pick<ReportStore, 'list'>;
  readonly accountId: string;
  readonly datasetId: string;
  readonly dataset: DatasetItem | undefined;
}

/**
 * A report, finished or in progress, that would not be another if it were requested now: nothing was accepted for the dataset
 * since, and it waited for the imports before it. Undefined: there is none.
 */
export async function freshReport(
  search: Search,
  { reportType, request }: Condition,
  now: number,
): Promise<ReportItem | undefined> {
  const wanted = newReport({ accountId: search.accountId, keyHash: '' }, request, {
    id: '',
    now,
    dataset: search.dataset,
  });
  const found = await newest(search, reportType);
  return found.find(
    (report) =>
      report.status !== 'Failed' &&
      Date.parse(report.created_at) > now - FRESH_MS &&
      report.last_accepted === wanted.last_accepted &&
      report.currency === wanted.currency &&
      report.rates_source === wanted.rates_source &&
      settingsOf(report.request, true) === settingsOf(wanted.request, true),
  );
}

/** The newest that has finished, whatever its age. */
export async function latestReport(
  search: Search,
  { reportType, request }: Condition,
): Promise<ReportItem | undefined> {
  const { request: wanted } = newReport({ accountId: search.accountId, keyHash: '' }, request, {
    id: '',
    now: 0,
    dataset: search.dataset,
  });
  const found = await newest(search, reportType);
  return found.find(
    ({ status, request: own }) =>
      status !== 'Failed' && status !== 'Processing' && settingsOf(own, false) === settingsOf(wanted, false),
  );
}

function newest({ reports, accountId, datasetId }: Search, reportType: Condition['reportType']) {
  return reports.list(accountId, { datasetId, reportType }, LOOKED_AT, undefined);
}

/** What decides about the customers of a report, with defaults filled in: not what it is called and what it is for. */
function settingsOf(request: CreateReportRequest, withWait: boolean): string {
  const { reportType, settings } = resolveReport(request);
  const words = { template: undefined, context: undefined, businessContext: undefined };
  const waits = withWait && request.wait_for_imports === true;
  return JSON.stringify([reportType, { ...settings, ...words }, waits]);
}
