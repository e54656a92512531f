// Forecasts the next 90 days: by the forecast that did best on past days, with intervals from its own errors.

import { type ForecastName, OWN_FREQUENCY, REPEATED } from '../../contract/report-types/model-names.ts';
import type { predictionModel } from '../../contract/report-types/rfm/schema/forecast.ts';
import type { segmentPrediction } from '../../contract/report-types/rfm/schema/segment.ts';
import { SEGMENT_NAMES } from '../../contract/report-types/rfm/segments.ts';
import type { Shape } from '../../contract/schema/shape.ts';
import { type Sentence, say } from '../../contract/sentences/sentence.ts';
import { toDate } from '../../contract/settings/calendar.ts';
import type { Numbers } from '../extract/packed-columns.ts';
import { type ChosenForecasts, createBacktest, getTrial } from './backtest.ts';
import {
  type CustomerForecast,
  estimateSpend,
  forecastByModel,
  repeatOwnFrequency,
  type SegmentForecast,
  sumForecasts,
} from './candidates.ts';
import {
  areEnough,
  countRepeating,
  LEAST_FITTED_CUSTOMERS,
  LEAST_REPEAT_CUSTOMERS,
} from './customer-summaries.ts';
import { type Histories, HORIZON_DAYS } from './histories.ts';
import {
  computeInterval,
  computeOwnInterval,
  computeTotalInterval,
  type Expected,
  estimateDispersion,
  INTERVAL_LEVEL,
  type Interval,
  isMissed,
  isSegmentMissed,
  type Missed,
  MOST_OFF,
} from './intervals.ts';
import type { SpendParameters } from './models/gamma-gamma.ts';
import {
  estimateRegularity,
  fitModels,
  getModelName,
  type PurchaseModel,
  toEventsPerPurchase,
} from './models/purchase-outlook.ts';
import { findPurchasePatterns, type PurchasePatterns } from './models/purchase-patterns.ts';
import { listOriginCuts, type Observed } from './origins.ts';
import { type Figure, pickBest, rankVerdicts, type TriedOrigin, tryAt } from './trials.ts';

/** Days between the dates of the back-test, and the most of them. */
const ORIGIN_STEP = 30;
const MOST_ORIGINS = 6;

/**
 * All parameters needed to recompute a figure from a customer's x, t_x, T (days), orders and mean value of a repeat
 * day.
 */
export type PredictionModel = Shape<typeof predictionModel>;

/** Over the segment's customers and the next 90 days; means are 0 for a segment without customers. */
export type SegmentPrediction = Shape<typeof segmentPrediction>;

export interface Forecast {
  /** Null if no prediction is possible; `notes` give the reason. */
  readonly model: PredictionModel | null;
  /** One entry per segment; undefined without a model. */
  readonly segments: readonly SegmentPrediction[] | undefined;
  /** Forecast of each customer, NaN in segments whose latest forecast was far off; undefined without a model. */
  readonly customers: CustomerForecast | undefined;
  readonly notes: readonly Sentence[];
}

/** `segment`: per customer, an index below `segments`. */
export function forecast(
  { now, firstDay, tried, nth }: Histories,
  reference: number,
  { segment, segments }: { readonly segment: Uint8Array; readonly segments: number },
): Forecast {
  const { summaries } = now;
  if (!areEnough(summaries)) {
    return createEmptyForecast(
      say('predictions_need_customers', {
        needed: LEAST_FITTED_CUSTOMERS,
        needed_repeating: LEAST_REPEAT_CUSTOMERS,
        customers: summaries.count,
        repeating: countRepeating(summaries),
      }),
    );
  }
  const patterns = findPurchasePatterns(summaries);
  const estimate = estimateRegularity(summaries.lastGaps);
  const models = fitModels(summaries, patterns, toEventsPerPurchase(estimate));
  const cuts = listOriginCuts(firstDay, reference, {
    horizon: HORIZON_DAYS,
    step: ORIGIN_STEP,
    most: MOST_ORIGINS,
  });
  const [latest, ...earlier] = cuts.flatMap((cut) => tryAt(tried, cut, models, HORIZON_DAYS) ?? []);
  if (latest === undefined) return createEmptyForecast(NOT_JUDGED);
  const origins = [latest, ...earlier] as const;
  const all = { orders: rankVerdicts(origins, 'orders'), value: rankVerdicts(origins, 'value') };
  const orders = pickBest(all.orders);
  if (orders === undefined) return createEmptyForecast(NOT_JUDGED);
  if (orders.name === REPEATED)
    return createEmptyForecast(say('past_repeated', { figures: ['orders'], days: HORIZON_DAYS }));
  const spend = estimateSpend(now, LEAST_REPEAT_CUSTOMERS);
  const spent = all.value.find(({ name }) => name === orders.name);
  const value = spend !== undefined && spent?.betterThanNaive ? spent : (all.value[0] ?? orders);
  const chosen: ChosenForecasts = { orders, value };
  const model = models.find((one) => getModelName(one) === orders.name);
  const tools = { model, spend, patterns };
  const placed = forecastBy(
    now,
    orders.name,
    value.name === REPEATED ? { ...tools, spend: undefined } : tools,
  );
  const sums = sumForecasts(placed, segment, segments);
  const past = {
    orders: listPastTotals(origins, 'orders', orders.name),
    value: listPastTotals(origins, 'value', value.name),
  };
  const [last] = past.orders;
  if (last !== undefined && isMissed(last))
    return createEmptyForecast(describeMiss('orders', latest.cut, last));
  const [spentLast] = past.value;
  const spread = {
    orders: estimateSpread(origins, 'orders', orders.name),
    value: estimateSpread(origins, 'value', value.name),
    buyers: estimateSpread(origins, 'buyers', orders.name),
  };
  const isValueRejected = value.name === REPEATED;
  const isValueMissed = !isValueRejected && spentLast !== undefined && isMissed(spentLast);
  const isValueShown = !isValueRejected && !isValueMissed;
  const backtest = createBacktest(origins, chosen, all, {
    dispersion: { orders: spread.orders.dispersion, value: spread.value.dispersion },
    every_nth_customer: nth,
  });
  const missed = new Set(backtest.segments.filter(isSegmentMissed).map((one) => one.segment));
  const isShown = SEGMENT_NAMES.map((name) => !missed.has(name));
  const once = new Float64Array(segments);
  for (let c = 0; c < segment.length; c++) if (summaries.frequency[c] === 0) once[segment[c]]++;
  return {
    model: {
      ...listParameters(orders.name, model),
      regularity: Number.isFinite(estimate) ? estimate : null,
      horizon_days: HORIZON_DAYS,
      orders_per_purchase_day: summaries.ordersPerPurchaseDay,
      value_by: value.name === REPEATED ? REPEATED : 'gamma-gamma',
      spend:
        spend === undefined || value.name === REPEATED
          ? null
          : { ...spend, kept_value_share: summaries.keptValueShare },
      interval_level: INTERVAL_LEVEL,
      ...createTotals(sums, isValueShown, past),
      backtest,
    },
    segments: sums.map((sum, s) => {
      const size = Math.max(1, sum.customers);
      return {
        expected_orders_90d: sum.orders,
        expected_orders_90d_interval: spread.orders.estimateInterval(sum, s),
        mean_expected_orders_90d: sum.orders / size,
        probability_purchase_90d: sum.buyers / size,
        probability_purchase_90d_interval: toShareInterval(spread.buyers.estimateInterval(sum, s), size),
        probability_alive: sum.alive === undefined ? null : sum.alive / size,
        expected_value_90d: isValueShown ? (sum.value ?? null) : null,
        expected_value_90d_interval: isValueShown ? spread.value.estimateInterval(sum, s) : null,
        one_time_buyers: once[s],
      };
    }),
    customers: hideCustomers(
      { ...placed, value: isValueShown ? placed.value : undefined },
      (customer) => isShown[segment[customer]],
    ),
    notes: [
      ...(isValueRejected ? [say('past_repeated', { figures: ['value'], days: HORIZON_DAYS })] : []),
      ...(isValueMissed ? [describeMiss('value', latest.cut, spentLast)] : []),
    ],
  };
}

const NOT_JUDGED = say('predictions_not_judged', { days: HORIZON_DAYS });

function createEmptyForecast(note: Sentence): Forecast {
  return { model: null, segments: undefined, customers: undefined, notes: [note] };
}

interface Tools {
  readonly model: PurchaseModel | undefined;
  readonly spend: SpendParameters | undefined;
  readonly patterns: PurchasePatterns;
}

function forecastBy(now: Observed, name: ForecastName, { model, spend, patterns }: Tools): CustomerForecast {
  if (name === OWN_FREQUENCY) return repeatOwnFrequency(now, spend, HORIZON_DAYS);
  if (model === undefined) throw new Error(`${name} was not fitted`);
  return forecastByModel(now, model, { spend, horizon: HORIZON_DAYS, patterns });
}

/** Figures of customers who are not shown are NaN, as a value that does not exist. */
function hideCustomers(
  { orders, anyOrder, value, alive }: CustomerForecast,
  isShown: (customer: number) => boolean | undefined,
): CustomerForecast {
  const hide = (figures: Numbers): Float64Array =>
    Float64Array.from(figures, (figure, c) => (isShown(c) ? figure : Number.NaN));
  return {
    orders: hide(orders),
    anyOrder: hide(anyOrder),
    value: value && hide(value),
    alive: alive && hide(alive),
  };
}

function listParameters(name: ForecastName, model: PurchaseModel | undefined) {
  if (model === undefined) return { name, k: null, r: null, alpha: null, a: null, b: null };
  const { r, alpha, a, b, k } = model.parameters;
  return { name, k, r, alpha, ...(model.family === 'NBD' ? { a: null, b: null } : { a, b }) };
}

interface Spread {
  readonly dispersion: number | null;
  estimateInterval(sum: SegmentForecast, segment: number): Interval;
}

type Summed = Figure | 'buyers';

function toExpected(sum: SegmentForecast, figure: Summed): Expected {
  const variance = { orders: sum.orders, value: sum.valueVariance, buyers: sum.buyersVariance };
  return { mean: sum[figure] ?? 0, variance: variance[figure] };
}

/** Sums a figure over all customers. */
function sumExpected(sums: readonly SegmentForecast[], figure: Figure): Expected {
  const each = sums.map((sum) => toExpected(sum, figure));
  const sumKey = (key: keyof Expected): number => each.reduce((total, one) => total + one[key], 0);
  return { mean: sumKey('mean'), variance: sumKey('variance') };
}

/** Totals of the customers known on each date, latest first. */
function listPastTotals(origins: readonly TriedOrigin[], figure: Figure, name: ForecastName): Missed[] {
  return origins.map((origin) => ({
    ...sumExpected(getTrial(origin, name).segments, figure),
    actual: origin.actual.reduce((sum, outcome) => sum + outcome[figure], 0),
  }));
}

function createTotals(
  sums: readonly SegmentForecast[],
  isValueShown: boolean,
  past: Readonly<Record<Figure, readonly Missed[]>>,
) {
  const days = { step: ORIGIN_STEP, horizon: HORIZON_DAYS };
  const [ordered, spent] = [
    sumExpected(sums, 'orders'),
    isValueShown ? sumExpected(sums, 'value') : undefined,
  ];
  return {
    expected_orders_90d: ordered.mean,
    expected_orders_90d_interval: computeTotalInterval(ordered, past.orders, days),
    expected_value_90d: spent?.mean ?? null,
    expected_value_90d_interval: spent === undefined ? null : computeTotalInterval(spent, past.value, days),
  };
}

function describeMiss(of: Figure, cut: number, { mean, actual }: Missed): Sentence {
  return say('predictions_missed', {
    ...{ of, date: toDate(cut), predicted: mean, actual, days: HORIZON_DAYS, most: MOST_OFF },
  });
}

function toShareInterval({ low, high }: Interval, customers: number): Interval {
  return { low: low / customers, high: Math.min(1, high / customers) };
}

/** The spread, from the errors of the forecast at all origins. */
function estimateSpread(origins: readonly TriedOrigin[], figure: Summed, name: ForecastName): Spread {
  const toExpectedOrders = (sum: SegmentForecast): Expected => toExpected(sum, figure);
  const missed = origins.map(({ actual, ...origin }) =>
    getTrial(origin, name).segments.map((sum, s) => ({
      ...toExpectedOrders(sum),
      ...{ customers: sum.customers, actual: actual[s][figure] },
    })),
  );
  if (name === REPEATED || name === OWN_FREQUENCY) {
    const listErrors = (s: number): number[] =>
      missed.flatMap((segments) => {
        const { mean, actual, customers } = segments[s];
        return customers > 0 ? [(actual - mean) / customers] : [];
      });
    return {
      dispersion: null,
      estimateInterval: (sum, s) =>
        computeOwnInterval({ ...toExpectedOrders(sum), customers: sum.customers }, listErrors(s)),
    };
  }
  const dispersion = estimateDispersion(missed.flat());
  return { dispersion, estimateInterval: (sum) => computeInterval(toExpectedOrders(sum), dispersion) };
}
