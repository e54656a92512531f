// Dates that have not come: few of them among others are mistyped, and reports count from the last one.
import type { FileProblem } from '../problems/file-problems.ts';
import type { Place } from './place.ts';

/** Orders that are placed ahead, and clocks that differ. */
const MARGIN_MS = 31 * 86_400_000;
/** Of all orders; one is always few. More are orders that were placed ahead. */
const FEW = 0.05;
const ENOUGH_ORDERS = 20;

export class FutureDates {
  private readonly limit: string;
  private orders = 0;
  private ahead = 0;
  private first: (Place & { readonly date: string }) | undefined;

  constructor(now: number = Date.now()) {
    this.limit = new Date(now + MARGIN_MS).toISOString().slice(0, 10);
  }

  add(date: string, line: number, source: string): void {
    this.orders++;
    if (date.slice(0, 10) <= this.limit) return;
    this.ahead++;
    this.first ??= { source, line, date: date.slice(0, 10) };
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const { first, ahead, orders } = this;
    if (first === undefined || orders - ahead < ENOUGH_ORDERS || ahead > Math.max(1, FEW * orders))
      return undefined;
    const { source, line, date } = first;
    return { source, problem: { code: 'future_dates', date, line, orders: ahead } };
  }
}
