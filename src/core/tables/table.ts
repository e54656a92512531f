// A table that is written to a file: typed columns, and rows that are taken one by one.
export type Cell = string | number | boolean | null | readonly string[];

export type CellType = 'text' | 'texts' | 'integer' | 'number' | 'boolean';

export interface TableColumn {
  readonly name: string;
  readonly type: CellType;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  /** A cell per column. Null in any column. */
  readonly rows: Iterable<readonly Cell[]>;
}

/** Makes a file of rows, in pieces of many: nothing else of the table is in memory. */
export interface TableWriter {
  /** A piece, if one is full. */
  add(cells: readonly Cell[]): Uint8Array | undefined;
  /** The last piece. */
  end(): Uint8Array;
}

/** Pieces of the file, which is complete with the last one. */
export function* tablePieces(writer: TableWriter, rows: Table['rows']): Generator<Uint8Array> {
  for (const cells of rows) {
    const piece = writer.add(cells);
    if (piece !== undefined) yield piece;
  }
  yield writer.end();
}
