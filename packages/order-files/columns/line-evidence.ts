// Tells the price of a line from that of a piece by rows of the same product.

import { type Agreement, HALF_CENT } from './amount-equations.ts';
import { type Amounts, type AmountTable, toZero } from './amount-table.ts';

/** The pairs of rows with which a column that is named as a price is asked about: it looks like the price of a line. */
export const ENOUGH_EVIDENCE = 10;

export interface LineEvidence {
  readonly isOfLine: boolean;
  /** The discount that the amount contains; undefined if it explains nothing. */
  readonly discount: Amounts | undefined;
  readonly rows: number;
  readonly agreement: Agreement;
}

/** Shares of an amount that are left after a discount. */
const AFTER_DISCOUNT: Readonly<Record<'none' | 'rated' | 'percented', (discount: number) => number>> = {
  none: () => 1,
  rated: (discount) => 1 - discount,
  percented: (discount) => 1 - discount / 100,
};

/**
 * Compares rows of one product with different quantities or discounts: where the amount divided by the quantity stays
 * the same, it is that of the line; where the amount itself does, it is that of a piece. Undefined if the rows do not
 * say one of them.
 */
export function findLineEvidence(table: AmountTable, one: Amounts): LineEvidence | undefined {
  const plain = compareProducts(table, one, undefined, 'none');
  if (plain !== undefined) return plain;
  for (const discount of table.discounts) {
    for (const form of ['rated', 'percented'] as const) {
      const found = compareProducts(table, one, discount, form);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function compareProducts(
  { products, quantity, rows }: AmountTable,
  one: Amounts,
  discount: Amounts | undefined,
  form: keyof typeof AFTER_DISCOUNT,
): LineEvidence | undefined {
  if (products === undefined || quantity === undefined) return undefined;
  const first = new Map<string, { readonly amount: number; readonly count: number; readonly off: number }>();
  let [ofPiece, ofLine, pairs, telling] = [0, 0, 0, 0];
  for (let row = 0; row < rows; row++) {
    const off = toZero(discount?.values[row]);
    const amount = (one.values[row] ?? Number.NaN) / AFTER_DISCOUNT[form](off);
    const [count, product = ''] = [quantity.values[row] ?? Number.NaN, products[row]];
    if (!(amount > 0 && count > 0 && amount < Number.POSITIVE_INFINITY)) continue;
    const known = first.get(product);
    if (known === undefined) first.set(product, { amount, count, off });
    if (known === undefined || (known.count === count && known.off === off)) continue;
    // A rounded amount is off by half a cent, which grows by the share that the discount took.
    const shares = 1 / AFTER_DISCOUNT[form](off) + 1 / AFTER_DISCOUNT[form](known.off);
    const tolerance = discount === undefined ? HALF_CENT : HALF_CENT * shares;
    const isPiece = isWithin(amount, known.amount, tolerance);
    const isLine = isWithin(amount / count, known.amount / known.count, tolerance);
    if (known.off !== off && (isPiece || isLine)) telling++;
    // Two lines of one quantity say whether the discount is contained, and no more.
    if (isPiece && isLine) continue;
    pairs++;
    if (isPiece) ofPiece++;
    else if (isLine) ofLine++;
  }
  const rowsOf = Math.max(ofPiece, ofLine);
  if (pairs === 0 || rowsOf < 0.9 * pairs || Math.min(ofPiece, ofLine) > 0.05 * pairs) return undefined;
  if (discount !== undefined && telling < ENOUGH_EVIDENCE) return undefined;
  const quote = (amounts: Amounts): string => JSON.stringify(amounts.column.column);
  const share = form === 'rated' ? '' : ' %';
  const terms = [
    ...[quote(one), ...(ofLine > ofPiece ? [quote(quantity)] : [])],
    ...(discount === undefined ? [] : [`(1 − ${quote(discount)}${share})`]),
  ];
  const equation = `${terms.join(' ÷ ')} is the same for each product`;
  return {
    isOfLine: ofLine > ofPiece,
    discount,
    rows: rowsOf,
    agreement: { equation, rows: rowsOf, of: pairs },
  };
}

function isWithin(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= Math.max(tolerance, 1e-9 * Math.abs(one));
}
