// Computes unit prices from amounts of several units.

import { type Currency, getCurrencyDecimals } from '../../contract/sentences/currency.ts';
import { MAX_SCALE, toAmount, toUnits } from './decimal.ts';

/** The unit price for which quantity times price is the total to the cent, for any quantity up to a million. */
export function computeUnitPrice(total: number, quantity: number): number {
  return roundPrice(total / quantity);
}

/** The price rounded to 8 decimals: a half is rounded away from 0. */
export function roundPrice(price: number): number {
  return toAmount(toUnits(price, MAX_SCALE), MAX_SCALE) + 0;
}

// Spreads an amount over the lines of an order, in proportion, such that quantity × price adds up to it exactly if
// possible: prices have 8 decimals, and a third of 10.00 has more.

/** Units of a price. */
const SCALE = 1e8;

/**
 * `parts`: the share of each line; they sum to `total`. Returns them unchanged if their prices are exact; otherwise
 * rounded to the currency's smallest unit for one piece, with the remaining units on the dearest line that can take
 * them.
 */
export function spreadExactly(
  parts: readonly number[],
  quantities: readonly number[],
  total: number,
  currency: Currency,
): readonly number[] {
  const getQuantity = (index: number): number => quantities[index] ?? 1;
  const exact = parts.reduce(
    (sum, part, index) =>
      sum + Math.round(computeUnitPrice(part, getQuantity(index)) * SCALE) * getQuantity(index),
    0,
  );
  if (exact === Math.round(total * SCALE)) return parts;
  const scale = 10 ** getCurrencyDecimals(currency);
  const units = parts.map(
    (part, index) => Math.round((part * scale) / getQuantity(index)) * getQuantity(index),
  );
  const left = Math.round(total * scale) - units.reduce((sum, part) => sum + part, 0);
  const takers = units
    .map((part, index) => ({ part, index }))
    .filter(({ part, index }) => left % getQuantity(index) === 0 && Math.abs(part) > Math.abs(left))
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const [taker] = takers;
  if (taker === undefined && left !== 0) return parts;
  return units.map((part, index) => (part + (index === taker?.index ? left : 0)) / scale);
}
