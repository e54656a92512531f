// Reads records that are parts of an order: consecutive records that share its id are settled together.

import { MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import type { Bookkeeping } from '../account.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { OrderRows, RowSink } from '../orders/order-rows.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { createTooManyLinesError, RecordError } from '../problems/errors.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { type BlockRules, type ExportField, type RecordMeaning, toPlainName } from '../profiles/profile.ts';
import { detachText } from '../text/texts.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import type { ExportLine, LineReader, OrderAmounts } from './line-reader.ts';
import { OrderDiscounts } from './order-discounts.ts';

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

export class GroupedRecords {
  private readonly columns: ColumnMap;
  private readonly rules: BlockRules;
  private readonly reader: LineReader;
  private readonly account: Bookkeeping;
  private readonly orderRows: OrderRows;
  /** Ids of finished orders: none of them may appear again. */
  private readonly closed = new DistinctCount();
  /** Columns whose value holds for the order's further lines. */
  private readonly filledDown: readonly number[];
  private readonly unfold: ReturnType<typeof createUnfolding>;
  private readonly discounts: OrderDiscounts | undefined;
  /** The order of the last record. */
  orderId: string | undefined;
  private records: OpenRecord[] = [];
  private currency: string | undefined;

  constructor(
    columns: ColumnMap,
    rules: BlockRules,
    orderRows: OrderRows,
    reader: LineReader,
    account: Bookkeeping,
  ) {
    this.columns = columns;
    this.rules = rules;
    this.reader = reader;
    this.account = account;
    this.orderRows = orderRows;
    this.filledDown = listFilledDown(columns, rules);
    this.unfold = createUnfolding(columns);
    this.discounts = rules.discountFromTotal === true ? new OrderDiscounts() : undefined;
  }

  /** Reads a record, which may hold several lines of its order. */
  read(cells: readonly string[], line: number, sink: RowSink): void {
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
      if (this.account.countInCurrency(row, read.date) !== undefined)
        lines.push(read.currency === currency ? read : { ...read, currency });
      return undefined;
    } catch (error) {
      if (error instanceof RecordError) return error.problem;
      throw error;
    }
  }
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

/**
 * Returns a function that unfolds a record with several lines of an order into a record per line: the cells of the
 * file, then those of the line. A record that is a line stays as it is.
 */
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
