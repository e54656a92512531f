// Detects the date and decimal formats of a file from its cells: 31/03/2026 can only be day/month, 4,50 only a decimal
// comma. If every cell can be read in two ways, the operator has to choose.

import type { ColumnMap } from '../columns/column-map.ts';
import { OrderFileError } from '../problems/errors.ts';
import type { ExportField } from '../profiles/profile.ts';
import { detachText } from '../text/texts.ts';
import type { DecimalMark } from './numbers.ts';
import { DATE_FORMATS, type DateFormat, readOrderDate } from './order-dates.ts';

export interface CellFormats {
  readonly dateFormat: DateFormat;
  readonly decimal: DecimalMark;
  /** The decimal mark is certain: the other mark separates thousands. */
  readonly thousands: boolean;
}

export interface GivenFormats {
  readonly dateFormat?: DateFormat | undefined;
  readonly decimal?: DecimalMark | undefined;
}

const AMOUNTS: readonly ExportField[] = [
  ...(['unit_price', 'line_total', 'line_before_discount', 'line_discount', 'line_refund'] as const),
  ...(['products_total', 'order_discount', 'shipping', 'tax', 'order_total', 'refunded'] as const),
];

/** Cells after which a format that fits all of them is certain. */
const MAX_CELLS = 5_000;

export class FormatSniffer {
  private readonly datePosition: number;
  private readonly amountPositions: readonly number[];
  private readonly profileFormat: DateFormat | undefined;
  private readonly given: GivenFormats;
  private formats: DateFormat[] = [...DATE_FORMATS];
  private dates = 0;
  private lastDate = '';
  /** Cells that month/day and day/month read as different days. */
  private readonly ambiguous: string[] = [];
  /** Amounts with three digits after their only mark, which may separate thousands, and the column of the first. */
  private readonly unclear: { readonly cell: string; readonly position: number }[] = [];
  private points = 0;
  private commas = 0;

  constructor({ positions, profile }: ColumnMap, given: GivenFormats) {
    this.given = given;
    this.profileFormat = profile.dateFormat;
    this.datePosition = positions.order_date;
    this.amountPositions = AMOUNTS.map((field) => positions[field]).filter((position) => position !== -1);
  }

  feed(cells: readonly string[]): void {
    const date = cells[this.datePosition]?.trim() ?? '';
    if (date !== '' && date !== this.lastDate && this.dates < MAX_CELLS) this.feedDate(date);
    for (const position of this.amountPositions) this.feedAmount(cells[position] ?? '', position);
  }

  /** True when more cells would change nothing. */
  get isDecided(): boolean {
    const isDateDecided =
      this.given.dateFormat !== undefined ||
      this.datePosition === -1 ||
      (this.dates > 0 && !(this.formats.includes('mdy') && this.formats.includes('dmy')));
    const isMarkDecided =
      this.given.decimal !== undefined || this.amountPositions.length === 0 || this.points + this.commas > 0;
    return isDateDecided && isMarkDecided;
  }

  /**
   * `isText`: the amounts are the author's text. Throws OrderFileError if day and month, or thousands and decimals,
   * can't be distinguished.
   */
  decide(source: string, header: readonly string[], isText: boolean): CellFormats {
    const isCertain = this.given.decimal !== undefined || this.points + this.commas > 0;
    const dateFormat = this.given.dateFormat ?? this.dateFormat(source, header[this.datePosition]);
    if (isText && !isCertain) this.demandMark(source, header);
    return {
      dateFormat,
      decimal: this.given.decimal ?? (this.commas > this.points ? 'comma' : 'point'),
      thousands: isCertain,
    };
  }

  private dateFormat(source: string, column: string | undefined): DateFormat {
    if (this.profileFormat !== undefined && this.formats.includes(this.profileFormat))
      return this.profileFormat;
    const [first = 'iso'] = this.formats;
    const isAmbiguous = this.formats.includes('mdy') && this.formats.includes('dmy');
    if (this.dates === 0 || !isAmbiguous || this.ambiguous.length === 0)
      return this.dates === 0 ? 'iso' : first;
    const examples = this.ambiguous.slice(0, 2).map((cell) => ({
      cell,
      mdy: toDay(cell, 'mdy'),
      dmy: toDay(cell, 'dmy'),
    }));
    throw new OrderFileError(source, {
      code: 'ambiguous_dates',
      column: column ?? 'order_date',
      examples,
    });
  }

  private demandMark(source: string, header: readonly string[]): void {
    const [first] = this.unclear;
    if (first === undefined) return;
    const examples = this.unclear.map(({ cell }) => {
      const bare = cell.replaceAll(/[^\d.,-]/g, '');
      const [decimal, whole] = [Number(bare.replace(',', '.')), Number(bare.replace(/[.,]/, ''))];
      return bare.includes('.')
        ? { cell, point: decimal, comma: whole }
        : { cell, point: whole, comma: decimal };
    });
    const column = header[first.position] ?? 'unit_price';
    throw new OrderFileError(source, { code: 'ambiguous_amounts', column, examples });
  }

  private feedDate(cell: string): void {
    this.lastDate = cell;
    const fitting = this.formats.filter((format) => isDateInFormat(cell, format));
    // A cell that fits no format is a bad row, not another format.
    if (fitting.length === 0) return;
    this.dates++;
    this.formats = fitting;
    if (this.ambiguous.length < 2 && fitting.includes('mdy') && fitting.includes('dmy')) {
      if (readOrderDate(cell, 'mdy') !== readOrderDate(cell, 'dmy')) this.ambiguous.push(cell);
    }
  }

  private feedAmount(cell: string, position: number): void {
    const comma = cell.lastIndexOf(',');
    const point = cell.lastIndexOf('.');
    if (comma === -1 && point === -1) return;
    if (comma !== -1 && point !== -1) {
      if (comma > point) this.commas++;
      else this.points++;
      return;
    }
    const decimals = /[.,](\d*)\D*$/.exec(cell)?.[1]?.length ?? 0;
    const [isComma, mark] = comma === -1 ? [false, '.'] : [true, ','];
    const isRepeated = cell.indexOf(mark) !== cell.lastIndexOf(mark);
    // Three digits after the only mark may be thousands, unless more digits or a zero precede it.
    if (decimals === 3 && !isRepeated && !/(?:^|\D)0[.,]|\d{4}[.,]/.test(cell)) {
      if (this.unclear.length < 2 && /[1-9]/.test(cell))
        this.unclear.push({ cell: detachText(cell.trim()), position });
      return;
    }
    // Thousands are repeated, decimals are not.
    if (isComma !== isRepeated) this.commas++;
    else this.points++;
  }
}

function toDay(cell: string, format: DateFormat): string {
  return readOrderDate(cell, format)?.slice(0, 10) ?? cell;
}

/** A number fits any moment; one of this century has 10 digits in seconds, 13 in milliseconds. */
function isDateInFormat(cell: string, format: DateFormat): boolean {
  if (format === 'epoch-seconds' && !/^\d{10}(?:\.|$)/.test(cell)) return false;
  if (format === 'epoch-ms' && !/^\d{13}$/.test(cell)) return false;
  return readOrderDate(cell, format) !== undefined;
}
