// Reads records that are complete lines: each becomes a row at once, beside the fields that the order's earlier lines
// state.

import { computeUnitPrice, roundPrice } from '../../../src/analysis/money/unit-price.ts';
import type { Bookkeeping } from '../account.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { OrderRows } from '../orders/order-rows.ts';
import { RecordError } from '../problems/errors.ts';
import type { BlockRules } from '../profiles/profile.ts';
import { detachText } from '../text/texts.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { scaleQuantity } from '../values/numbers.ts';
import { getCell } from './cell-reader.ts';
import type { OrderRow } from './check-row.ts';
import type { LineReader } from './line-reader.ts';

export class LoneLines {
  private readonly source: string;
  private readonly columns: ColumnMap;
  private readonly rules: BlockRules;
  private readonly reader: LineReader;
  private readonly account: Bookkeeping;
  private readonly orderRows: OrderRows;
  private readonly hasDiscounts: boolean;
  private readonly carried = new CarriedFields();
  /** The order of the last line. */
  orderId: string | undefined;
  /** The date of the current order, from whichever of its lines has one. */
  private orderDate: string | undefined;

  constructor(
    source: string,
    columns: ColumnMap,
    rules: BlockRules,
    orderRows: OrderRows,
    reader: LineReader,
    account: Bookkeeping,
  ) {
    const { positions } = columns;
    this.source = source;
    this.columns = columns;
    this.rules = rules;
    this.reader = reader;
    this.account = account;
    this.orderRows = orderRows;
    this.hasDiscounts = positions.line_discount !== -1 || positions.line_discount_rate !== -1;
  }

  /** Returns the row of a complete line; undefined when it is left out. Throws RecordError. */
  read(cells: readonly string[], line: number): OrderRow | undefined {
    const { reader, columns } = this;
    const { positions } = columns;
    const orderCell = getCell(cells, positions.order_id);
    const orderId = orderCell === undefined ? this.idOfLineBefore(cells) : reader.orderOf(orderCell);
    if (orderId === undefined)
      throw new RecordError({ code: 'required', column: reader.columnOf('order_id') });
    if (orderId !== this.orderId) {
      this.orderId = detachText(orderId);
      this.orderDate = undefined;
    }
    const priceCell = getCell(cells, positions.unit_price);
    const amountCell = priceCell ?? getCell(cells, positions.line_total);
    const customer = getCell(cells, positions.customer_id);
    const values = reader.values(cells, line, this.orderId ?? orderId, customer, amountCell);
    if (values.date !== undefined) this.orderDate = values.date;
    const price = priceCell === undefined ? undefined : reader.readAmount(priceCell, 'unit_price');
    let quantity = this.wholeQuantity(cells);
    const total =
      price === undefined
        ? reader.amount(cells, 'line_total')
        : this.hasDiscounts
          ? this.discounted(cells, price * (quantity ?? 1))
          : undefined;
    let stated =
      total === undefined
        ? price === undefined || reader.scale === 1
          ? price
          : roundPrice(price / reader.scale)
        : computeUnitPrice(total, quantity === 0 ? 1 : (quantity ?? 1));
    if (stated !== undefined && stated < 0 && this.rules.quantityFollowsAmount === true) {
      [quantity, stated] = this.turnNegative(stated, quantity ?? 1, line);
    }
    const hasAccounts = positions.status !== -1 || positions.currency !== -1 || values.currency !== undefined;
    const factor = hasAccounts ? this.factor(cells, values.currency, (stated ?? 0) * (quantity ?? 1)) : 1;
    if (factor === undefined) return undefined;
    const unit_price = stated === undefined || factor === 1 ? stated : roundPrice(stated * factor);
    return this.orderRows.checked(values, unit_price, quantity, reader);
  }

  /** A negative price makes the row a return; with a negative quantity as well, the operator decides. */
  private turnNegative(price: number, quantity: number, line: number): [quantity: number, price: number] {
    const { ledger, negatives } = this.account;
    if (quantity > 0) return [-quantity, -price];
    if (quantity === 0 || negatives !== undefined)
      return [negatives === 'sale' ? -quantity : quantity, -price];
    ledger.doubts.negatives.add(line, this.source);
    return [quantity, price];
  }

  private discounted(cells: readonly string[], price: number): number {
    const discount = this.reader.lineDiscount(cells, price);
    this.account.ledger.discounts.add(discount);
    return price - discount;
  }

  private wholeQuantity(cells: readonly string[]): number | undefined {
    const { reader } = this;
    const cell = getCell(cells, this.columns.positions.quantity);
    const amount = cell === undefined ? undefined : reader.readAmount(cell, 'quantity');
    const quantity = reader.scale === 1 ? amount : scaleQuantity(amount ?? 1, reader.scale);
    if (cell === undefined || Number.isInteger(quantity)) return quantity;
    throw new RecordError({ code: 'fractional_quantity', column: reader.columnOf('quantity'), cell });
  }

  /** Returns undefined if a complete line does not count for its status or its currency. */
  private factor(cells: readonly string[], ofLine: string | undefined, amount: number): number | undefined {
    const { ledger } = this.account;
    const { orderId = '', columns } = this;
    const stated = getCell(cells, columns.positions.status);
    const { status, currency } = this.carried.read(orderId, stated, ofLine);
    const row = { orderId, currency, amount };
    if (status !== undefined) {
      const leftOut = this.reader.leftOutByStatus(status, amount);
      if (leftOut !== undefined) {
        if (stated !== undefined) this.carried.leaveOut(orderId, status);
        ledger.leaveOut(leftOut, row);
        return undefined;
      }
    } else if (columns.positions.status !== -1) ledger.noteStatus('', true, amount);
    return this.account.countInCurrency(row, this.orderDate);
  }

  /** A line without id, date, customer and status belongs to the order before it, if lines have one of these. */
  private idOfLineBefore(cells: readonly string[]): string | undefined {
    const { positions } = this.columns;
    const own = [positions.order_date, positions.customer_id, positions.status];
    const isBare = own.every((position) => getCell(cells, position) === undefined);
    return isBare && own.some((position) => position !== -1) ? this.orderId : undefined;
  }
}

// Carries fields of an order from its first row to its further rows: to those that follow it, and for orders that are
// left out also to those that lie apart. Used for files of no known exporter.
class CarriedFields {
  private orderId = '';
  private status: string | undefined;
  private currency: string | undefined;
  /** Ids of orders that are left out, by status. */
  private readonly leftOut = new Map<string, DistinctCount>();

  /** Returns the values of the row, or of the order's rows before it. */
  read(
    orderId: string,
    status: string | undefined,
    currency: string | undefined,
  ): { readonly status: string | undefined; readonly currency: string | undefined } {
    if (orderId !== this.orderId) {
      this.orderId = orderId;
      this.status = undefined;
      this.currency = undefined;
    }
    this.status = status ?? this.status ?? this.knownStatus(orderId);
    this.currency = currency ?? this.currency;
    return { status: this.status, currency: this.currency };
  }

  leaveOut(orderId: string, status: string): void {
    const known = this.leftOut.get(status) ?? new DistinctCount();
    known.add(orderId);
    this.leftOut.set(detachText(status), known);
  }

  private knownStatus(orderId: string): string | undefined {
    for (const [status, orders] of this.leftOut) if (orders.has(orderId)) return status;
    return undefined;
  }
}
