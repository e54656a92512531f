// Lists the evidence of all products, one after the other, which a finished report stores for carts.
import { type BasketColumns, countBasketSizes } from '../baskets/basket-columns.ts';
import type { FieldValue, ItemValues } from '../baskets/item-values.ts';
import { computeLeastCount } from '../mining/search/thresholds.ts';
import { fitSizeModel, type SizeCounts } from '../mining/size-chance.ts';
import {
  DEFAULT_POPULARITY_SHARE,
  type EvidenceSummary,
  type PopularOfValue,
  type ProductEvidence,
  type Recommendable,
} from './evidence.ts';
import type { NextOrderTest } from './next-orders.ts';
import type { CoPurchase, CoPurchases } from './partner-tally.ts';
import { computeReorderRates, countReorders, type ReorderCounts } from './reorders.ts';
import { createCosineModel, rankBestSellers } from './score-model.ts';
import {
  countBaskets,
  createScoredPartners,
  PER_PRODUCT,
  type ScoreLimits,
  type TestedScores,
  type TimedBaskets,
  testCosinesOnNextOrders,
  testScores,
} from './tested-scores.ts';

interface EvidenceOptions extends Partial<ScoreLimits> {
  readonly minSupport: number;
  readonly minConfidence: number;
  /** The products' values that recommendations can be filtered by. */
  readonly fieldValues?: ItemValues | undefined;
}

export interface Evidence {
  /** In order of the products' indexes, without products that are in no basket. */
  products(): Generator<ProductEvidence>;
  summary(): EvidenceSummary;
  /** Keys of the custom fields that recommendations can be filtered by. */
  readonly fields: readonly string[];
  /** Best sellers of every value of these fields. */
  popularByValue(): Generator<PopularOfValue>;
  /** Pairs of baskets with more products than this were skipped; infinite if none were. */
  readonly largestBasket: number;
  /** How the scores were computed. Undefined if they are cosines alone, in a dataset in partitions. */
  readonly scores:
    | (Pick<TestedScores, 'popularityShare' | 'tested'> & { readonly fitted: number })
    | undefined;
  /** Cosine scores tested on the next orders of a sample of customers; undefined with other scores, or too few. */
  readonly nextOfSample: NextOrderTest | undefined;
}

const POPULAR_PRODUCTS = 100;
export const MAX_PAIR_WORK = 4_000_000_000;

export function gatherEvidence(baskets: TimedBaskets, options: EvidenceOptions): Evidence {
  const { fieldValues, maxWork = MAX_PAIR_WORK, mostFitted } = options;
  const { counted, model, scores } =
    mostFitted === 0 ? countEvidence(baskets, maxWork) : fitEvidence(baskets, { maxWork, mostFitted });
  const pairs = createScoredPartners(model, counted, getMostPartners(fieldValues));
  const getKeptPartners = (product: number) => pickPartners(pairs.listPartners(product), fieldValues);
  const { basketCount, products } = baskets;
  const sizes = countBasketSizes(baskets);
  const nextOfSample = scores === undefined ? testCosinesOnNextOrders(baskets, maxWork) : undefined;
  const known = { basketCount, products, sizes, reorders: countReorders(baskets), nextOfSample };
  return createEvidence(known, { ...pairs, listPartners: getKeptPartners }, scores, options);
}

function fitEvidence(baskets: TimedBaskets, limits: ScoreLimits) {
  const { counted, model, popularityShare, tested } = testScores(baskets, limits);
  return { counted, model, scores: { popularityShare, tested, fitted: model.fitted } };
}

/** Counts the evidence as for more baskets than one function holds. */
function countEvidence(baskets: TimedBaskets, maxWork: number) {
  const counted = countBaskets(baskets, maxWork);
  return { counted, model: createCosineModel(counted), scores: undefined };
}

/** Number of a product's strongest partners that `pickPartners` reads. */
export function getMostPartners(fieldValues: ItemValues | undefined): number {
  return fieldValues === undefined ? PER_PRODUCT : Number.POSITIVE_INFINITY;
}

/** `partners`: the strongest of a product, in order; the first `getMostPartners`, or all. */
export function pickPartners(
  partners: readonly CoPurchase[],
  fieldValues: ItemValues | undefined,
): CoPurchase[] {
  return pickStrongestPartners(partners, PER_PRODUCT, fieldValues);
}

/** `pairs`: with the kept partners of each product. */
export function createEvidence(
  {
    basketCount,
    products,
    sizes,
    reorders,
    nextOfSample,
  }: Pick<BasketColumns, 'basketCount' | 'products'> &
    Pick<SizeCounts, 'sizes'> & { readonly reorders: ReorderCounts | undefined } & Pick<
      Evidence,
      'nextOfSample'
    >,
  pairs: CoPurchases,
  scores: Evidence['scores'],
  { minSupport, minConfidence, fieldValues }: Omit<EvidenceOptions, keyof ScoreLimits>,
): Evidence {
  const { frequency } = pairs;
  const toRecommendable = (product: number): Recommendable => ({
    product: products[product],
    baskets: frequency[product],
    ...(fieldValues && { values: listFieldValues(product, fieldValues) }),
  });
  const toPair = ({ product, together, score }: CoPurchase) => ({
    ...toRecommendable(product),
    together,
    score,
  });
  const reorderRates = reorders && computeReorderRates(reorders);
  const sellers = rankBestSellers(products, frequency);
  const sold = frequency.reduce((sum, baskets) => sum + (baskets > 0 ? 1 : 0), 0);
  return {
    largestBasket: pairs.largestBasket,
    scores,
    nextOfSample,
    *products() {
      for (let product = 0; product < products.length; product++) {
        if (frequency[product] === 0) continue;
        yield {
          product: products[product],
          baskets: frequency[product],
          reorderRate: reorderRates?.[product],
          pairs: pairs.listPartners(product).map(toPair),
          against: pairs
            .listOpponents(product)
            .map((each) => ({ product: products[each.product], score: each.score })),
        };
      }
    },
    summary: () => ({
      baskets: basketCount,
      leastBaskets: computeLeastCount(minSupport, basketCount),
      minConfidence,
      pairs: (sold * Math.max(0, sold - 1)) / 2,
      chance: fitSizeModel({ sizes, frequency }),
      popularityShare: scores?.popularityShare ?? DEFAULT_POPULARITY_SHARE,
      popular: sellers
        .slice(0, POPULAR_PRODUCTS)
        .map((product) => ({ product: products[product], baskets: frequency[product] })),
    }),
    fields: fieldValues?.fields ?? [],
    *popularByValue() {
      if (fieldValues === undefined) return;
      for (const [value, ofValue] of listBestSellersByValue(sellers, POPULAR_PRODUCTS, fieldValues))
        yield { ...value, popular: ofValue.map(toRecommendable) };
    },
  };
}

// Keeps enough evidence for recommendations that are filtered by a custom field: per product, partners of every value;
// per value, its best-selling products.

/** The default number of recommendations. */
const PARTNERS_PER_VALUE = 5;
/** Most partners kept beyond those of every product. */
const MOST_FURTHER = 50;

function listFieldValues(product: number, { values, ofItem }: ItemValues): FieldValue[] {
  const found: FieldValue[] = [];
  for (let at = ofItem.start[product]; at < ofItem.start[product + 1]; at++) {
    found.push(values[ofItem.other[at]]);
  }
  return found;
}

/**
 * `partners`: strongest first. Keeps the first `most`; of the others, those among the first PARTNERS_PER_VALUE of a
 * value, at most MOST_FURTHER.
 */
function pickStrongestPartners(
  partners: readonly CoPurchase[],
  most: number,
  fieldValues: ItemValues | undefined,
): CoPurchase[] {
  const kept = partners.slice(0, most);
  if (fieldValues === undefined || partners.length <= most) return kept;
  const { ofItem } = fieldValues;
  const keptOf = new Map<number, number>();
  /** Whether the partner is among the first of one of its values. */
  const count = ({ product }: CoPurchase): boolean => {
    let isFirst = false;
    for (let at = ofItem.start[product]; at < ofItem.start[product + 1]; at++) {
      const value = ofItem.other[at];
      const before = keptOf.get(value) ?? 0;
      keptOf.set(value, before + 1);
      if (before < PARTNERS_PER_VALUE) isFirst = true;
    }
    return isFirst;
  };
  for (const partner of kept) count(partner);
  for (let at = most; at < partners.length && kept.length < most + MOST_FURTHER; at++) {
    if (count(partners[at])) kept.push(partners[at]);
  }
  return kept;
}

/** `rankBestSellers`: indexes of products, the best seller first. Per value, the first `most` products that have it. */
function listBestSellersByValue(
  bestSellers: readonly number[],
  most: number,
  { values, ofItem }: ItemValues,
): [FieldValue, number[]][] {
  const sellersOf = values.map((value): [FieldValue, number[]] => [value, []]);
  for (const product of bestSellers) {
    for (let at = ofItem.start[product]; at < ofItem.start[product + 1]; at++) {
      const [, sellers] = sellersOf[ofItem.other[at]];
      if (sellers.length < most) sellers.push(product);
    }
  }
  return sellersOf.filter(([, sellers]) => sellers.length > 0);
}
