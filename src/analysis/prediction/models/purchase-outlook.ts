// Fits a purchase model and computes its expectations of customers.

import type { ModelName } from '../../../contract/report-types/model-names.ts';
import type { Numbers } from '../../extract/packed-columns.ts';
import {
  computeProbabilityAlive,
  type PurchaseFamily,
  type PurchaseHistory,
  type PurchaseParameters,
} from './beta-geometric.ts';
import { computeExpectedPurchases, computeNextPurchaseWithin } from './expected-purchases.ts';
import { createFirstPatterns, fitPurchases, type PurchaseFit } from './fit-purchases.ts';
import type { PurchaseHistories, PurchasePatterns } from './purchase-patterns.ts';

export interface PurchaseModel {
  readonly family: PurchaseFamily;
  readonly parameters: PurchaseParameters;
}

/** The name of the model in the papers. */
export function getModelName({ family, parameters }: PurchaseModel): ModelName {
  if (parameters.k === 1) return family;
  return family === 'NBD' ? 'CNBD-k' : family === 'BG/NBD' ? 'BG/CNBD-k' : 'MBG/CNBD-k';
}

/**
 * Half the 95 % point of χ² with two degrees of freedom: (M)BG/NBD has two parameters more than NBD, so that a smaller
 * gain counts as none.
 */
export const NO_GAIN = 3;

/**
 * The models that the purchases determine, for k = 1 and for `k`: those with leaving if they fit better, otherwise the
 * one without. Empty if the purchases do not show how rates differ over customers, or how customers leave.
 */
export function fitModels(
  histories: PurchaseHistories,
  patterns: PurchasePatterns,
  k: number,
): PurchaseModel[] {
  const first = createFirstPatterns(patterns);
  return [...new Set([1, k])].flatMap((events) => {
    const settings = { k: events, patterns, first };
    const staying = fitPurchases('NBD', histories, settings);
    const leaving = (['MBG/NBD', 'BG/NBD'] as const).map((family) =>
      fitPurchases(family, histories, settings),
    );
    const gaining = leaving.filter((fit) => !staying.converged || computeGain(fit, staying) > NO_GAIN);
    if (gaining.length === 0) return [staying];
    // At their bound, a and b are not determined: all customers leave alike, which is not the same as nobody leaving.
    return gaining.filter(({ converged, dropoutDetermined }) => converged && dropoutDetermined);
  });
}

/** Gain in log-likelihood, over the times of the same search. */
function computeGain(leaving: PurchaseFit, staying: PurchaseFit): number {
  return leaving.isFirst
    ? leaving.firstLogLikelihood - staying.firstLogLikelihood
    : leaving.logLikelihood - staying.logLikelihood;
}

interface PurchaseOutlook {
  /** Probability that the customer has not left for good, 0..1. */
  readonly alive: number;
  /** Expected purchases in the time ahead. */
  readonly purchases: number;
  /** Probability of at least one of them, 0..1. */
  readonly anyPurchase: number;
}

/** `time`: the time ahead, in the histories' unit. */
export function computeOutlook(
  { family, parameters }: PurchaseModel,
  history: PurchaseHistory,
  time: number,
): PurchaseOutlook {
  const alive = computeProbabilityAlive(family, parameters, history);
  return {
    alive,
    purchases: computeExpectedPurchases(family, parameters, history, time),
    anyPurchase: alive * computeNextPurchaseWithin(parameters, history, time),
  };
}

/** Outlook per customer; computed once per pattern. */
export function computeOutlooks(
  model: PurchaseModel,
  patterns: PurchasePatterns,
  time: number,
): Readonly<Record<keyof PurchaseOutlook, Float64Array>> {
  const alive = new Float64Array(patterns.count);
  const purchases = new Float64Array(patterns.count);
  const anyPurchase = new Float64Array(patterns.count);
  for (let i = 0; i < patterns.count; i++) {
    const history = {
      frequency: patterns.frequencies[patterns.frequency[i]],
      recency: patterns.times[patterns.recency[i]],
      age: patterns.times[patterns.age[i]],
    };
    const outlook = computeOutlook(model, history, time);
    alive[i] = outlook.alive;
    purchases[i] = outlook.purchases;
    anyPurchase[i] = outlook.anyPurchase;
  }
  const expandToCustomers = (perPattern: Float64Array): Float64Array => {
    const found = new Float64Array(patterns.patternOf.length);
    for (let c = 0; c < found.length; c++) found[c] = perPattern[patterns.patternOf[c]];
    return found;
  };
  return {
    alive: expandToCustomers(alive),
    purchases: expandToCustomers(purchases),
    anyPurchase: expandToCustomers(anyPurchase),
  };
}

// Estimates how regularly customers buy: 1 is chance alone, otherwise the shape of the gaps between purchases.

/**
 * Highest shape considered: only hundreds of customers would distinguish Erlang gaps of a higher shape from clockwork.
 */
const MOST_REGULAR = 12;

/**
 * The estimator of Wheat & Morrison (1990), "Estimating Purchase Regularity with Two Interpurchase Times", Journal of
 * Marketing Research 27 (1), 87–93, whatever the rates of the customers: for two gaps g and h that are gamma
 * distributed with shape k, M = g / (g + h) is beta (k, k), so k = (1 − 4 V) / (8 V) with V = Var M. V is taken over
 * the last two gaps of each customer, each with either of them in the numerator, so that no draw decides which. NaN if
 * no customer has two gaps; Infinity if all gaps are equal.
 *
 * `gaps`: per customer the last gap and the one before, in pairs; 0 for a missing gap.
 */
export function estimateRegularity(gaps: Numbers): number {
  let pairs = 0;
  let squares = 0;
  for (let at = 0; at < gaps.length; at += 2) {
    if (gaps[at + 1] === 0) continue;
    pairs++;
    squares += (gaps[at] / (gaps[at] + gaps[at + 1]) - 0.5) ** 2;
  }
  const variance = squares / pairs;
  return (1 - 4 * variance) / (8 * variance);
}

/** The nearest whole number of events per purchase, from 1 to MOST_REGULAR; 1 for an estimate of NaN. */
export function toEventsPerPurchase(estimate: number): number {
  return Number.isNaN(estimate) ? 1 : Math.min(MOST_REGULAR, Math.max(1, Math.round(estimate)));
}
