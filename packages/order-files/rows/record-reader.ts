// Reads records of a file into rows: each separately where lines are complete, otherwise by order, whose consecutive
// records share the id.

import { computeUnitPrice, roundPrice } from '../../../src/analysis/money/unit-price.ts';
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { type Currency, getHalfUnit } from '../../../src/contract/sentences/currency.ts';
import { Bookkeeping } from '../account.ts';
import { computeEquation, type Equation, isEqualAmount } from '../columns/amount-equations.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { readColumnName } from '../columns/column-words.ts';
import { findUnreadColumns, takesAway, type UnreadColumn } from '../doubts/unread-columns.ts';
import { OrderRows, type RowSink } from '../orders/order-rows.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { createTooManyLinesError, OrderFileError, RecordError } from '../problems/errors.ts';
import type { OrderIdColumns } from '../problems/file-problems.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { PLAIN } from '../profiles/plain.ts';
import {
  type BlockRules,
  type ExportField,
  ORDER_FIELDS,
  type RecordMeaning,
  toPlainName,
} from '../profiles/profile.ts';
import { detachText } from '../text/texts.ts';
import type { LeftOutRow } from '../totals/ledger.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { scaleQuantity } from '../values/numbers.ts';
import type { OrderRow } from './check-row.ts';
import { type AddOrderId, createOrderIdComposer } from './compose-order-id.ts';
import { type ExportLine, getCell, LineReader, type OrderAmounts } from './line-reader.ts';
import type { RowOptions } from './row-batches.ts';

interface OpenRecord {
  readonly cells: readonly string[];
  readonly line: number;
  readonly meaning: RecordMeaning;
}

/** Fields that apply to all lines of an order, wherever they stand. */
const ORDER_LEVEL: readonly ExportField[] = [
  ...(['customer_id', 'contact', 'order_date', 'order_time', 'currency', 'status', 'fulfillment'] as const),
  ...(['cancelled_at', 'paid_at', 'payment_method', 'captured', 'mode', 'refunded', 'refunded_at'] as const),
  ...(['products_total', 'products_before_discount', 'order_discount', 'shipping', 'fees', 'tax'] as const),
  'order_total',
];

/** Fields that a separate line can have: if the operator named columns of others, orders are read as a whole. */
const READ_ALONE: readonly string[] = [
  ...ORDER_FIELDS,
  ...['contact', 'currency', 'status', 'line_total', 'line_discount', 'line_discount_rate'],
];

export class RecordReader {
  private readonly source: string;
  private readonly columns: ColumnMap;
  private readonly rules: BlockRules;
  private readonly reader: LineReader;
  private readonly account: Bookkeeping;
  private readonly orderRows: OrderRows;
  /** Ids of finished orders: none of them may appear again. */
  private readonly closed = new DistinctCount();
  /** Columns whose value holds for the order's further lines. */
  private readonly filledDown: readonly number[];
  /** Adds the id that several columns make together. */
  readonly addOrderId: AddOrderId | undefined;
  private readonly unfold: ReturnType<typeof createUnfolding>;
  private readonly discounts: OrderDiscounts | undefined;
  private orderId: string | undefined;
  private records: OpenRecord[] = [];
  private currency: string | undefined;
  private readonly hasDiscounts: boolean;
  /** Columns that can take something away and that no field reads, in files of no known exporter. */
  readonly unread: readonly UnreadColumn[];
  /** Columns whose yes leaves a row out. */
  readonly flags: readonly UnreadColumn[];
  private readonly carried = new CarriedFields();
  /** The date of the current order, from whichever of its lines has one. */
  private orderDate: string | undefined;

  constructor(source: string, columns: ColumnMap, options: RowOptions) {
    const { account = new Bookkeeping(), columns: choice = {} } = options;
    const { profile, header, positions, custom } = columns;
    const { block } = profile;
    const standAlone = Object.keys(choice).every((field) => READ_ALONE.includes(field));
    this.source = source;
    this.columns = columns;
    this.rules = block.linesStandAlone === true && !standAlone ? { ...block, linesStandAlone: false } : block;
    this.account = account;
    const column = header[positions.status] ?? 'status';
    this.reader = new LineReader(columns, this.rules, options, account, (status, amount) =>
      account.leftOut(status, profile, { source, column, amount }),
    );
    this.orderRows = new OrderRows(source, columns, account, this.reader);
    this.filledDown = listFilledDown(columns, this.rules);
    this.addOrderId = createOrderIdComposer(columns, options.dateFormat ?? profile.dateFormat ?? 'iso');
    this.unfold = createUnfolding(columns);
    this.discounts = block.discountFromTotal === true ? new OrderDiscounts() : undefined;
    this.hasDiscounts = positions.line_discount !== -1 || positions.line_discount_rate !== -1;
    const taken = new Set([
      ...Object.values(positions),
      ...custom.map(({ position }) => position),
      ...columns.contained,
    ]);
    this.flags = (options.excludeIf ?? []).map((name) => findFlag(source, header, name));
    for (const { position } of this.flags) taken.add(position);
    this.unread = profile.id === PLAIN.id ? findUnreadColumns(header, taken) : [];
    if (columns.equation !== undefined)
      account.ledger.doubts.equation.open(columns.equation, columns.readings, source);
    if (profile.id === PLAIN.id && columns.hasCustomerNames)
      account.ledger.note({ code: 'customer_names', column: header[positions.customer_id] ?? '' });
    const ids = profile.id === PLAIN.id ? findOrderIdColumns(columns) : undefined;
    if (ids !== undefined) account.ledger.doubts.recurring.open(ids, source);
    for (const code of block.remarks ?? []) account.ledger.note({ code });
  }

  read(own: readonly string[], line: number, sink: RowSink): void {
    const cells = this.addOrderId === undefined ? own : this.addOrderId(own);
    this.account.ledger.rowsRead++;
    if (this.unread.length > 0) this.noteUnread(cells, line);
    if (this.columns.equation !== undefined) this.checkEquation(this.columns.equation, cells);
    if (this.flags.length > 0 && this.isLeftOut(cells)) return;
    if (this.rules.linesStandAlone !== true) {
      for (const record of this.unfold(cells)) this.readRecord(record, line, sink);
      return;
    }
    try {
      const row = this.readAlone(cells, line);
      if (row !== undefined) this.add(row, sink);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.orderRows.refuse(sink, line, error.problem, cells);
    }
  }

  /** Returns the row without its customer if the operator named it as a guest. */
  withoutGuest(row: OrderRow): OrderRow {
    return this.reader.isGuest(row.customer_id) ? { ...row, customer_id: undefined } : row;
  }

  /** Adds a complete row. `hasPrices`: whether a row without a price is noted. */
  add(row: OrderRow, sink: RowSink, hasPrices = hasPriceColumn(this.columns)): void {
    const { ledger } = this.account;
    ledger.addRow(row);
    if (hasPrices && row.item.unit_price === undefined) ledger.noteBlankPrice(this.source, row.line);
    sink.rows.push(row);
  }

  /** Returns the row of a complete line; undefined when it is left out. Throws RecordError. */
  readAlone(cells: readonly string[], line: number): OrderRow | undefined {
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

  /** Notes what the unread columns of a record take away. */
  noteUnread(cells: readonly string[], line: number): void {
    for (const one of this.unread) {
      const cell = getCell(cells, one.position);
      if (cell === undefined) continue;
      const amount = one.hasStatuses ? undefined : this.reader.findAmount(cell.replace(/\s*%$/, ''));
      this.account.ledger.doubts.unread.add(one, cell, amount, line, this.source);
    }
  }

  /** Counts whether the equation that the first rows proved holds in this one. */
  private checkEquation(equation: Equation, cells: readonly string[]): void {
    const read = (position: number, absent: number): number => {
      const cell = getCell(cells, position);
      if (cell === undefined) return absent;
      const number = this.reader.findAmount(cell.replace(/\s*%$/, '')) ?? Number.NaN;
      return cell.endsWith('%') ? number / 100 : number;
    };
    const [target, price] = [read(equation.target, Number.NaN), read(equation.price, Number.NaN)];
    const quantity = read(equation.quantity, equation.quantity === -1 ? 1 : Number.NaN);
    if (Number.isNaN(target + price + quantity)) return;
    const [discount, extra] = [read(equation.discount, 0), read(equation.extra, 0)];
    const value = computeEquation(equation.form, price, quantity, discount, extra);
    this.account.ledger.doubts.equation.add(isEqualAmount(target, value, quantity));
  }

  /** True, and noted, for a record that a flag leaves out. */
  isLeftOut(cells: readonly string[]): boolean {
    const flag = this.flags.find((one) => {
      const cell = getCell(cells, one.position);
      return cell !== undefined && takesAway(one, cell);
    });
    if (flag === undefined) return false;
    const { ledger, currencies } = this.account;
    const { positions } = this.columns;
    const orderCell = getCell(cells, positions.order_id);
    const orderId = orderCell === undefined ? (this.orderId ?? '') : this.reader.orderOf(orderCell);
    const [price, quantity] = [getCell(cells, positions.unit_price), getCell(cells, positions.quantity)];
    const total = getCell(cells, positions.line_total);
    const amount =
      price === undefined
        ? this.reader.findAmount(total ?? '')
        : (this.reader.findAmount(price) ?? 0) * (this.reader.findAmount(quantity ?? '1') ?? 1);
    const row = { orderId, currency: currencies.own, amount: amount ?? 0 };
    ledger.leaveOut(flag.taking === 'test' ? 'test' : 'cancelled', row);
    return true;
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
    return this.counted(row, this.orderDate);
  }

  /** Returns the factor for the amount of a row; undefined, and noted, if the row is left out for its currency. */
  private counted(row: LeftOutRow, date: string | undefined): number | undefined {
    const { ledger, currencies } = this.account;
    currencies.note(row.currency, row.amount);
    const factor = currencies.factor(row.currency, date);
    if (factor === undefined) ledger.leaveOut('other_currency', row);
    return factor;
  }

  /** A line without id, date, customer and status belongs to the order before it, if lines have one of these. */
  private idOfLineBefore(cells: readonly string[]): string | undefined {
    const { positions } = this.columns;
    const own = [positions.order_date, positions.customer_id, positions.status];
    const isBare = own.every((position) => getCell(cells, position) === undefined);
    return isBare && own.some((position) => position !== -1) ? this.orderId : undefined;
  }

  private readRecord(cells: readonly string[], line: number, sink: RowSink): void {
    this.currency = this.reader.text(cells, 'currency')?.toUpperCase() ?? this.currency;
    const meaning = this.reader.meaning(cells);
    if (meaning === 'other') {
      this.account.ledger.otherRecords++;
      return;
    }
    const orderId = this.reader.orderId(cells, meaning);
    const continues = orderId === this.orderId || (orderId === undefined && this.isContinued(cells));
    if (!continues || this.orderId === undefined) this.close(sink);
    if (orderId !== undefined && orderId !== this.orderId) this.orderId = detachText(orderId);
    if (this.orderId === undefined) {
      const column = this.reader.columnOf('order_id');
      this.orderRows.refuse(sink, line, { code: 'required', column }, cells);
      return;
    }
    this.records.push({ cells: this.filled(cells), line, meaning });
    if (this.records.length > MAX_LINE_ITEMS_PER_REQUEST) throw createTooManyLinesError(this.orderId);
  }

  /** A record without an id belongs to the order before it, unless it has a date of its own. */
  private isContinued(cells: readonly string[]): boolean {
    if (this.rules.fillDown !== undefined) return true;
    return this.filledDown.length > 0 && this.reader.text(cells, 'order_date') === undefined;
  }

  /** Finishes the last order. */
  end(sink: RowSink): void {
    this.close(sink);
    this.orderId = undefined;
    const orders = this.discounts?.end(sink) ?? 0;
    if (orders > 0) this.account.ledger.note({ code: 'discounts_unclear', orders });
  }

  private filled(cells: readonly string[]): readonly string[] {
    const first = this.records[0]?.cells;
    if (first === undefined || this.filledDown.length === 0) return cells;
    const filled = [...cells];
    for (const position of this.filledDown) {
      if ((filled[position] ?? '').trim() === '') filled[position] = first[position] ?? '';
    }
    return filled;
  }

  private close(sink: RowSink): void {
    const records = this.records;
    const orderId = this.orderId;
    this.records = [];
    const [first] = records;
    if (first === undefined || orderId === undefined) return;
    const isApart = !this.closed.add(orderId) && this.rules.records === undefined;
    if (isApart || this.lacksFirstLine(first.cells)) {
      for (const { cells, line } of records)
        this.orderRows.refuse(sink, line, { code: 'lines_apart' }, cells);
      return;
    }
    const lines: ExportLine[] = [];
    const hasLines = records.some((record) => !this.isOrder(record));
    for (const record of records) {
      if (hasLines && this.isOrder(record)) continue;
      const problem = this.collect(record, orderId, lines);
      if (problem !== undefined) this.orderRows.refuse(sink, record.line, problem, record.cells);
    }
    if (lines.length === 0) return;
    try {
      this.settle(lines, this.amountsOf(records, lines), sink);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.orderRows.refuse(sink, first.line, error.problem, first.cells);
    }
  }

  /** True for the order as a whole, beside its lines. */
  private isOrder({ cells, meaning }: OpenRecord): boolean {
    if (meaning === 'order') return true;
    if (this.rules.orderHasRecord !== true) return false;
    return this.reader.text(cells, 'product_name') === undefined;
  }

  private amountsOf(records: readonly OpenRecord[], lines: readonly ExportLine[]): OrderAmounts {
    const record = records.find((one) => this.isOrder(one));
    if (record !== undefined) return this.reader.order(record.cells, true);
    const cells = records[0]?.cells ?? [];
    const hasRecords = Object.values(this.rules.records ?? {}).includes('order');
    // If an order has several lines and no record of its own, the columns are per line.
    const isOfLine = hasRecords || (this.rules.orderHasRecord === true && lines.length > 1);
    return this.reader.order(isOfLine ? [] : cells, false);
  }

  private settle(lines: readonly ExportLine[], amounts: OrderAmounts, sink: RowSink): void {
    const currency = lines[0]?.currency ?? this.account.currencies.own;
    const rules = {
      ...this.rules,
      currency,
      quantitiesAreNet:
        toPlainName(this.columns.header[this.columns.positions.quantity] ?? '') === 'quantityrefund',
    };
    const emit = (order: OrderAmounts, to: RowSink): void => {
      const settled = settleOrder(lines, order, rules);
      if (order.isPartlyReturned === true && settled.returns.length === 0)
        this.account.ledger.partialRefunds++;
      this.orderRows.emit(settled, lines, to);
    };
    if (this.discounts === undefined) emit(amounts, sink);
    else this.discounts.read(lines, amounts, currency, emit, sink);
  }

  /** True if the order's fields stand on another line: the file was sorted by something else. */
  private lacksFirstLine(cells: readonly string[]): boolean {
    if (this.rules.fillDown === undefined) return false;
    const { positions } = this.columns;
    const fields = (['order_date', 'status', 'currency', 'order_total'] as const).filter(
      (field) => positions[field] !== -1,
    );
    return fields.length > 1 && fields.every((field) => this.reader.text(cells, field) === undefined);
  }

  /** Adds the line to `lines` if it counts; returns the line's error, if any. */
  private collect({ cells, line }: OpenRecord, orderId: string, lines: ExportLine[]): RowProblem | undefined {
    const { ledger } = this.account;
    try {
      const read = this.reader.line(cells, line, orderId);
      const currency = read.currency ?? (this.rules.currencyHolds === true ? this.currency : undefined);
      const row = { orderId, currency, amount: read.net };
      if (read.leftOut !== undefined && !this.account.isIncluded(read.leftOut)) {
        ledger.leaveOut(read.leftOut, row);
        return undefined;
      }
      if (this.counted(row, read.date) !== undefined)
        lines.push(read.currency === currency ? read : { ...read, currency });
      return undefined;
    } catch (error) {
      if (error instanceof RecordError) return error.problem;
      throw error;
    }
  }
}

/** The columns of which ids of orders can be composed; undefined if the id is composed or no column has dates. */
function findOrderIdColumns({ header, positions, orderIdParts }: ColumnMap): OrderIdColumns | undefined {
  const [order, date] = [header[positions.order_id], header[positions.order_date]];
  if (order === undefined || date === undefined || orderIdParts.length > 0) return undefined;
  const taken = Object.values(positions);
  const isPlace = (column: string, at: number): boolean =>
    !taken.includes(at) && readColumnName(column).concepts.has('store');
  return { order, date, places: header.filter(isPlace) };
}

/** Throws OrderFileError. */
function findFlag(source: string, header: readonly string[], column: string): UnreadColumn {
  const position = header.map(toPlainName).indexOf(toPlainName(column));
  if (position === -1)
    throw new OrderFileError(source, { code: 'unknown_column', field: 'exclude-if', column, header });
  const [named] = findUnreadColumns([header[position] ?? ''], new Set());
  return { position, column, taking: named?.taking ?? 'cancelled', hasStatuses: named?.hasStatuses ?? false };
}

function hasPriceColumn({ positions }: ColumnMap): boolean {
  return positions.unit_price !== -1 || positions.line_total !== -1;
}

/** Positions of columns whose value holds for further records of the order. */
function listFilledDown({ header, positions }: ColumnMap, { fillDown, records }: BlockRules): number[] {
  if (fillDown !== undefined) {
    return header.flatMap((column, position) =>
      fillDown.except.some((pattern) => isMatch(toPlainName(column), pattern)) ? [] : [position],
    );
  }
  // Each transaction of an order has its own date and state.
  if (records !== undefined) return [];
  return ORDER_LEVEL.map((field) => positions[field]).filter((position) => position !== -1);
}

/** `lineitem*` matches all names with this beginning. */
function isMatch(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

// Unfolds records that hold several lines of an order into a record per line: the cells of the file, then those of the
// line.

/** Returns a record unchanged if a record of the file is a line. */
function createUnfolding({
  profile: { lines },
  header,
  width,
}: ColumnMap): (cells: readonly string[]) => readonly (readonly string[])[] {
  if (lines === undefined) return (cells) => [cells];
  const own = header.slice(0, width).map(toPlainName);
  const empty = lines.columns.map(() => '');
  return (cells) => {
    const getOwnCell = (column: string): string => cells[own.indexOf(column)]?.trim() ?? '';
    const found = lines.read(getOwnCell, own);
    return (found.length === 0 ? [empty] : found).map((line) => [...cells, ...line]);
  };
}

// Computes discounts of exports that state none: the amount by which an order's total is below its lines, shipping,
// fees and tax. Orders without a discount show whether prices include tax; others wait until it is known.

type Emit = (order: OrderAmounts, sink: RowSink) => void;

class OrderDiscounts {
  private isTaxOnTop: boolean | undefined;
  private waiting: {
    readonly order: OrderAmounts;
    readonly over: number;
    readonly half: number;
    readonly emit: Emit;
  }[] = [];

  /** Calls `emit` with the order's discount, at once or once it is known. */
  read(
    lines: readonly ExportLine[],
    order: OrderAmounts,
    currency: Currency,
    emit: Emit,
    sink: RowSink,
  ): void {
    const half = getHalfUnit(currency);
    const { total, shipping = 0, fees = 0, tax = 0 } = order;
    if (total === undefined) {
      emit(order, sink);
      return;
    }
    const products = lines.reduce((sum, { meaning, net }) => (meaning === 'sale' ? sum + net : sum), 0);
    /** The amount by which the lines exceed the total, if their prices include tax. */
    const over = products + shipping + fees - total;
    if (Math.abs(tax) <= half) {
      emit({ ...order, discount: Math.max(0, over) }, sink);
      return;
    }
    if (Math.abs(over) <= half) this.isTaxOnTop ??= false;
    else if (over < 0) this.isTaxOnTop ??= true;
    this.waiting.push({ order, over, half, emit });
    if (this.isTaxOnTop !== undefined) this.settle(sink);
  }

  /** Returns the number of orders in a file that leaves it unknown: their tax counts as on top of prices. */
  end(sink: RowSink): number {
    const undecided = this.waiting.length;
    this.settle(sink);
    return undecided;
  }

  private settle(sink: RowSink): void {
    const onTop = this.isTaxOnTop ?? true;
    for (const { order, over, half, emit } of this.waiting) {
      const isOnTop = over < -half ? true : onTop && Math.abs(over) > half;
      emit({ ...order, discount: Math.max(0, over + (isOnTop ? (order.tax ?? 0) : 0)) }, sink);
    }
    this.waiting = [];
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
