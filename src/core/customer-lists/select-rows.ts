// Lists that are made of rows of other lists.
import {
  ARRAYS,
  COLUMNS,
  type ColumnArray,
  type ColumnName,
  type Columns,
  columnOf,
  TEXTS,
} from './columns.ts';

/** Doubles are NaN at first, a value that does not exist; all others are 0. */
export function emptyColumn(name: ColumnName, length: number): ColumnArray {
  const column = new ARRAYS[COLUMNS[name]](length);
  return column instanceof Float64Array ? column.fill(Number.NaN) : column;
}

/** Rows of a list, one part after the other. A column that one of the lists does not have is empty in its rows. */
export interface Part {
  readonly columns: Columns;
  readonly rows: Uint32Array;
}

type Texts = (typeof TEXTS)[number];

export function rowsOfParts(parts: readonly Part[]): Columns {
  return new Map(columnsOfParts(parts));
}

/** One after the other: each is made when it is asked for. */
export function* columnsOfParts(parts: readonly Part[]): Generator<[ColumnName, ColumnArray]> {
  // In the sequence of the first list, so that equal lists are equal files.
  for (const name of new Set(parts.flatMap(({ columns }) => [...columns.keys()]))) {
    const texts = TEXTS.find(({ end, bytes }) => end === name || bytes === name);
    if (texts === undefined) yield [name, joinedColumn(name, parts)];
    else if (texts.end === name) {
      const { end, bytes } = joinedTexts(texts, parts);
      yield [texts.end, end];
      yield [texts.bytes, bytes];
    }
  }
}

function joinedColumn(name: ColumnName, parts: readonly Part[]): ColumnArray {
  const joined = emptyColumn(name, countOf(parts));
  let first = 0;
  for (const { columns, rows } of parts) {
    const from = columns.get(name);
    if (from !== undefined) for (let at = 0; at < rows.length; at++) joined[first + at] = from[rows[at]];
    first += rows.length;
  }
  return joined;
}

function joinedTexts({ end, bytes }: Texts, parts: readonly Part[]) {
  const having = parts.filter(({ columns }) => columns.has(end));
  let length = 0;
  for (const { columns, rows } of having) {
    const from = columnOf(columns, end);
    for (const row of rows) length += from[row] - (row === 0 ? 0 : from[row - 1]);
  }
  const to = { end: new Uint32Array(countOf(parts)), bytes: new Uint8Array(length) };
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

function countOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { rows }) => sum + rows.length, 0);
}
