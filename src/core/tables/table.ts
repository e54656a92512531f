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
