// The scores of pairs of products: fitted for the best sellers, damped cosines beyond. Only products that are together in two
// or more baskets, and more often than by chance, speak for each other: `because` can show it.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { BasketsByProduct } from './basket-work.ts';
import type { Opponent } from './co-purchases.ts';
import { dampedCosine, type EaseFit, PENALTY } from './ease.ts';
import type { PairScore } from './partner-tally.ts';

export interface ScoreModel {
  /** Products whose scores are fitted. */
  readonly fitted: number;
  readonly scoreOf: PairScore;
  opponentsOf(product: number): readonly Opponent[];
}

/** One basket with both may be chance. */
const LEAST_TOGETHER = 2;
/** Products that are fitted at most: 200 MB, and some ten seconds of one core for each fit. */
export const MOST_FITTED = 5_000;
/** A product's opponents that are kept. */
const MOST_OPPONENTS = 50;

export interface WeighedProducts extends Pick<BasketsByProduct, 'frequency' | 'weight'> {
  readonly basketCount: number;
}

/** Scores of products by their baskets alone. */
export function cosineModel({ basketCount, frequency, weight }: WeighedProducts): ScoreModel {
  return {
    fitted: 0,
    scoreOf: (of, other, together, joint) =>
      isMoreThanChance(together, frequency[of], frequency[other], basketCount)
        ? dampedCosine(joint, weight[of], weight[other])
        : 0,
    opponentsOf: () => [],
  };
}

/** `fit`: solved. */
function easeModel(products: WeighedProducts, fit: EaseFit, fitted: number): ScoreModel {
  const { basketCount, frequency } = products;
  const beyond = cosineModel(products);
  return {
    fitted,
    scoreOf(of, other, together, joint) {
      if (!isMoreThanChance(together, frequency[of], frequency[other], basketCount)) return 0;
      return fit.scoreOf(of, other) ?? beyond.scoreOf(of, other, together, joint);
    },
    opponentsOf: (product) => fit.against(product, MOST_OPPONENTS),
  };
}

function isMoreThanChance(together: number, one: number, other: number, basketCount: number): boolean {
  return together >= LEAST_TOGETHER && together * basketCount > one * other;
}

/** The products that are in a basket, first the one in the most baskets. */
export function bestSellers(products: readonly string[], frequency: Uint32Array): number[] {
  return [...frequency.keys()]
    .filter((product) => frequency[product] > 0)
    .sort((a, b) => frequency[b] - frequency[a] || (products[a] < products[b] ? -1 : 1));
}

export interface CountedBaskets
  extends BasketsByProduct,
    Pick<BasketColumns, 'start' | 'product' | 'products' | 'basketCount'> {
  readonly largestBasket: number;
  /** By index, first the one in the most baskets. */
  readonly sellers: readonly number[];
}

export function fitScores(baskets: CountedBaskets, fit: EaseFit, penalty = PENALTY): ScoreModel {
  const fitted = Uint32Array.from(baskets.sellers.slice(0, fit.size));
  fit.count(fitted, baskets);
  fit.solve(penalty);
  return easeModel(baskets, fit, fitted.length);
}
