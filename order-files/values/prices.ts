// Order files without prices: refused unless the operator says that there are none.

import { OrderFileError } from '../problems/errors.ts';
import type { ColumnMap } from '../rows/column-map.ts';

/** Throws OrderFileError when no column can be the price. */
export function demandPrices(source: string, { header, positions }: ColumnMap): void {
  if (positions.unit_price !== -1 || positions.line_total !== -1) return;
  throw new OrderFileError(source, { code: 'missing_prices', header });
}

export function pricesAreAllZero(source: string): OrderFileError {
  return new OrderFileError(source, { code: 'zero_prices' });
}
