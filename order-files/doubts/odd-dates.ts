// Dates that are years away from nearly all others: 1900, 1970 or 2062 among thousands. Reports count from the last one.
import type { FileProblem } from '../problems/file-problems.ts';
import type { Place } from './place.ts';

/** Years without orders between the odd dates and all others. */
const GAP_YEARS = 5;
/** The share of all orders that is few; one is always few. */
const FEW = 0.01;
const ENOUGH_ORDERS = 20;

const YEARS = 10_000;

export class OddDates {
  private readonly orders = new Uint32Array(YEARS);
  private readonly first = new Map<number, Place & { readonly date: string }>();

  add(date: string, line: number, source: string): void {
    const year = digits(date, 0) * 100 + digits(date, 2);
    const before = this.orders[year] ?? 0;
    this.orders[year] = before + 1;
    if (before === 0) this.first.set(year, { source, line, date: date.slice(0, 10) });
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const groups: number[][] = [];
    let before = Number.NEGATIVE_INFINITY;
    for (const year of [...this.first.keys()].sort((a, b) => a - b)) {
      if (year - before > GAP_YEARS) groups.push([]);
      groups.at(-1)?.push(year);
      before = year;
    }
    const ordersOf = (years: readonly number[]): number =>
      years.reduce((sum, year) => sum + (this.orders[year] ?? 0), 0);
    const bySize = groups.sort((a, b) => ordersOf(b) - ordersOf(a));
    const [usual = [], ...others] = bySize;
    const odd = others.flat();
    const orders = ordersOf(odd);
    const first = this.first.get(odd[0] ?? -1);
    if (first === undefined || ordersOf(usual) < ENOUGH_ORDERS) return undefined;
    if (orders > Math.max(1, FEW * (orders + ordersOf(usual)))) return undefined;
    const { source, line, date } = first;
    const [from, to] = [usual[0] ?? 0, usual.at(-1) ?? 0];
    return { source, problem: { code: 'odd_dates', date, line, orders, from, to } };
  }
}

/** The number that two decimal digits make. */
function digits(date: string, at: number): number {
  return (date.charCodeAt(at) - 48) * 10 + (date.charCodeAt(at + 1) - 48);
}
