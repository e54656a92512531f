// When each customer is due to order again, by a fitted purchase model: an own pace, shrunk to the shop's.

import type { CustomerSummaries } from '../customer-summaries.ts';
import { computeProbabilityAlive, type PurchaseParameters } from '../models/beta-geometric.ts';
import { fitPurchases } from '../models/fit-purchases.ts';
import {
  estimateRegularity,
  NO_GAIN,
  type PurchaseModel,
  toEventsPerPurchase,
} from '../models/purchase-outlook.ts';
import type { PurchasePatterns } from '../models/purchase-patterns.ts';
import { logStillWaiting, type Paced, waitQuantile } from './waits.ts';

/** Days ahead in which customers are said to order. */
export const DUE_DAYS = 30;
/** Repeat purchase days that a pace takes: who bought on one day only has none. */
export const LEAST_REPEATS = 1;

/** Indexed as the customers; NaN for those without a pace. Days may have fractions. */
export interface Cadences {
  /** By then half of such customers would have ordered again, counted from the last order. */
  readonly gap: Float64Array;
  /** Days since the last order. */
  readonly waited: Float64Array;
  /** Quartiles of the days from now to the next order, given the wait so far, of a customer who stays. */
  readonly windowFrom: Float64Array;
  readonly windowTo: Float64Array;
  /** Of an order within DUE_DAYS; that the customer has left is counted in. */
  readonly within: Float64Array;
  /** ln of the probability of a wait as long as this one, of a customer who keeps the pace. */
  readonly logSurprise: Float64Array;
}

/** The same for each pattern once: most customers share theirs. */
export function computeCadences(model: PurchaseModel, patterns: PurchasePatterns): Cadences {
  const { family, parameters } = model;
  const { count, frequencies, times, patternOf } = patterns;
  const figures = FIGURES.map(() => new Float64Array(count).fill(Number.NaN));
  const [gap, waited, windowFrom, windowTo, within, logSurprise] = figures;
  for (let i = 0; i < count; i++) {
    const frequency = frequencies[patterns.frequency[i]];
    if (frequency < LEAST_REPEATS) continue;
    const recency = times[patterns.recency[i]];
    const age = times[patterns.age[i]];
    const paced = { frequency, recency };
    const wait = age - recency;
    waited[i] = wait;
    gap[i] = waitQuantile(parameters, paced, 0, 0.5);
    windowFrom[i] = waitQuantile(parameters, paced, wait, 0.25);
    windowTo[i] = waitQuantile(parameters, paced, wait, 0.75);
    logSurprise[i] = logStillWaiting(parameters, paced, wait);
    const alive = computeProbabilityAlive(family, parameters, { ...paced, age });
    within[i] = alive * computeOrderProbability(parameters, paced, { wait, surprise: logSurprise[i] });
  }
  const expandToCustomers = (values: Float64Array): Float64Array => {
    const found = new Float64Array(patternOf.length);
    for (let c = 0; c < found.length; c++) found[c] = values[patternOf[c]];
    return found;
  };
  return {
    gap: expandToCustomers(gap),
    waited: expandToCustomers(waited),
    windowFrom: expandToCustomers(windowFrom),
    windowTo: expandToCustomers(windowTo),
    within: expandToCustomers(within),
    logSurprise: expandToCustomers(logSurprise),
  };
}

const FIGURES = ['gap', 'waited', 'windowFrom', 'windowTo', 'within', 'logSurprise'] as const;

/** An order in the DUE_DAYS after a wait, of a customer who stays. */
function computeOrderProbability(
  parameters: PurchaseParameters,
  paced: Paced,
  { wait, surprise }: { readonly wait: number; readonly surprise: number },
): number {
  return -Math.expm1(logStillWaiting(parameters, paced, wait + DUE_DAYS) - surprise);
}

// The purchase model that customers' paces are shrunk by: (M)BG/CNBD-k with k from the data, which is (M)BG/NBD for k = 1.

/**
 * Of the models in which customers leave the likelier one, where it gains on the one without. Unlike a published forecast, a pace
 * is taken also from parameters at the edge of what is searched: customers are then all of one pace, or all leave alike, and the
 * waits and probabilities are those of that. Whether it is of any use is for the back-test to say. Models are compared on rounded
 * times; the one that is taken is fitted to the times themselves. `from`: the model of later data, to be fitted again for a trial.
 */
export function fitCadenceModel(
  summaries: CustomerSummaries,
  patterns: PurchasePatterns,
  from?: PurchaseModel,
): PurchaseModel {
  const k = toEventsPerPurchase(estimateRegularity(summaries.lastGaps));
  const fitFamily = (family: PurchaseModel['family']) =>
    fitPurchases(family, summaries, {
      ...{ patterns, k, rounded: true },
      ...(from && { from: from.parameters }),
    });
  if (from !== undefined) {
    const again = fitFamily(from.family);
    return again.converged ? again : fitFamily('NBD');
  }
  const staying = fitFamily('NBD');
  const leaving = (['MBG/NBD', 'BG/NBD'] as const)
    .map((family) => fitFamily(family))
    .filter(({ converged, logLikelihood }) => converged && logLikelihood - staying.logLikelihood > NO_GAIN)
    .toSorted((left, right) => right.logLikelihood - left.logLikelihood);
  const { family, parameters } = leaving[0] ?? staying;
  return fitPurchases(family, summaries, { patterns, k, from: parameters });
}
