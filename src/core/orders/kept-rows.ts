// What the rows of an order that pass the report's conditions say of it.
import type { MoneySums } from '../money/money-sums.ts';
import type { OrderColumns } from './columns.ts';

/** A purchase is an order with at least one kept row of positive quantity. */
export function isPurchase(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1];
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.isKept(line) && columns.lines.quantityOf(line) > 0) return true;
  }
  return false;
}

/** The same over all rows: customer scopes look at the whole history, whatever the report's conditions. */
export function isPurchaseOfAnyRows(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1];
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.quantityOf(line) > 0) return true;
  }
  return false;
}

/** Adds unit_price × quantity of the kept rows, returns netted, to a sum of the lines' scale. */
export function addKeptValue(
  { lines, lineStart }: OrderColumns,
  order: number,
  sums: MoneySums,
  at: number,
): void {
  lines.addKeptValues(lineStart[order], lineStart[order + 1], sums, at);
}

export function keptRowCount({ lines, lineStart }: OrderColumns, order: number): number {
  let rows = 0;
  for (let line = lineStart[order]; line < lineStart[order + 1]; line++) if (lines.isKept(line)) rows++;
  return rows;
}
