// Forecasts tried on past days: what each expected of the days after, and how far it was off, per customer and per segment.
import type { Numbers } from '../extract/packed-columns.ts';
import { scoreCustomers } from '../rfm/customer-scores.ts';
import { SEGMENT_NAMES } from '../rfm/segments.ts';
import { figuresAt } from './at-cut.ts';
import { type CustomerForecast, modelled, ownFrequency, repeated, spendOf } from './candidates.ts';
import type { CustomerDays } from './customer-days.ts';
import { areEnough, LEAST_REPEAT_CUSTOMERS } from './enough.ts';
import { firstPatterns, fitPurchases } from './models/fit-purchases.ts';
import { MODEL_NAMES, modelName, type PurchaseModel } from './models/purchase-outlook.ts';
import { purchasePatterns } from './models/purchase-patterns.ts';
import { eventsPerPurchase, regularity } from './models/regularity.ts';
import { pastOriginAt } from './origins.ts';
import {
  type SegmentForecast,
  type SegmentOutcome,
  segmentForecasts,
  segmentOutcomes,
} from './segment-forecasts.ts';

export const OWN_FREQUENCY = 'own_frequency';
export const REPEATED = 'naive';
export const FORECAST_NAMES = [REPEATED, OWN_FREQUENCY, ...MODEL_NAMES] as const;
export type ForecastName = (typeof FORECAST_NAMES)[number];

/** Σ over customers of |forecast − actual|, and of its square. */
export interface Missed {
  readonly absolute: number;
  readonly squared: number;
}

/** Of one forecast at one origin. */
export interface Trial {
  readonly segments: readonly SegmentForecast[];
  readonly orders: Missed;
  /** Undefined when spend could not be modelled. */
  readonly value: Missed | undefined;
}

export interface TriedOrigin {
  readonly cut: number;
  readonly customers: number;
  readonly actual: readonly SegmentOutcome[];
  readonly trials: ReadonlyMap<ForecastName, Trial>;
}

/**
 * Every forecast at one origin, from what was known then alone; undefined where that was too little. `models`: those that the latest data determine, each fitted
 * again; where its parameters did not settle on a day, it repeats the past there.
 */
export function tryAt(
  days: CustomerDays,
  cut: number,
  models: readonly PurchaseModel[],
  horizon: number,
): TriedOrigin | undefined {
  const origin = pastOriginAt(days, cut, horizon);
  if (!areEnough(origin.summaries)) return undefined;
  const { segment } = scoreCustomers(figuresAt(days, origin.known, cut));
  const { summaries, after } = origin;
  const spend = spendOf(origin, LEAST_REPEAT_CUSTOMERS);
  const patterns = purchasePatterns(summaries);
  const first = firstPatterns(patterns);
  const k = eventsPerPurchase(regularity(summaries.lastGaps));
  const naive = repeated(origin);
  const forecastBy = ({ family, parameters: from }: PurchaseModel): CustomerForecast => {
    const events = from.k === 1 ? 1 : k;
    const fit = fitPurchases(family, summaries, { k: events, patterns, first, rounded: true, from });
    if (!fit.converged || !fit.dropoutDetermined) return naive;
    return modelled(origin, fit, { spend, horizon, patterns });
  };
  const trialOf = (forecast: CustomerForecast): Trial => ({
    segments: segmentForecasts(forecast, segment, SEGMENT_NAMES.length),
    orders: missed(forecast.orders, after.orders),
    value: forecast.value && missed(forecast.value, after.value),
  });
  return {
    cut,
    customers: summaries.count,
    actual: segmentOutcomes(after, segment, SEGMENT_NAMES.length),
    trials: new Map<ForecastName, Trial>([
      [REPEATED, trialOf(naive)],
      [OWN_FREQUENCY, trialOf(ownFrequency(origin, spend, horizon))],
      ...models.map((model) => [modelName(model), trialOf(forecastBy(model))] as const),
    ]),
  };
}

function missed(guess: Numbers, actual: Float64Array): Missed {
  let absolute = 0;
  let squared = 0;
  for (let c = 0; c < guess.length; c++) {
    const error = guess[c] - actual[c];
    absolute += Math.abs(error);
    squared += error ** 2;
  }
  return { absolute, squared };
}
