// Order files without prices: refused unless the operator says that there are none.
import type { ColumnMap } from './column-map.ts';
import { OrderFileError } from './errors.ts';

const WITHOUT_PRICES =
  'Without prices, association rules keep support, confidence and lift, but revenue, values and impact are 0; RFM segments go by recency and frequency, and monetary is 0. --no-prices accepts that';

/** Throws OrderFileError when no column can be the price. */
export function demandPrices(source: string, { header, positions }: ColumnMap): void {
  if (positions.unit_price !== -1 || positions.line_total !== -1) return;
  throw new OrderFileError(
    source,
    `no column found for unit_price; the header has ${header.map((column) => JSON.stringify(column)).join(', ')}. Name it with --columns unit_price=COLUMN, or line_total=COLUMN for the price of the whole line. ${WITHOUT_PRICES}`,
    'missing_prices',
  );
}

export function pricesAreAllZero(source: string): OrderFileError {
  return new OrderFileError(source, `every price is 0 or empty. ${WITHOUT_PRICES}`, 'zero_prices');
}
