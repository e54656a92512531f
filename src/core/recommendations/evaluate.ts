// Recommendations measured on later orders, beside the products that sell best and beside simpler scores: what the choice
// of the score rests on, and what a shop can expect of it.
import type { CoPurchases } from './co-purchases.ts';
import { SCORE_UNITS } from './evidence.ts';
import { leaveOneOut, type Quality, testedOrders } from './leave-one-out.ts';
import { partnerLists } from './partner-lists.ts';
import type { PairScore } from './partner-tally.ts';
import { type CountedBaskets, cosineModel, type ScoreModel } from './score-model.ts';
import { momentAfter } from './temporal-split.ts';
import {
  type ScoreLimits,
  scoredPartners,
  splitAt,
  type TimedBaskets,
  testedScores,
} from './tested-scores.ts';

export interface EvaluationOptions extends ScoreLimits {
  /** Share of the orders, the latest ones, that are held back. */
  readonly heldBack: number;
}

export interface Evaluation {
  /** Orders that the recommendations were computed from. */
  readonly trainedOn: number;
  /** Later orders with two or more products. */
  readonly testedOn: number;
  /** Chosen on the later of the orders that they were computed from. */
  readonly lambda: number;
  readonly results: readonly MethodQuality[];
}

interface MethodQuality extends Quality {
  readonly method: string;
}

/** What is measured, the first one being what the service does. */
export const METHODS = {
  service: 'as recommended: EASE-R, 50 products for and against',
  weightedCosine: 'cosine, baskets weighted by 1/size^¾',
  cosine: 'cosine',
  confidence: 'confidence',
  popular: 'best-selling products',
} as const;

/** `moments`: when each basket was ordered; without any, they are taken in their sequence. */
export function evaluateRecommendations(
  { moments, ...baskets }: TimedBaskets,
  { heldBack, ...limits }: EvaluationOptions,
): Evaluation {
  const timed = { ...baskets, moments: moments ?? sequence(baskets.basketCount) };
  const cut = momentAfter(timed.moments, 1 - heldBack) ?? Number.POSITIVE_INFINITY;
  const { earlier, later } = splitAt(timed, cut);
  const orders = testedOrders(later);
  const { counted, model, lambda } = testedScores(earlier, { ...limits, isTested: false });
  const measure = (partners: Pick<CoPurchases, 'partnersOf' | 'opponentsOf'>): Quality =>
    leaveOneOut(orders, partnerLists(counted.frequency.length, partners), counted.sellers);
  const all = (scoreOf: PairScore): Quality => measure(everyPartner(scoreOf, counted));
  const { frequency } = counted;
  return {
    trainedOn: earlier.basketCount,
    testedOn: orders.count,
    lambda,
    results: [
      { method: METHODS.service, ...measure(scoredPartners(model, counted)) },
      { method: METHODS.weightedCosine, ...all(cosineModel(counted).scoreOf) },
      {
        method: METHODS.cosine,
        ...all(
          (of, other, together) => SCORE_UNITS * (together / Math.sqrt(frequency[of] * frequency[other])),
        ),
      },
      { method: METHODS.confidence, ...all((of, _, together) => SCORE_UNITS * (together / frequency[of])) },
      { method: METHODS.popular, ...all(() => 0) },
    ],
  };
}

function everyPartner(scoreOf: PairScore, counted: CountedBaskets): CoPurchases {
  const model: ScoreModel = { fitted: 0, scoreOf, opponentsOf: () => [] };
  return scoredPartners(model, counted, Number.POSITIVE_INFINITY);
}

const sequence = (length: number): Float64Array => Float64Array.from({ length }, (_, at) => at);
