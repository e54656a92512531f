// Reads a page of a list: matching rows, in order of a column, after the last row of the previous page.
import {
  type ColumnName,
  type CustomerList,
  getColumn,
  getCustomerIdAt,
  getOtherIdsAt,
  NO_GROUP,
} from '../../contract/customer-lists/columns.ts';
import { hash64 } from './customer-ids.ts';
import { findFirstRow, findRowsByHash } from './list-file.ts';
import { findRowsByOtherId } from './other-ids.ts';
import { createPurchaseTest } from './purchases.ts';

export interface CustomerFilter {
  /** Bounds are inclusive. A missing value is in no range. */
  readonly ranges: readonly Range[];
  /** Names of groups; undefined: any. */
  readonly groups?: ReadonlySet<string> | undefined;
  readonly previousGroups?: ReadonlySet<string> | undefined;
  /** Accepts a customer with the scores R, F and M; undefined: any. */
  readonly scores?: ((r: number, f: number, m: number) => boolean) | undefined;
  /** True: only customers in both reports whose group has changed. */
  readonly moved?: boolean | undefined;
  /** True: only customers who are not in the earlier report. */
  readonly joined?: boolean | undefined;
  /** Lists customers who left instead of those of the report. */
  readonly left: boolean;
  /** Lists only the customer with this id, or the person who has it among others. */
  readonly customer?: string | undefined;
  /** A part of the id, case-insensitive. */
  readonly search?: string | undefined;
  /** Labels: only customers who bought one of them. */
  readonly products?: ReadonlySet<string> | undefined;
}

export interface Range {
  readonly column: ColumnName;
  readonly min: number;
  readonly max: number;
}

export interface RowOrder {
  readonly column: ColumnName;
  readonly descending: boolean;
}

/** The last row of the previous page: its value, null if missing, and the hash of its customer. */
export interface RowPosition {
  readonly value: number | null;
  readonly hash: bigint;
}

/** The columns that a filter and an order need: no others are read. */
export function listNeededColumns(filter: CustomerFilter, order: RowOrder): ColumnName[] {
  const { ranges, groups, previousGroups, scores, moved, joined, customer, search, products } = filter;
  return [
    'hash_high',
    'hash_low',
    order.column,
    ...ranges.map(({ column }) => column),
    ...(scores !== undefined ? (['r_score', 'f_score', 'm_score'] as const) : []),
    ...(groups !== undefined || moved !== undefined ? (['group'] as const) : []),
    ...(previousGroups !== undefined || moved !== undefined || joined !== undefined
      ? (['previous_group'] as const)
      : []),
    ...(customer !== undefined || search !== undefined
      ? (['id_end', 'id_bytes', 'other_ids_end', 'other_ids_bytes'] as const)
      : []),
    ...(products !== undefined ? (['purchases_end', 'purchases_bytes'] as const) : []),
  ];
}

/** Returns rows in ascending order. `hidden`: rows that must not be listed. */
export function filterRows(
  { head, columns }: CustomerList,
  { ranges, groups, previousGroups, scores, moved, joined, left, customer, search, products }: CustomerFilter,
  hidden: Uint32Array = new Uint32Array(0),
): Uint32Array {
  const first = left ? head.members : 0;
  const end = left ? head.rows : head.members;
  let rows = new Uint32Array(end - first);
  for (let at = 0; at < rows.length; at++) rows[at] = first + at;
  const keep = (isKept: (row: number) => boolean): void => {
    let count = 0;
    for (const row of rows) if (isKept(row)) rows[count++] = row;
    rows = rows.subarray(0, count);
  };
  const keepGroups = (name: ColumnName, names: ReadonlySet<string>): void => {
    const group = getColumn(columns, name);
    const isWanted = head.groups.map((one) => names.has(one));
    keep((row) => isWanted[group[row]] === true);
  };
  if (customer !== undefined) {
    const ofHash = findRowsByHash(columns, head, [hash64(customer)]);
    const own = ofHash.filter((row) => getCustomerIdAt(columns, row) === customer);
    const all = new Set([...own, ...findRowsByOtherId(columns, customer)]);
    keep((row) => all.has(row));
  }
  for (const { column, min, max } of ranges) {
    const values = getColumn(columns, column);
    keep((row) => values[row] >= min && values[row] <= max);
  }
  if (groups !== undefined) keepGroups('group', groups);
  if (previousGroups !== undefined) keepGroups('previous_group', previousGroups);
  if (scores !== undefined) {
    const [r, f, m] = [
      getColumn(columns, 'r_score'),
      getColumn(columns, 'f_score'),
      getColumn(columns, 'm_score'),
    ];
    keep((row) => scores(r[row], f[row], m[row]));
  }
  if (joined !== undefined) {
    const previous = getColumn(columns, 'previous_group');
    // Without a comparison, it is unknown who has joined.
    keep((row) => (head.comparedWith !== null && previous[row] === NO_GROUP) === joined);
  }
  if (moved !== undefined) {
    const [group, previous] = [getColumn(columns, 'group'), getColumn(columns, 'previous_group')];
    keep(
      (row) =>
        (group[row] !== NO_GROUP && previous[row] !== NO_GROUP && group[row] !== previous[row]) === moved,
    );
  }
  if (products !== undefined) {
    const ends = getColumn(columns, 'purchases_end');
    const hasBought = createPurchaseTest(getColumn(columns, 'purchases_bytes'), products);
    keep((row) => hasBought(row === 0 ? 0 : ends[row - 1], ends[row]));
  }
  // Search last: it reads the ids of all remaining rows.
  if (search !== undefined) {
    const wanted = search.toLowerCase();
    keep((row) =>
      [getCustomerIdAt(columns, row), ...getOtherIdsAt(columns, row)].some((id) =>
        id.toLowerCase().includes(wanted),
      ),
    );
  }
  if (hidden.length > 0) {
    const isHidden = new Set(hidden);
    keep((row) => !isHidden.has(row));
  }
  return rows;
}

/**
 * Whether the list has the purchases of its customers, or of those who left: every listed customer has bought
 * something.
 */
export function hasPurchases({ head, columns }: CustomerList, { left }: CustomerFilter): boolean {
  const ends = getColumn(columns, 'purchases_end');
  const [first, end] = left ? [head.members, head.rows] : [0, head.members];
  return first === end || (first === 0 ? 0 : ends[first - 1]) < ends[end - 1];
}

/**
 * The first `limit` rows in order, after `after`. Equal values are in the order of rows, which stays when others are
 * erased; missing values come last in either direction.
 */
export function pickFirstRows(
  { head, columns }: CustomerList,
  rows: Uint32Array,
  { column, descending }: RowOrder,
  limit: number,
  after: RowPosition | undefined,
): number[] {
  const values = getColumn(columns, column);
  const toSortKey = (value: number): number =>
    Number.isNaN(value) ? Number.POSITIVE_INFINITY : descending ? -value : value;
  const getSortKey = (row: number): number => toSortKey(values[row]);
  const compare = (a: number, b: number): number => compareNumbers(getSortKey(a), getSortKey(b)) || a - b;
  const afterKey = after === undefined ? Number.NEGATIVE_INFINITY : toSortKey(after.value ?? Number.NaN);
  const isOfLeft = rows.length > 0 && rows[0] >= head.members;
  const [from, to] = isOfLeft ? [head.members, head.rows] : [0, head.members];
  const firstEqual = after === undefined ? from : findFirstRow(columns, after.hash + 1n, from, to);
  // Gather twice as many rows as needed, then cut: one comparison with the worst row kept refuses nearly every row.
  let best: number[] = [];
  let worst = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const own = getSortKey(row);
    if (own < afterKey || (own === afterKey && row < firstEqual)) continue;
    if (own > worst) continue;
    best.push(row);
    if (best.length < 2 * limit + 64) continue;
    best = best.sort(compare).slice(0, limit);
    worst = best.length === 0 ? worst : getSortKey(best[best.length - 1]);
  }
  return best.sort(compare).slice(0, limit);
}

/** Equal infinities have no difference of 0. */
function compareNumbers(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
