// Prices of one from amounts of many.

/** The price of one, such that quantity times price is the total to the cent for any quantity up to a million. */
export function unitPriceOf(total: number, quantity: number): number {
  return roundPrice(total / quantity);
}

/** 8 decimals; exact for amounts that have no more. */
export function roundPrice(price: number): number {
  return Number(price.toFixed(8)) + 0;
}
