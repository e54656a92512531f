// Detects ids of orders that recur on other days: numbers of receipts that restart each day or at each till, customers
// in place of orders, and orders whose lines are months apart. Examines a sample of orders, chosen by the hash of their
// ids, to limit memory.

import { hash32 } from '../../../src/analysis/ingest/hash.ts';
import type { FileProblem, OrderIdColumns } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';

const MAX_ORDERS = 10_000;
/** Orders that recur on other days are asked about if they are more than this share of those with several lines. */
const MANY = 0.5;
const LEAST_RECURRING = 2;
/** Days between the first and the last line of an order from which it is asked about. */
const FAR_APART = 60;
/** Orders with lines that far apart are asked about from this share on. */
const FEW = 0.005;
const DAY_MS = 86_400_000;

interface Seen {
  first: string;
  last: string;
  lines: number;
  /** The line and day at which it first recurred. */
  line: number;
}

export class RecurringOrders {
  private columns: (OrderIdColumns & { readonly source: string }) | undefined;
  /** Orders whose hash has all these bits 0 are sampled. */
  private mask = 0;
  private orders = new Map<string, Seen>();
  private date: string | undefined;
  private seen: Seen | undefined;

  open(columns: OrderIdColumns, source: string): void {
    this.columns ??= { ...columns, source };
  }

  /** `isNext`: the row before is of another order. `hash`: that of the order's id. */
  add({ order_id, order_date, line }: OrderRow, isNext: boolean, hash: number): void {
    if (isNext) {
      this.date = undefined;
      this.seen = this.columns === undefined ? undefined : this.find(order_id, hash);
    }
    if (this.seen === undefined || order_date === undefined) return;
    this.seen.lines++;
    if (order_date === this.date) return;
    this.date = order_date;
    const day = order_date.slice(0, 10);
    const { seen } = this;
    if (seen.first === '') seen.first = seen.last = day;
    else if (day < seen.first || day > seen.last) {
      if (seen.first === seen.last) seen.line = line;
      if (day < seen.first) seen.first = day;
      else seen.last = day;
    }
  }

  private find(order_id: string, hash: number): Seen | undefined {
    if ((hash & this.mask) !== 0) return undefined;
    const known = this.orders.get(order_id);
    if (known !== undefined) return known;
    if (this.orders.size >= MAX_ORDERS) {
      this.mask = 2 * this.mask + 1;
      this.orders = new Map([...this.orders].filter(([id]) => (hash32(id) & this.mask) === 0));
      return this.find(order_id, hash);
    }
    const seen = { first: '', last: '', lines: 0, line: 0 };
    this.orders.set(order_id, seen);
    return seen;
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    if (this.columns === undefined) return undefined;
    const several = [...this.orders].filter(([, { lines }]) => lines > 1);
    const recurring = several.filter(([, { first, last }]) => first !== last);
    const far = recurring.filter(([, seen]) => countDays(seen) >= FAR_APART);
    const areMany = recurring.length >= LEAST_RECURRING && recurring.length > MANY * several.length;
    const areFar = far.length > 0 && far.length >= FEW * this.orders.size;
    const [example] = (areMany ? recurring : areFar ? far : []).sort(([, a], [, b]) => a.line - b.line);
    if (example === undefined) return undefined;
    const { source, ...columns } = this.columns;
    const [order, { first, last, line }] = example;
    const percent = Math.ceil((100 * (areMany ? recurring : far).length) / this.orders.size);
    return { source, problem: { code: 'recurring_orders', order, first, last, line, percent, columns } };
  }
}

function countDays({ first, last }: Seen): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS;
}
