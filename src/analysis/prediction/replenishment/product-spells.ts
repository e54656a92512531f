// Counts how long customers take to buy each product again: by product, so that partitions add up to the same counts.
import { toDay } from '../../../contract/settings/calendar.ts';
import type { OrderColumns } from '../../orders/columns.ts';
import type { RfmCustomers } from '../../rfm/customers.ts';
import { Numbering } from '../models/purchase-patterns.ts';

/**
 * Days from a customer's first day with the product to the next, or to the reference day; the same from later days on;
 * quantity bought per day.
 */
export const CELLS = ['first', 'first_waiting', 'again', 'again_waiting', 'quantity'] as const;
export type CountCell = (typeof CELLS)[number];

/** Upper bound of cell values: larger quantities count as the bound less one. */
const MOST = 2 ** 24;

type Counts = Uint8Array | Uint32Array | Float64Array;

/** Number of occurrences of each value, by product and cell. */
export interface ProductCounts<A extends ArrayLike<number> = Counts> {
  /** Names, or values of the level. */
  readonly products: readonly string[];
  /** Per entry: index into `products`, index into CELLS, the value, and its number of occurrences. */
  readonly product: A;
  readonly cell: A;
  readonly value: A;
  readonly times: A;
  /** Per product. */
  readonly sums: SumsOf<A>;
}

interface SumsOf<A> {
  /** Days with a purchase of the product, over all customers. */
  readonly purchases: A;
  /** Customers with several orders of it on their first day with it. */
  readonly sameDay: A;
  /**
   * Number of customers with two gaps, and Σ (g / (g + h) − ½)² of their last two in units of 2^-30: whole numbers add
   * up exactly.
   */
  readonly gapPairs: A;
  readonly gapSquares: A;
}

/** Adds up the counts of all partitions, which are whole numbers. */
export function joinCounts(
  parts: readonly ProductCounts<ArrayLike<number>>[],
): ProductCounts<ArrayLike<number>> {
  const [first] = parts;
  if (parts.length === 1) return first;
  const placeOf = new Map<string, number>();
  for (const { products } of parts)
    for (const label of products) if (!placeOf.has(label)) placeOf.set(label, placeOf.size);
  const tally = new Tally();
  const sums = createEmptySums(placeOf.size);
  for (const { products, product, cell, value, times, sums: of } of parts) {
    const places = products.map((label) => placeOf.get(label) ?? 0);
    for (let at = 0; at < product.length; at++)
      tally.addTimes(places[product[at]], CELLS[cell[at]], value[at], times[at]);
    for (const [p, place] of places.entries()) {
      sums.purchases[place] += of.purchases[p];
      sums.sameDay[place] += of.sameDay[p];
      sums.gapPairs[place] += of.gapPairs[p];
      sums.gapSquares[place] += of.gapSquares[p];
    }
  }
  return { products: [...placeOf.keys()], ...tally.entries(), sums };
}

/** Purchases of each product by each customer. Rows of customer c: start[c] to start[c + 1]. */
export interface CustomerSpells<
  A extends ArrayLike<number> = Uint32Array,
  D extends ArrayLike<number> = Int32Array,
> {
  readonly start: A;
  readonly product: A;
  /** Number of days with a purchase of it, the first and the last such day. */
  readonly days: A;
  readonly firstDay: D;
  readonly lastDay: D;
}

/** Units of a squared difference, so that sums are whole numbers: see gapSquares. */
const SQUARE_UNIT = 2 ** 30;
export const computeRegularity = (pairs: number, squares: number): number => {
  const variance = squares / SQUARE_UNIT / pairs;
  return (1 - 4 * variance) / (8 * variance);
};

/** `skips`: lines that stand for no product. No selected order is after `reference`. */
export function findProductSpells(
  columns: OrderColumns,
  { count, orderStart, orders }: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  reference: number,
  skips: (line: number) => boolean,
): { readonly counts: ProductCounts; readonly spells: CustomerSpells } {
  const { lines, lineStart, products } = columns;
  const tally = new Tally();
  const sums = createEmptySums(products.length);
  // State per product, for the current customer.
  const of = {
    customer: new Int32Array(products.length).fill(-1),
    ...{ order: new Int32Array(products.length), isSameDay: new Uint8Array(products.length) },
    ...{ days: new Uint32Array(products.length), first: new Int32Array(products.length) },
    ...{ last: new Int32Array(products.length), units: new Float64Array(products.length) },
    ...{ gap: new Float64Array(products.length), gapBefore: new Float64Array(products.length) },
  };
  const rows = new Rows(count);
  const touched: number[] = [];
  for (let c = 0; c < count; c++) {
    touched.length = 0;
    const sequence = sortByDay(columns, orders.subarray(orderStart[c], orderStart[c + 1]));
    for (const order of sequence) {
      const day = toDay(columns.orderDate[order]);
      for (let line = lineStart[order]; line < lineStart[order + 1]; line++) {
        const units = lines.getQuantity(line);
        if (units <= 0 || !lines.isKept(line) || skips(line)) continue;
        const p = lines.getProduct(line);
        if (of.customer[p] !== c) {
          touched.push(p);
          of.customer[p] = c;
          [of.days[p], of.first[p], of.units[p], of.gap[p], of.gapBefore[p]] = [1, day, 0, 0, 0];
          [of.order[p], of.isSameDay[p]] = [order, 0];
        } else if (of.last[p] < day) {
          tally.add(p, 'quantity', of.units[p]);
          [of.gapBefore[p], of.gap[p]] = [of.gap[p], day - of.last[p]];
          tally.add(p, of.days[p] === 1 ? 'first' : 'again', of.gap[p]);
          of.days[p]++;
          of.units[p] = 0;
        } else if (of.days[p] === 1 && of.order[p] !== order) of.isSameDay[p] = 1;
        of.last[p] = day;
        of.units[p] += units;
      }
    }
    for (const p of touched) {
      tally.add(p, 'quantity', of.units[p]);
      tally.add(p, of.days[p] === 1 ? 'first_waiting' : 'again_waiting', reference - of.last[p]);
      sums.purchases[p] += of.days[p];
      sums.sameDay[p] += of.isSameDay[p];
      if (of.gapBefore[p] > 0) {
        sums.gapPairs[p]++;
        sums.gapSquares[p] += Math.round(
          SQUARE_UNIT * (of.gap[p] / (of.gap[p] + of.gapBefore[p]) - 0.5) ** 2,
        );
      }
      rows.add(p, of.days[p], of.first[p], of.last[p]);
    }
    rows.end(c);
  }
  return { counts: { products, ...tally.entries(), sums }, spells: rows.spells() };
}

/** Ascending; ties stay in their sequence. */
export function sortByDay({ orderDate }: OrderColumns, orders: Uint32Array): Uint32Array {
  return orders.length === 1 ? orders : orders.slice().sort((a, b) => orderDate[a] - orderDate[b] || a - b);
}

function createEmptySums(products: number): SumsOf<Float64Array> {
  const createZeros = () => new Float64Array(products);
  return {
    purchases: createZeros(),
    sameDay: createZeros(),
    gapPairs: createZeros(),
    gapSquares: createZeros(),
  };
}

/**
 * Counts by product, cell and value. Quantities have few distinct values; days have nearly as many as there are spells,
 * so they are sorted instead.
 */
class Tally {
  private readonly keys = new Numbering();
  private times = new Float64Array(1_024);
  private spells = new Float64Array(1_024);
  private count = 0;

  /** Counts one occurrence. */
  add(product: number, cell: CountCell, value: number): void {
    const key = toCellKey(product, cell, value);
    if (cell === 'quantity') {
      this.addKey(key, 1);
      return;
    }
    if (this.count === this.spells.length) this.spells = enlargeValues(this.spells);
    this.spells[this.count++] = key;
  }

  addTimes(product: number, cell: CountCell, value: number, times: number): void {
    this.addKey(toCellKey(product, cell, value), times);
  }

  entries(): Pick<ProductCounts, 'product' | 'cell' | 'value' | 'times'> {
    const spells = this.spells.subarray(0, this.count).sort();
    for (let at = 0; at < spells.length; ) {
      const key = spells[at];
      const from = at;
      while (spells[at] === key) at++;
      this.addKey(key, at - from);
    }
    this.count = 0;
    const keys = this.keys.values;
    const product = new Uint32Array(keys.length);
    const cell = new Uint8Array(keys.length);
    const value = new Uint32Array(keys.length);
    for (let at = 0; at < keys.length; at++) {
      const head = Math.floor(keys[at] / MOST);
      product[at] = Math.floor(head / CELLS.length);
      cell[at] = head % CELLS.length;
      value[at] = keys[at] - head * MOST;
    }
    return { product, cell, value, times: this.times.slice(0, keys.length) };
  }

  private addKey(key: number, times: number): void {
    const at = this.keys.of(key);
    if (at === this.times.length) this.times = enlargeValues(this.times);
    this.times[at] += times;
  }
}

function toCellKey(product: number, cell: CountCell, value: number): number {
  return (product * CELLS.length + CELLS.indexOf(cell)) * MOST + Math.min(value, MOST - 1);
}

function enlargeValues(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const twice = new Float64Array(2 * values.length);
  twice.set(values);
  return twice;
}

/** Rows of customers, one after the other; arrays double. */
class Rows {
  private readonly start: Uint32Array;
  private count = 0;
  private columns = { product: new Uint32Array(1_024), days: new Uint32Array(1_024) };
  private range = { firstDay: new Int32Array(1_024), lastDay: new Int32Array(1_024) };

  constructor(customers: number) {
    this.start = new Uint32Array(customers + 1);
  }

  add(product: number, days: number, firstDay: number, lastDay: number): void {
    const at = this.count++;
    if (at === this.columns.product.length) {
      const [{ product: p, days: d }, { firstDay: f, lastDay: l }] = [this.columns, this.range];
      this.columns = { product: doubleCapacity(p), days: doubleCapacity(d) };
      this.range = { firstDay: doubleCapacity(f), lastDay: doubleCapacity(l) };
    }
    this.columns.product[at] = product;
    this.columns.days[at] = days;
    this.range.firstDay[at] = firstDay;
    this.range.lastDay[at] = lastDay;
  }

  end(customer: number): void {
    this.start[customer + 1] = this.count;
  }

  spells(): CustomerSpells {
    const { start, count, columns, range } = this;
    return {
      start,
      ...{ product: columns.product.subarray(0, count), days: columns.days.subarray(0, count) },
      ...{ firstDay: range.firstDay.subarray(0, count), lastDay: range.lastDay.subarray(0, count) },
    };
  }
}

function doubleCapacity<T extends Uint32Array | Int32Array>(values: T): T;
function doubleCapacity(values: Uint32Array | Int32Array): Uint32Array | Int32Array {
  const longer =
    values instanceof Uint32Array ? new Uint32Array(2 * values.length) : new Int32Array(2 * values.length);
  longer.set(values);
  return longer;
}
