// Tables that are written to files: their columns and cells.

export type Cell = string | number | boolean | null | readonly string[];

export type CellType = 'text' | 'texts' | 'integer' | 'number' | 'boolean';

export interface TableColumn {
  readonly name: string;
  readonly type: CellType;
}
