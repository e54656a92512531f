// Dates that are years away from nearly all others: 1900, 1970 or 2062 among thousands. Reports count from the last one.
import type { FileProblem } from '../problems/file-problems.ts';
import type { Place } from './place.ts';

/** Years without orders between the odd dates and all others. */
const GAP_YEARS = 5;
/** Of all dates; one is always few. */
const FEW = 0.01;
const ENOUGH_ROWS = 20;

interface Year {
  rows: number;
  readonly first: Place & { readonly date: string };
}

export class OddDates {
  private readonly years = new Map<number, Year>();
  private lastDate = '';
  private last: Year | undefined;

  add(date: string, line: number, source: string): void {
    if (date === this.lastDate && this.last !== undefined) {
      this.last.rows++;
      return;
    }
    const year = Number(date.slice(0, 4));
    let known = this.years.get(year);
    if (known === undefined) {
      known = { rows: 0, first: { source, line, date: date.slice(0, 10) } };
      this.years.set(year, known);
    }
    known.rows++;
    [this.lastDate, this.last] = [date, known];
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const all = [...this.years].sort(([a], [b]) => a - b);
    const groups: (readonly [number, Year])[][] = [];
    let before = Number.NEGATIVE_INFINITY;
    for (const [year, found] of all) {
      if (year - before > GAP_YEARS) groups.push([]);
      groups.at(-1)?.push([year, found]);
      before = year;
    }
    const bySize = groups.sort((a, b) => rowsOf(b) - rowsOf(a));
    const [usual = [], ...others] = bySize;
    const odd = others.flat();
    const rows = rowsOf(odd);
    const [first] = odd;
    if (first === undefined || rowsOf(usual) < ENOUGH_ROWS) return undefined;
    if (rows > Math.max(1, FEW * (rows + rowsOf(usual)))) return undefined;
    const { source, line, date } = first[1].first;
    const [from, to] = [usual[0]?.[0] ?? 0, usual.at(-1)?.[0] ?? 0];
    return { source, problem: { code: 'odd_dates', date, line, rows, from, to } };
  }
}

function rowsOf(years: readonly (readonly [number, Year])[]): number {
  return years.reduce((sum, [, { rows }]) => sum + rows, 0);
}
