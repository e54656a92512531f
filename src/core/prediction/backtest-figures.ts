// What a back-test compares: customers as they were known 90 days before the reference day, and what they did before and
// after that day.
import { dateOfDay, dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { type RfmCustomers, type RfmFigures, rfmCustomers } from '../rfm/customers.ts';
import { type CustomerSummaries, customerSummaries } from './customer-summaries.ts';
import { type Outcomes, outcomes } from './outcomes.ts';
import { HORIZON_DAYS } from './predict.ts';

/** Days since 1970-01-01. What takes long is computed when it is asked for. */
export interface BacktestFigures {
  /** The last day that the models see. */
  readonly cut: number;
  /** Customers with a purchase until then. */
  readonly count: number;
  /** Of them, as of the cut. */
  figures(): RfmFigures;
  /** Of the first order of one of them, Infinity without any. */
  readonly firstDay: number;
  /** As of the cut. */
  summaries(): CustomerSummaries;
  /** In the HORIZON_DAYS before the cut, and after it. */
  before(): Outcomes;
  after(): Outcomes;
}

export function backtestFigures(columns: OrderColumns, referenceDay: number): BacktestFigures {
  const { cut, known } = knownAtCut(columns, referenceDay);
  return {
    cut,
    count: known.count,
    figures: () => known,
    firstDay: firstDayOf(columns, known),
    summaries: () => customerSummaries(columns, known, cut),
    before: () => outcomes(columns, known, cut - HORIZON_DAYS, cut),
    after: () => outcomes(columns, known, cut, referenceDay),
  };
}

export function knownAtCut(columns: OrderColumns, referenceDay: number) {
  const cut = referenceDay - HORIZON_DAYS;
  const known = rfmCustomers(columns, { customerScope: 'all', dateRange: { end: dateOfDay(cut) } }, cut);
  return { cut, known };
}

export function firstDayOf(columns: OrderColumns, { orders }: Pick<RfmCustomers, 'orders'>): number {
  return dayOf(
    orders.reduce(
      (earliest, order) => Math.min(earliest, columns.orderDate[order]),
      Number.POSITIVE_INFINITY,
    ),
  );
}
