// Tries forecasts on past days: the orders and value that each expected of the days after, and its errors per customer
// and per segment.
import { type ForecastName, OWN_FREQUENCY, REPEATED } from '../../contract/report-types/model-names.ts';
import { SEGMENT_NAMES } from '../../contract/report-types/rfm/segments.ts';
import type { Numbers } from '../extract/packed-columns.ts';
import { scoreCustomers } from '../rfm/customer-scores.ts';
import {
  type CustomerForecast,
  estimateSpend,
  forecastByModel,
  repeatOwnFrequency,
  repeatPast,
  type SegmentForecast,
  type SegmentOutcome,
  sumForecasts,
  sumOutcomes,
} from './candidates.ts';
import type { CustomerDays } from './customer-days.ts';
import { areEnough, LEAST_REPEAT_CUSTOMERS } from './customer-summaries.ts';
import { createFirstPatterns, fitPurchases } from './models/fit-purchases.ts';
import {
  estimateRegularity,
  getModelName,
  type PurchaseModel,
  toEventsPerPurchase,
} from './models/purchase-outlook.ts';
import { findPurchasePatterns } from './models/purchase-patterns.ts';
import { computeFiguresAt, createPastOrigin } from './origins.ts';

/** Σ over customers of |forecast − actual|, and of its square. */
interface Missed {
  readonly absolute: number;
  readonly squared: number;
}

/** Errors of one forecast at one origin. */
export interface Trial {
  readonly segments: readonly SegmentForecast[];
  readonly orders: Missed;
  /** Undefined if spend could not be modelled. */
  readonly value: Missed | undefined;
}

export interface TriedOrigin {
  readonly cut: number;
  readonly customers: number;
  readonly actual: readonly SegmentOutcome[];
  readonly trials: ReadonlyMap<ForecastName, Trial>;
}

/**
 * Tries every forecast at one origin, with the data known then alone; undefined if these were too few. `models`: those
 * that the latest data determine, each fitted again. If a model's parameters do not converge on a day, it repeats the
 * past there.
 */
export function tryAt(
  days: CustomerDays,
  cut: number,
  models: readonly PurchaseModel[],
  horizon: number,
): TriedOrigin | undefined {
  const origin = createPastOrigin(days, cut, horizon);
  if (!areEnough(origin.summaries)) return undefined;
  const { segment } = scoreCustomers(computeFiguresAt(days, origin.known, cut));
  const { summaries, after } = origin;
  const spend = estimateSpend(origin, LEAST_REPEAT_CUSTOMERS);
  const patterns = findPurchasePatterns(summaries);
  const first = createFirstPatterns(patterns);
  const k = toEventsPerPurchase(estimateRegularity(summaries.lastGaps));
  const naive = repeatPast(origin);
  const forecastBy = ({ family, parameters: from }: PurchaseModel): CustomerForecast => {
    const events = from.k === 1 ? 1 : k;
    const fit = fitPurchases(family, summaries, { k: events, patterns, first, rounded: true, from });
    if (!fit.converged || !fit.dropoutDetermined) return naive;
    return forecastByModel(origin, fit, { spend, horizon, patterns });
  };
  const createTrial = (forecast: CustomerForecast): Trial => ({
    segments: sumForecasts(forecast, segment, SEGMENT_NAMES.length),
    orders: computeMissed(forecast.orders, after.orders),
    value: forecast.value && computeMissed(forecast.value, after.value),
  });
  return {
    cut,
    customers: summaries.count,
    actual: sumOutcomes(after, segment, SEGMENT_NAMES.length),
    trials: new Map<ForecastName, Trial>([
      [REPEATED, createTrial(naive)],
      [OWN_FREQUENCY, createTrial(repeatOwnFrequency(origin, spend, horizon))],
      ...models.map((model) => [getModelName(model), createTrial(forecastBy(model))] as const),
    ]),
  };
}

function computeMissed(guess: Numbers, actual: Float64Array): Missed {
  let absolute = 0;
  let squared = 0;
  for (let c = 0; c < guess.length; c++) {
    const error = guess[c] - actual[c];
    absolute += Math.abs(error);
    squared += error ** 2;
  }
  return { absolute, squared };
}

// Ranks forecasts by their errors on past days: a forecast is used if it was better than repeating the past.

export type Figure = 'orders' | 'value';

/** Means over all origins. */
export interface Verdict {
  readonly name: ForecastName;
  /** |forecast − actual| of a customer. */
  readonly absolute: number;
  /**
   * Root of the mean squared error: least for the mean of possible outcomes. The absolute error is least for the
   * median, so for 0.
   */
  readonly rootMeanSquare: number;
  /** |forecast − actual| of the sums over segments, in which errors of customers cancel. */
  readonly perSegment: number;
  /** Number of origins at which the error per segment was smaller than that of the naive forecast. */
  readonly betterAt: number;
  /**
   * Whether both the root mean square per customer and the error per segment are smaller than those of the naive
   * forecast.
   */
  readonly betterThanNaive: boolean;
}

/** Verdicts on every forecast that has the figure at all origins, the naive one first. */
export function rankVerdicts(origins: readonly TriedOrigin[], figure: Figure): Verdict[] {
  const names = [...(origins[0]?.trials.keys() ?? [])];
  const all = names.flatMap((name) => {
    const errors = origins.map((origin) => computeErrorsAt(origin, name, figure));
    return errors.every((error) => error !== undefined) ? [{ name, errors }] : [];
  });
  const naive = all.find(({ name }) => name === REPEATED);
  return all.map(({ name, errors }) => {
    const [mine, theirs] = [averageErrors(errors), averageErrors(naive?.errors ?? [])];
    return {
      name,
      ...mine,
      betterAt: errors.filter(({ perSegment }, at) => perSegment < (naive?.errors[at]?.perSegment ?? 0))
        .length,
      betterThanNaive: mine.rootMeanSquare < theirs.rootMeanSquare && mine.perSegment < theirs.perSegment,
    };
  });
}

/** The forecast with the least error per segment among those better than naive; the naive one if there is none. */
export function pickBest(all: readonly Verdict[]): Verdict | undefined {
  const better = all.filter(({ betterThanNaive }) => betterThanNaive);
  return better.toSorted((left, right) => left.perSegment - right.perSegment)[0] ?? all[0];
}

interface Errors {
  readonly absolute: number;
  readonly squared: number;
  readonly perSegment: number;
}

function computeErrorsAt(
  { actual, customers, trials }: TriedOrigin,
  name: ForecastName,
  figure: Figure,
): Errors | undefined {
  const trial = trials.get(name);
  const off = trial?.[figure];
  if (trial === undefined || off === undefined) return undefined;
  const there = trial.segments.flatMap((segment, s) =>
    segment.customers > 0 ? [Math.abs((segment[figure] ?? 0) - actual[s][figure])] : [],
  );
  return {
    absolute: off.absolute / customers,
    squared: off.squared / customers,
    perSegment: there.reduce((sum, error) => sum + error, 0) / there.length,
  };
}

function averageErrors(
  errors: readonly Errors[],
): Pick<Verdict, 'absolute' | 'rootMeanSquare' | 'perSegment'> {
  const mean = (of: keyof Errors): number =>
    errors.reduce((sum, error) => sum + error[of], 0) / Math.max(1, errors.length);
  return {
    absolute: mean('absolute'),
    rootMeanSquare: Math.sqrt(mean('squared')),
    perSegment: mean('perSegment'),
  };
}
