// Forecasts each customer's orders and value in the horizon after an origin: the past repeated, the customer's own
// frequency, and the purchase models.
import type { Numbers } from '../extract/packed-columns.ts';
import { MoneySums } from '../money/money-sums.ts';
import { estimateOrdersPerDay } from './customer-summaries.ts';
import { computeExpectedSpend, fitSpend, type SpendParameters } from './models/gamma-gamma.ts';
import { computeOutlooks, type PurchaseModel } from './models/purchase-outlook.ts';
import { findPurchasePatterns, type PurchasePatterns } from './models/purchase-patterns.ts';
import type { Observed, OriginOutcomes } from './origins.ts';

/** Indexed as the origin's customers. */
export interface CustomerForecast {
  readonly orders: Numbers;
  /** Probability of at least one order, 0..1. */
  readonly anyOrder: Numbers;
  /** Net of returns, in the dataset's currency; undefined if spend could not be modelled. */
  readonly value: Float64Array | undefined;
  /** Probability that the customer has not left for good, 0..1; undefined if the forecast does not model leaving. */
  readonly alive: Float64Array | undefined;
}

/** Repeats the figures of as many days before; a value that returns outweigh is 0. */
export function repeatPast({ before }: Observed): CustomerForecast & { readonly value: Float64Array } {
  const { orders, value } = before();
  return {
    orders,
    anyOrder: new Uint8Array(orders.length).map((_, c) => (orders[c] > 0 ? 1 : 0)),
    value: value.map((amount) => Math.max(0, amount)),
    alive: undefined,
  };
}

/** Purchase days per day since the first purchase; the age of younger customers counts as one horizon. */
export function repeatOwnFrequency(
  origin: Observed,
  spend: SpendParameters | undefined,
  horizon: number,
): CustomerForecast {
  const { frequency, age } = origin.summaries;
  const days = new Float64Array(frequency.length);
  for (let c = 0; c < days.length; c++) days[c] = (horizon * frequency[c]) / Math.max(horizon, age[c]);
  return forecastFromDays(origin, spend, {
    purchases: days,
    anyPurchase: days.map((mean) => -Math.expm1(-mean)),
  });
}

export function forecastByModel(
  origin: Observed,
  model: PurchaseModel,
  {
    spend,
    horizon,
    patterns = findPurchasePatterns(origin.summaries),
  }: {
    readonly spend: SpendParameters | undefined;
    readonly horizon: number;
    readonly patterns?: PurchasePatterns;
  },
): CustomerForecast {
  const { alive, ...days } = computeOutlooks(model, patterns, horizon);
  return {
    ...forecastFromDays(origin, spend, days),
    alive: model.family === 'NBD' ? undefined : alive,
  };
}

function forecastFromDays(
  { summaries }: Observed,
  spend: SpendParameters | undefined,
  { purchases, anyPurchase }: { readonly purchases: Float64Array; readonly anyPurchase: Float64Array },
): CustomerForecast {
  const { frequency, meanValue, keptValueShare } = summaries;
  return {
    orders: estimateOrdersPerDay(summaries).map((perDay, c) => purchases[c] * perDay),
    anyOrder: anyPurchase,
    value:
      spend &&
      purchases.map(
        (days, c) => days * keptValueShare * computeExpectedSpend(spend, frequency[c], meanValue[c]),
      ),
    alive: undefined,
  };
}

/** Undefined with too few repeat customers of positive spend, or if the fit did not converge. */
export function estimateSpend({ summaries }: Observed, leastCustomers: number): SpendParameters | undefined {
  const fit = fitSpend(summaries);
  return fit.converged && fit.customers >= leastCustomers ? fit.parameters : undefined;
}

// Sums forecasts of customers, and their actual orders and value, over segments.

export interface SegmentForecast {
  readonly customers: number;
  readonly orders: number;
  /** Customers expected to place at least one order. */
  readonly buyers: number;
  /** Variance of `buyers` by chance alone. */
  readonly buyersVariance: number;
  /** Expected customers who have not left for good; undefined if the forecast does not model leaving. */
  readonly alive: number | undefined;
  /** Net of returns; undefined if spend could not be modelled. */
  readonly value: number | undefined;
  /** Σ expected orders × value of one²: the variance of the value if only the number of orders varies. */
  readonly valueVariance: number;
}

/** `segment`: per customer, an index below `segments`. Returns one entry per segment. */
export function sumForecasts(
  { alive, anyOrder, orders, value }: CustomerForecast,
  segment: Uint8Array,
  segments: number,
): SegmentForecast[] {
  const sumBySegment = (figureOf: (customer: number) => number): Float64Array => {
    const sums = new Float64Array(segments);
    for (let c = 0; c < segment.length; c++) sums[segment[c]] += figureOf(c);
    return sums;
  };
  const sums = {
    customers: sumBySegment(() => 1),
    orders: sumBySegment((c) => orders[c]),
    buyers: sumBySegment((c) => anyOrder[c]),
    buyersVariance: sumBySegment((c) => anyOrder[c] * (1 - anyOrder[c])),
    alive: alive && sumBySegment((c) => alive[c]),
    value: value && sumBySegment((c) => value[c]),
    variance: sumBySegment((c) => (value !== undefined && orders[c] > 0 ? value[c] ** 2 / orders[c] : 0)),
  };
  return Array.from({ length: segments }, (_, s) => ({
    customers: sums.customers[s],
    orders: sums.orders[s],
    buyers: sums.buyers[s],
    buyersVariance: sums.buyersVariance[s],
    alive: sums.alive?.[s],
    value: sums.value?.[s],
    valueVariance: sums.variance[s],
  }));
}

export interface SegmentOutcome {
  readonly orders: number;
  readonly buyers: number;
  readonly value: number;
}

export function sumOutcomes(
  { orders, spend }: OriginOutcomes,
  segment: Uint8Array,
  segments: number,
): SegmentOutcome[] {
  const sums = Array.from({ length: segments }, () => ({ orders: 0, buyers: 0 }));
  const money = new MoneySums(segments, spend.scale);
  for (let c = 0; c < segment.length; c++) {
    const sum = sums[segment[c]];
    sum.orders += orders[c];
    sum.buyers += orders[c] > 0 ? 1 : 0;
    money.addFrom(segment[c], spend, c);
  }
  return sums.map((sum, s) => ({ ...sum, value: money.amountAt(s) }));
}
