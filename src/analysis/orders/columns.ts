// Defines a dataset (or a part of one) as typed columns, the input of every report. No object per line item: a line
// costs 12 bytes beyond the dictionaries.

import type { MoneySums } from '../money/money-sums.ts';
import type { LineColumns } from './line-columns.ts';

/**
 * Orders and their line items in canonical order: shard by shard, order ids ascending within a shard, lines ascending
 * by upsert key. Equal stored data therefore gives equal columns, whatever the order in which it was imported.
 */
export interface OrderColumns {
  readonly orderCount: number;
  readonly lineCount: number;
  /** Number of lines of the whole dataset, if the columns are those of a partition. */
  readonly wholeLines?: number | undefined;
  /** Per order: its id. Needed to break ties between orders of one instant. */
  readonly orderIds: readonly string[];
  /** Per order: index into `customers`, or -1 without a customer. */
  readonly orderCustomer: Int32Array;
  /** Per order: index into `contacts`, or -1. Only if the report needs contacts. */
  readonly orderContact?: Int32Array | undefined;
  /**
   * Per order: milliseconds in the report's time zone (calendar.ts), for UTC those since the epoch; NaN without a
   * date.
   */
  readonly orderDate: Float64Array;
  /**
   * The latest date of the dataset in the same time zone, including orders outside the days that were read; NaN without
   * any.
   */
  readonly newestDate: number;
  /** Lines of order i are [lineStart[i], lineStart[i + 1]). Length orderCount + 1. */
  readonly lineStart: Uint32Array;
  readonly lines: LineColumns;
  readonly customers: readonly string[];
  /** Contacts of customers; empty if the report does not need them. */
  readonly contacts?: readonly string[] | undefined;
  /** Product labels, by the requested product identifier. */
  readonly products: readonly string[];
}

// Summarises the rows of an order that pass the report's conditions.

/** A purchase is an order with at least one kept row of positive quantity. */
export function isPurchase(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1];
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.isKept(line) && columns.lines.getQuantity(line) > 0) return true;
  }
  return false;
}

/** The same over all rows: customer scopes consider the whole history, whatever the report's conditions. */
export function isPurchaseOfAnyRows(columns: OrderColumns, order: number): boolean {
  const end = columns.lineStart[order + 1];
  for (let line = columns.lineStart[order]; line < end; line++) {
    if (columns.lines.getQuantity(line) > 0) return true;
  }
  return false;
}

/** Adds unit_price × quantity of the kept rows, returns deducted, to a sum of the lines' scale. */
export function addKeptValue(
  { lines, lineStart }: OrderColumns,
  order: number,
  sums: MoneySums,
  at: number,
): void {
  lines.addKeptValues(lineStart[order], lineStart[order + 1], sums, at);
}

export function countKeptRows({ lines, lineStart }: OrderColumns, order: number): number {
  let rows = 0;
  for (let line = lineStart[order]; line < lineStart[order + 1]; line++) if (lines.isKept(line)) rows++;
  return rows;
}
