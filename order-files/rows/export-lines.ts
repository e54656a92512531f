// One record of an exporter's file as a line: its amounts, its date, and whether it counts. What belongs to the order as
// a whole is read by `readOrderAmounts` from the first record of the order.

import type { LeftOutByStatus } from '../account.ts';
import { RecordError } from '../problems/errors.ts';
import { type BlockRules, type ExportField, plainName, type RecordMeaning } from '../profiles/profile.ts';
import { readAmount } from '../values/amounts.ts';
import { currencyOf } from '../values/currencies.ts';
import { isEmailColumn, isGuest } from '../values/customer-ids.ts';
import type { DecimalMark } from '../values/numbers.ts';
import { type DateFormat, readOrderDate } from '../values/order-dates.ts';
import { type QuantityScale, scaledQuantity } from '../values/quantities.ts';
import type { ColumnMap } from './column-map.ts';

export interface ExportLine {
  /** Physical line where the record begins. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly meaning: RecordMeaning;
  readonly orderId: string;
  readonly customerId: string | undefined;
  readonly isGuest: boolean;
  readonly date: string | undefined;
  readonly refundDate: string | undefined;
  readonly currency: string | undefined;
  readonly leftOut: LeftOutByStatus | undefined;
  readonly name: string | undefined;
  readonly sku: string | undefined;
  readonly itemId: string | undefined;
  readonly parentItemId: string | undefined;
  /** Whole; a weighed quantity is one piece at the price of the line. */
  readonly quantity: number;
  readonly isWeighed: boolean;
  /** Price of the whole line before discounts. */
  readonly gross: number;
  /** After its own discount. */
  readonly net: number;
  readonly refund: number;
  /** 0 where the export does not say how many. */
  readonly refundQuantity: number;
}

/** Undefined where the export has no such column, or leaves it empty. */
export interface OrderAmounts {
  readonly productsTotal: number | undefined;
  readonly discount: number | undefined;
  readonly shipping: number | undefined;
  readonly fees: number | undefined;
  readonly tax: number | undefined;
  readonly total: number | undefined;
  readonly refunded: number | undefined;
}

export interface LineReaderOptions {
  readonly decimal: DecimalMark;
  readonly thousands: boolean;
  readonly quantityScale: QuantityScale;
  readonly dateFormat: DateFormat;
  /** Why a line of this status is left out; undefined when it counts. */
  readonly leftOut: (status: string, amount: number) => LeftOutByStatus | undefined;
}

export class LineReader {
  private readonly columns: ColumnMap;
  private readonly rules: BlockRules;
  private readonly options: LineReaderOptions;

  constructor(columns: ColumnMap, rules: BlockRules, options: LineReaderOptions) {
    this.columns = columns;
    this.rules = rules;
    this.options = options;
  }

  text(cells: readonly string[], field: ExportField): string | undefined {
    const cell = cells[this.columns.positions[field]]?.trim();
    return cell === '' ? undefined : cell;
  }

  meaning(cells: readonly string[]): RecordMeaning {
    if (this.rules.records === undefined) return 'sale';
    const parts = (['record_kind', 'record_group', 'record_detail'] as const).map((field) =>
      plainName(this.text(cells, field) ?? ''),
    );
    return this.rules.records[parts.filter((part) => part !== '').join('/')] ?? 'other';
  }

  /** Throws RecordError. */
  line(cells: readonly string[], line: number, orderId: string): ExportLine {
    const customer = this.text(cells, 'customer_id');
    const guest = customer !== undefined && isGuest(customer);
    const isEmail = isEmailColumn(this.columns.header[this.columns.positions.customer_id]);
    const stated = this.amount(cells, 'quantity') ?? 1;
    const total = this.amount(cells, 'line_total');
    const list =
      this.columns.positions.unit_price === -1 || total !== undefined
        ? (total ?? 0)
        : (this.amount(cells, 'unit_price') ?? 0) * stated;
    const quantity = scaledQuantity(stated, this.options.quantityScale);
    const isWeighed = !Number.isInteger(quantity);
    const discount = Math.abs(this.amount(cells, 'line_discount') ?? 0);
    const net = this.rules.prices === 'before line discount' ? list - discount : list;
    const refund =
      Math.abs(this.amount(cells, 'line_refund') ?? 0) -
      Math.abs(this.amount(cells, 'line_refund_discount') ?? 0);
    return {
      line,
      cells,
      meaning: this.meaning(cells),
      orderId,
      customerId: customer === undefined || guest ? undefined : isEmail ? customer.toLowerCase() : customer,
      isGuest: guest || customer === undefined,
      date: this.date(cells),
      refundDate: this.readDate(this.text(cells, 'refunded_at'), 'refunded_at'),
      currency: currencyOf(this.text(cells, 'currency'), this.amountCell(cells)),
      leftOut: this.leftOut(cells, net),
      name: this.text(cells, 'product_name'),
      sku: this.text(cells, 'product_sku'),
      itemId: this.text(cells, 'item_id'),
      parentItemId: this.text(cells, 'parent_item_id'),
      quantity: isWeighed || (stated === 0 && net !== 0) ? (net < 0 ? -1 : 1) : quantity,
      isWeighed,
      gross: this.amount(cells, 'line_before_discount') ?? net + discount,
      net,
      refund: Math.max(0, refund),
      refundQuantity: Math.abs(
        Math.trunc(
          scaledQuantity(this.amount(cells, 'line_refund_quantity') ?? 0, this.options.quantityScale),
        ),
      ),
    };
  }

  /** Throws RecordError. */
  order(cells: readonly string[]): OrderAmounts {
    const before = this.amount(cells, 'products_before_discount');
    const discount = this.amount(cells, 'order_discount');
    return {
      productsTotal:
        this.amount(cells, 'products_total') ??
        (before === undefined ? undefined : before - Math.abs(discount ?? 0)),
      discount: discount === undefined ? undefined : Math.abs(discount),
      shipping: this.amount(cells, 'shipping'),
      fees: this.amount(cells, 'fees'),
      tax: this.amount(cells, 'tax'),
      total: this.amount(cells, 'order_total'),
      refunded: this.amount(cells, 'refunded'),
    };
  }

  private amount(cells: readonly string[], field: ExportField): number | undefined {
    const cell = this.text(cells, field);
    if (cell === undefined) return undefined;
    const amount = readAmount(cell, this.options.decimal, this.options.thousands);
    if (amount !== undefined) return amount;
    const { decimal } = this.options;
    throw new RecordError({ code: 'not_an_amount', column: this.column(field), cell, decimal });
  }

  /** Where a sign of its currency may stand. */
  private amountCell(cells: readonly string[]): string | undefined {
    return this.text(cells, 'line_total') ?? this.text(cells, 'unit_price');
  }

  private date(cells: readonly string[]): string | undefined {
    const date = this.text(cells, 'order_date');
    const time = this.text(cells, 'order_time');
    return this.readDate(date !== undefined && time !== undefined ? `${date} ${time}` : date, 'order_date');
  }

  private readDate(cell: string | undefined, field: ExportField): string | undefined {
    if (cell === undefined) return undefined;
    const date = readOrderDate(cell, this.options.dateFormat);
    if (date !== undefined) return date;
    const { dateFormat } = this.options;
    throw new RecordError({ code: 'not_a_date', column: this.column(field), cell, format: dateFormat });
  }

  private leftOut(cells: readonly string[], amount: number): LeftOutByStatus | undefined {
    const payment = this.text(cells, 'payment_method');
    if (payment !== undefined && this.rules.isTestPayment?.(payment) === true) return 'test';
    if (this.text(cells, 'mode')?.toLowerCase() === 'test') return 'test';
    if (this.text(cells, 'cancelled_at') !== undefined) return 'cancelled';
    const status = this.text(cells, 'status');
    const leftOut = status === undefined ? undefined : this.options.leftOut(status, amount);
    if (leftOut !== undefined) return leftOut;
    if (this.text(cells, 'captured')?.toLowerCase() === 'false') return 'pending';
    const hasPaidAt = this.columns.positions.paid_at !== -1;
    return hasPaidAt && this.text(cells, 'paid_at') === undefined ? 'pending' : undefined;
  }

  private column(field: ExportField): string {
    return this.columns.header[this.columns.positions[field]] ?? field;
  }
}
