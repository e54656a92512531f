// Evaluates recommendations on later orders, beside best sellers and simpler scores: the basis for choosing the score,
// and the quality that a shop can expect.

import { SCORE_UNITS } from './evidence.ts';
import { listNextOrders, type NextOrderTest } from './next-orders.ts';
import { createPartnerLists } from './partner-lists.ts';
import type { CoPurchases, PairScore } from './partner-tally.ts';
import { createCosineModel, EaseFit, fitScores, MOST_FITTED, PENALTY } from './score-model.ts';
import { CART_SIZES, type CartQuality, drawTestedOrders, measureCarts } from './tested-carts.ts';
import {
  countBaskets,
  createScoredPartners,
  findMomentAfter,
  measureServed,
  type ScoreLimits,
  splitAt,
  type TimedBaskets,
  weighPopularity,
} from './tested-scores.ts';

export interface EvaluationOptions extends ScoreLimits {
  /** Share of the orders, the latest ones, that are held back. */
  readonly heldBack: number;
}

export interface Evaluation {
  /** Number of orders that the recommendations were computed from. */
  readonly trainedOn: number;
  /** Number of later orders with two or more products. */
  readonly testedOn: number;
  /** Chosen on the later part of the orders that recommendations were computed from. */
  readonly popularityShare: number;
  readonly results: readonly MethodQuality[];
  /** Undefined if too few customers have ordered on several earlier days and again. */
  readonly next: NextOrderTest | undefined;
}

interface MethodQuality {
  readonly method: string;
  /** Quality by CART_SIZES. */
  readonly carts: readonly CartQuality[];
}

/** The methods that are measured; the service uses the first one. */
export const METHODS = {
  service: 'as recommended: EASE-R with dropout, and popularity',
  ease: 'EASE-R',
  cosine: 'cosine',
  weightedCosine: 'cosine, baskets weighted by 1/size^¾',
  confidence: 'confidence',
  popular: 'best-selling products',
} as const;

/** `moments`: time of each basket's order; without any, baskets are in their sequence. */
export function evaluateRecommendations(
  { moments, ...baskets }: TimedBaskets,
  { heldBack, maxWork, mostFitted = MOST_FITTED }: EvaluationOptions,
): Evaluation {
  const timed = { ...baskets, moments: moments ?? sequence(baskets.basketCount) };
  const cut = findMomentAfter(timed.moments, 1 - heldBack) ?? Number.POSITIVE_INFINITY;
  const { earlier, later } = splitAt(timed, cut);
  const orders = drawTestedOrders(later);
  const counted = countBaskets(earlier, maxWork);
  const { frequency, basketCount, sellers } = counted;
  const fit = new EaseFit(Math.min(sellers.length, mostFitted));
  const popularityShare = weighPopularity(earlier, maxWork);
  const popular = { popularity: new Float64Array(frequency.length), sellers };
  const measure = (partners: CoPurchases): CartQuality[] => {
    const lists = createPartnerLists(frequency.length, partners);
    return CART_SIZES.map((size) => measureCarts(orders, size, lists, popular));
  };
  const measureAll = (computeScore: PairScore): CartQuality[] => {
    const model = { fitted: 0, computeScore, listOpponents: () => [] };
    return measure(createScoredPartners(model, counted, Number.POSITIVE_INFINITY));
  };
  const computeCosine: PairScore = (of, other, together) =>
    SCORE_UNITS * (together / Math.sqrt(frequency[of] * frequency[other]));
  const latest = { earlier, orders, next: listNextOrders(timed, cut) };
  const served = measureServed(latest, counted, fit, popularityShare);
  return {
    trainedOn: basketCount,
    testedOn: orders.count,
    popularityShare,
    results: [
      { method: METHODS.service, carts: served.carts },
      {
        method: METHODS.ease,
        carts: measure(createScoredPartners(fitScores(counted, fit, { ...PENALTY, dropout: 0 }), counted)),
      },
      { method: METHODS.weightedCosine, carts: measureAll(createCosineModel(counted).computeScore) },
      { method: METHODS.cosine, carts: measureAll(computeCosine) },
      {
        method: METHODS.confidence,
        carts: measureAll((of, _, together) => SCORE_UNITS * (together / frequency[of])),
      },
      { method: METHODS.popular, carts: measureAll(() => 0) },
    ],
    next: served.next,
  };
}

const sequence = (length: number): Float64Array => Float64Array.from({ length }, (_, at) => at);
