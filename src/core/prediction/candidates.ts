// Forecasts of each customer's orders and value in the horizon after an origin: the past repeated, the customer's own
// frequency, and the purchase models.
import type { Numbers } from '../extract/packed-columns.ts';
import { ordersPerDay } from './customer-summaries.ts';
import { expectedSpend, fitSpend, type SpendParameters } from './models/gamma-gamma.ts';
import { outlooks, type PurchaseModel } from './models/purchase-outlook.ts';
import { type PurchasePatterns, purchasePatterns } from './models/purchase-patterns.ts';
import type { Observed } from './origins.ts';

/** Indexed as the origin's customers. */
export interface CustomerForecast {
  readonly orders: Numbers;
  /** Probability of at least one order, 0..1. */
  readonly anyOrder: Numbers;
  /** Net of returns, in the dataset's currency; undefined when spend could not be modelled. */
  readonly value: Float64Array | undefined;
  /** Probability that the customer has not left for good, 0..1; undefined where the forecast knows of nobody leaving. */
  readonly alive: Float64Array | undefined;
}

/** The same as in as many days before; value that returns outweigh is 0. */
export function repeated({ before }: Observed): CustomerForecast & { readonly value: Float64Array } {
  const { orders, value } = before();
  return {
    orders,
    anyOrder: new Uint8Array(orders.length).map((_, c) => (orders[c] > 0 ? 1 : 0)),
    value: value.map((amount) => Math.max(0, amount)),
    alive: undefined,
  };
}

/** Purchase days per day since the first purchase; customers of less than a horizon are taken to be of one. */
export function ownFrequency(
  origin: Observed,
  spend: SpendParameters | undefined,
  horizon: number,
): CustomerForecast {
  const { frequency, age } = origin.summaries;
  const days = new Float64Array(frequency.length);
  for (let c = 0; c < days.length; c++) days[c] = (horizon * frequency[c]) / Math.max(horizon, age[c]);
  return fromDays(origin, spend, { purchases: days, anyPurchase: days.map((mean) => -Math.expm1(-mean)) });
}

export function modelled(
  origin: Observed,
  model: PurchaseModel,
  {
    spend,
    horizon,
    patterns = purchasePatterns(origin.summaries),
  }: {
    readonly spend: SpendParameters | undefined;
    readonly horizon: number;
    readonly patterns?: PurchasePatterns;
  },
): CustomerForecast {
  const { alive, ...days } = outlooks(model, patterns, horizon);
  return {
    ...fromDays(origin, spend, days),
    alive: model.family === 'NBD' ? undefined : alive,
  };
}

function fromDays(
  { summaries }: Observed,
  spend: SpendParameters | undefined,
  { purchases, anyPurchase }: { readonly purchases: Float64Array; readonly anyPurchase: Float64Array },
): CustomerForecast {
  const { frequency, meanValue, keptValueShare } = summaries;
  return {
    orders: ordersPerDay(summaries).map((perDay, c) => purchases[c] * perDay),
    anyOrder: anyPurchase,
    value:
      spend &&
      purchases.map((days, c) => days * keptValueShare * expectedSpend(spend, frequency[c], meanValue[c])),
    alive: undefined,
  };
}

/** Undefined with too few repeat customers of positive spend, or when the fit did not settle. */
export function spendOf({ summaries }: Observed, leastCustomers: number): SpendParameters | undefined {
  const fit = fitSpend(summaries);
  return fit.converged && fit.customers >= leastCustomers ? fit.parameters : undefined;
}
