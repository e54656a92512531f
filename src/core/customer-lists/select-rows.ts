// Lists that are made of rows of other lists.
import { ARRAYS, COLUMNS, type ColumnArray, type ColumnName, type Columns, columnOf } from './columns.ts';

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

export function rowsOfParts(parts: readonly Part[]): Columns {
  const names = [...new Set(parts.flatMap(({ columns }) => [...columns.keys()]))];
  const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const result = new Map<ColumnName, ColumnArray>(
    names.filter((name) => name !== 'id_bytes').map((name) => [name, emptyColumn(name, count)]),
  );
  const ids = idBytes(parts);
  result.set('id_bytes', ids);
  let first = 0;
  let written = 0;
  for (const { columns, rows } of parts) {
    for (const [name, to] of result) {
      const from = columns.get(name);
      if (from === undefined || name === 'id_bytes' || name === 'id_end') continue;
      for (let at = 0; at < rows.length; at++) to[first + at] = from[rows[at]];
    }
    const end = columnOf(columns, 'id_end');
    const from = bytesOf(columns);
    const ends = columnOf(result, 'id_end');
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at];
      const start = row === 0 ? 0 : end[row - 1];
      for (let byte = start; byte < end[row]; byte++) ids[written++] = from[byte];
      ends[first + at] = written;
    }
    first += rows.length;
  }
  return result;
}

function idBytes(parts: readonly Part[]): Uint8Array {
  let bytes = 0;
  for (const { columns, rows } of parts) {
    const end = columnOf(columns, 'id_end');
    for (const row of rows) bytes += end[row] - (row === 0 ? 0 : end[row - 1]);
  }
  return new Uint8Array(bytes);
}

function bytesOf(columns: Columns): Uint8Array {
  const bytes = columnOf(columns, 'id_bytes');
  if (!(bytes instanceof Uint8Array)) throw new Error('id_bytes are not bytes');
  return bytes;
}
