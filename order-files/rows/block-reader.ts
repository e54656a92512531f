// Records of an exporter's file to rows, an order at a time: consecutive records with one order id are one order.
import { MAX_LINE_ITEMS_PER_REQUEST } from '../../src/schema/limits.ts';
import type { Account } from '../account.ts';
import { OrderRows, type RowSink } from '../orders/order-rows.ts';
import { settleOrder } from '../orders/settle-order.ts';
import { RecordError, tooManyLines } from '../problems/errors.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { type BlockRules, type Profile, plainName } from '../profiles/profile.ts';
import { DistinctCount } from '../values/distinct-count.ts';
import type { ColumnMap } from './column-map.ts';
import { type ExportLine, LineReader } from './export-lines.ts';
import type { CellOptions } from './row-reader.ts';

interface OpenRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

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
  private orderId: string | undefined;
  private records: OpenRecord[] = [];
  private currency: string | undefined;
  private readonly contactAt: number;

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
      leftOut: (status, amount) => account.leftOut(status, profile, { source, column: statusColumn, amount }),
    });
    const own = rules.fillDown?.except ?? ['*'];
    this.filledDown = columns.header.flatMap((column, position) =>
      own.some((pattern) => matches(plainName(column), pattern)) ? [] : [position],
    );
    const { header, positions } = columns;
    this.contactAt = account.contacts?.positionIn(source, header, positions.customer_id) ?? -1;
    for (const code of rules.remarks ?? []) account.ledger.note({ code });
  }

  read(cells: readonly string[], line: number, sink: RowSink): void {
    this.account.ledger.rowsRead++;
    this.currency = this.reader.text(cells, 'currency')?.toUpperCase() ?? this.currency;
    if (this.reader.meaning(cells) === 'other') {
      this.account.ledger.otherRecords++;
      return;
    }
    const orderId = this.reader.text(cells, 'order_id');
    const continues = orderId === this.orderId || (orderId === undefined && this.filledDown.length > 0);
    if (!continues || this.orderId === undefined) this.close(sink);
    if (orderId !== undefined) this.orderId = orderId;
    if (this.orderId === undefined) {
      const column = this.columns.header[this.columns.positions.order_id] ?? 'order_id';
      this.orderRows.refuse(sink, line, { code: 'required', column }, cells);
      return;
    }
    this.records.push({ cells: this.filled(cells), line });
    if (this.records.length > MAX_LINE_ITEMS_PER_REQUEST) throw tooManyLines(this.orderId);
  }

  /** What was read last. */
  end(sink: RowSink): void {
    this.close(sink);
    this.orderId = undefined;
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
    for (const { cells, line } of records) {
      const problem = this.collect(cells, line, orderId, lines);
      if (problem !== undefined) this.orderRows.refuse(sink, line, problem, cells);
    }
    if (lines.length === 0) return;
    try {
      const settled = settleOrder(lines, this.reader.order(first.cells), {
        ...this.rules,
        currency: lines[0]?.currency ?? this.account.currencies.own,
        quantitiesAreNet:
          plainName(this.columns.header[this.columns.positions.quantity] ?? '') === 'quantityrefund',
      });
      this.orderRows.emit(settled, lines, sink);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.orderRows.refuse(sink, first.line, error.problem, first.cells);
    }
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
  private collect(
    cells: readonly string[],
    line: number,
    orderId: string,
    lines: ExportLine[],
  ): RowProblem | undefined {
    const { ledger, currencies } = this.account;
    try {
      const read = this.reader.line(cells, line, orderId);
      if (this.contactAt !== -1) this.account.contacts?.note(read.customerId, cells[this.contactAt]);
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

/** `lineitem*` matches all that begin so. */
function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
