// What the files add up to, counted while they are read: the figures of the reconciliation.
import type { SubmittedLine } from '../../src/core/ingest/submitted-order.ts';
import type { OrderRow } from '../rows/check-row.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { ExactSum } from '../values/exact-sum.ts';
import type { Remark } from './remarks.ts';

export interface LeftOut {
  rows: number;
  readonly amount: ExactSum;
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

const MAX_STATUSES = 20;

export class Ledger {
  rowsRead = 0;
  /** Records that are neither product nor return: fees, tax, shipping. */
  otherRecords = 0;
  guestOrders = 0;
  variantsMerged = 0;
  weighedLines = 0;
  repeatedProducts = 0;
  /** Orders of which a part came back, and the export does not say how much. */
  partialRefunds = 0;
  rowsReplaced = 0;
  firstDate: string | undefined;
  lastDate: string | undefined;
  readonly orders = new DistinctCount();
  readonly customers = new DistinctCount();
  readonly discounts = new ExactSum();
  readonly tips = new ExactSum();
  /** Records without a line item, by what they are. */
  readonly skipped = new Map<string, number>();
  readonly leftOut = new Map<string, LeftOut>();
  readonly unknownStatuses = new Map<string, number>();
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

  /** A row that goes into an order; of `returned` orders of their own, neither order nor day is counted. */
  addRow({ order_id, customer_id, order_date, item }: OrderRow, isReturnOrder = false): void {
    const amount = (item.unit_price ?? 0) * (item.quantity ?? 1);
    if ((item.quantity ?? 1) > 0) this.sold.add(amount);
    else this.returns.add(-amount);
    if (customer_id !== undefined && customer_id !== this.lastCustomer) {
      this.lastCustomer = customer_id;
      this.customers.add(customer_id);
    }
    if (isReturnOrder) return;
    if (order_id !== this.lastOrder) {
      this.lastOrder = order_id;
      this.orders.add(order_id);
    }
    if (order_date === undefined) return;
    // ISO 8601 texts sort as their days do, up to the time zone.
    if (this.firstDate === undefined || order_date < this.firstDate) this.firstDate = order_date;
    if (this.lastDate === undefined || order_date > this.lastDate) this.lastDate = order_date;
  }

  /** Once for all files, however often it is noted. */
  note(remark: Remark): void {
    this.noted.set(JSON.stringify(remark), remark);
  }

  get remarks(): readonly Remark[] {
    return [...this.noted.values()];
  }

  /** A row that a later file has again. */
  replaced({ unit_price = 0, quantity = 1 }: SubmittedLine): void {
    this.rowsReplaced++;
    if (quantity > 0) this.sold.add(-unit_price * quantity);
    else this.returns.add(unit_price * quantity);
  }

  /** A status that no profile knows; beyond some, a column that is none of statuses is not listed in full. */
  noteStatus(status: string): void {
    const { unknownStatuses: known } = this;
    if (known.size < MAX_STATUSES || known.has(status)) known.set(status, (known.get(status) ?? 0) + 1);
  }

  skip(what: string, times = 1): void {
    this.skipped.set(what, (this.skipped.get(what) ?? 0) + times);
  }

  leaveOut(reason: string, amount: number | undefined): void {
    const known = this.leftOut.get(reason) ?? { rows: 0, amount: new ExactSum() };
    known.rows++;
    if (amount !== undefined) known.amount.add(amount);
    this.leftOut.set(reason, known);
  }

  /** Counts an order whose total the export states; true when the two differ by more than its cents round. */
  compare(expected: number, got: number, lines: number): boolean {
    this.ownTotal.add(expected);
    this.countedTotal.add(got);
    this.ordersCompared++;
    const isDifferent = Math.abs(expected - got) > 0.005 * (lines + 1);
    if (isDifferent) this.ordersDifferent++;
    return isDifferent;
  }

  get sales(): number {
    return this.sold.value;
  }

  get refunds(): number {
    return this.returns.value;
  }

  /** What the service will have: sales less returns. */
  get net(): number {
    return sumOf(this.sold.value, -this.returns.value);
  }

  get gross(): number {
    return sumOf(this.sold.value, this.discounts.value);
  }

  /** How far the sum of what was counted is from the sum of the export's totals, as a share of the latter. */
  get difference(): number {
    const expected = this.ownTotal.value;
    const distance = Math.abs(this.countedTotal.value - expected);
    return distance === 0 ? 0 : distance / Math.max(Math.abs(expected), 0.01);
  }
}

function sumOf(...amounts: readonly number[]): number {
  const sum = new ExactSum();
  for (const amount of amounts) sum.add(amount);
  return sum.value;
}
