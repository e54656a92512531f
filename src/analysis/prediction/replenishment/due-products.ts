// Finds the products that each customer is due to buy again, and when.
import type { ProductRule } from '../../../contract/report-types/replenishment/limits.ts';
import { isFeeName } from '../../orders/fee-names.ts';
import { MONTH, WEEK } from './expected-totals.ts';
import type { CustomerSpells } from './product-spells.ts';
import type { ProductRow } from './product-table.ts';
import { TWICE } from './rhythm.ts';

/** Most products named per customer. */
export const MOST_DUE = 3;
/** Number of gaps of the product's usual length that are added to the customer's own. */
const SHRINKAGE = 2;

/** `own`: days from the first purchase to the last, and the number of gaps between them. */
export function computeGap(
  rule: ProductRule,
  own: { readonly days: number; readonly gaps: number },
  usual: number,
): number {
  if (rule === 'usual_gap') return usual;
  const weight = rule === 'own_gap' ? 0 : SHRINKAGE;
  return (own.days + weight * usual) / (own.gaps + weight);
}

/** Indexed as the customers, MOST_DUE each: the earliest first, ties by name. */
export interface DueProducts {
  /** Row of the product table, NaN for none. */
  readonly row: Float64Array;
  /** Days since 1970-01-01; on or before the reference day for overdue products. */
  readonly day: Float64Array;
  /** Per row of the table: customers who are due to buy it within a week, or overdue. */
  readonly customersDue: Uint32Array;
}

/**
 * A product is due at its last purchase + the gap by `rule`. No date is given if the customer has not bought the
 * product again or has waited for more than twice the gap, if the usual gap is unknown, or if the product is postage.
 * `rowOf`: per product of the spells, its row of the table or -1.
 */
export function findDueProducts(
  { start, product, days, firstDay, lastDay }: CustomerSpells<ArrayLike<number>, ArrayLike<number>>,
  rows: readonly ProductRow[],
  rowOf: Int32Array,
  reference: number,
  rule: ProductRule,
): DueProducts {
  const count = start.length - 1;
  const row = new Float64Array(MOST_DUE * count).fill(Number.NaN);
  const day = new Float64Array(MOST_DUE * count).fill(Number.NaN);
  const customersDue = new Uint32Array(rows.length);
  const usual = Float64Array.from(rows, ({ product: name, further_days }) =>
    further_days === null || isFeeName(name) ? Number.NaN : further_days,
  );
  const isSooner = (a: number, dayOfA: number, b: number, dayOfB: number): boolean =>
    dayOfA < dayOfB || (dayOfA === dayOfB && rows[a].product < rows[b].product);
  for (let c = 0; c < count; c++) {
    for (let at = start[c]; at < start[c + 1]; at++) {
      const r = rowOf[product[at]];
      if (r < 0 || days[at] === 1) continue;
      if (Number.isNaN(usual[r])) continue;
      const gap = computeGap(rule, { days: lastDay[at] - firstDay[at], gaps: days[at] - 1 }, usual[r]);
      const due = lastDay[at] + Math.ceil(gap);
      if (!(due <= reference + MONTH && reference - lastDay[at] <= TWICE * gap)) continue;
      if (due <= reference + WEEK) customersDue[r]++;
      let slot = MOST_DUE * c + MOST_DUE;
      while (slot > MOST_DUE * c) {
        const before = slot - 1;
        if (!Number.isNaN(row[before]) && !isSooner(r, due, row[before], day[before])) break;
        if (slot < MOST_DUE * c + MOST_DUE) [row[slot], day[slot]] = [row[before], day[before]];
        slot = before;
      }
      if (slot < MOST_DUE * c + MOST_DUE) [row[slot], day[slot]] = [r, due];
    }
  }
  return { row, day, customersDue };
}

/** The values in slot `at`, one of MOST_DUE slots per customer. */
export function getSlot(values: Float64Array, at: number): Float64Array {
  return Float64Array.from({ length: values.length / MOST_DUE }, (_, c) => values[MOST_DUE * c + at]);
}

/** Sums per row of the table, over all partitions. */
export function sumDue(rows: number, found: readonly ArrayLike<number>[]): Uint32Array {
  const sums = new Uint32Array(rows);
  for (const counts of found) for (let row = 0; row < rows; row++) sums[row] += counts[row];
  return sums;
}
