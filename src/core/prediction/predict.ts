// What each customer of an RFM report is expected to do in the next 90 days, or why that can't be said.
import type { OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import { type PurchaseModel, type PurchaseParameters, probabilityAlive } from './beta-geometric.ts';
import { type CustomerSummaries, customerSummaries } from './customer-summaries.ts';
import { expectedPurchases } from './expected-purchases.ts';
import { fitPurchases } from './fit-purchases.ts';
import { expectedSpend, fitSpend, type SpendParameters } from './gamma-gamma.ts';
import { type PurchasePatterns, purchasePatterns } from './purchase-patterns.ts';

export const HORIZON_DAYS = 90;
export const LEAST_CUSTOMERS = 50;
export const LEAST_REPEAT_CUSTOMERS = 20;

/**
 * The figures come from MBG/NBD. BG/NBD holds whoever bought once to be a customer for ever, however long ago that
 * was, and in a shop most customers bought once: a segment's P(alive) would rise with its one-time buyers. Both fit
 * CDNOW equally well (log-likelihoods −9582.1 and −9582.4); BG/NBD is kept because its results are published to the
 * digit, and both share every line that computes them.
 */
const MODEL: PurchaseModel = 'MBG/NBD';

/** All it takes to recompute a figure from a customer's x, t_x, T (days) and mean value of a repeat day. */
export interface PredictionModel extends PurchaseParameters {
  readonly name: PurchaseModel;
  readonly horizon_days: number;
  /** The model expects days with a purchase: times this, orders. */
  readonly orders_per_purchase_day: number;
  /** The gamma-gamma model of a day's value, null when it could not be fitted. */
  readonly spend: (SpendParameters & SpendShare) | null;
}

export interface SpendShare {
  /** The spend model expects what is bought: times this, what is kept after returns. 0..1. */
  readonly kept_value_share: number;
}

/** Indexed as the customers that were asked for; expectations are over HORIZON_DAYS after the reference day. */
export interface CustomerPredictions {
  /** Probability that the customer will buy again at some time, 0..1. */
  readonly probabilityAlive: Float64Array;
  readonly expectedOrders: Float64Array;
  /** Net of returns, in the dataset's currency; undefined when spend could not be modelled. */
  readonly expectedValue: Float64Array | undefined;
  /** 1 for customers who bought on one day only. */
  readonly oneTimeBuyer: Uint8Array;
  readonly model: PredictionModel;
}

export interface Prediction {
  /** Undefined when the data are too few or don't determine the model; `notes` says which. */
  readonly predictions: CustomerPredictions | undefined;
  /** Sentences for the report's `notes`. */
  readonly notes: readonly string[];
}

/**
 * Fits the models to the customers of a report and applies them to each. They know no seasons and no campaigns: what
 * they expect of the next 90 days is what the customers' own past rates lead to.
 */
export function predictCustomers(
  columns: OrderColumns,
  selected: Pick<RfmCustomers, 'count' | 'orderStart' | 'orders'>,
  referenceDay: number,
): Prediction {
  return predictFromSummaries(customerSummaries(columns, selected, referenceDay));
}

/** For summaries in days. */
export function predictFromSummaries(summaries: CustomerSummaries): Prediction {
  const { count, frequency } = summaries;
  const repeating = frequency.reduce((sum, x) => sum + (x > 0 ? 1 : 0), 0);
  if (count < LEAST_CUSTOMERS || repeating < LEAST_REPEAT_CUSTOMERS) {
    return refusal(
      `Predictions need ${LEAST_CUSTOMERS} customers, ${LEAST_REPEAT_CUSTOMERS} of them with purchases on two days ` +
        `or more; there are ${count} and ${repeating}.`,
    );
  }
  const patterns = purchasePatterns(summaries);
  const fit = fitPurchases(MODEL, summaries, patterns);
  if (!fit.converged) {
    return refusal(
      'Predictions were left out: the purchases do not show how purchase rates differ over customers.',
    );
  }
  const days = expectedDays(fit.parameters, patterns);
  const spend = spendParameters(summaries);
  const model: PredictionModel = {
    name: MODEL,
    ...fit.parameters,
    horizon_days: HORIZON_DAYS,
    orders_per_purchase_day: summaries.ordersPerPurchaseDay,
    spend: spend === undefined ? null : { ...spend, kept_value_share: summaries.keptValueShare },
  };
  return {
    predictions: {
      probabilityAlive: days.alive,
      expectedOrders: days.expected.map((expected) => expected * summaries.ordersPerPurchaseDay),
      expectedValue: spend && expectedValues(summaries, spend, days.expected),
      oneTimeBuyer: Uint8Array.from(frequency, (x) => (x > 0 ? 0 : 1)),
      model,
    },
    notes: [
      ...(mean(days.alive) > NOBODY_LEFT ? [NO_DROPOUT] : []),
      ...(spend === undefined ? [NO_SPEND] : []),
    ],
  };
}

/** Mean P(alive) above which it tells customers apart no longer. */
const NOBODY_LEFT = 0.99;
const NO_DROPOUT =
  'The purchases show no sign of customers who left for good: probability_alive is near 1 for all of them.';
const NO_SPEND =
  'Expected value was left out: the value of repeat purchases does not determine a spend model.';

function refusal(note: string): Prediction {
  return { predictions: undefined, notes: [note] };
}

/** Per customer: P(alive), and expected days with a purchase. Computed once per pattern. */
function expectedDays(
  parameters: PurchaseParameters,
  patterns: PurchasePatterns,
): { alive: Float64Array; expected: Float64Array } {
  const alive = new Float64Array(patterns.count);
  const expected = new Float64Array(patterns.count);
  for (let i = 0; i < patterns.count; i++) {
    const history = {
      frequency: patterns.frequencies[patterns.frequency[i]],
      recency: patterns.times[patterns.recency[i]],
      age: patterns.times[patterns.age[i]],
    };
    alive[i] = probabilityAlive(MODEL, parameters, history);
    expected[i] = expectedPurchases(MODEL, parameters, history, HORIZON_DAYS);
  }
  const perCustomer = (perPattern: Float64Array): Float64Array =>
    Float64Array.from(patterns.patternOf, (pattern) => perPattern[pattern]);
  return { alive: perCustomer(alive), expected: perCustomer(expected) };
}

/** Undefined with too few repeat customers of positive spend, or when the fit did not settle. */
function spendParameters(summaries: CustomerSummaries): SpendParameters | undefined {
  const fit = fitSpend(summaries);
  return fit.converged && fit.customers >= LEAST_REPEAT_CUSTOMERS ? fit.parameters : undefined;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function expectedValues(
  { frequency, meanValue, keptValueShare }: CustomerSummaries,
  spend: SpendParameters,
  days: Float64Array,
): Float64Array {
  return days.map(
    (expected, c) => expected * keptValueShare * expectedSpend(spend, frequency[c], meanValue[c]),
  );
}
