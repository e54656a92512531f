// An amount over the lines of an order, in proportion, such that quantity × price adds up to it exactly where that can
// be: prices have 8 decimals, and a third of 10.00 has more.
import { unitPriceOf } from './unit-price.ts';

/** Of a price. */
const SCALE = 1e8;

/**
 * `parts`: what each line would get, whose sum is `total`. Returns them as they are where their prices are exact;
 * otherwise rounded to the cent for one, the cents that are left on the dearest line that can take them.
 */
export function spreadExactly(
  parts: readonly number[],
  quantities: readonly number[],
  total: number,
): readonly number[] {
  const quantityOf = (index: number): number => quantities[index] ?? 1;
  const exact = parts.reduce(
    (sum, part, index) => sum + Math.round(unitPriceOf(part, quantityOf(index)) * SCALE) * quantityOf(index),
    0,
  );
  if (exact === Math.round(total * SCALE)) return parts;
  const cents = parts.map((part, index) => Math.round((part * 100) / quantityOf(index)) * quantityOf(index));
  const left = Math.round(total * 100) - cents.reduce((sum, part) => sum + part, 0);
  const takers = cents
    .map((part, index) => ({ part, index }))
    .filter(({ part, index }) => left % quantityOf(index) === 0 && Math.abs(part) > Math.abs(left))
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const [taker] = takers;
  if (taker === undefined && left !== 0) return parts;
  return cents.map((part, index) => (part + (index === taker?.index ? left : 0)) / 100);
}
