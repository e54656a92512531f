// Rows of a settled order: its sales, its returns as an order of their own, and what the ledger has to know of both.

import { roundedTo } from '../../../src/analysis/money/decimal.ts';
import { roundPrice, unitPriceOf } from '../../../src/analysis/money/unit-price.ts';
import { currencyDecimals, halfUnit } from '../../../src/contract/sentences/currency.ts';
import type { Account } from '../account.ts';
import type { ColumnMap } from '../columns/column-map.ts';
import type { RowProblem } from '../problems/row-problems.ts';
import { type ColumnNames, type OrderRow, problemOfRow } from '../rows/check-row.ts';
import type { ExportLine } from '../rows/export-lines.ts';
import { type BadRow, recordOf } from '../rows/row-batches.ts';
import { detached, Texts } from '../text/texts.ts';
import type { SettledLine } from './returns.ts';
import type { SettledOrder } from './settle-order.ts';

/** Where rows go, and what is wrong with records. */
export interface RowSink {
  readonly rows: OrderRow[];
  readonly badRows: BadRow[];
}

/** Values of a settled order are worked out of several columns. */
const CONTRACT_NAMES: ColumnNames = { columnOf: (field) => field, productColumns: () => [] };

export class OrderRows {
  private readonly source: string;
  private readonly columns: ColumnMap;
  private readonly account: Account;
  private readonly texts = new Texts();

  constructor(source: string, columns: ColumnMap, account: Account) {
    this.source = source;
    this.columns = columns;
    this.account = account;
  }

  /** `lines`: those that the order was settled from, at least one. */
  emit(settled: SettledOrder, lines: readonly ExportLine[], sink: RowSink): void {
    const { ledger, currencies } = this.account;
    const [first] = lines;
    if (first === undefined) return;
    const factor = currencies.factor(first.currency, first.date) ?? 1;
    ledger.discounts.add(settled.discount * factor);
    ledger.tips.add(settled.tips * factor);
    if (settled.tax !== undefined) ledger.addTax(settled.tax * factor);
    ledger.variantsMerged += settled.variantsMerged;
    if (first.isGuest) ledger.guestOrders++;
    for (const sale of settled.sales) {
      if (sale.from.isWeighed) ledger.weighedLines++;
      const { orderId, date, cells } = sale.from;
      this.push(this.row(sale, orderId, date, factor), cells, false, sink);
    }
    for (const returned of settled.returns) {
      const { orderId, refundDate, date, meaning } = returned.from;
      const day = meaning === 'return' ? date : refundDate;
      const suffix = day === undefined ? '' : `-${day.slice(0, 10)}`;
      this.push(
        this.row(returned, `${orderId}-refund${suffix}`, day ?? date, factor),
        returned.from.cells,
        true,
        sink,
      );
    }
    if (settled.totals === undefined) return;
    const { expected, got } = settled.totals;
    const currency = first.currency ?? currencies.own;
    // Each line may be rounded, and so may the total.
    const rounding = halfUnit(currency) * (settled.sales.length + 1);
    if (ledger.compare(expected * factor, got * factor, rounding * factor)) {
      ledger.onDifference?.({
        source: this.source,
        line: first.line,
        order_id: first.orderId,
        expected,
        got: roundedTo(got, currencyDecimals(currency)),
      });
    }
  }

  private row(
    { from, quantity, amount }: SettledLine,
    orderId: string,
    date: string | undefined,
    factor: number,
  ) {
    const price = unitPriceOf(amount, quantity);
    const row: OrderRow = {
      line: from.line,
      order_id: detached(orderId),
      customer_id: this.own(from.customerId),
      contact: this.own(from.contact),
      order_date: this.own(date),
      item: {
        product_name: this.own(from.name),
        product_sku: this.own(from.sku),
        unit_price: factor === 1 ? price : roundPrice(price * factor),
        quantity,
        custom_fields: this.customFields(from.cells),
      },
    };
    return row;
  }

  private own(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.texts.of(text);
  }

  private push(row: OrderRow, cells: readonly string[], isReturnOrder: boolean, sink: RowSink): void {
    const problem = problemOfRow(row, CONTRACT_NAMES);
    if (problem !== undefined) {
      this.refuse(sink, row.line, problem, cells);
      return;
    }
    this.account.ledger.addRow(row, isReturnOrder);
    sink.rows.push(row);
  }

  refuse({ badRows }: RowSink, line: number, problem: RowProblem, cells: readonly string[]): void {
    badRows.push({ source: this.source, line, problem, row: recordOf(this.columns.header, cells) });
  }

  private customFields(cells: readonly string[]): Record<string, string> | undefined {
    let fields: Record<string, string> | undefined;
    for (const { key, position } of this.columns.custom) {
      const cell = cells[position]?.trim() ?? '';
      if (cell === '') continue;
      fields ??= {};
      fields[key] = this.texts.of(cell);
    }
    return fields;
  }
}
