// Rows that stand for nothing at one of the levels that baskets hold: a product without a category.
import type { OrderColumns } from '../orders/columns.ts';
import { type ProductLevel, valuesOfLabel } from '../settings/product-levels.ts';
import type { Selection } from './selection.ts';

/** Per label of the products: rows of the selection. */
export function rowsByLabel(
  { orderCount, lineStart, lines, products }: OrderColumns,
  selection: Selection,
): Uint32Array {
  const rowsOf = new Uint32Array(products.length);
  for (let order = 0; order < orderCount; order++) {
    if (selection.rows[order] === 0) continue;
    for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
      if (lines.isKept(line)) rowsOf[lines.productOf(line)]++;
    }
  }
  return rowsOf;
}

/** Levels that are lacking, and of how many rows. `rowsOf`: per label. `levels`: the first ones of the labels. */
export function rowsWithoutLevel(
  labels: readonly string[],
  rowsOf: Uint32Array,
  levels: readonly ProductLevel[],
): Map<ProductLevel, number> {
  const without = new Map<ProductLevel, number>();
  for (const [label, text] of labels.entries()) {
    const values = valuesOfLabel(text);
    for (const [at, level] of levels.entries()) {
      if (values[at] !== undefined || rowsOf[label] === 0) continue;
      without.set(level, (without.get(level) ?? 0) + rowsOf[label]);
    }
  }
  return without;
}
