// From a record's cells to a row. An empty cell, or one of blanks only, is an absent value; blanks around a value are
// not part of it.

import { roundPrice, unitPriceOf } from '../../../src/analysis/money/unit-price.ts';
import type { SubmittedLine } from '../../../src/contract/resources/orders/submitted-order.ts';
import type { Account } from '../account.ts';
import { isEmailColumn, isGuest } from '../columns/column-facts.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { isDiscountColumn } from '../doubts/doubts.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { EXPORT_FIELDS } from '../profiles/profile.ts';
import { detached, Texts } from '../text/texts.ts';
import { currencyOf } from '../values/currencies.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { type DecimalMark, type QuantityScale, readAmount, scaledQuantity } from '../values/numbers.ts';
import { type DateFormat, readOrderDate } from '../values/order-dates.ts';
import { type ColumnNames, type OrderRow, problemOfRow } from './check-row.ts';

export interface CellOptions {
  /** Default `iso`. */
  readonly dateFormat?: DateFormat | undefined;
  /** Default `point`. */
  readonly decimal?: DecimalMark | undefined;
  /** The mark that is not the decimal one separates thousands. */
  readonly thousands?: boolean | undefined;
  /** Quantities are multiplied by it, and prices divided: 1,000 reads kilograms as grams. */
  readonly quantityScale?: QuantityScale | undefined;
}

/** Reads the records of one file, one after another: it remembers what neighbouring lines share. */
export class RowReader implements ColumnNames {
  private readonly source: string;
  private readonly columns: ColumnMap;
  private readonly dateFormat: DateFormat;
  private readonly decimal: DecimalMark;
  private readonly thousands: boolean;
  private readonly scale: QuantityScale;
  private readonly account: Account;
  private readonly isEmail: boolean;
  /** Of discounts that nothing names as such; -1 for none. */
  readonly discountAt: number;
  /** True where a row may be left out, or has a price to be worked out. */
  private readonly hasAccounts: boolean;
  private readonly texts = new Texts();
  private orderId = '';
  private customerCell = '';
  private customerId: string | undefined;
  private dateCell = '';
  private date: string | undefined;
  /** Of the order at hand, from whichever of its rows has one. */
  private orderDate: string | undefined;
  private readonly carried = new CarriedFields();

  constructor(
    source: string,
    columns: ColumnMap,
    { dateFormat = 'iso', decimal = 'point', thousands = false, quantityScale = 1 }: CellOptions,
    account: Account,
  ) {
    const { positions, header } = columns;
    this.columns = columns;
    this.source = source;
    this.account = account;
    this.isEmail = isEmailColumn(header[positions.customer_id]);
    const taken = [...Object.values(positions), ...columns.custom.map(({ position }) => position)];
    this.discountAt = header.findIndex((name, at) => isDiscountColumn(name) && !taken.includes(at));
    this.hasAccounts = positions.status !== -1 || positions.currency !== -1;
    this.dateFormat = dateFormat;
    this.decimal = decimal;
    this.thousands = thousands;
    this.scale = quantityScale;
  }

  /** The row; or what is wrong with it; or undefined when it is left out. */
  read(cells: readonly string[], line: number): OrderRow | RowProblem | undefined {
    const { positions, custom } = this.columns;
    const orderId = cellAt(cells, positions.order_id) ?? this.idOfRowBefore(cells);
    if (orderId === undefined) return { code: 'required', column: this.columnOf('order_id') };
    if (orderId !== this.orderId) {
      this.orderId = detached(orderId);
      this.orderDate = undefined;
    }
    const customerCell = cellAt(cells, positions.customer_id);
    if (customerCell !== undefined && customerCell !== this.customerCell) this.readCustomer(customerCell);
    const dateCell = cellAt(cells, positions.order_date);
    if (dateCell !== undefined && dateCell !== this.dateCell) {
      this.dateCell = detached(dateCell);
      this.date = readOrderDate(this.dateCell, this.dateFormat);
    }
    if (dateCell !== undefined && this.date === undefined) return this.notADate(dateCell);
    if (dateCell !== undefined) this.orderDate = this.date;
    const priceCell = cellAt(cells, positions.unit_price);
    const price = priceCell === undefined ? undefined : readAmount(priceCell, this.decimal, this.thousands);
    if (priceCell !== undefined && price === undefined) return this.notANumber('unit_price', priceCell);
    const quantityCell = cellAt(cells, positions.quantity);
    const amount =
      quantityCell === undefined ? undefined : readAmount(quantityCell, this.decimal, this.thousands);
    if (quantityCell !== undefined && amount === undefined) return this.notANumber('quantity', quantityCell);
    const quantity = this.scale === 1 ? amount : scaledQuantity(amount ?? 1, this.scale);
    if (quantityCell !== undefined && !Number.isInteger(quantity))
      return { code: 'fractional_quantity', column: this.columnOf('quantity'), cell: quantityCell };
    const total = price === undefined ? this.lineTotal(cells) : undefined;
    if (typeof total === 'object') return total;
    const stated =
      total === undefined
        ? this.scaledPrice(price)
        : unitPriceOf(total, quantity === 0 ? 1 : (quantity ?? 1));
    const currency = currencyOf(
      cellAt(cells, positions.currency),
      priceCell ?? cellAt(cells, positions.line_total),
    );
    const factor =
      this.hasAccounts || currency !== undefined
        ? this.factor(cells, currency, (stated ?? 0) * (quantity ?? 1))
        : 1;
    if (factor === undefined) return undefined;
    const unit_price = stated === undefined || factor === 1 ? stated : roundPrice(stated * factor);
    const name = cellAt(cells, positions.product_name);
    const sku = cellAt(cells, positions.product_sku);
    const item: SubmittedLine = {
      product_name: name === undefined ? undefined : this.texts.of(name),
      product_sku: sku === undefined ? undefined : this.texts.of(sku),
      unit_price,
      quantity,
      custom_fields: custom.length === 0 ? undefined : this.customFields(cells),
    };
    const row: OrderRow = {
      line,
      order_id: this.orderId,
      customer_id: customerCell === undefined ? undefined : this.customerId,
      contact: customerCell === undefined ? undefined : this.contactOf(cells),
      order_date: dateCell === undefined ? undefined : this.date,
      item,
    };
    this.noteDiscount(cells, line);
    return problemOfRow(row, this) ?? row;
  }

  private noteDiscount(cells: readonly string[], line: number): void {
    const cell = cellAt(cells, this.discountAt);
    if (cell === undefined || (readAmount(cell, this.decimal, this.thousands) ?? 0) === 0) return;
    this.account.ledger.doubts.discounts.add(this.columnAt(this.discountAt), line, this.source);
  }

  private columnAt(position: number): string {
    return this.columns.header[position] ?? '';
  }

  private readCustomer(cell: string): void {
    this.customerCell = detached(cell);
    if (isGuest(cell)) this.customerId = undefined;
    else this.customerId = this.isEmail ? this.customerCell.toLowerCase() : this.customerCell;
  }

  /** A guest's is not kept: nothing would find it again to erase it. */
  private contactOf(cells: readonly string[]): string | undefined {
    const cell = this.customerId === undefined ? undefined : cellAt(cells, this.columns.positions.contact);
    return cell === undefined ? undefined : this.texts.of(cell);
  }

  private scaledPrice(price: number | undefined): number | undefined {
    return price === undefined || this.scale === 1 ? price : roundPrice(price / this.scale);
  }

  /** The price of the whole line where the file has no price of one; or what is wrong with it. */
  private lineTotal(cells: readonly string[]): number | RowProblem | undefined {
    const cell = cellAt(cells, this.columns.positions.line_total);
    if (cell === undefined) return undefined;
    return readAmount(cell, this.decimal, this.thousands) ?? this.notANumber('line_total', cell);
  }

  /** Undefined when the row does not count: its status, or its currency. */
  private factor(cells: readonly string[], ofRow: string | undefined, amount: number): number | undefined {
    const { source } = this;
    const { positions, profile } = this.columns;
    const { ledger, currencies } = this.account;
    const { orderId } = this;
    const stated = cellAt(cells, positions.status);
    const { status, currency } = this.carried.read(orderId, stated, ofRow);
    const row = { orderId, currency, amount };
    if (status !== undefined) {
      const leftOut = this.account.leftOut(status, profile, {
        source,
        column: this.columnOf('status'),
        amount,
      });
      if (leftOut !== undefined) {
        if (stated !== undefined) this.carried.leaveOut(orderId, status);
        ledger.leaveOut(leftOut, row);
        return undefined;
      }
    } else if (positions.status !== -1) ledger.noteStatus('', true, amount);
    currencies.note(currency, amount);
    const factor = currencies.factor(currency, this.orderDate);
    if (factor === undefined) ledger.leaveOut('other_currency', row);
    return factor;
  }

  /** A row without id, date, customer and status is of the order before it, where rows have one of these. */
  private idOfRowBefore(cells: readonly string[]): string | undefined {
    const { positions } = this.columns;
    const own = [positions.order_date, positions.customer_id, positions.status];
    const isBare = own.every((position) => cellAt(cells, position) === undefined);
    const continues = isBare && own.some((position) => position !== -1) && this.orderId !== '';
    return continues ? this.orderId : undefined;
  }

  private customFields(cells: readonly string[]): Record<string, string> | undefined {
    let fields: Record<string, string> | undefined;
    for (const { key, position } of this.columns.custom) {
      const cell = cellAt(cells, position);
      if (cell === undefined) continue;
      fields ??= {};
      fields[key] = this.texts.of(cell);
    }
    return fields;
  }

  private notADate(cell: string): RowProblem {
    return { code: 'not_a_date', column: this.columnOf('order_date'), cell, format: this.dateFormat };
  }

  private notANumber(field: 'unit_price' | 'quantity' | 'line_total', cell: string): RowProblem {
    return { code: 'not_a_number', column: this.columnOf(field), cell, decimal: this.decimal };
  }

  productColumns(): readonly string[] {
    const { header, positions } = this.columns;
    const products = [header[positions.product_name], header[positions.product_sku]];
    return products.filter((column) => column !== undefined);
  }

  /** The contract's own name of the field where the file has no column for it. */
  columnOf(field: string): string {
    const { header, positions, custom } = this.columns;
    const known = EXPORT_FIELDS.find((name) => name === field);
    const key = custom.find((one) => `custom_fields.${one.key}` === field);
    const position = known === undefined ? (key?.position ?? -1) : positions[known];
    return header[position] ?? field;
  }
}

/** Undefined for an absent value. */
function cellAt(cells: readonly string[], position: number): string | undefined {
  if (position === -1) return undefined;
  const cell = cells[position];
  if (cell === undefined || cell === '') return undefined;
  if (isInner(cell.charCodeAt(0)) && isInner(cell.charCodeAt(cell.length - 1))) return cell;
  const trimmed = cell.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** No kind of blank, in ASCII; beyond it `trim` has to look. */
function isInner(code: number): boolean {
  return code > 0x20 && code < 0x80;
}

// Fields of an order that stand on its first row only hold for its further rows: those that follow it, and for orders that
// are left out also those that lie apart. In files of no particular exporter.
class CarriedFields {
  private orderId = '';
  private status: string | undefined;
  private currency: string | undefined;
  /** By status, orders that are left out for it. */
  private readonly leftOut = new Map<string, DistinctCount>();

  /** Values of the row, or of the order's rows before it. */
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
    this.leftOut.set(detached(status), known);
  }

  private knownStatus(orderId: string): string | undefined {
    for (const [status, orders] of this.leftOut) if (orders.has(orderId)) return status;
    return undefined;
  }
}
