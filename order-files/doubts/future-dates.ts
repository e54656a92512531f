// Dates that have not come: few of them among others are mistyped, and reports count from the last one.
import type { FileProblem } from '../problems/file-problems.ts';
import type { Place } from './place.ts';

/** Orders that are placed ahead, and clocks that differ. */
const MARGIN_MS = 31 * 86_400_000;
/** Of all dates; one is always few. */
const FEW = 0.01;
const ENOUGH_ROWS = 20;

export class FutureDates {
  private readonly limit: string;
  private rows = 0;
  private ahead = 0;
  private first: (Place & { readonly date: string }) | undefined;

  constructor(now: number = Date.now()) {
    this.limit = new Date(now + MARGIN_MS).toISOString().slice(0, 10);
  }

  add(date: string, line: number, source: string): void {
    this.rows++;
    if (date.slice(0, 10) <= this.limit) return;
    this.ahead++;
    this.first ??= { source, line, date: date.slice(0, 10) };
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const { first, ahead, rows } = this;
    if (first === undefined || rows - ahead < ENOUGH_ROWS || ahead > Math.max(1, FEW * rows))
      return undefined;
    const { source, line, date } = first;
    return { source, problem: { code: 'future_dates', date, line, rows: ahead } };
  }
}
