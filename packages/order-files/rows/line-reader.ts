// Reads one record of a file as a line of an order, or as the order: its ids, its amounts, and whether it counts.

import { roundPrice } from '../../../src/analysis/money/unit-price.ts';
import type { Bookkeeping, LeftOutByStatus } from '../account.ts';
import { isEmailColumn } from '../columns/column-facts.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { findAbsence } from '../doubts/guest-names.ts';
import { PLAIN } from '../profiles/plain.ts';
import { type BlockRules, type RecordMeaning, toPlainName } from '../profiles/profile.ts';
import { detachText } from '../text/texts.ts';
import { type NoteSpelling, TidyTexts, unifyId } from '../text/tidy-texts.ts';
import type { AbsentRows } from '../totals/ledger.ts';
import { findCurrency } from '../values/currencies.ts';
import { type QuantityScale, scaleQuantity } from '../values/numbers.ts';
import { type CellOptions, CellReader, getCell } from './cell-reader.ts';

/** The values that a record and its row share. */
export interface LineValues {
  /** Physical line where the record begins. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly orderId: string;
  /** Undefined for a guest. */
  readonly customerId: string | undefined;
  /** The customer's address. */
  readonly contact: string | undefined;
  readonly date: string | undefined;
  readonly currency: string | undefined;
  readonly name: string | undefined;
  readonly sku: string | undefined;
}

export interface ExportLine extends LineValues {
  readonly meaning: RecordMeaning;
  readonly refundDate: string | undefined;
  readonly leftOut: LeftOutByStatus | undefined;
  readonly itemId: string | undefined;
  readonly parentItemId: string | undefined;
  /** An integer; a weighed quantity is one piece at the price of the line. */
  readonly quantity: number;
  readonly isWeighed: boolean;
  /** The factor for the line's amounts if they turn out to be those of one piece. */
  readonly unitsOfTotal: number;
  /** Price of the whole line before discounts. */
  readonly gross: number;
  /** Price of the whole line after its own discount. */
  readonly net: number;
  readonly refund: number;
  /** 0 if the export omits the number. */
  readonly refundQuantity: number;
}

/** Fields are undefined if the export has no such column, or leaves it empty. */
export interface OrderAmounts {
  readonly productsTotal: number | undefined;
  readonly discount: number | undefined;
  readonly shipping: number | undefined;
  readonly fees: number | undefined;
  readonly tax: number | undefined;
  readonly total: number | undefined;
  readonly refunded: number | undefined;
  /** The order's status says so, whether or not the export states amounts. */
  readonly isPartlyReturned?: boolean;
}

/** Returns why a line of this status is left out; undefined when it counts. */
type LeftOut = (status: string, amount: number) => LeftOutByStatus | undefined;

/** Reads the records of one file one after another, and caches values that neighbouring lines share. */
export class LineReader extends CellReader {
  private readonly rules: BlockRules;
  readonly leftOutByStatus: LeftOut;
  readonly scale: QuantityScale;
  private readonly isEmail: boolean;
  private readonly account: Bookkeeping;
  /** Exports of known exporters write each text in one way. */
  private readonly isPlain: boolean;
  private readonly tidyTexts: TidyTexts;
  private readonly noteSpelling: NoteSpelling;
  /** Discounts without a percent sign are percentages, because one of them is above 1. */
  private readonly hasPercents: boolean;
  private customerCell = '';
  private customerId: string | undefined;
  /** The rows to which a guest's row is added. */
  private absence: AbsentRows | undefined;
  private orderCell = '';
  private orderText = '';

  constructor(
    columns: ColumnMap,
    rules: BlockRules,
    options: CellOptions,
    account: Bookkeeping,
    leftOutByStatus: LeftOut,
  ) {
    const { profile, header, positions } = columns;
    super(columns, options, rules.linesStandAlone === true);
    this.rules = rules;
    this.leftOutByStatus = leftOutByStatus;
    this.scale = options.quantityScale ?? 1;
    this.isEmail = isEmailColumn(header[positions.customer_id]);
    this.hasPercents = columns.hasPercents;
    this.account = account;
    this.isPlain = profile.id === PLAIN.id;
    this.noteSpelling = (...noted) => account.ledger.noteSpelling(...noted);
    this.tidyTexts = new TidyTexts(this.noteSpelling);
  }

  /** `amountCell`: a cell that may hold a sign of the currency. Throws RecordError. */
  values(
    cells: readonly string[],
    line: number,
    orderId: string,
    customer: string | undefined,
    amountCell: string | undefined,
  ): LineValues {
    const { positions } = this.columns;
    const customerId = customer === undefined ? undefined : this.customer(customer);
    const date = getCell(cells, positions.order_date);
    const time = getCell(cells, positions.order_time);
    const sku = getCell(cells, positions.product_sku);
    const name = getCell(cells, positions.product_name);
    return {
      line,
      cells,
      orderId,
      customerId,
      // A guest's address is dropped: no erasure could find it again.
      contact: customerId === undefined ? undefined : this.own(getCell(cells, positions.contact)),
      date: this.readDate(date !== undefined && time !== undefined ? `${date} ${time}` : date, 'order_date'),
      currency: findCurrency(getCell(cells, positions.currency), amountCell),
      name: this.product(name ?? (sku === undefined ? this.rules.productIfNone : undefined)),
      sku: sku !== undefined && this.isPlain ? this.unify(sku, 'product_sku') : this.own(sku),
    };
  }

  private product(text: string | undefined): string | undefined {
    if (text === undefined || !this.isPlain) return this.own(text);
    return this.tidyTexts.of(text);
  }

  private customer(cell: string): string | undefined {
    if (cell !== this.customerCell) {
      this.customerCell = detachText(cell);
      const id = this.isPlain ? this.unify(this.customerCell, 'customer_id') : this.customerCell;
      this.absence = undefined;
      this.customerId = this.findCustomer(this.isEmail ? id.toLowerCase() : id);
    }
    if (this.absence !== undefined) this.absence.rows++;
    return this.customerId;
  }

  /** True, and counted, for the customer of an order in the contract's shape that the operator named as a guest. */
  isGuest(customer: string | undefined): boolean {
    const guest = customer === undefined ? undefined : this.account.findGuest(customer);
    if (guest !== undefined) this.account.ledger.openAbsence(guest).rows++;
    return guest !== undefined;
  }

  /** Undefined for a guest, whose rows are counted. */
  private findCustomer(id: string): string | undefined {
    const absence = findAbsence(id);
    const guest = absence === undefined ? this.account.findGuest(id) : undefined;
    if (absence === undefined && guest === undefined) return id;
    // Exports of shops have a mark of their own for guests.
    if (absence !== 'usual' || this.isPlain) this.absence = this.account.ledger.openAbsence(guest ?? id);
    return undefined;
  }

  /** Returns the id in the spelling that the file's other ids have. */
  private unify(id: string, field: 'order_id' | 'customer_id' | 'product_sku'): string {
    const { positions, decimalIds } = this.columns;
    return unifyId(this.tidyTexts.of(id), decimalIds.has(positions[field]), this.noteSpelling);
  }

  /** The id of the order in the spelling of the file's other ids. */
  orderOf(cell: string): string {
    if (!this.isPlain) return cell;
    if (cell !== this.orderCell) {
      this.orderCell = detachText(cell);
      this.orderText = this.unify(this.orderCell, 'order_id');
    }
    return this.orderText;
  }

  meaning(cells: readonly string[]): RecordMeaning {
    if (this.rules.records === undefined) return 'sale';
    const parts = (['record_kind', 'record_group', 'record_detail'] as const).map((field) =>
      toPlainName(this.text(cells, field) ?? ''),
    );
    return findMeaning(parts.filter((part) => part !== '').join('/'), this.rules.records);
  }

  /** Returns the id of the returned order, if the record of a return has an id of its own. */
  orderId(cells: readonly string[], meaning: RecordMeaning): string | undefined {
    const returned = meaning === 'return' ? this.text(cells, 'return_of') : undefined;
    const cell = returned ?? this.text(cells, 'order_id');
    return cell === undefined ? undefined : this.orderOf(cell);
  }

  /** Throws RecordError. */
  line(cells: readonly string[], line: number, orderId: string): ExportLine {
    const meaning = this.meaning(cells);
    const returning = meaning === 'return' ? this.text(cells, 'return_customer') : undefined;
    const customer = returning ?? this.text(cells, 'customer_id');
    const stated = this.amount(cells, 'quantity') ?? 1;
    const total = this.lineTotal(cells);
    const list =
      this.columns.positions.unit_price === -1 || total !== undefined
        ? (total ?? 0)
        : (this.amount(cells, 'unit_price') ?? 0) * stated;
    const quantity = scaleQuantity(stated, this.scale);
    const isWeighed = !Number.isInteger(quantity);
    const unitsOfTotal = total === undefined || isWeighed ? 1 : stated;
    const discount = this.lineDiscount(cells, list);
    // The discount of a returned line is taken back with it.
    const net =
      this.rules.prices === 'before line discount' ? list - (list < 0 ? -discount : discount) : list;
    const refund =
      Math.abs(this.amount(cells, 'line_refund') ?? 0) -
      Math.abs(this.amount(cells, 'line_refund_discount') ?? 0);
    const amountCell =
      this.text(cells, 'line_total') ??
      this.text(cells, 'line_total_with_tax') ??
      this.text(cells, 'unit_price');
    return {
      ...this.values(cells, line, orderId, customer, amountCell),
      meaning,
      refundDate: this.readDate(this.text(cells, 'refunded_at'), 'refunded_at'),
      leftOut: this.leftOut(cells, net),
      itemId: this.text(cells, 'item_id'),
      parentItemId: this.text(cells, 'parent_item_id'),
      quantity: isWeighed || (stated === 0 && net !== 0) ? (net < 0 ? -1 : 1) : this.signed(quantity, net),
      isWeighed,
      unitsOfTotal,
      gross: this.amount(cells, 'line_before_discount') ?? net + discount,
      net,
      refund: Math.max(0, refund),
      refundQuantity: Math.abs(
        Math.trunc(scaleQuantity(this.amount(cells, 'line_refund_quantity') ?? 0, this.scale)),
      ),
    };
  }

  private signed(quantity: number, net: number): number {
    return this.rules.quantityFollowsAmount === true && net < 0 ? -Math.abs(quantity) : quantity;
  }

  /** The line's discount as an amount; `price`: that of the whole line. Throws RecordError. */
  lineDiscount(cells: readonly string[], price: number): number {
    const cell = this.text(cells, 'line_discount_rate');
    if (cell === undefined) return Math.abs(this.amount(cells, 'line_discount') ?? 0);
    const number = Math.abs(this.readAmount(cell.replace('%', '').trim(), 'line_discount_rate'));
    const rate = cell.includes('%') || this.hasPercents ? number / 100 : number;
    return roundPrice(price * rate);
  }

  /** Returns the total without tax and shipping, if those have columns of their own. */
  private lineTotal(cells: readonly string[]): number | undefined {
    const total = this.amount(cells, 'line_total');
    const withTax = total === undefined ? this.amount(cells, 'line_total_with_tax') : undefined;
    if (withTax === undefined) return total;
    return withTax - (this.amount(cells, 'line_tax') ?? 0) - (this.amount(cells, 'line_shipping') ?? 0);
  }

  /** `isRecord`: the record is that of the order, so its line columns are totals. Throws RecordError. */
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
      // A sale at a till has no shipping.
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
    const status = toPlainName(this.text(cells, 'status') ?? '');
    const isReturned = this.rules.returnedStatuses?.includes(status) === true;
    return {
      refunded: isReturned && (refunded ?? 0) === 0 ? (total ?? Number.MAX_SAFE_INTEGER) : refunded,
      isPartlyReturned: status.includes('partial') && status.includes('refund'),
    };
  }

  private leftOut(cells: readonly string[], amount: number): LeftOutByStatus | undefined {
    const payment = this.text(cells, 'payment_method');
    if (payment !== undefined && this.rules.isTestPayment?.(payment) === true) return 'test';
    if (/^(?:test|true)$/i.test(this.text(cells, 'mode') ?? '')) return 'test';
    if (this.text(cells, 'cancelled_at') !== undefined) return 'cancelled';
    const status = this.text(cells, 'status');
    const leftOut = status === undefined ? undefined : this.leftOutByStatus(status, amount);
    if (leftOut !== undefined) return leftOut;
    const fulfillment = this.text(cells, 'fulfillment');
    if (fulfillment !== undefined && this.isCancelled(fulfillment)) return 'cancelled';
    if (this.text(cells, 'captured')?.toLowerCase() === 'false') return 'pending';
    const hasPaidAt = this.columns.positions.paid_at !== -1;
    return hasPaidAt && this.text(cells, 'paid_at') === undefined ? 'pending' : undefined;
  }

  private isCancelled(status: string): boolean {
    return this.columns.profile.statuses[toPlainName(status)] === 'cancelled';
  }
}

/** Finds the meaning by the record's kind, otherwise by the kind's ending. */
function findMeaning(kind: string, records: Readonly<Record<string, RecordMeaning>>): RecordMeaning {
  const exact = records[kind];
  if (exact !== undefined) return exact;
  const found = Object.entries(records).find(
    ([pattern]) => pattern.startsWith('*') && kind.endsWith(pattern.slice(1)),
  );
  return found?.[1] ?? 'other';
}
