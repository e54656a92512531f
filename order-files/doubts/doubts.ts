// What is hardly true of orders, although it can be read: a date far from all others, ids that a spreadsheet has rounded,
// products that repeat in their orders, prices in hundredths. Only the operator knows; until then nothing is sent.

import { hash32 } from '../../src/core/ingest/hash.ts';
import { OrderFileError } from '../problems/errors.ts';
import type { FileProblem } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { OddDates } from './odd-dates.ts';
import { OddPrices } from './odd-prices.ts';
import type { Place } from './place.ts';
import { UnreadDiscounts } from './unread-discounts.ts';

export const DOUBTS = ['dates', 'ids', 'repeats', 'prices', 'discounts'] as const;
export type Doubt = (typeof DOUBTS)[number];

export class Doubts {
  private readonly dates = new OddDates();
  private readonly future = new FutureDates();
  private readonly ids = new ScientificIds();
  private readonly repeats = new RepeatedShare();
  private readonly prices = new OddPrices();
  readonly discounts = new UnreadDiscounts();
  private order: string | undefined;

  /** A sale; returns of exporters repeat the products of theirs. */
  add(row: OrderRow, source: string): void {
    // The lines of an order have one date, which is mistyped once.
    if (row.order_date !== undefined && row.order_id !== this.order) {
      this.order = row.order_id;
      this.dates.add(row.order_date, row.line, source);
      this.future.add(row.order_date, row.line, source);
    }
    this.ids.add(row, source);
    this.repeats.add(row, source);
    this.prices.add(row, source);
  }

  /** When all was read. Throws OrderFileError for the first doubt that the operator has not answered. */
  demandAnswers(accepted: ReadonlySet<Doubt>, currency: string | undefined): void {
    const found = [
      accepted.has('ids') ? undefined : this.ids.found(),
      accepted.has('dates') ? undefined : (this.dates.found() ?? this.future.found()),
      accepted.has('discounts') ? undefined : this.discounts.found(),
      accepted.has('prices') ? undefined : this.prices.found(currency),
      accepted.has('repeats') ? undefined : this.repeats.found(),
    ].find((one) => one !== undefined);
    if (found !== undefined) throw new OrderFileError(found.source, found.problem);
  }
}

// Dates that have not come: few of them among others are mistyped, and reports count from the last one.
/** Orders that are placed ahead, and clocks that differ. */
const MARGIN_MS = 31 * 86_400_000;
/** The share of all orders that is few; one is always few. More are orders that were placed ahead. */
const FEW = 0.05;
const ENOUGH_ORDERS = 20;

class FutureDates {
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

// How many lines have a product that their order has already: many mean that orders were merged, or that the file was
// exported twice. Counted over a sample of orders, chosen by the hash of their ids, so that it takes little memory.
const MAX_LINES = 5_000;
const ENOUGH_LINES = 40;
/** A till that scans each piece on its own repeats a tenth of its lines. */
const MANY = 0.25;

class RepeatedShare {
  /** Orders are sampled whose hash has these bits all 0. */
  private mask = 0;
  private seen = new DistinctCount();
  private lines = 0;
  private order: string | undefined;
  private isSampled = false;

  add({ order_id, item }: OrderRow, source: string): void {
    if (order_id !== this.order) {
      this.order = order_id;
      this.isSampled = this.mask === 0 || (hash32(order_id) & this.mask) === 0;
    }
    if (!this.isSampled) return;
    this.lines++;
    // What came back repeats what was sold; a later file may have the order again.
    const { product_name = '', product_sku = '', quantity = 1 } = item;
    this.seen.add(`${order_id}\n${source}\n${quantity < 0 ? '-' : ''}${product_name}\n${product_sku}`);
    if (this.seen.size < MAX_LINES) return;
    this.mask = 2 * this.mask + 1;
    this.seen = new DistinctCount();
    this.lines = 0;
    this.order = undefined;
  }

  found(): { readonly source: undefined; readonly problem: FileProblem } | undefined {
    const share = 1 - this.seen.size / this.lines;
    if (this.lines < ENOUGH_LINES || !(share > MANY)) return undefined;
    return { source: undefined, problem: { code: 'repeated_products', percent: Math.round(100 * share) } };
  }
}

// Ids that a spreadsheet has turned into numbers and rounded: 1.23E+12 is one id for all orders that begin so.
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d\d$/i;
const PLUS = 0x2b;

interface Found extends Place {
  readonly field: 'order_id' | 'customer_id';
  readonly cell: string;
}

class ScientificIds {
  private readonly first = new Map<Found['field'], Found>();
  private lastOrder = '';
  private lastCustomer: string | undefined;

  add({ order_id, customer_id, line }: OrderRow, source: string): void {
    if (order_id !== this.lastOrder) {
      this.lastOrder = order_id;
      this.note('order_id', order_id, line, source);
    }
    if (customer_id === undefined || customer_id === this.lastCustomer) return;
    this.lastCustomer = customer_id;
    this.note('customer_id', customer_id, line, source);
  }

  private note(field: Found['field'], cell: string, line: number, source: string): void {
    // The exponent has two digits.
    if (cell.charCodeAt(cell.length - 3) !== PLUS || !SCIENTIFIC.test(cell)) return;
    if (!this.first.has(field)) this.first.set(field, { field, cell, line, source });
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const first = this.first.get('order_id') ?? this.first.get('customer_id');
    if (first === undefined) return undefined;
    const { source, field, cell, line } = first;
    return { source, problem: { code: 'scientific_ids', field, cell, line } };
  }
}
