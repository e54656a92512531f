// The scores that a report serves, and what they are worth: λ is chosen on the later of the earlier days, the scores of all
// earlier days are tested on the latest days, and those that are served are computed from all days.
import { basketSizes } from '../baskets/basket-sizes.ts';
import { basketsByProduct, largestAffordable } from './basket-work.ts';
import { type CoPurchases, partnerCounter } from './co-purchases.ts';
import { EaseFit } from './ease.ts';
import {
  type CartQuality,
  leaveOneOut,
  type Quality,
  smallCarts,
  type TestedOrders,
  testedOrders,
} from './leave-one-out.ts';
import { partnerLists } from './partner-lists.ts';
import {
  bestSellers,
  type CountedBaskets,
  easeModel,
  fitScores,
  MOST_FITTED,
  type ScoreModel,
} from './score-model.ts';
import { type HeldBaskets, momentAfter, selectBaskets } from './temporal-split.ts';

/** Share of the orders, the latest ones, that scores are tested on; the same of the others, that λ is chosen on. */
const HELD_BACK = 0.2;
/** Between what suits thousands of products with few baskets each, and what suits a hundred with many. */
const LAMBDAS = [1, 3, 10, 30, 100, 300];
const DEFAULT_LAMBDA = 10;
/** λ is chosen for fewer products and on fewer orders than scores are tested. */
const LIMITS = { products: 1_500, orders: 2_000, tested: 5_000 };
/** Fewer orders say too little. */
const FEWEST_TESTED = 100;

export interface ScoreLimits {
  /** Basket entries that may be looked at for pairs. */
  readonly maxWork: number;
  readonly mostFitted?: number | undefined;
  /** Whether the scores are tested on the latest orders: as much work again. Default: true. */
  readonly isTested?: boolean;
}

export interface TestedScores {
  readonly counted: CountedBaskets;
  readonly model: ScoreModel;
  readonly lambda: number;
  /** Undefined where the baskets have no moments, or where too few have. */
  readonly tested: ScoreTest | undefined;
}

/** What the latest orders say of scores, and of best sellers beside them. */
export interface ScoreTest {
  readonly orders: number;
  readonly quality: Quality;
  /** Of carts with one product, and with three. */
  readonly one: CartQuality;
  readonly three: CartQuality;
}

export type TimedBaskets = HeldBaskets & { readonly moments?: Float64Array | undefined };

export function testedScores(
  baskets: TimedBaskets,
  { maxWork, mostFitted = MOST_FITTED, isTested = true }: ScoreLimits,
): TestedScores {
  const counted = countBaskets(baskets, maxWork);
  const fit = new EaseFit(Math.min(counted.sellers.length, mostFitted));
  const cut = isTested && baskets.moments ? momentAfter(baskets.moments, 1 - HELD_BACK) : undefined;
  const { earlier, later } =
    cut === undefined ? { earlier: baskets, later: undefined } : splitAt(baskets, cut);
  const lambda = chooseLambda(earlier, maxWork);
  const orders = later && testedOrders(later, LIMITS.tested);
  const tested =
    orders === undefined || orders.count < FEWEST_TESTED
      ? undefined
      : testScores(countBaskets(earlier, maxWork), lambda, fit, orders);
  return { counted, lambda, tested, model: fitScores(counted, lambda, fit) };
}

function testScores(counted: CountedBaskets, lambda: number, fit: EaseFit, orders: TestedOrders): ScoreTest {
  const model = fitScores(counted, lambda, fit);
  const lists = partnerLists(counted.frequency.length, scoredPartners(model, counted));
  return {
    orders: orders.count,
    quality: leaveOneOut(orders, lists, counted.sellers),
    one: smallCarts(orders, 1, lists, counted.sellers),
    three: smallCarts(orders, 3, lists, counted.sellers),
  };
}

function chooseLambda(baskets: TimedBaskets, maxWork: number): number {
  const cut = baskets.moments && momentAfter(baskets.moments, 1 - HELD_BACK);
  if (cut === undefined) return DEFAULT_LAMBDA;
  const { earlier, later } = splitAt(baskets, cut);
  const orders = testedOrders(later, LIMITS.orders);
  if (orders.count < FEWEST_TESTED) return DEFAULT_LAMBDA;
  const counted = countBaskets(earlier, maxWork);
  const fitted = Uint32Array.from(counted.sellers.slice(0, LIMITS.products));
  const fit = new EaseFit(fitted.length);
  fit.count(fitted, counted);
  const matrix = fit.counted();
  const hitRate = (lambda: number): number => {
    fit.solve(lambda, matrix);
    return qualityOf(easeModel(counted, fit, fitted.length), counted, orders).hitRate;
  };
  let best = { lambda: DEFAULT_LAMBDA, rate: hitRate(DEFAULT_LAMBDA) };
  const at = LAMBDAS.indexOf(DEFAULT_LAMBDA);
  // Up or down, as long as it gets better: too much is as bad as too little.
  for (const side of [LAMBDAS.slice(at + 1), LAMBDAS.slice(0, at).reverse()]) {
    for (const lambda of side) {
      const rate = hitRate(lambda);
      if (rate <= best.rate) break;
      best = { lambda, rate };
    }
  }
  return best.lambda;
}

export function splitAt(
  { moments, ...baskets }: TimedBaskets,
  cut: number,
): { readonly earlier: TimedBaskets; readonly later: HeldBaskets } {
  const isLater = (basket: number): boolean => moments !== undefined && moments[basket] >= cut;
  return {
    earlier: {
      ...selectBaskets(baskets, (basket) => !isLater(basket)),
      moments: moments?.filter((_, basket) => !isLater(basket)),
    },
    later: selectBaskets(baskets, isLater),
  };
}

export function countBaskets(baskets: HeldBaskets, maxWork: number): CountedBaskets {
  const byProduct = basketsByProduct(baskets, baskets.products.length);
  return {
    ...baskets,
    ...byProduct,
    largestBasket: largestAffordable(basketSizes(baskets), maxWork),
    sellers: bestSellers(baskets.products, byProduct.frequency),
  };
}

/** Partners that are kept of a product. More of them change the first five recommendations hardly ever. */
export const PER_PRODUCT = 50;

export function scoredPartners(
  model: ScoreModel,
  counted: CountedBaskets,
  most: number = PER_PRODUCT,
): CoPurchases {
  const { largestBasket, frequency } = counted;
  const counter = partnerCounter(counted, counted, largestBasket, { scoreOf: model.scoreOf, most });
  return {
    frequency,
    largestBasket,
    // Of equally strong ones, the counter has them all.
    partnersOf: (of) => counter.partnersOf(of).slice(0, most),
    opponentsOf: model.opponentsOf,
  };
}

function qualityOf(model: ScoreModel, counted: CountedBaskets, orders: TestedOrders): Quality {
  const partners = scoredPartners(model, counted);
  return leaveOneOut(orders, partnerLists(counted.frequency.length, partners), counted.sellers);
}
