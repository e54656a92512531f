// Summarises customers on a day for the purchase and spend models: x, t_x, T and the mean value of a repeat purchase.
import type { Numbers } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import type { CustomerDays } from './customer-days.ts';

/**
 * One entry per customer, times in days. RFM's frequency counts orders; `estimateOrdersPerDay` converts days to orders.
 */
export interface CustomerSummaries extends SummaryColumns {
  /** Purchase orders on repeat days per repeat day, over all customers; 1 if no customer came back. */
  readonly ordersPerPurchaseDay: number;
  /** Net spend divided by the value of purchase orders, 0..1: the share of a purchase that remains after returns. */
  readonly keptValueShare: number;
}

interface SummaryColumns {
  readonly count: number;
  /** x: days with a purchase after the first such day. */
  readonly frequency: Numbers;
  /** t_x: days from the first purchase to the last, 0 when x is 0. */
  readonly recency: Numbers;
  /** T: days from the first purchase to the reference day. */
  readonly age: Numbers;
  /** Mean value of purchases on the x repeat days, without deducting returns in orders of their own; 0 when x is 0. */
  readonly meanValue: Float64Array;
  /** Purchase orders on those x days: at least x. */
  readonly repeatOrders: Numbers;
  /** Two per customer: the last gap between days with a purchase and the one before; 0 for a missing gap. */
  readonly lastGaps: Numbers;
}

const [NET, PURCHASED] = [0, 1];
/** Number of sums in `kept`, over all customers: net spend, and the value of purchase orders. */
export const KEPT_SUMS = 2;

/**
 * `known`: customers with a purchase on or before `cut`. The caller selects them: customers selected by later orders
 * (repeat, churning) are not a sample that the models describe, and the start of a window makes old customers look new.
 */
export function summarizeCustomers(days: CustomerDays, known: Uint32Array, cut: number): CustomerSummaries {
  const { kept, ...columns } = computeSummaryColumns(days, known, cut);
  return withShares(columns, kept);
}

/** Computes summaries of some of the customers. */
export function computeSummaryColumns(
  days: CustomerDays,
  known: Uint32Array,
  cut: number,
): SummaryColumns & { readonly kept: MoneySums } {
  const count = known.length;
  const frequency = new Float64Array(count);
  const recency = new Float64Array(count);
  const age = new Float64Array(count);
  const meanValue = new Float64Array(count);
  const repeatOrders = new Float64Array(count);
  const lastGaps = new Float64Array(2 * count);
  const kept = new MoneySums(KEPT_SUMS, days.value.scale);
  const repeated = new MoneySums(1, days.value.scale);
  for (let c = 0; c < count; c++) {
    const end = days.start[known[c] + 1];
    let first = Number.NaN;
    let last = Number.NaN;
    let bought = 0;
    repeated.clear(0);
    for (let at = days.start[known[c]]; at < end && days.day[at] <= cut; at++) {
      kept.addFrom(NET, days.value, at);
      if (days.orders[at] === 0) continue;
      kept.addFrom(PURCHASED, days.value, at);
      if (bought++ === 0) first = days.day[at];
      else {
        repeated.addFrom(0, days.value, at);
        repeatOrders[c] += days.orders[at];
        lastGaps[2 * c + 1] = lastGaps[2 * c];
        lastGaps[2 * c] = days.day[at] - last;
      }
      last = days.day[at];
    }
    frequency[c] = bought - 1;
    recency[c] = last - first;
    age[c] = cut - first;
    if (bought > 1) meanValue[c] = repeated.meanAt(0, bought - 1);
  }
  return { count, frequency, recency, age, meanValue, repeatOrders, lastGaps, kept };
}

/** `kept`: sums over all customers. */
export function withShares(columns: SummaryColumns, kept: MoneySums): CustomerSummaries {
  const { count, frequency, repeatOrders } = columns;
  let repeatDays = 0;
  let orders = 0;
  for (let c = 0; c < count; c++) {
    repeatDays += frequency[c];
    orders += repeatOrders[c];
  }
  const purchased = kept.amountAt(PURCHASED);
  return {
    ...columns,
    ordersPerPurchaseDay: repeatDays > 0 ? orders / repeatDays : 1,
    keptValueShare: purchased > 0 ? Math.min(1, Math.max(0, kept.amountAt(NET) / purchased)) : 0,
  };
}

/** Purchase days of the average customer that are added to each customer's own. */
const SHRINKAGE = 5;

/**
 * Purchase orders per purchase day of each customer, shrunk to the mean of all: customers who split baskets keep doing
 * so.
 */
export function estimateOrdersPerDay({
  frequency,
  repeatOrders,
  ordersPerPurchaseDay,
}: CustomerSummaries): Float64Array {
  const perDay = new Float64Array(frequency.length);
  for (let c = 0; c < perDay.length; c++)
    perDay[c] = (repeatOrders[c] + SHRINKAGE * ordersPerPurchaseDay) / (frequency[c] + SHRINKAGE);
  return perDay;
}

// Checks the prerequisites of predictions.

export const LEAST_FITTED_CUSTOMERS = 50;
export const LEAST_REPEAT_CUSTOMERS = 20;

/** Customers with purchases on two days or more. */
export function countRepeating({ frequency }: Pick<CustomerSummaries, 'frequency'>): number {
  let customers = 0;
  for (const x of frequency) if (x > 0) customers++;
  return customers;
}

export function areEnough(summaries: Pick<CustomerSummaries, 'count' | 'frequency'>): boolean {
  return summaries.count >= LEAST_FITTED_CUSTOMERS && countRepeating(summaries) >= LEAST_REPEAT_CUSTOMERS;
}
