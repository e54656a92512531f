// Adds up the files while they are read: the figures of the reconciliation.
import type { SubmittedLine } from '../../../src/contract/resources/orders/submitted-order.ts';
import { Doubts } from '../doubts/doubts.ts';
import type { LeftOutStatus } from '../profiles/profile.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { detachText } from '../text/texts.ts';
import type { Respelled, Spelling } from '../text/tidy-texts.ts';
import { DistinctCount, ExactSum } from '../values/distinct-count.ts';
import type { Remark } from './remarks.ts';

/** Rows that are not among the orders, for one reason, in one currency. */
interface LeftOutRows {
  readonly reason: LeftOutReason;
  readonly currency: string | undefined;
  rows: number;
  readonly orders: DistinctCount;
  readonly amount: ExactSum;
}

/** `other_currency`: another than that of the dataset. */
export type LeftOutReason = LeftOutStatus | 'not_paid' | 'other_currency';

/** The reason and place of a row that is left out. */
export interface LeftOutRow {
  readonly orderId: string;
  readonly currency: string | undefined;
  /** The amount in the row's own currency. */
  readonly amount: number;
}

interface StatusRows {
  /** The status as the file writes it. */
  readonly status: string;
  /** Undefined for an unknown status. */
  readonly counts: boolean | undefined;
  rows: number;
  readonly sum: ExactSum;
}

/** An order whose lines do not add up to what the export says it cost. */
export interface OrderDifference {
  readonly source: string;
  readonly line: number;
  readonly order_id: string;
  /** The export's own total. */
  readonly expected: number;
  /** Lines, shipping and tax. */
  readonly got: number;
}

/** Rows whose cell names no customer, by what it says. */
export interface AbsentRows {
  readonly word: string;
  rows: number;
}

/** Words for no customer that are listed. */
const MOST_ABSENCES = 20;

/** A column with more different values does not hold statuses. */
export const MAX_STATUSES = 50;

export class Ledger {
  rowsRead = 0;
  /** Records that are neither product nor return: fees, tax, shipping. */
  otherRecords = 0;
  guestOrders = 0;
  variantsMerged = 0;
  weighedLines = 0;
  repeatedProducts = 0;
  /** Partially returned orders for which the export states no amount. */
  partialRefunds = 0;
  /** The file that is being read. */
  source = '';
  readonly doubts = new Doubts();
  rowsReplaced = 0;
  firstDate: string | undefined;
  lastDate: string | undefined;
  readonly orders = new DistinctCount();
  readonly customers = new DistinctCount();
  readonly discounts = new ExactSum();
  readonly tips = new ExactSum();
  /** Records without a line item, by their kind. */
  readonly skipped = new Map<string, number>();
  /** Rows without a price in files that have prices, and the first of them. */
  blankPrices = { rows: 0, source: '', line: 0 };
  /** Taxes that the export states; undefined where no order has one. */
  taxes: ExactSum | undefined;
  readonly respelled = new Map<Spelling, Respelled>();
  private readonly absences = new Map<string, AbsentRows>();
  private readonly left = new Map<string, LeftOutRows>();
  private readonly byStatus = new Map<string, StatusRows>();
  readonly ownTotal = new ExactSum();
  readonly countedTotal = new ExactSum();
  ordersCompared = 0;
  ordersDifferent = 0;
  /** Called for each order whose total differs. */
  onDifference: ((difference: OrderDifference) => void) | undefined;
  private readonly noted = new Map<string, Remark>();
  private readonly sold = new ExactSum();
  private readonly returns = new ExactSum();
  private lastOrder = '';
  private lastCustomer = '';

  /** Adds a row of an order. With `isReturnOrder`, neither order nor day is counted. */
  addRow(row: OrderRow, isReturnOrder = false): void {
    const { order_id, customer_id, order_date, item } = row;
    const amount = (item.unit_price ?? 0) * (item.quantity ?? 1);
    if ((item.quantity ?? 1) > 0) this.sold.add(amount);
    else this.returns.add(-amount);
    if (customer_id !== undefined && customer_id !== this.lastCustomer) {
      this.lastCustomer = customer_id;
      this.customers.add(customer_id);
    }
    if (isReturnOrder) return;
    this.doubts.add(row, this.source);
    if (order_id !== this.lastOrder) {
      this.lastOrder = order_id;
      this.orders.add(order_id);
    }
    if (order_date === undefined) return;
    // ISO 8601 texts sort like their days, up to the time zone.
    if (this.firstDate === undefined || order_date < this.firstDate) this.firstDate = order_date;
    if (this.lastDate === undefined || order_date > this.lastDate) this.lastDate = order_date;
  }

  /** Notes a remark once for all files, however often it is called. */
  note(remark: Remark): void {
    this.noted.set(JSON.stringify(remark), remark);
  }

  get remarks(): readonly Remark[] {
    return [...this.noted.values()];
  }

  /** Removes a row that a later file repeats. */
  replaced({ unit_price = 0, quantity = 1 }: SubmittedLine): void {
    this.rowsReplaced++;
    if (quantity > 0) this.sold.add(-unit_price * quantity);
    else this.returns.add(unit_price * quantity);
  }

  /** `counts`: whether its rows count; undefined for an unknown status. Lists a limited number of statuses. */
  noteStatus(status: string, counts: boolean | undefined, amount: number): void {
    const known = this.byStatus.get(status);
    if (known === undefined && this.byStatus.size >= MAX_STATUSES) return;
    const entry = known ?? { status: detachText(status), counts, rows: 0, sum: new ExactSum() };
    if (known === undefined) this.byStatus.set(entry.status, entry);
    entry.rows++;
    entry.sum.add(amount);
  }

  /** Statuses in the sequence of their first row. */
  get statuses(): readonly (Omit<StatusRows, 'sum'> & { readonly amount: number })[] {
    return [...this.byStatus.values()].map(({ sum, ...status }) => ({ ...status, amount: sum.value }));
  }

  noteBlankPrice(source: string, line: number): void {
    const { rows } = this.blankPrices;
    if (rows === 0) this.blankPrices = { rows: 1, source, line };
    else this.blankPrices.rows = rows + 1;
  }

  skip(what: string, times = 1): void {
    this.skipped.set(what, (this.skipped.get(what) ?? 0) + times);
  }

  /** Notes that `text` is read `as` another one. */
  noteSpelling(spelling: Spelling, text: string, as: string): void {
    let known = this.respelled.get(spelling);
    if (known === undefined) {
      known = { texts: new DistinctCount(), example: text, as };
      this.respelled.set(spelling, known);
    }
    known.texts.add(text);
  }

  /** Returns the rows of the word, which the caller counts. */
  openAbsence(word: string): AbsentRows {
    const key = word.toLowerCase();
    const known = this.absences.get(key) ?? { word: detachText(word), rows: 0 };
    this.absences.set(key, known);
    return known;
  }

  listAbsences(): { readonly rows: number; readonly list: string } | undefined {
    const found = [...this.absences.values()].sort((a, b) => b.rows - a.rows);
    if (found.length === 0) return undefined;
    const listed = found.slice(0, MOST_ABSENCES).map(({ word, rows }) => `${rows} × ${JSON.stringify(word)}`);
    const rows = found.reduce((sum, one) => sum + one.rows, 0);
    return { rows, list: listed.join(', ') + (found.length > MOST_ABSENCES ? ', …' : '') };
  }

  leaveOut(reason: LeftOutReason, { orderId, currency, amount }: LeftOutRow): void {
    const key = `${reason} ${currency ?? ''}`;
    const entry = this.left.get(key) ?? {
      ...{ reason, currency, rows: 0, orders: new DistinctCount(), amount: new ExactSum() },
    };
    this.left.set(key, entry);
    entry.rows++;
    entry.orders.add(orderId);
    entry.amount.add(amount);
  }

  /** Reasons in the sequence of their first row. */
  get leftOut(): Iterable<LeftOutRows> {
    return this.left.values();
  }

  addTax(amount: number): void {
    this.taxes ??= new ExactSum();
    this.taxes.add(amount);
  }

  /** Counts an order whose total the export states; true when the two differ by more than what rounding explains. */
  compare(expected: number, got: number, rounding: number): boolean {
    this.ownTotal.add(expected);
    this.countedTotal.add(got);
    this.ordersCompared++;
    const isDifferent = Math.abs(expected - got) > rounding;
    if (isDifferent) this.ordersDifferent++;
    return isDifferent;
  }

  get sales(): number {
    return this.sold.value;
  }

  get refunds(): number {
    return this.returns.value;
  }

  /** Sales less returns, as the service stores them. */
  get net(): number {
    return sumExactly(this.sold.value, -this.returns.value);
  }

  get gross(): number {
    return sumExactly(this.sold.value, this.discounts.value);
  }

  /** Difference between the counted sum and the sum of the export's totals, as a share of the latter. */
  get difference(): number {
    const expected = this.ownTotal.value;
    const distance = Math.abs(this.countedTotal.value - expected);
    return distance === 0 ? 0 : distance / Math.max(Math.abs(expected), 0.01);
  }
}

function sumExactly(...amounts: readonly number[]): number {
  const sum = new ExactSum();
  for (const amount of amounts) sum.add(amount);
  return sum.value;
}
