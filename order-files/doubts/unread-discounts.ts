// A column of discounts that nothing names as one, in a file of no particular exporter: without it, revenue is too high.
import type { FileProblem } from '../problems/file-problems.ts';
import type { Place } from './place.ts';

export class UnreadDiscounts {
  private rows = 0;
  private first: (Place & { readonly column: string }) | undefined;

  add(column: string, line: number, source: string): void {
    this.rows++;
    this.first ??= { column, source, line };
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    if (this.first === undefined) return undefined;
    const { source, column, line } = this.first;
    return { source, problem: { code: 'unread_discounts', column, line, rows: this.rows } };
  }
}

const NO_AMOUNT = /%|percent|prozent|rate|code|name|reason|type|before|after|excl|incl|total|net/i;

/** By its name; its cells are looked at as well, since codes and names of discounts are none. */
export function isDiscountColumn(name: string): boolean {
  return /discount|rabatt|remise|descuento|korting/i.test(name) && !NO_AMOUNT.test(name);
}
