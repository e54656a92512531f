// Prices of one from amounts of many.
import { amountOf, MAX_SCALE, unitsOf } from './decimal.ts';

/** The price of one, such that quantity times price is the total to the cent for any quantity up to a million. */
export function unitPriceOf(total: number, quantity: number): number {
  return roundPrice(total / quantity);
}

/** The decimal that the price is, to 8 decimals: a half is rounded away from 0. */
export function roundPrice(price: number): number {
  return amountOf(unitsOf(price, MAX_SCALE), MAX_SCALE) + 0;
}
