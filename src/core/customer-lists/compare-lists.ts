// A list with what became of its customers since an earlier one: the earlier segment or cohort of each, and the customers
// who left, with their earlier figures.
import { type ColumnArray, type ColumnName, type CustomerList, columnOf, NO_GROUP } from './columns.ts';
import { listPieces } from './list-file.ts';
import { columnsOfParts, rowsOfParts } from './select-rows.ts';

export function comparedLists(list: CustomerList, earlier: CustomerList, comparedWith: string): CustomerList {
  const { head, columnsOf } = comparison(list, earlier, comparedWith);
  return { head, columns: new Map(columnsOf()) };
}

/** The file of the same, in pieces as `listPieces`. */
export function comparedInPieces(
  list: CustomerList,
  earlier: CustomerList,
  comparedWith: string,
): Iterable<Uint8Array> {
  const { head, columnsOf } = comparison(list, earlier, comparedWith);
  return listPieces(head, columnsOf);
}

/** Customers are the same where the hashes of their ids are, as in the report's own changes. */
function comparison(list: CustomerList, earlier: CustomerList, comparedWith: string) {
  const groups = [...new Set([...list.head.groups, ...earlier.head.groups])];
  const groupOf = earlier.head.groups.map((name) => groups.indexOf(name));
  const { members } = list.head;
  const previous = new Uint32Array(members).fill(NO_GROUP);
  const [high, low] = [columnOf(list.columns, 'hash_high'), columnOf(list.columns, 'hash_low')];
  const [oldHigh, oldLow] = [columnOf(earlier.columns, 'hash_high'), columnOf(earlier.columns, 'hash_low')];
  const oldGroup = columnOf(earlier.columns, 'group');
  const left: number[] = [];
  let row = 0;
  let old = 0;
  while (old < earlier.head.members) {
    const isBelow =
      row < members && (high[row] < oldHigh[old] || (high[row] === oldHigh[old] && low[row] < oldLow[old]));
    if (isBelow) row++;
    else if (row < members && high[row] === oldHigh[old] && low[row] === oldLow[old])
      previous[row++] = groupOf[oldGroup[old++]];
    else left.push(old++);
  }
  const rows = members + left.length;
  const own = new Uint32Array(members);
  for (let at = 0; at < members; at++) own[at] = at;
  const parts = [
    { columns: list.columns, rows: own },
    { columns: earlier.columns, rows: Uint32Array.from(left) },
  ];
  const previousOfAll = new Uint32Array(rows);
  previousOfAll.set(previous);
  for (const [at, one] of left.entries()) previousOfAll[members + at] = groupOf[oldGroup[one]];
  return {
    head: { ...list.head, rows, comparedWith, groups },
    *columnsOf(): Generator<[ColumnName, ColumnArray]> {
      for (const [name, column] of columnsOfParts(parts)) {
        if (name === 'group') column.fill(NO_GROUP, members);
        yield [name, name === 'previous_group' ? previousOfAll : column];
      }
    },
  };
}

/** The list without these rows, which ascend; the list itself without any. */
export function withoutRows(list: CustomerList, gone: Uint32Array): CustomerList {
  if (gone.length === 0) return list;
  const { head, columns } = list;
  const isGone = new Uint8Array(head.rows);
  for (const row of gone) isGone[row] = 1;
  const kept = new Uint32Array(head.rows - gone.length);
  let count = 0;
  let members = 0;
  for (let row = 0; row < head.rows; row++) {
    if (isGone[row] === 1) continue;
    kept[count++] = row;
    if (row < head.members) members++;
  }
  return { head: { ...head, rows: kept.length, members }, columns: rowsOfParts([{ columns, rows: kept }]) };
}
