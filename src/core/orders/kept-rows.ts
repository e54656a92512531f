// What the rows of an order that pass the report's conditions say of it.
import type { OrderColumns } from './columns.ts';

/** A purchase is an order with at least one kept row of positive quantity. */
export function isPurchase(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1];
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.isKept(line) && columns.lines.quantityOf(line) > 0) return true;
  }
  return false;
}

/** unit_price × quantity over the kept rows: returns are netted. */
export function keptValue(columns: OrderColumns, order: number): number {
  const end = columns.lineStart[order + 1];
  let value = 0;
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.isKept(line)) value += columns.lines.valueOf(line);
  }
  return value;
}
