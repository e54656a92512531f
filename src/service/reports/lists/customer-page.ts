// A page of a report's customers.

import { hashAt } from '../../../analysis/customer-lists/list-file.ts';
import {
  listNeededColumns,
  pickFirstRows,
  type RowOrder,
  type RowPosition,
} from '../../../analysis/customer-lists/list-page.ts';
import { findRowsOfPersons } from '../../../analysis/customer-lists/other-ids.ts';
import {
  type CustomerList,
  getColumn,
  getCustomerIdAt,
  getOtherIdsAt,
  ID_HASHES,
} from '../../../contract/customer-lists/columns.ts';
import { NotFoundError, ReportNotFinishedError } from '../../../contract/errors/errors.ts';
import { isUlid, type PageEnd, parseCursor, toCursor, toPageEnd } from '../../../contract/paging.ts';
import type { CustomerRow, CustomerRows } from '../../../contract/report-types/customer-rows.ts';
import { getDefinition } from '../../../contract/report-types/report-types.ts';
import type { ListCustomersQuery, PersonIds } from '../../../contract/resources/reports/report-customers.ts';
import { type CustomerLists, ListChangedError } from '../customer-lists.ts';
import type { ReportItem, ReportKey } from '../report-item.ts';
import type { ReportStore } from '../reports.ts';
import type { ColumnCache } from './column-cache.ts';
import { findMatchingRows, toCustomerFilter } from './customer-query.ts';
import type { Hidden, HiddenCustomers } from './hidden-customers.ts';
import { openList, readOrEmpty } from './open-list.ts';

export interface CustomerPageDeps {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly lists: Pick<CustomerLists, 'version' | 'read'>;
  readonly hidden: HiddenCustomers;
  readonly cache: ColumnCache;
}

export interface CustomerPage extends PageEnd {
  readonly compared_with: string | null;
  readonly customers_matched: number;
  readonly customers: readonly CustomerRow[];
  /** Missing in a list without next products. */
  readonly next_products_from?: string;
  /** Missing without identity rules. */
  readonly persons?: readonly PersonIds[];
}

/**
 * Reads before giving up: an erasure replaces a list once, so more replacements in the time of a read are
 * unlikely.
 */
const MAX_READS = 4;

export function createCustomerPage({ reports, lists, hidden, cache }: CustomerPageDeps) {
  /** Throws NotFoundError for a report that does not exist, is not finished or has no customers. */
  async function requireFinished(key: ReportKey): Promise<{ report: ReportItem; rows: CustomerRows }> {
    const report = isUlid(key.reportId) ? await reports.get(key) : undefined;
    if (report === undefined) throw new NotFoundError('Report not found.');
    const { customers: rows } = getDefinition(report.report_type);
    if (rows === undefined)
      throw new NotFoundError(`This is an ${report.report_type} report: it has no list of customers.`);
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    if (report.status === 'Failed') throw new NotFoundError('The report failed and has no customers.');
    return { report, rows };
  }

  async function read(
    key: ReportKey,
    rows: CustomerRows,
    query: ListCustomersQuery,
    unseen: Hidden,
  ): Promise<CustomerPage> {
    const filter = toCustomerFilter(rows, query);
    const order: RowOrder = { column: query.order_by, descending: query.order === 'desc' };
    const after = parsePosition(query.cursor);
    const opened = await openList(lists, key, cache);
    if (opened === undefined) throw new NotFoundError('The report has no list of customers.');
    const { head } = opened;
    const needed = listNeededColumns(filter, order);
    const columns = await readOrEmpty(
      opened,
      unseen.customers.length > 0 ? [...needed, ...ID_HASHES] : needed,
    );
    const found: CustomerList = { head, columns };
    const matching = findMatchingRows(found, filter, findRowsOfPersons(columns, head, unseen.customers));
    const shown = pickFirstRows(found, matching, order, query.limit + 1, after);
    const page = shown.slice(0, query.limit);
    const last = page.at(-1);
    const list: CustomerList = { head, columns: page.length === 0 ? columns : await opened.shown() };
    return {
      compared_with: head.comparedWith,
      customers_matched: matching.length,
      customers: page.map((row) => rows.row(list, row)),
      ...(head.next && { next_products_from: head.next.reportId }),
      ...(list.columns.has('other_ids_end') && { persons: listPersons(list, page) }),
      ...toPageEnd(
        shown.length > query.limit && last !== undefined ? toCursorAfter(found, order, last) : undefined,
      ),
    };
  }

  return async function customerPage(key: ReportKey, query: ListCustomersQuery): Promise<CustomerPage> {
    const { report, rows } = await requireFinished(key);
    // Must be read before the list; see hidden-customers.ts.
    const unseen = await hidden({ accountId: key.accountId, datasetId: report.dataset_id });
    if (unseen.everybody) throw new NotFoundError('Report not found.');
    for (let reads = 1; ; reads++) {
      try {
        return await read(key, rows, query, unseen);
      } catch (error) {
        if (!(error instanceof ListChangedError) || reads === MAX_READS) throw error;
      }
    }
  };
}

function listPersons({ columns }: CustomerList, rows: readonly number[]): PersonIds[] {
  return rows.flatMap((row) => {
    const others = getOtherIdsAt(columns, row);
    return others.length === 0 ? [] : { customer_id: getCustomerIdAt(columns, row), other_ids: [...others] };
  });
}

function toCursorAfter({ columns }: CustomerList, { column }: RowOrder, row: number): string {
  const value = getColumn(columns, column)[row];
  const shown = value === undefined || Number.isNaN(value) ? 'null' : String(value);
  return toCursor([shown, hashAt(columns, row).toString(36)].join(' '));
}

/** Throws InvalidRequestError for a cursor of no list. */
function parsePosition(cursor: string | undefined): RowPosition | undefined {
  const id = parseCursor(cursor, (text) => /^(null|-?[0-9.e+-]{1,30}) [0-9a-z]{1,13}$/.test(text));
  if (id === undefined) return undefined;
  const [value = '', hash = ''] = id.split(' ');
  return { value: value === 'null' ? null : Number(value), hash: parseHash(hash) };
}

/** Parses base 36, which BigInt itself does not. */
function parseHash(text: string): bigint {
  let hash = 0n;
  for (const digit of text) hash = hash * 36n + BigInt(Number.parseInt(digit, 36));
  return hash;
}
