// Selects the customers who meet all conditions from the lists of their reports: those in the list of the
// first condition without `exclude` who are in all other lists without it, and in none with it.

import { MEMBER_COLUMNS, restrictRows, type Selected } from '../../analysis/audiences/membership.ts';
import { listNeededColumns } from '../../analysis/customer-lists/list-page.ts';
import { findRowsOfPersons } from '../../analysis/customer-lists/other-ids.ts';
import { type CustomerList, ID_HASHES } from '../../contract/customer-lists/columns.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import type { CreateReportRequest } from '../../contract/resources/reports/reports.ts';
import type { DatasetItem } from '../datasets/datasets.ts';
import { findMatchingRows } from '../reports/lists/customer-query.ts';
import { type OpenedList, openList, readOrEmpty, type StoredLists } from '../reports/lists/open-list.ts';
import type { ReportItem, ReportKey } from '../reports/report-item.ts';
import type { ReportStore } from '../reports/reports.ts';
import { buildReportItem } from '../reports/requests/new-report.ts';
import type { ResolvedCondition } from './conditions.ts';

/** A report has no list of customers: it was erased. */
export class NoListError extends Error {
  override readonly name = 'NoListError';
}

/**
 * `reportIds`: one per condition. `hidden`: hashes of customers to leave out. Throws NoListError and
 * ListChangedError.
 */
export async function selectCustomers(
  lists: StoredLists<ReportKey>,
  accountId: string,
  conditions: readonly ResolvedCondition[],
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
    const found = await selectMatching(opened, condition, hidden, selected === undefined);
    selected = selected === undefined ? found : restrictRows(selected, found, !condition.isExcluded);
  }
  if (selected === undefined) throw new Error('an audience without conditions');
  return selected;
}

/** `withIds`: also reads ids, for rows that become members. */
async function selectMatching(
  opened: OpenedList,
  { filter }: ResolvedCondition,
  hidden: readonly bigint[],
  withIds: boolean,
): Promise<Selected> {
  const needed = listNeededColumns(filter, { column: 'hash_high', descending: false });
  const columns = await readOrEmpty(opened, hidden.length > 0 ? [...needed, ...ID_HASHES] : needed);
  const list: CustomerList = { head: opened.head, columns };
  const rows = findMatchingRows(list, filter, findRowsOfPersons(columns, opened.head, hidden));
  if (!withIds) return { columns, rows };
  return {
    columns: await opened.columns(MEMBER_COLUMNS),
    rows,
    next: opened.head.next,
  };
}

// Finds reports that answer a condition: those requested with the same settings.

/** Figures in days, such as since the last order, change once a day. */
const FRESH_MS = 24 * 3_600_000;
/** Newest reports of the type to check. */
const LOOKED_AT = 50;

interface Search {
  readonly reports: Pick<ReportStore, 'list'>;
  readonly accountId: string;
  readonly datasetId: string;
  readonly dataset: DatasetItem | undefined;
  /** The report whose recommendations are served, if the condition needs it. */
  readonly served?: string | undefined;
}

/**
 * Finds a report, finished or in progress, that would be equal if it were requested now: the dataset has
 * accepted nothing since, and the report waited for the imports before it. Undefined if there is none.
 */
export async function findFreshReport(
  search: Search,
  { reportType, request }: ResolvedCondition,
  now: number,
): Promise<ReportItem | undefined> {
  const wanted = buildReportItem({ accountId: search.accountId, keyHash: '' }, request, {
    id: '',
    now,
    dataset: search.dataset,
    served: search.served,
  });
  const found = await listNewest(search, reportType);
  return found.find(
    (report) =>
      report.status !== 'Failed' &&
      Date.parse(report.created_at) > now - FRESH_MS &&
      report.last_accepted === wanted.last_accepted &&
      report.currency === wanted.currency &&
      report.rates_source === wanted.rates_source &&
      report.next_products_from === wanted.next_products_from &&
      serializeSettings(report.request, true) === serializeSettings(wanted.request, true),
  );
}

/** The newest finished report, whatever its age. */
export async function findLatestReport(
  search: Search,
  { reportType, request }: ResolvedCondition,
): Promise<ReportItem | undefined> {
  const { request: wanted } = buildReportItem({ accountId: search.accountId, keyHash: '' }, request, {
    id: '',
    now: 0,
    dataset: search.dataset,
  });
  const found = await listNewest(search, reportType);
  return found.find(
    ({ status, request: own }) =>
      status !== 'Failed' &&
      status !== 'Processing' &&
      serializeSettings(own, false) === serializeSettings(wanted, false),
  );
}

function listNewest({ reports, accountId, datasetId }: Search, reportType: ResolvedCondition['reportType']) {
  return reports.list(accountId, { datasetId, reportType }, LOOKED_AT, undefined);
}

/**
 * The settings that decide which customers a report has, with defaults filled in: without its name and
 * purpose.
 */
function serializeSettings(request: CreateReportRequest, withWait: boolean): string {
  const { reportType, settings } = resolveReport(request);
  const words = { template: undefined, context: undefined, businessContext: undefined };
  // Which customers a report has does not depend on what they buy next.
  const next = withWait ? {} : { nextProducts: undefined };
  const waits = withWait && request.wait_for_imports === true;
  return JSON.stringify([reportType, { ...settings, ...words, ...next }, waits]);
}
