// Records of an exporter's file to rows, an order at a time: consecutive records with one order id are one order.
import type { Account } from './account.ts';
import { roundPrice, unitPriceOf } from './amounts.ts';
import { type OrderRow, problemOfRow } from './check-row.ts';
import type { ColumnMap } from './column-map.ts';
import { type ExportLine, LineReader, RecordProblem } from './export-lines.ts';
import { type BlockRules, type Profile, plainName } from './profiles/profile.ts';
import { type BadRow, recordOf } from './row-batches.ts';
import type { CellOptions } from './row-reader.ts';
import { type SettledLine, type SettledOrder, settleOrder } from './settle-order.ts';

/** Where rows go, and what is wrong with records. */
export interface RowSink {
  readonly rows: OrderRow[];
  readonly badRows: BadRow[];
}

interface OpenRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

export class BlockReader {
  readonly #source: string;
  readonly #columns: ColumnMap;
  readonly #rules: BlockRules;
  readonly #reader: LineReader;
  readonly #account: Account;
  /** Columns whose value holds for the order's further lines. */
  readonly #filledDown: readonly number[];
  #orderId: string | undefined;
  #records: OpenRecord[] = [];
  #currency: string | undefined;

  constructor(
    source: string,
    columns: ColumnMap,
    profile: Profile,
    rules: BlockRules,
    { dateFormat, decimal = 'point', thousands = false }: CellOptions,
    account: Account,
  ) {
    this.#source = source;
    this.#columns = columns;
    this.#rules = rules;
    this.#account = account;
    this.#reader = new LineReader(columns, profile, rules, {
      decimal,
      thousands,
      dateFormat: dateFormat ?? profile.dateFormat ?? 'iso',
      onUnknownStatus: (status) => {
        const { unknownStatuses } = account.ledger;
        unknownStatuses.set(status, (unknownStatuses.get(status) ?? 0) + 1);
      },
    });
    const own = rules.fillDown?.except ?? ['*'];
    this.#filledDown = columns.header.flatMap((column, position) =>
      own.some((pattern) => matches(plainName(column), pattern)) ? [] : [position],
    );
    for (const remark of rules.remarks ?? []) account.ledger.remarks.add(remark);
  }

  read(cells: readonly string[], line: number, sink: RowSink): void {
    this.#account.ledger.rowsRead++;
    this.#currency = this.#reader.text(cells, 'currency') ?? this.#currency;
    if (this.#reader.meaning(cells) === 'other') {
      this.#account.ledger.otherRecords++;
      return;
    }
    const orderId = this.#reader.text(cells, 'order_id');
    const continues = orderId === this.#orderId || (orderId === undefined && this.#filledDown.length > 0);
    if (!continues || this.#orderId === undefined) this.#close(sink);
    if (orderId !== undefined) this.#orderId = orderId;
    if (this.#orderId === undefined) {
      const column = this.#columns.header[this.#columns.positions.order_id] ?? 'order_id';
      this.#refuse(sink, line, `${column}: required`, cells);
      return;
    }
    this.#records.push({ cells: this.#filled(cells), line });
  }

  /** What was read last. */
  end(sink: RowSink): void {
    this.#close(sink);
    this.#orderId = undefined;
  }

  #filled(cells: readonly string[]): readonly string[] {
    const first = this.#records[0]?.cells;
    if (first === undefined || this.#filledDown.length === 0) return cells;
    const filled = [...cells];
    for (const position of this.#filledDown) {
      if ((filled[position] ?? '').trim() === '') filled[position] = first[position] ?? '';
    }
    return filled;
  }

  #close(sink: RowSink): void {
    const records = this.#records;
    const orderId = this.#orderId;
    this.#records = [];
    const [first] = records;
    if (first === undefined || orderId === undefined) return;
    const lines: ExportLine[] = [];
    for (const { cells, line } of records) {
      const problem = this.#collect(cells, line, orderId, lines);
      if (problem !== undefined) this.#refuse(sink, line, problem, cells);
    }
    if (lines.length === 0) return;
    try {
      const settled = settleOrder(lines, this.#reader.order(first.cells), {
        ...this.#rules,
        quantitiesAreNet:
          plainName(this.#columns.header[this.#columns.positions.quantity] ?? '') === 'quantityrefund',
      });
      this.#emit(settled, lines, sink);
    } catch (error) {
      if (!(error instanceof RecordProblem)) throw error;
      this.#refuse(sink, first.line, error.message, first.cells);
    }
  }

  /** Adds the line to `lines` if it counts; returns what is wrong with it. */
  #collect(cells: readonly string[], line: number, orderId: string, lines: ExportLine[]): string | undefined {
    const { ledger, currencies, include } = this.#account;
    try {
      const read = this.#reader.line(cells, line, orderId);
      const currency = read.currency ?? (this.#rules.currencyHolds === true ? this.#currency : undefined);
      if (currencies.factor(currency, read.date) === undefined) {
        ledger.leaveOut(`in ${currency?.toUpperCase() ?? ''}`, read.net);
      } else if (read.leftOut !== undefined && !include.has(read.leftOut)) {
        ledger.leaveOut(read.leftOut, read.net * (currencies.factor(currency, read.date) ?? 1));
      } else lines.push(read.currency === currency ? read : { ...read, currency });
      return undefined;
    } catch (error) {
      if (error instanceof RecordProblem) return error.message;
      throw error;
    }
  }

  #emit(settled: SettledOrder, lines: readonly ExportLine[], sink: RowSink): void {
    const { ledger, currencies } = this.#account;
    const [first] = lines;
    if (first === undefined) return;
    const factor = currencies.factor(first.currency, first.date) ?? 1;
    ledger.discounts.add(settled.discount * factor);
    ledger.tips.add(settled.tips * factor);
    ledger.variantsMerged += settled.variantsMerged;
    if (first.isGuest) ledger.guestOrders++;
    for (const sale of settled.sales) {
      if (sale.from.isWeighed) ledger.weighedLines++;
      const { orderId, date, cells } = sale.from;
      this.#push(this.#row(sale, orderId, date, factor), cells, false, sink);
    }
    for (const returned of settled.returns) {
      const { orderId, refundDate, date, meaning } = returned.from;
      const day = meaning === 'return' ? date : refundDate;
      const suffix = day === undefined ? '' : `-${day.slice(0, 10)}`;
      this.#push(
        this.#row(returned, `${orderId}-refund${suffix}`, day ?? date, factor),
        returned.from.cells,
        true,
        sink,
      );
    }
    if (settled.totals === undefined) return;
    const { expected, got } = settled.totals;
    if (ledger.compare(expected * factor, got * factor, settled.sales.length)) {
      ledger.onDifference?.({
        source: this.#source,
        line: first.line,
        order_id: first.orderId,
        expected,
        got: Math.round(got * 100) / 100,
      });
    }
  }

  #row({ from, quantity, amount }: SettledLine, orderId: string, date: string | undefined, factor: number) {
    const price = unitPriceOf(amount, quantity);
    const row: OrderRow = {
      line: from.line,
      order_id: orderId,
      customer_id: from.customerId,
      order_date: date,
      item: {
        product_name: from.name,
        product_sku: from.sku,
        unit_price: factor === 1 ? price : roundPrice(price * factor),
        quantity,
        custom_fields: this.#customFields(from.cells),
      },
    };
    return row;
  }

  #push(row: OrderRow, cells: readonly string[], isReturnOrder: boolean, sink: RowSink): void {
    const problem = problemOfRow(row);
    if (problem !== undefined) {
      const text = problem.field === undefined ? problem.message : `${problem.field}: ${problem.message}`;
      this.#refuse(sink, row.line, text, cells);
      return;
    }
    this.#account.ledger.addRow(row, isReturnOrder);
    sink.rows.push(row);
  }

  #refuse({ badRows }: RowSink, line: number, problem: string, cells: readonly string[]): void {
    badRows.push({ source: this.#source, line, problem, row: recordOf(this.#columns.header, cells) });
  }

  #customFields(cells: readonly string[]): Record<string, string> | undefined {
    let fields: Record<string, string> | undefined;
    for (const { key, position } of this.#columns.custom) {
      const cell = cells[position]?.trim() ?? '';
      if (cell === '') continue;
      fields ??= {};
      fields[key] = cell;
    }
    return fields;
  }
}

/** `lineitem*` matches all that begin so. */
function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
