// What each customer of an RFM report is expected to do in the next 90 days, or why that can't be said.
import type { OrderColumns } from '../orders/columns.ts';
import type { RfmCustomers } from '../rfm/customers.ts';
import { type CustomerSummaries, customerSummaries } from './customer-summaries.ts';
import { expectedSpend, fitSpend, type SpendParameters } from './gamma-gamma.ts';
import { fitOutlook, type OutlookModel, outlookOf } from './purchase-outlook.ts';
import { type PurchasePatterns, purchasePatterns } from './purchase-patterns.ts';

export const HORIZON_DAYS = 90;
const LEAST_CUSTOMERS = 50;
const LEAST_REPEAT_CUSTOMERS = 20;

/** All it takes to recompute a figure from a customer's x, t_x, T (days) and mean value of a repeat day. */
export interface FittedModel {
  readonly name: OutlookModel['name'];
  readonly r: number;
  readonly alpha: number;
  /** Null for NBD, in which nobody leaves. */
  readonly a: number | null;
  readonly b: number | null;
  readonly horizon_days: number;
  /** The model expects days with a purchase: times this, orders. */
  readonly orders_per_purchase_day: number;
  /** The gamma-gamma model of a day's value, null when it could not be fitted. */
  readonly spend: (SpendParameters & SpendShare) | null;
}

interface SpendShare {
  /** The spend model expects what is bought: times this, what is kept after returns. 0..1. */
  readonly kept_value_share: number;
}

/** Indexed as the requested customers; expectations are over HORIZON_DAYS after the reference day. */
export interface CustomerPredictions {
  /** Probability that the customer has not left for good, 0..1. Undefined where the data show nobody leaving. */
  readonly probabilityAlive: Float64Array | undefined;
  /** Probability of at least one order, 0..1. */
  readonly probabilityPurchase: Float64Array;
  readonly expectedOrders: Float64Array;
  /** Net of returns, in the dataset's currency; undefined when spend could not be modelled. */
  readonly expectedValue: Float64Array | undefined;
  /** 1 for customers who bought on one day only. */
  readonly oneTimeBuyer: Uint8Array;
  readonly model: FittedModel;
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
  const outlook = fitOutlook(summaries, patterns);
  if (outlook === undefined) {
    return refusal(
      'Predictions were left out: the purchases do not show how purchase rates differ over customers, or how customers leave.',
    );
  }
  const days = purchaseDays(outlook, patterns);
  const spend = spendParameters(summaries);
  const model: FittedModel = {
    ...outlook,
    horizon_days: HORIZON_DAYS,
    orders_per_purchase_day: summaries.ordersPerPurchaseDay,
    spend: spend === undefined ? null : { ...spend, kept_value_share: summaries.keptValueShare },
  };
  return {
    predictions: {
      probabilityAlive: outlook.name === 'NBD' ? undefined : days.alive,
      probabilityPurchase: days.any,
      expectedOrders: days.expected.map((expected) => expected * summaries.ordersPerPurchaseDay),
      expectedValue: spend && expectedValues(summaries, spend, days.expected),
      oneTimeBuyer: Uint8Array.from(frequency, (x) => (x > 0 ? 0 : 1)),
      model,
    },
    notes: [...(outlook.name === 'NBD' ? [NOBODY_LEAVES] : []), ...(spend === undefined ? [NO_SPEND] : [])],
  };
}

const NOBODY_LEAVES =
  'The purchases show no sign of customers leaving for good: predictions are made without dropout, and probability_alive, a and b are null.';
const NO_SPEND =
  'Expected value was left out: the value of repeat purchases does not determine a spend model.';

function refusal(note: string): Prediction {
  return { predictions: undefined, notes: [note] };
}

interface PurchaseDays {
  readonly alive: Float64Array;
  readonly any: Float64Array;
  readonly expected: Float64Array;
}

/** Per customer; computed once per pattern. */
function purchaseDays(model: OutlookModel, patterns: PurchasePatterns): PurchaseDays {
  const alive = new Float64Array(patterns.count);
  const any = new Float64Array(patterns.count);
  const expected = new Float64Array(patterns.count);
  for (let i = 0; i < patterns.count; i++) {
    const history = {
      frequency: patterns.frequencies[patterns.frequency[i]],
      recency: patterns.times[patterns.recency[i]],
      age: patterns.times[patterns.age[i]],
    };
    const outlook = outlookOf(model, history, HORIZON_DAYS);
    alive[i] = outlook.alive;
    any[i] = outlook.anyPurchase;
    expected[i] = outlook.purchases;
  }
  const perCustomer = (perPattern: Float64Array): Float64Array =>
    Float64Array.from(patterns.patternOf, (pattern) => perPattern[pattern]);
  return { alive: perCustomer(alive), any: perCustomer(any), expected: perCustomer(expected) };
}

/** Undefined with too few repeat customers of positive spend, or when the fit did not settle. */
function spendParameters(summaries: CustomerSummaries): SpendParameters | undefined {
  const fit = fitSpend(summaries);
  return fit.converged && fit.customers >= LEAST_REPEAT_CUSTOMERS ? fit.parameters : undefined;
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
