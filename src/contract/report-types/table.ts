// Tables that are written to files: their columns and cells.

export type Cell = string | number | boolean | null | readonly string[] | Readonly<Record<string, string>>;

/**
 * `decimal`: a text of decimal digits, exact. `timestamp`: epoch milliseconds. `map`: texts by name. All others are
 * their values.
 */
export type CellType = 'text' | 'texts' | 'integer' | 'number' | 'boolean' | 'decimal' | 'timestamp' | 'map';

export interface TableColumn {
  readonly name: string;
  readonly type: CellType;
  /** Digits after the point that a binary file keeps of a `decimal`. */
  readonly scale?: number;
}
