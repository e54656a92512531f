// The figures of a report’s customers as typed columns.

// The figures of customers, in the order in which they are shown, and the columns that types of report bring: all that
// a type with figures of its own changes here. Lists are sorted by any figure.

/** Columns that one type of report alone has. NaN is a value that does not exist. */
const OWN_COLUMNS = {
  days_to_second_order: 'f64',
  probability_alive: 'f64',
  expected_orders_90d: 'f64',
  expected_value_90d: 'f64',
  priority: 'f64',
  /** Days from the reference date. */
  days_until_due: 'f64',
  window_from: 'f64',
  window_to: 'f64',
  overdue_ratio: 'f64',
  probability_in_30_days: 'f64',
  /** Products by index into the list's groups, and days since 1970-01-01. */
  product_1: 'f64',
  product_1_due_on: 'f64',
  product_2: 'f64',
  product_2_due_on: 'f64',
  product_3: 'f64',
  product_3_due_on: 'f64',
} as const satisfies Readonly<Record<string, 'f64'>>;

/** How its values are written. */
export type FigureKind = 'count' | 'share' | 'decimal' | 'money' | 'day';

export const FIGURES = {
  monetary: 'money',
  frequency: 'count',
  recency: 'count',
  first_purchase: 'day',
  last_purchase: 'day',
  days_to_second_order: 'count',
  probability_alive: 'share',
  expected_orders_90d: 'decimal',
  expected_value_90d: 'money',
  priority: 'count',
  days_until_due: 'count',
  overdue_ratio: 'decimal',
  probability_in_30_days: 'share',
} as const satisfies Readonly<Record<string, FigureKind>>;
export type FigureName = keyof typeof FIGURES;

/**
 * By what customers are grouped by: whether they have scores, and the figures that they have and those of other lists
 * don't.
 */
export const LISTS = {
  segment: {
    hasScores: true,
    figures: ['probability_alive', 'expected_orders_90d', 'expected_value_90d'],
  },
  cohort: { hasScores: false, figures: ['days_to_second_order'] },
  stage: {
    hasScores: false,
    figures: ['priority', 'days_until_due', 'overdue_ratio', 'probability_in_30_days'],
  },
} as const satisfies Readonly<
  Record<string, { readonly hasScores: boolean; readonly figures: readonly FigureName[] }>
>;
/** A description for each of them: one that is missing or of another list does not compile. */
export type FiguresOf<G extends keyof typeof LISTS> = Readonly<
  Record<(typeof LISTS)[G]['figures'][number], string>
>;

// The columns of a customer list: one row a customer, no object per row. A list of a million customers takes about 70
// MB.

/** An array per column, little-endian in the file as in memory. */
export const ARRAYS = {
  u8: Uint8Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const;
type ColumnType = keyof typeof ARRAYS;
export type ColumnArray = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** A column that a type of report does not have is not in its lists. */
export const COLUMNS = {
  /** Hash of the customer's id (`hashInto`): rows ascend by it. */
  hash_high: 'u32',
  hash_low: 'u32',
  /** The id in UTF-8 is id_bytes[id_end[row - 1] .. id_end[row]). */
  id_end: 'u32',
  id_bytes: 'u8',
  /** How the customer is reached, as the id; no bytes where it is not known. */
  contact_end: 'u32',
  contact_bytes: 'u8',
  /** Hashes of the products that the customer has bought, as the id (purchases.ts). */
  purchases_end: 'u32',
  purchases_bytes: 'u8',
  /** The person's other customer ids as a JSON array, as the id; no bytes without others. */
  other_ids_end: 'u32',
  other_ids_bytes: 'u8',
  /** What the customer buys next, as the id (NextProducts); no bytes where it is not known. */
  next_end: 'u32',
  next_bytes: 'u8',
  /** Index into the list's groups (segments or cohorts), or NO_GROUP. */
  group: 'u32',
  previous_group: 'u32',
  /** 1 to 5. */
  r_score: 'u8',
  f_score: 'u8',
  m_score: 'u8',
  /** Days from the last purchase to the reference date. */
  recency: 'i32',
  /** Purchase orders. */
  frequency: 'u32',
  /** Net of returns: the double nearest to the exact amount, as reports show it. */
  monetary: 'f64',
  /** Days since 1970-01-01. */
  first_purchase: 'i32',
  last_purchase: 'i32',
  ...OWN_COLUMNS,
  /** Audiences: first in, in since, and out since (NaN for a member), in epoch milliseconds. */
  assigned_at: 'f64',
  joined_at: 'f64',
  left_at: 'f64',
  /** 1: kept aside, as long as the audience exists. */
  held_out: 'u8',
  /** Lists of contacts: hash of the customer who has the contact, the lowest of several. */
  owner_high: 'u32',
  owner_low: 'u32',
} as const satisfies Readonly<Record<string, ColumnType>>;
export type ColumnName = keyof typeof COLUMNS;

/** Group of a customer who is in only one of the two compared reports. */
export const NO_GROUP = 0xffffffff;

export interface ListHead {
  readonly reportType: string;
  /** Customers of the report, followed by those who left. */
  readonly rows: number;
  /** Customers of the report: rows 0 to members - 1. The others are only in the report compared with. */
  readonly members: number;
  /** Id of the report compared with; null where there is none. */
  readonly comparedWith: string | null;
  /** Names of segments, cohorts or stages; and of the products that rows refer to. */
  readonly groups: readonly string[];
  /** Where the products that customers buy next come from; missing in a list without them. */
  readonly next?: NextSource | undefined;
}

/** The served recommendations behind next products. */
export interface NextSource {
  /** The report that they are of. */
  readonly reportId: string;
  /** Names that rows refer to. */
  readonly products: readonly string[];
}

export type Columns = ReadonlyMap<ColumnName, ColumnArray>;

/** Members and those who left each ascend by hash. All columns but those of bytes have `rows` elements. */
export interface CustomerList {
  readonly head: ListHead;
  readonly columns: Columns;
}

/** Throws where the list has no such column. */
export function getColumn(columns: Columns, name: ColumnName): ColumnArray {
  const column = columns.get(name);
  if (column === undefined) throw new Error(`the customer list has no column ${name}`);
  return column;
}

/** The columns by which a person is found by an id of theirs. */
export const ID_HASHES = [
  'hash_high',
  'hash_low',
  'other_ids_end',
  'other_ids_bytes',
] as const satisfies readonly ColumnName[];

const decoder = new TextDecoder();

/** Columns of bytes: where each row's end, and all of them. */
export const TEXTS = [
  { end: 'id_end', bytes: 'id_bytes' },
  { end: 'contact_end', bytes: 'contact_bytes' },
  { end: 'purchases_end', bytes: 'purchases_bytes' },
  { end: 'other_ids_end', bytes: 'other_ids_bytes' },
  { end: 'next_end', bytes: 'next_bytes' },
] as const satisfies readonly { readonly end: ColumnName; readonly bytes: ColumnName }[];

export function getCustomerIdAt(columns: Columns, row: number): string {
  return decodeTextAt(getColumn(columns, 'id_end'), getColumn(columns, 'id_bytes'), row);
}

/** Null where it is not known. */
export function getContactAt(columns: Columns, row: number): string | null {
  const [end, bytes] = [columns.get('contact_end'), columns.get('contact_bytes')];
  return end === undefined || bytes === undefined ? null : decodeTextAt(end, bytes, row) || null;
}

/** Ids of the person beside that of the row; none without identity rules. */
export function getOtherIdsAt(columns: Columns, row: number): readonly string[] {
  const [end, bytes] = [columns.get('other_ids_end'), columns.get('other_ids_bytes')];
  const text = end === undefined || bytes === undefined ? '' : decodeTextAt(end, bytes, row);
  return text === '' ? [] : JSON.parse(text);
}

/** How much of a customer's history was read for what they buy next. Stored by index. */
export const HISTORY_BASES = ['all_orders', 'latest_orders', 'best_sellers'] as const;

/** What a customer buys next. */
export interface NextProducts {
  readonly basis: (typeof HISTORY_BASES)[number];
  /** Products that they have bought and buy again. */
  readonly again: readonly string[];
  /** Products that they have not bought. */
  readonly fresh: readonly string[];
}

/** Most products in each of the two lists. */
export const MOST_NEXT = 3;
/** Bytes before the products: the basis, and how many of the products are bought again. */
export const NEXT_PREFIX = 2;
/** Bytes of a product: its index into the names, little-endian. */
export const NEXT_BYTES = 4;

/** Overwrites what was computed for a customer. */
export function forgetNextAt(columns: Columns, row: number): void {
  const [end, bytes] = [columns.get('next_end'), columns.get('next_bytes')];
  if (end !== undefined && bytes !== undefined) bytes.fill(FORGOTTEN, row === 0 ? 0 : end[row - 1], end[row]);
}

/** No index of a basis. */
const FORGOTTEN = 0xff;

/** Undefined where nothing was computed, or it was forgotten. */
export function getNextAt({ head: { next }, columns }: CustomerList, row: number): NextProducts | undefined {
  const [end, bytes] = [columns.get('next_end'), columns.get('next_bytes')];
  if (next === undefined || end === undefined || !(bytes instanceof Uint8Array)) return undefined;
  const own = bytes.subarray(row === 0 ? 0 : end[row - 1], end[row]);
  const [at = FORGOTTEN, again = 0] = own;
  const basis = HISTORY_BASES[at];
  if (basis === undefined) return undefined;
  const view = new DataView(own.buffer, own.byteOffset, own.byteLength);
  const products: string[] = [];
  for (let from = NEXT_PREFIX; from < own.length; from += NEXT_BYTES)
    products.push(next.products[view.getUint32(from, true)] ?? '');
  return {
    basis,
    again: products.slice(0, again),
    fresh: products.slice(again),
  };
}

function decodeTextAt(end: ColumnArray, bytes: ColumnArray, row: number): string {
  if (!(bytes instanceof Uint8Array)) throw new Error('texts are not bytes');
  return decoder.decode(bytes.subarray(row === 0 ? 0 : end[row - 1], end[row]));
}
