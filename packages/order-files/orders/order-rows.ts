// Creates the rows of a settled order: its sales, its returns as a separate order, and the figures of both for the
// ledger.

import { roundTo } from '../../../src/analysis/money/decimal.ts';
import { computeUnitPrice, roundPrice } from '../../../src/analysis/money/unit-price.ts';
import { getCurrencyDecimals, getHalfUnit } from '../../../src/contract/sentences/currency.ts';
import type { Bookkeeping } from '../account.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import { RecordError } from '../problems/errors.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { type ColumnNames, findRowProblem, type OrderRow } from '../rows/check-row.ts';
import type { ExportLine, LineReader, LineValues } from '../rows/line-reader.ts';
import { type BadRow, toRecord } from '../rows/row-batches.ts';
import type { SettledLine } from './returns.ts';
import type { SettledOrder } from './settle-order.ts';

/** Receives rows and the errors of records. */
export interface RowSink {
  readonly rows: OrderRow[];
  readonly badRows: BadRow[];
}

/** The values of a settled order are computed from several columns. */
const CONTRACT_NAMES: ColumnNames = { columnOf: (field) => field, productColumns: () => [] };

export class OrderRows {
  private readonly source: string;
  private readonly columns: ColumnMap;
  private readonly account: Bookkeeping;
  private readonly reader: LineReader;

  constructor(source: string, columns: ColumnMap, account: Bookkeeping, reader: LineReader) {
    this.source = source;
    this.columns = columns;
    this.account = account;
    this.reader = reader;
  }

  /** `lines`: the lines that the order was settled from, at least one. */
  emit(settled: SettledOrder, lines: readonly ExportLine[], sink: RowSink): void {
    const { ledger, currencies } = this.account;
    const [first] = lines;
    if (first === undefined) return;
    const factor = currencies.factor(first.currency, first.date) ?? 1;
    ledger.discounts.add(settled.discount * factor);
    ledger.tips.add(settled.tips * factor);
    if (settled.tax !== undefined) ledger.addTax(settled.tax * factor);
    ledger.variantsMerged += settled.variantsMerged;
    if (first.customerId === undefined) ledger.guestOrders++;
    for (const sale of settled.sales) {
      if (sale.from.isWeighed) ledger.weighedLines++;
      this.push(sale, sale.from, factor, false, sink);
    }
    for (const returned of settled.returns) {
      const { orderId, refundDate, date, meaning } = returned.from;
      const day = meaning === 'return' ? date : refundDate;
      const suffix = day === undefined ? '' : `-${day.slice(0, 10)}`;
      const from = { ...returned.from, orderId: `${orderId}-refund${suffix}`, date: day ?? date };
      this.push(returned, from, factor, true, sink);
    }
    if (settled.totals === undefined) return;
    const { expected, got } = settled.totals;
    const currency = first.currency ?? currencies.own;
    // Each line may be rounded, and so may the total.
    const rounding = getHalfUnit(currency) * (settled.sales.length + 1);
    if (ledger.compare(expected * factor, got * factor, rounding * factor)) {
      ledger.onDifference?.({
        source: this.source,
        line: first.line,
        order_id: first.orderId,
        expected,
        got: roundTo(got, getCurrencyDecimals(currency)),
      });
    }
  }

  private push(
    { quantity, amount }: SettledLine,
    from: LineValues,
    factor: number,
    isReturnOrder: boolean,
    sink: RowSink,
  ): void {
    const price = computeUnitPrice(amount, quantity);
    try {
      const unitPrice = factor === 1 ? price : roundPrice(price * factor);
      const row = this.checked(from, unitPrice, quantity, CONTRACT_NAMES);
      this.account.ledger.addRow(row, isReturnOrder);
      sink.rows.push(row);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.refuse(sink, from.line, error.problem, from.cells);
    }
  }

  /** Throws RecordError for a row that the contract refuses. */
  checked(
    { line, cells, orderId, customerId, contact, date, name, sku }: LineValues,
    unit_price: number | undefined,
    quantity: number | undefined,
    names: ColumnNames,
  ): OrderRow {
    const custom_fields = this.reader.customFields(cells);
    const row: OrderRow = {
      line,
      order_id: orderId,
      customer_id: customerId,
      contact,
      order_date: date,
      item: { product_name: name, product_sku: sku, unit_price, quantity, custom_fields },
    };
    const problem = findRowProblem(row, names);
    if (problem !== undefined) throw new RecordError(problem);
    return row;
  }

  refuse({ badRows }: RowSink, line: number, problem: RowProblem, cells: readonly string[]): void {
    badRows.push({ source: this.source, line, problem, row: toRecord(this.columns.header, cells) });
  }
}
