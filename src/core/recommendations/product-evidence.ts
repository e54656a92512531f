// The evidence of all products, one after the other: what a finished report leaves behind for carts.
import type { BasketColumns } from '../baskets/basket-columns.ts';
import type { ItemValues } from '../baskets/item-values.ts';
import type { FrequentItemsets } from '../mining/search/frequent-itemsets.ts';
import { leastCount } from '../mining/search/thresholds.ts';
import { type CoPurchases, coPurchases } from './co-purchases.ts';
import { type CombinedRule, combinedRules } from './combined-rules.ts';
import type {
  CombinedEvidence,
  EvidenceSummary,
  PopularOfValue,
  ProductEvidence,
  Recommendable,
} from './evidence.ts';
import { bestSellersByValue, strongestPartners, valuesOf } from './field-evidence.ts';
import type { CoPurchase } from './partner-tally.ts';

export interface EvidenceOptions {
  readonly minSupport: number;
  readonly minConfidence: number;
  /** Rules that the report found. */
  readonly ruleCount: number;
  /** Basket entries that may be looked at for pairs. */
  readonly maxWork?: number;
  /** Values of the products that recommendations can be filtered by. */
  readonly fieldValues?: ItemValues | undefined;
}

export interface Evidence {
  /** In order of the products' indexes; products that are in no basket are left out. */
  products(): Generator<ProductEvidence>;
  /** To be called when all products were taken: the number of pairs is known only then. */
  summary(): EvidenceSummary;
  /** Keys of the custom fields that recommendations can be filtered by. */
  readonly fields: readonly string[];
  /** Every value of these fields once. */
  popularByValue(): Generator<PopularOfValue>;
  /** Baskets of more products than this were not looked at for pairs; infinite where all were. */
  readonly largestBasket: number;
}

/** Pairs and combined rules kept per product. More of them change the first five recommendations hardly ever. */
const PER_PRODUCT = 50;
/** One basket with both may be chance. */
export const LEAST_TOGETHER = 2;
const POPULAR_PRODUCTS = 100;
export const DEFAULT_MAX_WORK = 4_000_000_000;

export function gatherEvidence(
  baskets: BasketColumns,
  itemsets: FrequentItemsets,
  options: EvidenceOptions,
): Evidence {
  const { fieldValues, maxWork = DEFAULT_MAX_WORK } = options;
  const pairs = coPurchases(baskets, {
    leastTogether: LEAST_TOGETHER,
    most: mostPartners(fieldValues),
    maxWork,
  });
  const partnersOf = (product: number) => keptPartners(pairs.partnersOf(product), fieldValues);
  return evidenceOfPairs(baskets, { ...pairs, partnersOf }, itemsets, options);
}

/** As many of a product's strongest partners as keptPartners looks at. */
export function mostPartners(fieldValues: ItemValues | undefined): number {
  return fieldValues === undefined ? PER_PRODUCT : Number.POSITIVE_INFINITY;
}

/** `partners`: the strongest of a product, in order; mostPartners of them, or all that there are. */
export function keptPartners(
  partners: readonly CoPurchase[],
  fieldValues: ItemValues | undefined,
): CoPurchase[] {
  return strongestPartners(partners, PER_PRODUCT, fieldValues);
}

/** `pairs`: with the partners that are kept of each product. */
export function evidenceOfPairs(
  { basketCount, products }: Pick<BasketColumns, 'basketCount' | 'products'>,
  pairs: CoPurchases,
  itemsets: FrequentItemsets,
  { minSupport, minConfidence, ruleCount, fieldValues }: Omit<EvidenceOptions, 'maxWork'>,
): Evidence {
  const { frequency } = pairs;
  const combined = combinedRules(itemsets, { basketCount, minConfidence, perProduct: PER_PRODUCT });
  const recommendable = (product: number): Recommendable => ({
    product: products[product],
    baskets: frequency[product],
    ...(fieldValues && { values: valuesOf(product, fieldValues) }),
  });
  const pairOf = ({ product, together }: CoPurchase) => ({ ...recommendable(product), together });
  const ruleOf = (rule: CombinedRule): CombinedEvidence => ({
    ...rule,
    ...recommendable(rule.product),
    antecedents: rule.antecedents.map((antecedent) => products[antecedent]),
  });
  const bestSellers = productsByFrequency(products, frequency);
  return {
    largestBasket: pairs.largestBasket,
    *products() {
      for (let product = 0; product < products.length; product++) {
        if (frequency[product] === 0) continue;
        yield {
          product: products[product],
          baskets: frequency[product],
          pairs: pairs.partnersOf(product).map(pairOf),
          combined: (combined.get(product) ?? []).map(ruleOf),
        };
      }
    },
    summary: () => ({
      baskets: basketCount,
      leastBaskets: leastCount(minSupport, basketCount),
      minConfidence,
      rules: ruleCount,
      pairs: pairs.pairsSeen(),
      popular: bestSellers
        .slice(0, POPULAR_PRODUCTS)
        .map((product) => ({ product: products[product], baskets: frequency[product] })),
    }),
    fields: fieldValues?.fields ?? [],
    *popularByValue() {
      if (fieldValues === undefined) return;
      for (const [value, sellers] of bestSellersByValue(bestSellers, POPULAR_PRODUCTS, fieldValues))
        yield { ...value, popular: sellers.map(recommendable) };
    },
  };
}

/** The products that are in a basket, first the one in the most baskets. */
function productsByFrequency(products: readonly string[], frequency: Uint32Array): number[] {
  return [...frequency.keys()]
    .filter((product) => frequency[product] > 0)
    .sort((a, b) => frequency[b] - frequency[a] || (products[a] < products[b] ? -1 : 1));
}
