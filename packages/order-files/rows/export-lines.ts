// One record of an exporter's file as a line: its amounts, its date, and whether it counts. What belongs to the order as
// a whole is read by `readOrderAmounts` from the first record of the order.

import type { LeftOutByStatus } from '../account.ts';
import { isEmailColumn, isGuest } from '../columns/column-facts.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { RecordError } from '../problems/errors.ts';
import { type BlockRules, type ExportField, plainName, type RecordMeaning } from '../profiles/profile.ts';
import { currencyOf } from '../values/currencies.ts';
import { type DecimalMark, type QuantityScale, readAmount, scaledQuantity } from '../values/numbers.ts';
import { type DateFormat, readOrderDate } from '../values/order-dates.ts';

export interface ExportLine {
  /** Physical line where the record begins. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly meaning: RecordMeaning;
  readonly orderId: string;
  readonly customerId: string | undefined;
  /** How the customer is reached. */
  readonly contact: string | undefined;
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
  /** By how much the line's amounts are to be multiplied if they turn out to be of one piece. */
  readonly unitsOfTotal: number;
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
  /** Its status says so, whether the export says how much or not. */
  readonly isPartlyReturned?: boolean;
}

export interface LineReaderOptions {
  readonly decimal: DecimalMark;
  readonly thousands: boolean;
  readonly quantityScale: QuantityScale;
  readonly dateFormat: DateFormat;
  /** Why a line of this status is left out; undefined when it counts. */
  readonly leftOut: (status: string, amount: number) => LeftOutByStatus | undefined;
  /** Whether a status of the delivery means that. */
  readonly isCancelled: (status: string) => boolean;
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
    return meaningOf(parts.filter((part) => part !== '').join('/'), this.rules.records);
  }

  /** That of the order that a return is of, where the record has an id of its own. */
  orderId(cells: readonly string[], meaning: RecordMeaning): string | undefined {
    const returned = meaning === 'return' ? this.text(cells, 'return_of') : undefined;
    return returned ?? this.text(cells, 'order_id');
  }

  /** Throws RecordError. */
  line(cells: readonly string[], line: number, orderId: string): ExportLine {
    const meaning = this.meaning(cells);
    const returning = meaning === 'return' ? this.text(cells, 'return_customer') : undefined;
    const customer = returning ?? this.text(cells, 'customer_id');
    const guest = customer !== undefined && isGuest(customer);
    const isEmail = isEmailColumn(this.columns.header[this.columns.positions.customer_id]);
    const stated = this.amount(cells, 'quantity') ?? 1;
    const total = this.lineTotal(cells);
    const list =
      this.columns.positions.unit_price === -1 || total !== undefined
        ? (total ?? 0)
        : (this.amount(cells, 'unit_price') ?? 0) * stated;
    const quantity = scaledQuantity(stated, this.options.quantityScale);
    const isWeighed = !Number.isInteger(quantity);
    const unitsOfTotal = total === undefined || isWeighed ? 1 : stated;
    const discount = Math.abs(this.amount(cells, 'line_discount') ?? 0);
    const net = this.rules.prices === 'before line discount' ? list - discount : list;
    const refund =
      Math.abs(this.amount(cells, 'line_refund') ?? 0) -
      Math.abs(this.amount(cells, 'line_refund_discount') ?? 0);
    return {
      line,
      cells,
      meaning,
      orderId,
      customerId: customer === undefined || guest ? undefined : isEmail ? customer.toLowerCase() : customer,
      contact: customer === undefined || guest ? undefined : this.text(cells, 'contact'),
      isGuest: guest || customer === undefined,
      date: this.date(cells),
      refundDate: this.readDate(this.text(cells, 'refunded_at'), 'refunded_at'),
      currency: currencyOf(this.text(cells, 'currency'), this.amountCell(cells)),
      leftOut: this.leftOut(cells, net),
      name: this.text(cells, 'product_name') ?? this.nameIfNone(cells),
      sku: this.text(cells, 'product_sku'),
      itemId: this.text(cells, 'item_id'),
      parentItemId: this.text(cells, 'parent_item_id'),
      quantity: isWeighed || (stated === 0 && net !== 0) ? (net < 0 ? -1 : 1) : this.signed(quantity, net),
      isWeighed,
      unitsOfTotal,
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

  private signed(quantity: number, net: number): number {
    return this.rules.quantityFollowsAmount === true && net < 0 ? -Math.abs(quantity) : quantity;
  }

  private nameIfNone(cells: readonly string[]): string | undefined {
    return this.text(cells, 'product_sku') === undefined ? this.rules.productIfNone : undefined;
  }

  /** Without tax and shipping that stand in columns of their own. */
  private lineTotal(cells: readonly string[]): number | undefined {
    const total = this.amount(cells, 'line_total');
    const withTax = total === undefined ? this.amount(cells, 'line_total_with_tax') : undefined;
    if (withTax === undefined) return total;
    return withTax - (this.amount(cells, 'line_tax') ?? 0) - (this.amount(cells, 'line_shipping') ?? 0);
  }

  /** `isRecord`: the record is that of the order, and its columns of lines are totals. Throws RecordError. */
  order(cells: readonly string[], isRecord: boolean): OrderAmounts {
    const before = this.amount(cells, 'products_before_discount');
    const discount = this.amount(cells, 'order_discount');
    const total = this.amount(cells, 'order_total');
    return {
      productsTotal:
        this.amount(cells, 'products_total') ??
        (isRecord && this.rules.records !== undefined ? this.amount(cells, 'line_total') : undefined) ??
        (before === undefined ? undefined : before - Math.abs(discount ?? 0)),
      discount: discount === undefined ? undefined : Math.abs(discount),
      // A sale at a till has none.
      shipping:
        this.amount(cells, 'shipping') ?? (isRecord && this.rules.records !== undefined ? 0 : undefined),
      fees: this.amount(cells, 'fees'),
      tax: this.amount(cells, 'tax'),
      total,
      ...this.refunded(cells, total),
    };
  }

  private refunded(
    cells: readonly string[],
    total: number | undefined,
  ): Pick<OrderAmounts, 'refunded' | 'isPartlyReturned'> {
    const stated = this.amount(cells, 'refunded');
    const refunded = stated === undefined ? undefined : Math.abs(stated);
    const status = plainName(this.text(cells, 'status') ?? '');
    const isReturned = this.rules.returnedStatuses?.includes(status) === true;
    return {
      refunded: isReturned && (refunded ?? 0) === 0 ? (total ?? Number.MAX_SAFE_INTEGER) : refunded,
      isPartlyReturned: status.includes('partial') && status.includes('refund'),
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
    const field = (['line_total', 'line_total_with_tax', 'unit_price'] as const).find(
      (one) => this.text(cells, one) !== undefined,
    );
    return field === undefined ? undefined : this.text(cells, field);
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
    if (/^(?:test|true)$/i.test(this.text(cells, 'mode') ?? '')) return 'test';
    if (this.text(cells, 'cancelled_at') !== undefined) return 'cancelled';
    const status = this.text(cells, 'status');
    const leftOut = status === undefined ? undefined : this.options.leftOut(status, amount);
    if (leftOut !== undefined) return leftOut;
    const fulfillment = this.text(cells, 'fulfillment');
    if (fulfillment !== undefined && this.options.isCancelled(fulfillment)) return 'cancelled';
    if (this.text(cells, 'captured')?.toLowerCase() === 'false') return 'pending';
    const hasPaidAt = this.columns.positions.paid_at !== -1;
    return hasPaidAt && this.text(cells, 'paid_at') === undefined ? 'pending' : undefined;
  }

  private column(field: ExportField): string {
    return this.columns.header[this.columns.positions[field]] ?? field;
  }
}

/** By the record's kind, else by what it ends with. */
function meaningOf(kind: string, records: Readonly<Record<string, RecordMeaning>>): RecordMeaning {
  const exact = records[kind];
  if (exact !== undefined) return exact;
  const found = Object.entries(records).find(
    ([pattern]) => pattern.startsWith('*') && kind.endsWith(pattern.slice(1)),
  );
  return found?.[1] ?? 'other';
}
