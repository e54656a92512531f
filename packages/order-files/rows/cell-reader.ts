// Reads cells of one file's records by field: texts, amounts and dates. An empty or blank cell is an absent value; blanks
// around a value are dropped.

import type { ColumnMap } from '../columns/column-map.ts';
import { RecordError } from '../problems/errors.ts';
import { EXPORT_FIELDS, type ExportField } from '../profiles/profile.ts';
import { detachText, TextPool } from '../text/texts.ts';
import { type DecimalMark, type QuantityScale, readAmount } from '../values/numbers.ts';
import { type DateFormat, readOrderDate } from '../values/order-dates.ts';
import type { ColumnNames } from './check-row.ts';

export interface CellOptions {
  /** Default: that of the profile, otherwise `iso`. */
  readonly dateFormat?: DateFormat | undefined;
  /** Default: `point`. */
  readonly decimal?: DecimalMark | undefined;
  /** The mark that is not the decimal one separates thousands. */
  readonly thousands?: boolean | undefined;
  /** Multiplies quantities and divides prices: 1,000 reads kilograms as grams. */
  readonly quantityScale?: QuantityScale | undefined;
}

/** Caches values that neighbouring records share. */
export class CellReader implements ColumnNames {
  protected readonly columns: ColumnMap;
  private readonly dateFormat: DateFormat;
  private readonly decimal: DecimalMark;
  private readonly thousands: boolean;
  private readonly texts = new TextPool();
  /** True where one line tells everything: its cells are numbers rather than amounts of an order. */
  private readonly linesStandAlone: boolean;
  private dateCell = '';
  private dateValue: string | undefined;

  constructor(columns: ColumnMap, options: CellOptions, linesStandAlone: boolean) {
    this.columns = columns;
    this.dateFormat = options.dateFormat ?? columns.profile.dateFormat ?? 'iso';
    this.decimal = options.decimal ?? 'point';
    this.thousands = options.thousands ?? false;
    this.linesStandAlone = linesStandAlone;
  }

  text(cells: readonly string[], field: ExportField): string | undefined {
    return getCell(cells, this.columns.positions[field]);
  }

  customFields(cells: readonly string[]): Record<string, string> | undefined {
    let fields: Record<string, string> | undefined;
    for (const { key, position } of this.columns.custom) {
      const cell = getCell(cells, position);
      if (cell === undefined) continue;
      fields ??= {};
      fields[key] = this.texts.of(cell);
    }
    return fields;
  }

  protected own(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.texts.of(text);
  }

  /** Throws RecordError. */
  amount(cells: readonly string[], field: ExportField): number | undefined {
    const cell = this.text(cells, field);
    return cell === undefined ? undefined : this.readAmount(cell, field);
  }

  /** Throws RecordError. */
  readAmount(cell: string, field: ExportField): number {
    const { decimal } = this;
    const amount = readAmount(cell, decimal, this.thousands);
    if (amount !== undefined) return amount;
    const code = this.linesStandAlone ? 'not_a_number' : 'not_an_amount';
    throw new RecordError({ code, column: this.columnOf(field), cell, decimal });
  }

  /** Undefined for a cell that is not an amount. */
  findAmount(cell: string): number | undefined {
    return readAmount(cell, this.decimal, this.thousands);
  }

  protected readDate(cell: string | undefined, field: ExportField): string | undefined {
    if (cell === undefined) return undefined;
    if (cell !== this.dateCell) {
      this.dateCell = detachText(cell);
      this.dateValue = readOrderDate(this.dateCell, this.dateFormat);
    }
    if (this.dateValue !== undefined) return this.dateValue;
    const { dateFormat } = this;
    throw new RecordError({ code: 'not_a_date', column: this.columnOf(field), cell, format: dateFormat });
  }

  productColumns(): readonly string[] {
    const { header, positions } = this.columns;
    const products = [header[positions.product_name], header[positions.product_sku]];
    return products.filter((column) => column !== undefined);
  }

  /** Returns the contract's own name of the field if the file has no column for it. */
  columnOf(field: string): string {
    const { header, positions, custom } = this.columns;
    const known = EXPORT_FIELDS.find((name) => name === field);
    const key = custom.find((one) => `custom_fields.${one.key}` === field);
    const position = known === undefined ? (key?.position ?? -1) : positions[known];
    return header[position] ?? field;
  }
}

/** Undefined for an absent value. */
export function getCell(cells: readonly string[], position: number): string | undefined {
  if (position === -1) return undefined;
  const cell = cells[position];
  if (cell === undefined || cell === '') return undefined;
  if (isInner(cell.charCodeAt(0)) && isInner(cell.charCodeAt(cell.length - 1))) return cell;
  const trimmed = cell.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** True for ASCII characters that are not blank; beyond ASCII, `trim` decides. */
function isInner(code: number): boolean {
  return code > 0x20 && code < 0x80;
}
