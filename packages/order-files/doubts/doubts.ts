// Detects data that can be read but is unlikely to be right: a date far from all others, ids that a spreadsheet has
// rounded, products that repeat in their orders, prices in hundredths. Nothing is sent until the operator decides.

import { hash32 } from '../../../src/analysis/ingest/hash.ts';
import { getCurrencyDecimals } from '../../../src/contract/sentences/currency.ts';
import type { AmountReading } from '../columns/amount-columns.ts';
import { type Agreement, type Equation, NEARLY_ALL } from '../columns/amount-equations.ts';
import { OrderFileError } from '../problems/errors.ts';
import type { FileProblem } from '../problems/file-problems.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { GuestCustomers } from './guest-customers.ts';
import { RecurringOrders } from './recurring-orders.ts';
import { UnreadColumns } from './unread-columns.ts';

export const DOUBTS = ['dates', 'ids', 'orders', 'repeats', 'prices', 'customers'] as const;
export type Doubt = (typeof DOUBTS)[number];

export class Doubts {
  private readonly dates = new OddDates();
  private readonly future = new FutureDates();
  private readonly ids = new ScientificIds();
  private readonly repeats = new RepeatedShare();
  private readonly prices = new OddPrices();
  readonly recurring = new RecurringOrders();
  readonly unread = new UnreadColumns();
  readonly equation = new EquationCheck();
  readonly negatives = new DoubleNegatives();
  private readonly guests = new GuestCustomers();
  private order: string | undefined;
  /** The hash of the order's id: samples of orders are chosen by it. */
  private hash = 0;
  private isDated = false;

  /** Takes a sale; returns are left out, since exporters repeat the products of the order in them. */
  add(row: OrderRow, source: string): void {
    const isNext = row.order_id !== this.order;
    if (isNext) {
      this.order = row.order_id;
      this.hash = hash32(row.order_id);
      this.isDated = false;
    }
    // The lines of an order share one date, so a mistyped date is counted once.
    if (row.order_date !== undefined && !this.isDated) {
      this.isDated = true;
      this.dates.add(row.order_date, row.line, source);
      this.future.add(row.order_date, row.line, source);
    }
    this.guests.add(row);
    this.ids.add(row, source);
    this.recurring.add(row, isNext, this.hash);
    this.repeats.add(row, source, this.hash);
    this.prices.add(row, source);
  }

  /** Called after the last row. Throws OrderFileError for the first doubt that the operator has not answered. */
  demandAnswers(
    accepted: ReadonlySet<Doubt>,
    ignored: ReadonlySet<string>,
    currency: string | undefined,
  ): void {
    const found = [
      accepted.has('ids') ? undefined : this.ids.found(),
      accepted.has('dates') ? undefined : (this.dates.found() ?? this.future.found()),
      accepted.has('orders') ? undefined : this.recurring.found(),
      this.equation.found(),
      this.unread.found(ignored),
      this.negatives.found(),
      accepted.has('customers') ? undefined : this.guests.found(),
      accepted.has('prices') ? undefined : this.prices.found(currency),
      accepted.has('repeats') ? undefined : this.repeats.found(),
    ].find((one) => one !== undefined);
    if (found !== undefined) throw new OrderFileError(found.source, found.problem);
  }
}

// Detects dates in the future: a few among many are mistyped, and reports count from the last one.
/** Orders that are placed ahead, and clocks that differ. */
const MARGIN_MS = 31 * 86_400_000;
/** At most this share of all orders, or one order, is few. More are orders that were placed ahead. */
const FEW_AHEAD = 0.05;
const ENOUGH_ORDERS = 20;

class FutureDates {
  private readonly limit: string;
  private orders = 0;
  private ahead = 0;
  private first: (RowPlace & { readonly date: string }) | undefined;

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
    if (first === undefined || orders - ahead < ENOUGH_ORDERS || ahead > Math.max(1, FEW_AHEAD * orders))
      return undefined;
    const { source, line, date } = first;
    return { source, problem: { code: 'future_dates', date, line, orders: ahead } };
  }
}

// Counts lines whose product the order has already: many mean that orders were merged, or that the file was exported
// twice. Counts a sample of orders, chosen by the hash of their ids, to limit memory.
const MAX_LINES = 5_000;
const ENOUGH_LINES = 40;
/** A till that scans each piece separately repeats a tenth of its lines. */
const MANY = 0.25;

class RepeatedShare {
  /** Orders whose hash has all these bits 0 are sampled. */
  private mask = 0;
  private seen = new DistinctCount();
  private lines = 0;

  /** `hash`: that of the order's id. */
  add({ order_id, item }: OrderRow, source: string, hash: number): void {
    if ((hash & this.mask) !== 0) return;
    this.lines++;
    // A return repeats the products of its sale; a later file may repeat the order.
    const { product_name = '', product_sku = '', quantity = 1 } = item;
    this.seen.add(`${order_id}\n${source}\n${quantity < 0 ? '-' : ''}${product_name}\n${product_sku}`);
    if (this.seen.size < MAX_LINES) return;
    this.mask = 2 * this.mask + 1;
    this.seen = new DistinctCount();
    this.lines = 0;
  }

  found(): { readonly source: undefined; readonly problem: FileProblem } | undefined {
    const share = 1 - this.seen.size / this.lines;
    if (this.lines < ENOUGH_LINES || !(share > MANY)) return undefined;
    return { source: undefined, problem: { code: 'repeated_products', percent: Math.round(100 * share) } };
  }
}

// Detects ids that a spreadsheet has turned into numbers and rounded: 1.23E+12 stands for every order whose id begins
// with 123.
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d\d$/i;
const PLUS = 0x2b;

interface Found extends RowPlace {
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

/** The place of a row. */
export interface RowPlace {
  readonly source: string;
  readonly line: number;
}

// Counts the rows in which an equation of the amounts holds that the first rows of the file proved.

class EquationCheck {
  private rows = 0;
  private of = 0;
  private opened:
    | { readonly equation: Equation; readonly readings: readonly AmountReading[]; readonly source: string }
    | undefined;

  open(equation: Equation, readings: readonly AmountReading[], source: string): void {
    this.opened ??= { equation, readings, source };
  }

  add(holds: boolean): void {
    this.of++;
    if (holds) this.rows++;
  }

  /** The rows in which the equation holds; undefined without one. */
  get agreement(): Agreement | undefined {
    const { opened, rows, of } = this;
    return opened === undefined || of === 0 ? undefined : { equation: opened.equation.text, rows, of };
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const { opened, agreement } = this;
    if (opened === undefined || agreement === undefined || agreement.rows >= NEARLY_ALL * agreement.of)
      return undefined;
    const readings = opened.readings.map((one) => ({ ...one, agreement }));
    return { source: opened.source, problem: { code: 'amount_readings', readings } };
  }
}

// Detects rows whose quantity and price are both negative: their product is that of a sale.

class DoubleNegatives {
  private rows = 0;
  private first: RowPlace | undefined;

  add(line: number, source: string): void {
    this.rows++;
    this.first ??= { line, source };
  }

  found(): { readonly source: string; readonly problem: FileProblem } | undefined {
    const { first, rows } = this;
    return first && { source: first.source, problem: { code: 'double_negatives', line: first.line, rows } };
  }
}

// Detects dates that are years away from nearly all others: 1900, 1970 or 2062 among thousands. Reports count from the
// last one.

/** Minimum years without orders between the odd dates and all others. */
const GAP_YEARS = 5;
/** Odd dates are few if they are at most this share of all orders, or one order. */
const FEW_ODD = 0.01;
const YEARS = 10_000;

class OddDates {
  private readonly orders = new Uint32Array(YEARS);
  private readonly first = new Map<number, RowPlace & { readonly date: string }>();

  add(date: string, line: number, source: string): void {
    const year = parseTwoDigits(date, 0) * 100 + parseTwoDigits(date, 2);
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
    const countOrders = (years: readonly number[]): number =>
      years.reduce((sum, year) => sum + (this.orders[year] ?? 0), 0);
    const bySize = groups.sort((a, b) => countOrders(b) - countOrders(a));
    const [usual = [], ...others] = bySize;
    const odd = others.flat();
    const orders = countOrders(odd);
    const first = this.first.get(odd[0] ?? -1);
    if (first === undefined || countOrders(usual) < ENOUGH_ORDERS) return undefined;
    if (orders > Math.max(1, FEW_ODD * (orders + countOrders(usual)))) return undefined;
    const { source, line, date } = first;
    const [from, to] = [usual[0] ?? 0, usual.at(-1) ?? 0];
    return { source, problem: { code: 'odd_dates', date, line, orders, from, to } };
  }
}

/** The number that two decimal digits make. */
function parseTwoDigits(date: string, at: number): number {
  return (date.charCodeAt(at) - 48) * 10 + (date.charCodeAt(at + 1) - 48);
}

// Detects prices that are a hundred times too large: all prices of a file in cents, or some beside others of the same
// product.

/** Products whose first price is kept, and distinct prices that are counted. */
const [MAX_PRODUCTS, MAX_PRICES] = [5_000, 2_000];
/** Minimum products with such prices: one may be a gift card of 10 and of 1,000; three are a mistake. */
const ENOUGH_PRODUCTS = 3;
const ENOUGH_PRICES = 30;
/**
 * The number of rows that are each compared with their product; later ones only if their price is far from the mean.
 */
const ALL_ROWS = 50_000;
const [FAR_ABOVE, FAR_BELOW] = [5, 1 / 20];
/** The fewest cents that count as a price. */
const LEAST_CENTS = 50;

interface Jump extends RowPlace {
  readonly product: string;
  readonly low: number;
  readonly high: number;
}

class OddPrices {
  private readonly firstPrices = new Map<string, number>();
  private readonly jumping = new Map<string, Jump>();
  private rows = 0;
  private sum = 0;
  /** Undefined once a price has a fraction. */
  private whole: Set<number> | undefined = new Set();

  add({ item: { product_name, product_sku, unit_price: price }, line }: OrderRow, source: string): void {
    if (price === undefined || price <= 0) return;
    if (this.whole !== undefined) {
      if (!Number.isInteger(price) || price < LEAST_CENTS) this.whole = undefined;
      else if (this.whole.size < MAX_PRICES) this.whole.add(price);
    }
    if (this.isOrdinary(price)) return;
    const product = product_name ?? product_sku ?? '';
    const first = this.firstPrices.get(product);
    if (first === undefined) {
      if (this.firstPrices.size < MAX_PRODUCTS) this.firstPrices.set(product, price);
    } else if (price !== first) {
      const [low, high] = price < first ? [price, first] : [first, price];
      if (Math.abs(high - 100 * low) > high * 1e-9 || this.jumping.has(product)) return;
      if (this.jumping.size < MAX_PRODUCTS) this.jumping.set(product, { product, low, high, line, source });
    }
  }

  private isOrdinary(price: number): boolean {
    this.rows++;
    this.sum += price;
    const share = (price * this.rows) / this.sum;
    return this.rows > ALL_ROWS && share < FAR_ABOVE && share > FAR_BELOW;
  }

  found(
    currency: string | undefined,
  ): { readonly source: string | undefined; readonly problem: FileProblem } | undefined {
    const [jump] = this.jumping.values();
    if (jump !== undefined && this.jumping.size >= ENOUGH_PRODUCTS) {
      const { source, product, low, high, line } = jump;
      return {
        source,
        problem: { code: 'price_jumps', product, low, high, currency, line, products: this.jumping.size },
      };
    }
    if (!this.areCents(currency)) return undefined;
    const [example = 0] = [...(this.whole ?? [])].filter((price) => price % 10 !== 0);
    return { source: undefined, problem: { code: 'prices_in_cents', example } };
  }

  /**
   * True if no price has a fraction, none is small, and most are no multiple of ten, which whole prices that large
   * would be.
   */
  private areCents(currency: string | undefined): boolean {
    const prices = [...(this.whole ?? [])];
    if (prices.length < ENOUGH_PRICES || getCurrencyDecimals(currency) === 0) return false;
    return prices.filter((price) => price % 10 !== 0).length * 2 > prices.length;
  }
}
