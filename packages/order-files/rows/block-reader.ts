// Records of an exporter's file to rows, an order at a time: consecutive records with one order id are one order.

import { MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { type Currency, halfUnit } from '../../../src/contract/sentences/currency.ts';
import type { Account } from '../account.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { OrderRows, type RowSink } from '../orders/order-rows.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { RecordError, tooManyLines } from '../problems/errors.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import {
  type BlockRules,
  type ExportField,
  type Profile,
  plainName,
  type RecordMeaning,
} from '../profiles/profile.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import { type ExportLine, LineReader, type OrderAmounts } from './export-lines.ts';
import type { CellOptions } from './row-reader.ts';

interface OpenRecord {
  readonly cells: readonly string[];
  readonly line: number;
  readonly meaning: RecordMeaning;
}

/** Fields that hold for all lines of an order, wherever they stand. */
const ORDER_LEVEL: readonly ExportField[] = [
  ...(['customer_id', 'contact', 'order_date', 'order_time', 'currency', 'status', 'fulfillment'] as const),
  ...(['cancelled_at', 'paid_at', 'payment_method', 'captured', 'mode', 'refunded', 'refunded_at'] as const),
  ...(['products_total', 'products_before_discount', 'order_discount', 'shipping', 'fees', 'tax'] as const),
  'order_total',
];

export class BlockReader {
  private readonly columns: ColumnMap;
  private readonly rules: BlockRules;
  private readonly reader: LineReader;
  private readonly account: Account;
  private readonly orderRows: OrderRows;
  /** Orders that were closed: none of them may come again. */
  private readonly closed = new DistinctCount();
  /** Columns whose value holds for the order's further lines. */
  private readonly filledDown: readonly number[];
  private readonly unfold: ReturnType<typeof createUnfolding>;
  private readonly discounts: OrderDiscounts | undefined;
  private orderId: string | undefined;
  private records: OpenRecord[] = [];
  private currency: string | undefined;

  constructor(
    source: string,
    columns: ColumnMap,
    profile: Profile,
    rules: BlockRules,
    { dateFormat, decimal = 'point', thousands = false, quantityScale = 1 }: CellOptions,
    account: Account,
  ) {
    this.columns = columns;
    this.rules = rules;
    this.account = account;
    this.orderRows = new OrderRows(source, columns, account);
    const statusColumn = columns.header[columns.positions.status] ?? 'status';
    this.reader = new LineReader(columns, rules, {
      decimal,
      thousands,
      quantityScale,
      dateFormat: dateFormat ?? profile.dateFormat ?? 'iso',
      isCancelled: (status) => profile.statuses[plainName(status)] === 'cancelled',
      leftOut: (status, amount) => account.leftOut(status, profile, { source, column: statusColumn, amount }),
    });
    this.filledDown = filledDown(columns, rules);
    this.unfold = createUnfolding(columns);
    this.discounts = rules.discountFromTotal === true ? new OrderDiscounts() : undefined;
    for (const code of rules.remarks ?? []) account.ledger.note({ code });
  }

  read(cells: readonly string[], line: number, sink: RowSink): void {
    this.account.ledger.rowsRead++;
    for (const record of this.unfold(cells)) this.readRecord(record, line, sink);
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
    if (orderId !== undefined) this.orderId = orderId;
    if (this.orderId === undefined) {
      const column = this.columns.header[this.columns.positions.order_id] ?? 'order_id';
      this.orderRows.refuse(sink, line, { code: 'required', column }, cells);
      return;
    }
    this.records.push({ cells: this.filled(cells), line, meaning });
    if (this.records.length > MAX_LINE_ITEMS_PER_REQUEST) throw tooManyLines(this.orderId);
  }

  /** A record without an id is of the order before it, unless it has a date of its own. */
  private isContinued(cells: readonly string[]): boolean {
    if (this.rules.fillDown !== undefined) return true;
    return this.filledDown.length > 0 && this.reader.text(cells, 'order_date') === undefined;
  }

  /** What was read last. */
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

  /** The order as a whole, beside its lines. */
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
    // Of several lines without a record of the order, the columns are of the line.
    const isOfLine = hasRecords || (this.rules.orderHasRecord === true && lines.length > 1);
    return this.reader.order(isOfLine ? [] : cells, false);
  }

  private settle(lines: readonly ExportLine[], amounts: OrderAmounts, sink: RowSink): void {
    const currency = lines[0]?.currency ?? this.account.currencies.own;
    const rules = {
      ...this.rules,
      currency,
      quantitiesAreNet:
        plainName(this.columns.header[this.columns.positions.quantity] ?? '') === 'quantityrefund',
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

  /** Its order fields stand on another line: a file that was sorted by something else. */
  private lacksFirstLine(cells: readonly string[]): boolean {
    if (this.rules.fillDown === undefined) return false;
    const { positions } = this.columns;
    const fields = (['order_date', 'status', 'currency', 'order_total'] as const).filter(
      (field) => positions[field] !== -1,
    );
    return fields.length > 1 && fields.every((field) => this.reader.text(cells, field) === undefined);
  }

  /** Adds the line to `lines` if it counts; returns what is wrong with it. */
  private collect({ cells, line }: OpenRecord, orderId: string, lines: ExportLine[]): RowProblem | undefined {
    const { ledger, currencies } = this.account;
    try {
      const read = this.reader.line(cells, line, orderId);
      const currency = read.currency ?? (this.rules.currencyHolds === true ? this.currency : undefined);
      const row = { orderId, currency, amount: read.net };
      if (read.leftOut !== undefined && !this.account.isIncluded(read.leftOut)) {
        ledger.leaveOut(read.leftOut, row);
        return undefined;
      }
      currencies.note(currency, read.net);
      if (currencies.factor(currency, read.date) === undefined) ledger.leaveOut('other_currency', row);
      else lines.push(read.currency === currency ? read : { ...read, currency });
      return undefined;
    } catch (error) {
      if (error instanceof RecordError) return error.problem;
      throw error;
    }
  }
}

/** Positions of columns whose value holds for further records of the order. */
function filledDown({ header, positions }: ColumnMap, { fillDown, records }: BlockRules): number[] {
  if (fillDown !== undefined) {
    return header.flatMap((column, position) =>
      fillDown.except.some((pattern) => matches(plainName(column), pattern)) ? [] : [position],
    );
  }
  // Transactions of an order have dates and states of their own.
  if (records !== undefined) return [];
  return ORDER_LEVEL.map((field) => positions[field]).filter((position) => position !== -1);
}

/** `lineitem*` matches all that begin so. */
function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

// Records that hold several lines of an order become a record per line: the cells of the file, then those of the line.

/** A record as it is where a record of the file is a line. */
function createUnfolding({
  profile: { lines },
  header,
  width,
}: ColumnMap): (cells: readonly string[]) => readonly (readonly string[])[] {
  if (lines === undefined) return (cells) => [cells];
  const own = header.slice(0, width).map(plainName);
  const empty = lines.columns.map(() => '');
  return (cells) => {
    const cellOf = (column: string): string => cells[own.indexOf(column)]?.trim() ?? '';
    const found = lines.read(cellOf, own);
    return (found.length === 0 ? [empty] : found).map((line) => [...cells, ...line]);
  };
}

// Discounts of exports that state none: what an order's total is below its lines, shipping, fees and tax. Whether tax is
// on top of prices or within them is learned from orders without a discount; others wait until it is known.

type Emit = (order: OrderAmounts, sink: RowSink) => void;

class OrderDiscounts {
  private isTaxOnTop: boolean | undefined;
  private waiting: {
    readonly order: OrderAmounts;
    readonly over: number;
    readonly half: number;
    readonly emit: Emit;
  }[] = [];

  /** Calls `emit` with the order's discount, at once or when it is known. */
  read(
    lines: readonly ExportLine[],
    order: OrderAmounts,
    currency: Currency,
    emit: Emit,
    sink: RowSink,
  ): void {
    const half = halfUnit(currency);
    const { total, shipping = 0, fees = 0, tax = 0 } = order;
    if (total === undefined) {
      emit(order, sink);
      return;
    }
    const products = lines.reduce((sum, { meaning, net }) => (meaning === 'sale' ? sum + net : sum), 0);
    /** What the lines are above the total, if their prices include tax. */
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

  /** How many orders there were in a file in which none tells: their tax counts as on top of prices. */
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
