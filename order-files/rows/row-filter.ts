// Records that hold no line item and are no mistake either: empty rows, a header repeated on every page, totals.

import type { ColumnMap } from '../columns/column-map.ts';
import { plainName } from '../profiles/profile.ts';

export type SkippedRecord = 'empty row' | 'repeated header' | 'row of totals' | 'line below the table';

const TOTAL_WORDS = new Set([
  ...['total', 'totals', 'grandtotal', 'subtotal', 'sum', 'summe', 'gesamt', 'gesamtsumme', 'zwischensumme'],
  ...[
    'totaux',
    'sommetotal',
    'soustotal',
    'totalgeneral',
    'suma',
    'sumatotal',
    'totaal',
    'totale',
    'eindtotaal',
  ],
]);
/** `Total: 1,597 lines` is longer than any of the words. */
const MAX_LABEL = 40;

/** Undefined for a record that is to be read. */
export function createRowFilter({
  header,
  positions,
  profile,
}: ColumnMap): (cells: readonly string[]) => SkippedRecord | undefined {
  const idHeader = header[positions.order_id] ?? '';
  const products = [positions.product_name, positions.product_sku].filter((position) => position !== -1);
  // A file of transactions has records without an order: fees, transfers.
  const mayLackOrder = profile.block?.records !== undefined;

  return (cells) => {
    const id = cells[positions.order_id]?.trim() ?? '';
    // Nearly all ids begin with a digit.
    const first = id.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39) return undefined;
    if (id === '' && cells.every((cell) => cell.trim() === '')) return 'empty row';
    if (profile.footer?.test(cells.join(',')) === true) return 'line below the table';
    const productCells = products.map((position) => cells[position]?.trim() ?? '');
    if (id === idHeader && productCells.every((cell, index) => cell === header[products[index] ?? -1])) {
      return 'repeated header';
    }
    if (mayLackOrder || profile.lines !== undefined) return undefined;
    const hasProduct = productCells.some((cell) => cell !== '' && !isTotal(cell));
    if (hasProduct) return undefined;
    return id === '' || isTotal(id) ? 'row of totals' : undefined;
  };
}

function isTotal(cell: string): boolean {
  if (cell.length > MAX_LABEL) return false;
  const [word = ''] = cell.split(/[:(\d]/);
  return TOTAL_WORDS.has(plainName(word));
}
