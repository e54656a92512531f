// Estimates when each customer is due to order again, by a fitted purchase model: the customer's own pace, shrunk to
// the shop's.

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
import { computeWaitQuantile, logStillWaiting, type Paced } from './waits.ts';

/** Days ahead for which orders are predicted. */
export const DUE_DAYS = 30;
/** Fewest repeat purchase days for a pace: customers who bought on one day only have none. */
export const LEAST_REPEATS = 1;

/** Indexed by customer; NaN for those without a pace. Days may have fractions. */
export interface Cadences {
  /** Days since the last order by which half of such customers would have ordered again. */
  readonly gap: Float64Array;
  /** Days since the last order. */
  readonly waited: Float64Array;
  /** Quartiles of the days from now to the next order, given the wait so far, for a customer who stays. */
  readonly windowFrom: Float64Array;
  readonly windowTo: Float64Array;
  /** Probability of an order within DUE_DAYS, including the chance that the customer has left. */
  readonly within: Float64Array;
  /** ln of the probability of a wait at least as long, for a customer who keeps the pace. */
  readonly logSurprise: Float64Array;
}

/** Figures per pattern: most customers share theirs. */
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
    gap[i] = computeWaitQuantile(parameters, paced, 0, 0.5);
    windowFrom[i] = computeWaitQuantile(parameters, paced, wait, 0.25);
    windowTo[i] = computeWaitQuantile(parameters, paced, wait, 0.75);
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

/** Probability of an order in the DUE_DAYS after a wait, for a customer who stays. */
function computeOrderProbability(
  parameters: PurchaseParameters,
  paced: Paced,
  { wait, surprise }: { readonly wait: number; readonly surprise: number },
): number {
  return -Math.expm1(logStillWaiting(parameters, paced, wait + DUE_DAYS) - surprise);
}

// Fits the purchase model to which customers' paces are shrunk: (M)BG/CNBD-k with k from the data, which is (M)BG/NBD
// for k = 1.

/**
 * Picks the likelier of the models in which customers leave, if it fits better than the one without. Unlike a published
 * forecast, a pace also accepts parameters at the edge of the search: all customers then have one pace, or all leave
 * alike, and the waits and probabilities follow from that. The back-test decides whether it is useful. Models are
 * compared on rounded times; the chosen one is fitted to the exact times. `from`: the model of later data, to fit again
 * for a trial.
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
