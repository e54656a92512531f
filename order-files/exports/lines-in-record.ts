// Records that hold several lines of an order become a record per line: the cells of the file, then those of the line.

import type { ColumnMap } from '../columns/column-map.ts';
import { plainName } from '../profiles/profile.ts';

/** A record as it is where a record of the file is a line. */
export function createUnfolding({
  profile: { lines },
  header,
  width,
}: ColumnMap): (cells: readonly string[]) => readonly (readonly string[])[] {
  if (lines === undefined) return (cells) => [cells];
  const own = header.slice(0, width).map(plainName);
  const empty = lines.columns.map(() => '');
  return (cells) => {
    const cellOf = (column: string): string => cells[own.indexOf(column)]?.trim() ?? '';
    const found = lines.read(cellOf, own);
    return (found.length === 0 ? [empty] : found).map((line) => [...cells, ...line]);
  };
}
