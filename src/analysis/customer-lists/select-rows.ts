// Creates lists from rows of other lists.
import {
  ARRAYS,
  COLUMNS,
  type ColumnArray,
  type ColumnName,
  type Columns,
  type CustomerList,
  getColumn,
  NO_GROUP,
  TEXTS,
} from '../../contract/customer-lists/columns.ts';
import { listPieces } from './list-file.ts';

/** A column of missing values: NaN for doubles, 0 for all others. */
export function createEmptyColumn(name: ColumnName, length: number): ColumnArray {
  const column = new ARRAYS[COLUMNS[name]](length);
  return column instanceof Float64Array ? column.fill(Number.NaN) : column;
}

/** Rows of one of the lists that are joined. A column that the list lacks is empty in its rows. */
interface Part {
  readonly columns: Columns;
  readonly rows: Uint32Array;
}

type Texts = (typeof TEXTS)[number];

export function joinRows(parts: readonly Part[]): Columns {
  return new Map(joinColumns(parts));
}

/** Yields columns one after the other; each is created on demand. */
function* joinColumns(parts: readonly Part[]): Generator<[ColumnName, ColumnArray]> {
  // Keep the sequence of the first list, so that equal lists are equal files.
  for (const name of new Set(parts.flatMap(({ columns }) => [...columns.keys()]))) {
    const texts = TEXTS.find(({ end, bytes }) => end === name || bytes === name);
    if (texts === undefined) yield [name, joinColumn(name, parts)];
    else if (texts.end === name) {
      const { end, bytes } = joinTexts(texts, parts);
      yield [texts.end, end];
      yield [texts.bytes, bytes];
    }
  }
}

function joinColumn(name: ColumnName, parts: readonly Part[]): ColumnArray {
  const joined = createEmptyColumn(name, countRows(parts));
  let first = 0;
  for (const { columns, rows } of parts) {
    const from = columns.get(name);
    if (from !== undefined) for (let at = 0; at < rows.length; at++) joined[first + at] = from[rows[at]];
    first += rows.length;
  }
  return joined;
}

function joinTexts({ end, bytes }: Texts, parts: readonly Part[]) {
  const having = parts.filter(({ columns }) => columns.has(end));
  let length = 0;
  for (const { columns, rows } of having) {
    const from = getColumn(columns, end);
    for (const row of rows) length += from[row] - (row === 0 ? 0 : from[row - 1]);
  }
  const to = { end: new Uint32Array(countRows(parts)), bytes: new Uint8Array(length) };
  let at = 0;
  let written = 0;
  for (const { columns, rows } of parts) {
    const ends = columns.get(end);
    const from = columns.get(bytes);
    for (const row of rows) {
      if (ends !== undefined && from !== undefined)
        for (let byte = row === 0 ? 0 : ends[row - 1]; byte < ends[row]; byte++)
          to.bytes[written++] = from[byte];
      to.end[at++] = written;
    }
  }
  return to;
}

function countRows(parts: readonly Part[]): number {
  return parts.reduce((sum, { rows }) => sum + rows.length, 0);
}

// Compares a list with an earlier one: adds the earlier segment or cohort of each customer, and the customers who left,
// with their earlier figures.

export function compareLists(list: CustomerList, earlier: CustomerList, comparedWith: string): CustomerList {
  const { head, listColumns } = createComparison(list, earlier, comparedWith);
  return { head, columns: new Map(listColumns()) };
}

/** The file of the compared list, in pieces as `listPieces`. */
export function compareInPieces(
  list: CustomerList,
  earlier: CustomerList,
  comparedWith: string,
): Iterable<Uint8Array> {
  const { head, listColumns } = createComparison(list, earlier, comparedWith);
  return listPieces(head, listColumns);
}

/** Customers are matched by the hashes of their ids, as in the report's own changes. */
function createComparison(list: CustomerList, earlier: CustomerList, comparedWith: string) {
  const groups = [...new Set([...list.head.groups, ...earlier.head.groups])];
  const groupOf = earlier.head.groups.map((name) => groups.indexOf(name));
  const { members } = list.head;
  const previous = new Uint32Array(members).fill(NO_GROUP);
  const [high, low] = [getColumn(list.columns, 'hash_high'), getColumn(list.columns, 'hash_low')];
  const [oldHigh, oldLow] = [getColumn(earlier.columns, 'hash_high'), getColumn(earlier.columns, 'hash_low')];
  const oldGroup = getColumn(earlier.columns, 'group');
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
    { columns: withoutNext(earlier.columns), rows: Uint32Array.from(left) },
  ];
  const previousOfAll = new Uint32Array(rows);
  previousOfAll.set(previous);
  for (const [at, one] of left.entries()) previousOfAll[members + at] = groupOf[oldGroup[one]];
  return {
    head: { ...list.head, rows, comparedWith, groups },
    *listColumns(): Generator<[ColumnName, ColumnArray]> {
      for (const [name, column] of joinColumns(parts)) {
        if (name === 'group') column.fill(NO_GROUP, members);
        yield [name, name === 'previous_group' ? previousOfAll : column];
      }
    },
  };
}

/** Columns for rows that are joined to another list, whose head names other next products. */
function withoutNext(columns: Columns): Columns {
  return new Map([...columns].filter(([name]) => name !== 'next_end' && name !== 'next_bytes'));
}

/** The list without these rows, which ascend; the same list if there are none. */
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
  return { head: { ...head, rows: kept.length, members }, columns: joinRows([{ columns, rows: kept }]) };
}
