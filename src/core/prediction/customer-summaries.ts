// What the purchase and spend models know of a customer: x, t_x, T and the mean value of a repeat purchase.
import { MoneySums } from '../money/money-sums.ts';
import { dayOf } from '../orders/calendar.ts';
import type { OrderColumns } from '../orders/columns.ts';
import { addKeptValue, isPurchase } from '../orders/kept-rows.ts';
import type { RfmCustomers } from '../rfm/customers.ts';

/**
 * One entry per customer, times in days. A transaction of the models is a day with a purchase, as in the papers'
 * own data: the Poisson process behind them has no two purchases at one instant, and a basket that a shop splits
 * into two orders is one visit. RFM's frequency counts orders; `ordersPerPurchaseDay` leads from one to the other.
 */
export interface CustomerSummaries extends SummaryFigures {
  /** Purchase orders on repeat days per repeat day, over all customers; 1 when nobody came back. */
  readonly ordersPerPurchaseDay: number;
  /** Net spend over the value of purchase orders, 0..1: what is left of a purchase after returns. */
  readonly keptValueShare: number;
}

interface SummaryFigures {
  readonly count: number;
  /** x: days with a purchase after the first such day. */
  readonly frequency: Float64Array;
  /** t_x: days from the first purchase to the last, 0 when x is 0. */
  readonly recency: Float64Array;
  /** T: days from the first purchase to the reference day. */
  readonly age: Float64Array;
  /** Mean value of the x repeat days' purchases, returns in orders of their own not taken off; 0 when x is 0. */
  readonly meanValue: Float64Array;
}

/** Exact sums over all customers. */
interface SummarySums {
  readonly repeatDays: number;
  /** Purchase orders on repeat days. */
  readonly repeatOrders: number;
  /** Two sums: net spend, and the value of purchase orders. */
  readonly money: MoneySums;
}

/** Of some or all customers: what summaries follow from. */
export interface SummaryParts extends SummaryFigures {
  readonly sums: SummarySums;
}

const [NET, PURCHASED] = [0, 1];
const [ORDER, REPEATED] = [0, 1];

/**
 * `selected`: customers with a purchase on or before `referenceDay` (days since 1970-01-01), as the RFM report
 * selects them. A selection by what a customer did later (repeat, churning) is not a sample that the models describe,
 * and a window's start makes old customers look new: the caller says so.
 */
export function customerSummaries(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  referenceDay: number,
): CustomerSummaries {
  return summariesOf(summaryParts(columns, selected, referenceDay));
}

export function summariesOf({ sums, ...figures }: SummaryParts): CustomerSummaries {
  const { repeatDays, repeatOrders, money } = sums;
  const purchased = money.amountAt(PURCHASED);
  return {
    ...figures,
    ordersPerPurchaseDay: repeatDays > 0 ? repeatOrders / repeatDays : 1,
    keptValueShare: purchased > 0 ? Math.min(1, Math.max(0, money.amountAt(NET) / purchased)) : 0,
  };
}

/** As `customerSummaries`. */
export function summaryParts(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  referenceDay: number,
): SummaryParts {
  const { count, orderStart, orders } = selected;
  const frequency = new Float64Array(count);
  const recency = new Float64Array(count);
  const age = new Float64Array(count);
  const meanValue = new Float64Array(count);
  const totals = { repeatDays: 0, repeatOrders: 0 };
  const money = new MoneySums(2, columns.lines.scale);
  const one = new MoneySums(2, columns.lines.scale);
  const days = new Float64Array(longestRun(selected));
  for (let c = 0; c < count; c++) {
    const start = orderStart[c];
    const end = orderStart[c + 1];
    let purchases = 0;
    for (let at = start; at < end; at++) {
      const order = orders[at];
      one.clear(ORDER);
      addKeptValue(columns, order, one, ORDER);
      money.addFrom(NET, one, ORDER);
      if (!isPurchase(columns, order)) continue;
      money.addFrom(PURCHASED, one, ORDER);
      days[purchases++] = dayOf(columns.orderDate[order]);
    }
    const bought = days.subarray(0, purchases).sort();
    const first = bought[0] ?? referenceDay;
    const repeatDays = distinct(bought) - 1;
    age[c] = referenceDay - first;
    if (repeatDays <= 0) continue;
    frequency[c] = repeatDays;
    recency[c] = bought[purchases - 1] - first;
    totals.repeatDays += repeatDays;
    one.clear(REPEATED);
    for (let at = start; at < end; at++) {
      const order = orders[at];
      if (dayOf(columns.orderDate[order]) === first || !isPurchase(columns, order)) continue;
      addKeptValue(columns, order, one, REPEATED);
      totals.repeatOrders++;
    }
    meanValue[c] = one.meanAt(REPEATED, repeatDays);
  }
  return { count, frequency, recency, age, meanValue, sums: { ...totals, money } };
}

function longestRun({ count, orderStart }: Pick<RfmCustomers, 'count' | 'orderStart'>): number {
  let longest = 0;
  for (let c = 0; c < count; c++) longest = Math.max(longest, orderStart[c + 1] - orderStart[c]);
  return longest;
}

function distinct(ascending: Float64Array): number {
  let count = 0;
  for (let i = 0; i < ascending.length; i++) if (i === 0 || ascending[i] !== ascending[i - 1]) count++;
  return count;
}
