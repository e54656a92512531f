// What the purchase and spend models know of a customer on a day: x, t_x, T and the mean value of a repeat purchase.
import { MoneySums } from '../money/money-sums.ts';
import type { CustomerDays } from './customer-days.ts';

/** One entry per customer, times in days. RFM's frequency counts orders; `ordersPerDay` leads from days to them. */
export interface CustomerSummaries {
  readonly count: number;
  /** x: days with a purchase after the first such day. */
  readonly frequency: Float64Array;
  /** t_x: days from the first purchase to the last, 0 when x is 0. */
  readonly recency: Float64Array;
  /** T: days from the first purchase to the reference day. */
  readonly age: Float64Array;
  /** Mean value of the x repeat days' purchases, returns in orders of their own not taken off; 0 when x is 0. */
  readonly meanValue: Float64Array;
  /** Purchase orders on those x days: at least x. */
  readonly repeatOrders: Float64Array;
  /** Two per customer: the last gap between days with a purchase and the one before; 0 where there is none. */
  readonly lastGaps: Float64Array;
  /** Purchase orders on repeat days per repeat day, over all customers; 1 when nobody came back. */
  readonly ordersPerPurchaseDay: number;
  /** Net spend over the value of purchase orders, 0..1: what is left of a purchase after returns. */
  readonly keptValueShare: number;
}

const [NET, PURCHASED] = [0, 1];

/**
 * `known`: customers with a purchase on or before `cut`. A selection by what a customer did later (repeat, churning) is not a
 * sample that the models describe, and a window's start makes old customers look new: the caller says so.
 */
export function customerSummaries(days: CustomerDays, known: Uint32Array, cut: number): CustomerSummaries {
  const count = known.length;
  const frequency = new Float64Array(count);
  const recency = new Float64Array(count);
  const age = new Float64Array(count);
  const meanValue = new Float64Array(count);
  const repeatOrders = new Float64Array(count);
  const lastGaps = new Float64Array(2 * count);
  const money = new MoneySums(2, days.value.scale);
  const repeated = new MoneySums(1, days.value.scale);
  let repeatDays = 0;
  let orders = 0;
  for (let c = 0; c < count; c++) {
    const end = days.start[known[c] + 1];
    let first = Number.NaN;
    let last = Number.NaN;
    let bought = 0;
    repeated.clear(0);
    for (let at = days.start[known[c]]; at < end && days.day[at] <= cut; at++) {
      money.addFrom(NET, days.value, at);
      if (days.orders[at] === 0) continue;
      money.addFrom(PURCHASED, days.value, at);
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
    repeatDays += bought - 1;
    orders += repeatOrders[c];
    if (bought > 1) meanValue[c] = repeated.meanAt(0, bought - 1);
  }
  const purchased = money.amountAt(PURCHASED);
  return {
    ...{ count, frequency, recency, age, meanValue, repeatOrders, lastGaps },
    ordersPerPurchaseDay: repeatDays > 0 ? orders / repeatDays : 1,
    keptValueShare: purchased > 0 ? Math.min(1, Math.max(0, money.amountAt(NET) / purchased)) : 0,
  };
}

/** So many days of the average customer are added to each customer's own. */
const SHRINKAGE = 5;

/** Purchase orders per purchase day of each customer, shrunk to the mean of all: customers who split baskets continue to. */
export function ordersPerDay({
  frequency,
  repeatOrders,
  ordersPerPurchaseDay,
}: CustomerSummaries): Float64Array {
  return frequency.map((x, c) => (repeatOrders[c] + SHRINKAGE * ordersPerPurchaseDay) / (x + SHRINKAGE));
}
