// A list from the customers of an analysis: sorted by hash of the id, so that two lists are compared in one pass and a
// page continues at the same customer after others were erased.

import { COLUMNS, type ColumnArray, type ColumnName, type CustomerList, NO_GROUP } from './columns.ts';
import { hashInto } from './customer-hash.ts';
import { emptyColumn } from './select-rows.ts';

/** Values of each customer, in the order of `ids`. */
export type Figures = Partial<Readonly<Record<ColumnName, ArrayLike<number>>>>;

export interface Listed {
  readonly reportType: string;
  readonly ids: readonly string[];
  readonly groups: readonly string[];
  /** `group` among them. */
  readonly figures: Figures;
}

/** A list that is compared with nothing yet. */
export function buildList({ reportType, ids, groups, figures }: Listed): CustomerList {
  const rows = ids.length;
  const lanes = new Uint32Array(2 * rows);
  for (let c = 0; c < rows; c++) hashInto(ids[c], lanes, 2 * c);
  const order = orderByHash(lanes, rows);
  const columns = new Map<ColumnName, ColumnArray>([
    ['hash_high', Uint32Array.from(order, (c) => lanes[2 * c])],
    ['hash_low', Uint32Array.from(order, (c) => lanes[2 * c + 1])],
    ...idColumns(ids, order),
    ['previous_group', new Uint32Array(rows).fill(NO_GROUP)],
  ]);
  for (const name of columnNames) {
    const values = figures[name];
    if (values === undefined) continue;
    const column = emptyColumn(name, rows);
    for (let row = 0; row < rows; row++) column[row] = values[order[row]];
    columns.set(name, column);
  }
  return { head: { reportType, rows, members: rows, comparedWith: null, groups }, columns };
}

/** Of a report without customers. */
export function emptyList(reportType: string): CustomerList {
  return buildList({ reportType, ids: [], groups: [], figures: { group: [] } });
}

const isColumn = (name: string): name is ColumnName => name in COLUMNS;
const columnNames = Object.keys(COLUMNS).filter(isColumn);

const encoder = new TextEncoder();

function idColumns(ids: readonly string[], order: Uint32Array): [ColumnName, ColumnArray][] {
  const end = new Uint32Array(ids.length);
  let units = 0;
  for (const id of ids) units += id.length;
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  const bytes = new Uint8Array(3 * units);
  let written = 0;
  for (let row = 0; row < order.length; row++) {
    written += encoder.encodeInto(ids[order[row]], bytes.subarray(written)).written;
    end[row] = written;
  }
  return [
    ['id_end', end],
    ['id_bytes', bytes.slice(0, written)],
  ];
}

const RADIX = 1 << 16;

/** Indexes of customers, ascending by hash: a radix sort of the high half, then the few ties in order of the low one. */
function orderByHash(lanes: Uint32Array, count: number): Uint32Array {
  let order = Uint32Array.from({ length: count }, (_, c) => c);
  for (const shift of [0, 16]) {
    const start = new Uint32Array(RADIX + 1);
    for (let c = 0; c < count; c++) start[((lanes[2 * c] >>> shift) & 0xffff) + 1]++;
    for (let digit = 0; digit < RADIX; digit++) start[digit + 1] += start[digit];
    const sorted = new Uint32Array(count);
    for (const c of order) sorted[start[(lanes[2 * c] >>> shift) & 0xffff]++] = c;
    order = sorted;
  }
  for (let at = 1; at < count; at++) {
    const c = order[at];
    let to = at;
    for (; to > 0 && lanes[2 * order[to - 1]] === lanes[2 * c]; to--) {
      if (lanes[2 * order[to - 1] + 1] <= lanes[2 * c + 1]) break;
      order[to] = order[to - 1];
    }
    order[to] = c;
  }
  return order;
}
