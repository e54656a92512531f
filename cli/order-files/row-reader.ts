// From a record's cells to a row. An empty cell, or one of blanks only, is an absent value; blanks around a value are
// not part of it.
import type { SubmittedLine } from '../../src/core/ingest/submitted-order.ts';
import { type OrderRow, problemOfRow, type RowProblem } from './check-row.ts';
import type { ColumnMap } from './column-map.ts';
import { ORDER_FIELDS } from './exporters.ts';
import { type DecimalMark, readNumber } from './numbers.ts';
import { DATE_FORMAT_EXAMPLES, type DateFormat, readOrderDate } from './order-dates.ts';
import { detached, Texts } from './texts.ts';

export interface CellOptions {
  /** `iso` unless told. */
  readonly dateFormat?: DateFormat | undefined;
  /** `point` unless told. */
  readonly decimal?: DecimalMark | undefined;
}

/** Reads the records of one file, one after another: it remembers what neighbouring lines share. */
export class RowReader {
  readonly #columns: ColumnMap;
  readonly #dateFormat: DateFormat;
  readonly #decimal: DecimalMark;
  readonly #texts = new Texts();
  #orderId = '';
  #customerId = '';
  #dateCell = '';
  #date: string | undefined;

  constructor(columns: ColumnMap, { dateFormat = 'iso', decimal = 'point' }: CellOptions) {
    this.#columns = columns;
    this.#dateFormat = dateFormat;
    this.#decimal = decimal;
  }

  /** The row, or what is wrong with it, in words that name the column. */
  read(cells: readonly string[], line: number): OrderRow | string {
    const { positions, custom } = this.#columns;
    const orderId = cellAt(cells, positions.order_id);
    if (orderId === undefined) return this.#worded({ field: 'order_id', message: 'required' });
    if (orderId !== this.#orderId) this.#orderId = detached(orderId);
    const customerId = cellAt(cells, positions.customer_id);
    if (customerId !== undefined && customerId !== this.#customerId) this.#customerId = detached(customerId);
    const dateCell = cellAt(cells, positions.order_date);
    if (dateCell !== undefined && dateCell !== this.#dateCell) {
      this.#dateCell = detached(dateCell);
      this.#date = readOrderDate(this.#dateCell, this.#dateFormat);
    }
    if (dateCell !== undefined && this.#date === undefined) return this.#notADate(dateCell);
    const priceCell = cellAt(cells, positions.unit_price);
    const unit_price = priceCell === undefined ? undefined : readNumber(priceCell, this.#decimal);
    if (priceCell !== undefined && unit_price === undefined) return this.#notANumber('unit_price', priceCell);
    const quantityCell = cellAt(cells, positions.quantity);
    const quantity = quantityCell === undefined ? undefined : readNumber(quantityCell, this.#decimal);
    if (quantityCell !== undefined && quantity === undefined)
      return this.#notANumber('quantity', quantityCell);
    const name = cellAt(cells, positions.product_name);
    const sku = cellAt(cells, positions.product_sku);
    const item: SubmittedLine = {
      product_name: name === undefined ? undefined : this.#texts.of(name),
      product_sku: sku === undefined ? undefined : this.#texts.of(sku),
      unit_price,
      quantity,
      custom_fields: custom.length === 0 ? undefined : this.#customFields(cells),
    };
    const row: OrderRow = {
      line,
      order_id: this.#orderId,
      customer_id: customerId === undefined ? undefined : this.#customerId,
      order_date: dateCell === undefined ? undefined : this.#date,
      item,
    };
    const problem = problemOfRow(row);
    return problem === undefined ? row : this.#worded(problem);
  }

  #customFields(cells: readonly string[]): Record<string, string> | undefined {
    let fields: Record<string, string> | undefined;
    for (const { key, position } of this.#columns.custom) {
      const cell = cellAt(cells, position);
      if (cell === undefined) continue;
      fields ??= {};
      fields[key] = this.#texts.of(cell);
    }
    return fields;
  }

  #notADate(cell: string): string {
    const examples = DATE_FORMAT_EXAMPLES[this.#dateFormat];
    return this.#worded({
      field: 'order_date',
      message: `expected ${examples}, got ${JSON.stringify(cell)} (--date-format tells another)`,
    });
  }

  #notANumber(field: 'unit_price' | 'quantity', cell: string): string {
    const example = this.#decimal === 'comma' ? '1234,50' : '1234.50';
    return this.#worded({
      field,
      message: `expected a number such as ${example}, without currency sign or thousands separator, got ${JSON.stringify(cell)}`,
    });
  }

  /** `UnitPrice: expected ...`, or the contract's own name of the field where the file has no column for it. */
  #worded({ field, message }: RowProblem): string {
    const { header, positions, custom } = this.#columns;
    if (field === undefined) {
      const products = [header[positions.product_name], header[positions.product_sku]];
      return `${products.filter((column) => column !== undefined).join(' and ')}: ${message}`;
    }
    const known = ORDER_FIELDS.find((name) => name === field);
    const key = custom.find((one) => `custom_fields.${one.key}` === field);
    const position = known === undefined ? (key?.position ?? -1) : positions[known];
    return `${header[position] ?? field}: ${message}`;
  }
}

/** Undefined for an absent value. */
function cellAt(cells: readonly string[], position: number): string | undefined {
  if (position === -1) return undefined;
  const cell = cells[position];
  if (cell === undefined || cell === '') return undefined;
  if (isInner(cell.charCodeAt(0)) && isInner(cell.charCodeAt(cell.length - 1))) return cell;
  const trimmed = cell.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** No kind of blank, in ASCII; beyond it `trim` has to look. */
function isInner(code: number): boolean {
  return code > 0x20 && code < 0x80;
}
