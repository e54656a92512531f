// A list from the customers of an analysis: sorted by hash of the id, so that two lists are compared in one pass and a
// page continues at the same customer after others were erased.

import { COLUMNS, type ColumnArray, type ColumnName, type CustomerList, NO_GROUP } from './columns.ts';
import { hashesOf } from './customer-hash.ts';
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
  const { order, high, low } = hashesOf(ids);
  const columns = new Map<ColumnName, ColumnArray>([
    ['hash_high', high],
    ['hash_low', low],
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
