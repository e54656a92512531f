// Selects the orders that a report includes, and sums their turnover, alike for every type of report and basket.

import { createDayTest, parseDay, toDate, toDay } from '../../contract/settings/calendar.ts';
import type { DateRange, ReportSettings } from '../../contract/settings/settings.ts';
import { toAmount } from '../money/decimal.ts';
import { MoneySums } from '../money/money-sums.ts';
import { countKeptRows, type OrderColumns } from '../orders/columns.ts';
import { selectOrdersInScope } from './scopes.ts';

/** Orders in the customer scope and the date range, with a row that passes the conditions. */
export interface Selection {
  /** Per order: rows that pass; 0 for an order that the report leaves out. */
  readonly rows: Uint32Array;
  /** Per order: 1 when one of these rows has a positive quantity. */
  readonly isPurchase: Uint8Array;
  /** Per order: value of these rows, returns netted. */
  readonly net: MoneySums;
  readonly turnover: Turnover;
  /** The exact sums behind the turnover; those of partitions are added up. */
  readonly turnoverSums: MoneySums;
  /** Rows identified by the product identifier that was not requested. */
  readonly rowsUnderOther: number;
  /** Rows of fees and services that the report leaves out of baskets, by the label of the row. */
  readonly serviceRows: ReadonlyMap<string, number>;
  /** Orders in scope, and their rows, that a date range leaves out for lack of a date. */
  readonly undatedOrders: number;
  readonly undatedRows: number;
}

/** Amounts in the dataset's currency, over all rows of the selection. */
export interface Turnover {
  /** Value of the rows with a positive quantity. */
  readonly gross_revenue: number;
  /** Value deducted by rows without a positive quantity: positive where returns outweigh the others. */
  readonly returns: number;
  /** gross_revenue − returns. */
  readonly net_revenue: number;
}

/**
 * Indexes of the sums: all rows, rows without a positive quantity, and fees and services that are left out of baskets.
 */
const [NET, NOT_SOLD, SERVICES] = [0, 1, 2];
export const TURNOVER_SUMS = 3;

/**
 * `findReferenceDay`: gives the day that the customer scope is measured against. `leastSpend`: threshold of
 * `high_value` customers; required if the columns are a part of the dataset.
 */
export function selectOrders(
  columns: OrderColumns,
  { customerScope, dateRange }: Pick<ReportSettings, 'customerScope' | 'dateRange'>,
  referenceDay: number | undefined,
  leastSpend?: number,
): Selection {
  const { orderCount, lineStart, lines } = columns;
  const inScope = selectOrdersInScope(columns, customerScope, referenceDay, leastSpend);
  const inWindow = selectOrdersInWindow(columns, dateRange);
  const rows = new Uint32Array(orderCount);
  const isPurchase = new Uint8Array(orderCount);
  const net = new MoneySums(orderCount, lines.scale);
  const sums = new MoneySums(TURNOVER_SUMS, lines.scale);
  let rowsUnderOther = 0;
  const serviceRows = new Map<string, number>();
  let undatedOrders = 0;
  let undatedRows = 0;
  for (let order = 0; order < orderCount; order++) {
    if (inScope[order] === 0) continue;
    const end = lineStart[order + 1];
    if (inWindow[order] === 0) {
      if (!Number.isNaN(columns.orderDate[order])) continue;
      const kept = countKeptRows(columns, order);
      undatedRows += kept;
      if (kept > 0) undatedOrders++;
      continue;
    }
    lines.addKeptValues(lineStart[order], end, net, order);
    sums.addFrom(NET, net, order);
    let kept = 0;
    let sold = 0;
    for (let line = lineStart[order]; line < end; line++) {
      if (!lines.isKept(line)) continue;
      kept++;
      if (lines.isUnderOther(line)) rowsUnderOther++;
      if (lines.isService(line)) {
        const label = columns.products[lines.getProduct(line)] ?? '';
        serviceRows.set(label, (serviceRows.get(label) ?? 0) + 1);
        lines.addValue(line, sums, SERVICES);
      }
      if (lines.getQuantity(line) > 0) sold++;
      else lines.addValue(line, sums, NOT_SOLD);
    }
    rows[order] = kept;
    isPurchase[order] = sold > 0 ? 1 : 0;
  }
  const turnover = computeTurnover(sums);
  return {
    rows,
    isPurchase,
    net,
    turnover,
    turnoverSums: sums,
    rowsUnderOther,
    serviceRows,
    undatedOrders,
    undatedRows,
  };
}

/** Net value of the rows of fees and services that are left out of baskets. */
export function getServiceValue(sums: MoneySums): number {
  return sums.amountAt(SERVICES);
}

export function computeTurnover(sums: MoneySums): Turnover {
  const { scale } = sums;
  const [net, notSold] = [BigInt(sums.unitsAt(NET)), BigInt(sums.unitsAt(NOT_SOLD))];
  return {
    gross_revenue: toAmount(net - notSold, scale),
    returns: toAmount(-notSold, scale),
    net_revenue: toAmount(net, scale),
  };
}

// Determines the report's date range and the date that recency is measured against.

/**
 * dateRange.end if given, otherwise the newest order date in the dataset: old data is measured against its own end,
 * never against today. Days since 1970-01-01; undefined when nothing has a date.
 */
export function findReferenceDay(
  { newestDate }: Pick<OrderColumns, 'newestDate'>,
  range: DateRange | undefined,
): number | undefined {
  if (range?.end !== undefined) return parseDay(range.end);
  return Number.isNaN(newestDate) ? undefined : toDay(newestDate);
}

/** The days whose orders affect a selection: a customer scope is decided on whole histories. */
export function getSelectionDays({
  customerScope,
  dateRange,
}: Pick<ReportSettings, 'customerScope' | 'dateRange'>): DateRange | undefined {
  return customerScope === 'all' ? dateRange : undefined;
}

export function toDateOrNull(day: number | undefined): string | null {
  return day === undefined ? null : toDate(day);
}

/** Per order: 1 when its date is in the range, both ends included; without a range, always. */
export function selectOrdersInWindow(columns: OrderColumns, range: DateRange | undefined): Uint8Array {
  const isInRange = createDayTest(range);
  return Uint8Array.from(columns.orderDate, (date) => (isInRange(date) ? 1 : 0));
}
