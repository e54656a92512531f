// Computes the scores that a report serves, and tests their quality. The weight of popularity is chosen on the later of
// the earlier days, the scores of all earlier days are tested on the latest days, and the served scores are computed
// from all days.
import { type BasketColumns, countBasketSizes } from '../baskets/basket-columns.ts';
import { findLargestBasket, indexBasketsByProduct } from './basket-work.ts';
import { computePopularity, DEFAULT_POPULARITY_SHARE } from './evidence.ts';
import { listNextOrders, measureNextOrders, type NextOrder, type NextOrderTest } from './next-orders.ts';
import { createPartnerLists, type PartnerLists, type Popular } from './partner-lists.ts';
import { type CoPurchases, createPartnerCounter } from './partner-tally.ts';
import { computeReorderRates, countReorders } from './reorders.ts';
import {
  type CountedBaskets,
  createCosineModel,
  EaseFit,
  fitScores,
  MOST_FITTED,
  rankBestSellers,
  type ScoreModel,
} from './score-model.ts';
import {
  CART_SIZES,
  type CartQuality,
  drawTestedOrders,
  measureCarts,
  type TestedOrders,
} from './tested-carts.ts';

/**
 * Share of the orders, the latest ones, on which scores are tested. The same share of the others determines the weight
 * of popularity.
 */
const HELD_BACK = 0.2;
/** Candidates: the larger the share, the more a small or noisy shop shows best sellers. */
const POPULARITY_SHARES = [DEFAULT_POPULARITY_SHARE, 0.3, 1];
/** Weighing popularity uses fewer products and orders than testing scores. */
const LIMITS = { products: 1_500, orders: 2_000, tested: 5_000 };
/** Fewest orders for a test. */
const FEWEST_TESTED = 100;

export interface ScoreLimits {
  /** Most basket entries read for pairs. */
  readonly maxWork: number;
  readonly mostFitted?: number | undefined;
}

export interface TestedScores {
  readonly counted: CountedBaskets;
  readonly model: ScoreModel;
  readonly popularityShare: number;
  /** Undefined if too few baskets have moments. */
  readonly tested: ScoreTest | undefined;
}

/** Quality of the scores on the latest orders, and of best sellers beside them. */
export interface ScoreTest {
  readonly orders: number;
  /** Quality by CART_SIZES. */
  readonly carts: readonly CartQuality[];
  /** Undefined if too few customers have ordered on several earlier days and again. */
  readonly next: NextOrderTest | undefined;
}

export type TimedBaskets = HeldBaskets & Pick<BasketColumns, 'moments' | 'customers'>;

export function testScores(
  baskets: TimedBaskets,
  { maxWork, mostFitted = MOST_FITTED }: ScoreLimits,
): TestedScores {
  const counted = countBaskets(baskets, maxWork);
  const fit = new EaseFit(Math.min(counted.sellers.length, mostFitted));
  const days = splitLatestDays(baskets, LIMITS.tested);
  const popularityShare = weighPopularity(days?.earlier ?? baskets, maxWork);
  const tested = days && {
    orders: days.orders.count,
    ...measureServed(days, countBaskets(days.earlier, maxWork), fit, popularityShare),
  };
  return { counted, popularityShare, tested, model: fitScores(counted, fit) };
}

/** Undefined if too few baskets have moments. */
function splitLatestDays(baskets: TimedBaskets, most: number): LatestOrders | undefined {
  const cut = baskets.moments && findMomentAfter(baskets.moments, 1 - HELD_BACK);
  if (cut === undefined) return undefined;
  const { earlier, later } = splitAt(baskets, cut);
  const orders = drawTestedOrders(later, most);
  return orders.count < FEWEST_TESTED
    ? undefined
    : { earlier, orders, next: listNextOrders(baskets, cut, most) };
}

/** Tests cosine scores on next orders. Undefined with fewer than FEWEST_TESTED customers. */
export function testCosinesOnNextOrders(baskets: TimedBaskets, maxWork: number): NextOrderTest | undefined {
  const cut = baskets.moments && findMomentAfter(baskets.moments, 1 - HELD_BACK);
  if (cut === undefined) return undefined;
  const next = listNextOrders(baskets, cut, LIMITS.tested);
  if (next.length < FEWEST_TESTED) return undefined;
  const { earlier } = splitAt(baskets, cut);
  const counted = countBaskets(earlier, maxWork);
  const partners = createScoredPartners(createCosineModel(counted), counted);
  const lists = createPartnerLists(counted.frequency.length, partners);
  return measureNext(
    next,
    earlier,
    lists,
    computePopular(counted, DEFAULT_POPULARITY_SHARE),
    counted.products,
  );
}

/** The share with the most hits for carts of one product, which a page sends. */
export function weighPopularity(baskets: TimedBaskets, maxWork: number): number {
  const days = splitLatestDays(baskets, LIMITS.orders);
  if (days === undefined) return DEFAULT_POPULARITY_SHARE;
  const counted = countBaskets(days.earlier, maxWork);
  const fit = new EaseFit(Math.min(counted.sellers.length, LIMITS.products));
  const lists = createServedLists(counted, fit);
  const rates = POPULARITY_SHARES.map(
    (share) => measureCarts(days.orders, 1, lists, computePopular(counted, share)).hitRate,
  );
  return POPULARITY_SHARES[rates.indexOf(Math.max(...rates))];
}

/** What scores of the earlier orders are tested on. */
export interface LatestOrders {
  readonly earlier: TimedBaskets;
  readonly orders: TestedOrders;
  readonly next: readonly NextOrder[];
}

/** Measures the scores as they are served. */
export function measureServed(
  { earlier, orders, next }: LatestOrders,
  counted: CountedBaskets,
  fit: EaseFit,
  popularityShare: number,
): Pick<ScoreTest, 'carts' | 'next'> {
  const lists = createServedLists(counted, fit);
  const popular = computePopular(counted, popularityShare);
  return {
    carts: CART_SIZES.map((size) => measureCarts(orders, size, lists, popular)),
    next:
      next.length < FEWEST_TESTED ? undefined : measureNext(next, earlier, lists, popular, counted.products),
  };
}

function measureNext(
  next: readonly NextOrder[],
  earlier: TimedBaskets,
  lists: PartnerLists,
  popular: Popular,
  products: readonly string[],
): NextOrderTest {
  const reorders = countReorders(earlier);
  return measureNextOrders(next, lists, popular, products, reorders && computeReorderRates(reorders));
}

function createServedLists(counted: CountedBaskets, fit: EaseFit): PartnerLists {
  return createPartnerLists(counted.frequency.length, createScoredPartners(fitScores(counted, fit), counted));
}

function computePopular({ frequency, basketCount, sellers }: CountedBaskets, share: number): Popular {
  const popularity = Float64Array.from(frequency, (baskets) =>
    computePopularity(baskets, basketCount, share),
  );
  return { popularity, sellers };
}

export function splitAt(
  { moments, customers, ...baskets }: TimedBaskets,
  cut: number,
): { readonly earlier: TimedBaskets; readonly later: HeldBaskets } {
  const isLater = (basket: number): boolean => moments !== undefined && moments[basket] >= cut;
  return {
    earlier: {
      ...selectBaskets(baskets, (basket) => !isLater(basket)),
      moments: moments?.filter((_, basket) => !isLater(basket)),
      customers: customers?.filter((_, basket) => !isLater(basket)),
    },
    later: selectBaskets(baskets, isLater),
  };
}

export function countBaskets(baskets: HeldBaskets, maxWork: number): CountedBaskets {
  const byProduct = indexBasketsByProduct(baskets, baskets.products.length);
  return {
    ...baskets,
    ...byProduct,
    largestBasket: findLargestBasket(countBasketSizes(baskets), maxWork),
    sellers: rankBestSellers(baskets.products, byProduct.frequency),
  };
}

/** Partners kept per product. More would hardly ever change the first five recommendations. */
export const PER_PRODUCT = 50;

export function createScoredPartners(
  model: ScoreModel,
  counted: CountedBaskets,
  most: number = PER_PRODUCT,
): CoPurchases {
  const { largestBasket, frequency } = counted;
  const counter = createPartnerCounter(counted, counted, largestBasket, {
    computeScore: model.computeScore,
    most,
  });
  return {
    frequency,
    largestBasket,
    // The counter also returns ties beyond `most`.
    listPartners: (of) => counter.listPartners(of).slice(0, most),
    listOpponents: model.listOpponents,
  };
}

// Cuts baskets at a moment: the earlier ones compute recommendations, the later ones test them. The cut depends on the
// moments alone, not on the sequence of the baskets.

type HeldBaskets = Pick<BasketColumns, 'basketCount' | 'start' | 'product' | 'products'>;

/**
 * The moment before which `share` of the baskets lie, excluding those at that moment; baskets without one (NaN) don't
 * count. Undefined if one side would be empty.
 */
export function findMomentAfter(moments: ArrayLike<number>, share: number): number | undefined {
  const sorted = Float64Array.from(moments)
    .filter((moment) => !Number.isNaN(moment))
    .sort();
  const cut = sorted[Math.floor(sorted.length * share)];
  return cut === undefined || sorted[0] === cut ? undefined : cut;
}

/** The baskets for which `isIn` returns true. */
function selectBaskets(
  { start, product, products, basketCount }: HeldBaskets,
  isIn: (basket: number) => boolean,
): HeldBaskets {
  const baskets = Uint32Array.from({ length: basketCount }, (_, basket) => basket).filter(isIn);
  const starts = new Uint32Array(baskets.length + 1);
  for (const [at, basket] of baskets.entries())
    starts[at + 1] = starts[at] + start[basket + 1] - start[basket];
  const held = new Uint32Array(starts[baskets.length]);
  for (const [at, basket] of baskets.entries())
    held.set(product.subarray(start[basket], start[basket + 1]), starts[at]);
  return { basketCount: baskets.length, start: starts, product: held, products };
}
