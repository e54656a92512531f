// Builds a list from the customers of an analysis, sorted by hash of the id, so that two lists are compared in one pass
// and a page continues at the same customer after others were erased.

import {
  COLUMNS,
  type ColumnArray,
  type ColumnName,
  type CustomerList,
  type ListHead,
  type NextSource,
  NO_GROUP,
} from '../../contract/customer-lists/columns.ts';
import { MOST_LINES_WITH_PURCHASES } from '../../contract/schema/limits.ts';
import type { OrderColumns } from '../orders/columns.ts';
import type { ServedModel } from '../recommendations/served-model.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import {
  type CustomerIds,
  createCustomerIds,
  getSortedHashes,
  type IdTexts,
  type PackedTexts,
  reorderIds,
} from './customer-ids.ts';
import { listPieces } from './list-file.ts';
import { packNextProducts } from './next-products.ts';
import { packOtherIds } from './other-ids.ts';
import { packPurchases } from './purchases.ts';
import { createEmptyColumn } from './select-rows.ts';

/** Values of each customer, in the order of `ids`, or a function that computes one. */
type Figures = Partial<Readonly<Record<ColumnName, ArrayLike<number> | ((customer: number) => number)>>>;

/**
 * Ids whose texts are in the order of the list already, so that the unsorted texts need not stay in memory until the
 * list is built.
 */
type SortedIds = Pick<CustomerIds, 'count' | 'hashes'> & { readonly sorted: IdTexts };

/** The texts in the order of the list. */
type ListedTexts = IdTexts & { readonly otherIds?: PackedTexts | undefined };

export function sortIds({ count, hashes, ...texts }: CustomerIds): SortedIds {
  return { count, hashes, sorted: reorderIds(texts, getSortedHashes(hashes).order) };
}

export interface Listed {
  readonly reportType: string;
  readonly ids: CustomerIds | SortedIds;
  readonly groups: readonly string[];
  /** Includes `group`. */
  readonly figures: Figures;
  /** The source of the customers' next products, if the ids have them. */
  readonly next?: NextSource | undefined;
}

/** A list that is not compared with another one yet. `idOf`: see Persons. */
export function buildList(listed: Listed, idOf?: ReadonlyMap<string, string>): CustomerList {
  return { head: createHead(listed), columns: new Map(listColumns(listed, getSortedTexts(listed, idOf))) };
}

/**
 * The list's file in pieces, as `listPieces`: with millions of customers, all columns together would take most of the
 * memory.
 */
export function listInPieces(listed: Listed, idOf?: ReadonlyMap<string, string>): Iterable<Uint8Array> {
  const texts = getSortedTexts(listed, idOf);
  return listPieces(createHead(listed), () => listColumns(listed, texts));
}

/** The empty list of a report without customers. */
export function createEmptyListed(reportType: string): Listed {
  return { reportType, ids: createCustomerIds([]), groups: [], figures: { group: [] } };
}

function createHead({ reportType, ids, groups, next }: Listed): ListHead {
  const head = { reportType, rows: ids.count, members: ids.count, comparedWith: null, groups };
  return next === undefined ? head : { ...head, next };
}

function getSortedTexts({ ids }: Listed, idOf: ReadonlyMap<string, string> = new Map()): ListedTexts {
  const { sorted } = 'sorted' in ids ? ids : sortIds(ids);
  return { ...sorted, otherIds: packOtherIds(idOf, getSortedHashes(ids.hashes)) };
}

function* listColumns({ ids, figures }: Listed, texts: ListedTexts): Generator<[ColumnName, ColumnArray]> {
  const rows = ids.count;
  const { order, high, low } = getSortedHashes(ids.hashes);
  yield ['hash_high', high];
  yield ['hash_low', low];
  yield* listTextColumns(texts);
  yield ['previous_group', new Uint32Array(rows).fill(NO_GROUP)];
  for (const name of columnNames) {
    const values = figures[name];
    if (values === undefined) continue;
    const column = createEmptyColumn(name, rows);
    if (typeof values === 'function') for (let row = 0; row < rows; row++) column[row] = values(order[row]);
    else for (let row = 0; row < rows; row++) column[row] = values[order[row]];
    yield [name, column];
  }
}

function* listTextColumns({
  end,
  bytes,
  contacts,
  purchases,
  next,
  otherIds,
}: ListedTexts): Generator<[ColumnName, ColumnArray]> {
  yield ['id_end', end];
  yield ['id_bytes', bytes];
  if (contacts !== undefined) {
    yield ['contact_end', contacts.end];
    yield ['contact_bytes', contacts.bytes];
  }
  if (purchases !== undefined) {
    yield ['purchases_end', purchases.end];
    yield ['purchases_bytes', purchases.bytes];
  }
  if (next !== undefined) {
    yield ['next_end', next.end];
    yield ['next_bytes', next.bytes];
  }
  if (otherIds === undefined) return;
  yield ['other_ids_end', otherIds.end];
  yield ['other_ids_bytes', otherIds.bytes];
}

const isColumn = (name: string): name is ColumnName => name in COLUMNS;
const columnNames = Object.keys(COLUMNS).filter(isColumn);

// Creates the list entries of the customers of orders: their ids, their contacts where orders name them, and what they
// bought.

/**
 * `model`: the recommendations that the customers' next products come from, if they are requested. `which`: indexes among
 * the selected customers; all if absent.
 */
export function createListedCustomers(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'customer' | 'orderStart' | 'orders'>,
  model?: ServedModel,
  which: ArrayLike<number> = Uint32Array.from(selected.customer.keys()),
): CustomerIds {
  const customers = Array.from(which, (one) => selected.customer[one]);
  const contacts = findNewestContacts(columns);
  const isKept = (columns.wholeLines ?? columns.lineCount) <= MOST_LINES_WITH_PURCHASES;
  return {
    ...createCustomerIds(
      customers.map((customer) => columns.customers[customer] ?? ''),
      contacts && customers.map((customer) => contacts[customer] ?? ''),
    ),
    ...(isKept && { purchases: packPurchases(columns, selected, which) }),
    ...(model && { next: packNextProducts(columns, selected, which, model) }),
  };
}

/**
 * Per customer, the contact of the newest order that has one. Among orders of one instant or without a date, the
 * greatest id decides, so that the sequence of the orders does not matter.
 */
function findNewestContacts(columns: OrderColumns): readonly string[] | undefined {
  const { orderCount, orderContact, contacts = [] } = columns;
  if (orderContact === undefined || contacts.length === 0) return undefined;
  const newest = new Int32Array(columns.customers.length).fill(-1);
  for (let order = 0; order < orderCount; order++) {
    const customer = columns.orderCustomer[order];
    if (customer < 0 || orderContact[order] < 0) continue;
    if (newest[customer] === -1 || isNewer(columns, order, newest[customer])) newest[customer] = order;
  }
  return Array.from(newest, (order) => (order === -1 ? '' : (contacts[orderContact[order]] ?? '')));
}

/** Compares ids only for ties: a partition decodes them on access. */
function isNewer(columns: OrderColumns, order: number, than: number): boolean {
  const getDate = (of: number): number =>
    Number.isNaN(columns.orderDate[of]) ? Number.NEGATIVE_INFINITY : columns.orderDate[of];
  return getDate(order) === getDate(than)
    ? columns.orderIds[order] > columns.orderIds[than]
    : getDate(order) > getDate(than);
}
