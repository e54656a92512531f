// Order files whose prices are all 0: refused unless the operator says that there are none.

import { OrderFileError } from '../problems/errors.ts';

export function pricesAreAllZero(source: string): OrderFileError {
  return new OrderFileError(source, { code: 'zero_prices' });
}
