// Reads records of a file into rows: each separately where lines are complete, otherwise by order, whose consecutive
// records share the id.

import { Bookkeeping } from '../account.ts';
import { computeEquation, type Equation, isEqualAmount } from '../columns/amount-equations.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { readColumnName } from '../columns/column-words.ts';
import { findUnreadColumns, takesAway, type UnreadColumn } from '../doubts/unread-columns.ts';
import { OrderRows, type RowSink } from '../orders/order-rows.ts';
import { OrderFileError, RecordError } from '../problems/errors.ts';
import type { OrderIdColumns } from '../problems/file-problems.ts';
import { PLAIN } from '../profiles/plain.ts';
import { ORDER_FIELDS, toPlainName } from '../profiles/profile.ts';
import { getCell } from './cell-reader.ts';
import type { OrderRow } from './check-row.ts';
import { type AddOrderId, createOrderIdComposer } from './compose-order-id.ts';
import { GroupedRecords } from './grouped-records.ts';
import { LineReader } from './line-reader.ts';
import { LoneLines } from './lone-lines.ts';
import type { RowOptions } from './row-batches.ts';

/** Fields that a separate line can have: if the operator named columns of others, orders are read as a whole. */
const READ_ALONE: readonly string[] = [
  ...ORDER_FIELDS,
  ...['contact', 'currency', 'status', 'line_total', 'line_discount', 'line_discount_rate'],
];

export class RecordReader {
  private readonly source: string;
  private readonly columns: ColumnMap;
  private readonly reader: LineReader;
  private readonly account: Bookkeeping;
  private readonly orderRows: OrderRows;
  private readonly linesStandAlone: boolean;
  private readonly lone: LoneLines;
  private readonly groups: GroupedRecords;
  /** Adds the id that several columns make together. */
  readonly addOrderId: AddOrderId | undefined;
  /** Columns that can take something away and that no field reads, in files of no known exporter. */
  readonly unread: readonly UnreadColumn[];
  /** Columns whose yes leaves a row out. */
  readonly flags: readonly UnreadColumn[];

  constructor(source: string, columns: ColumnMap, options: RowOptions) {
    const { account = new Bookkeeping(), columns: choice = {} } = options;
    const { profile, header, positions, custom } = columns;
    const { block } = profile;
    const standAlone = Object.keys(choice).every((field) => READ_ALONE.includes(field));
    this.source = source;
    this.columns = columns;
    const rules =
      block.linesStandAlone === true && !standAlone ? { ...block, linesStandAlone: false } : block;
    this.linesStandAlone = rules.linesStandAlone === true;
    this.account = account;
    const column = header[positions.status] ?? 'status';
    this.reader = new LineReader(columns, rules, options, account, (status, amount) =>
      account.leftOut(status, profile, { source, column, amount }),
    );
    this.orderRows = new OrderRows(source, columns, account, this.reader);
    this.lone = new LoneLines(source, columns, rules, this.orderRows, this.reader, account);
    this.groups = new GroupedRecords(columns, rules, this.orderRows, this.reader, account);
    this.addOrderId = createOrderIdComposer(columns, options.dateFormat ?? profile.dateFormat ?? 'iso');
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
    if (!this.linesStandAlone) {
      this.groups.read(cells, line, sink);
      return;
    }
    try {
      const row = this.lone.read(cells, line);
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
    return this.lone.read(cells, line);
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
    const orderId =
      orderCell === undefined
        ? (this.lone.orderId ?? this.groups.orderId ?? '')
        : this.reader.orderOf(orderCell);
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

  /** Finishes the last order. */
  end(sink: RowSink): void {
    this.groups.end(sink);
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
