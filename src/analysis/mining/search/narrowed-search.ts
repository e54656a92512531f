// Narrows the search to the baskets and products that can hold a rule under the constraints. If they are few, itemsets
// are searched among them alone, and then counted in all baskets: a rule's sides are also bought without each other.

import type { RuleConstraints } from '../../../contract/report-types/market-basket/rule-params.ts';
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { computeMostProducts } from '../rules/rule-constraints.ts';
import { countFullSupports } from '../sets/full-supports.ts';
import { type FrequentItemsets, findFrequentItemsets, NO_LIMITS } from './frequent-itemsets.ts';

export interface NarrowedSearch {
  /** Baskets that hold every rule considered, with its products: their sums of money equal those over all baskets. */
  readonly baskets: BasketColumns;
  /** Itemsets with their supports in all baskets, among them every itemset of a rule considered and its subsets. */
  readonly find: typeof findFrequentItemsets;
}

/** Largest share of narrowed baskets for which counting itemsets in all baskets is worth its cost. */
const WORTHWHILE_SHARE = 0.5;

export function createNarrowedSearch(all: BasketColumns, constraints: RuleConstraints): NarrowedSearch {
  const isAllowed = markAllowedProducts(all.products, constraints);
  const isHolding = markHoldingBaskets(all, constraints);
  const held = isHolding.reduce((sum, holds) => sum + holds, 0);
  const isNarrow = isWorthNarrowing(held, all.basketCount);
  const baskets = restrictBaskets(all, isAllowed, isNarrow ? isHolding : undefined);
  const longest = computeMostProducts(constraints);
  return {
    baskets,
    find(_, least, limits = NO_LIMITS): FrequentItemsets {
      const bounded = { ...limits, maxLength: Math.max(1, Math.min(limits.maxLength, longest)) };
      const found = findFrequentItemsets(baskets, least, bounded);
      return isNarrow && found.complete ? countFullSupports(found, all, limits.maxWork) : found;
    },
  };
}

/** `held`: of `all` baskets, those that hold every rule considered. */
export function isWorthNarrowing(held: number, all: number): boolean {
  return held <= all * WORTHWHILE_SHARE;
}

/** Per product: 1 if it can be in a rule. */
export function markAllowedProducts(
  products: readonly string[],
  { exclude, antecedents, consequents }: RuleConstraints,
): Uint8Array {
  const excluded = new Set(exclude);
  // If one of the sides has no list, any product may be on it.
  const listed =
    antecedents === undefined || consequents === undefined
      ? undefined
      : new Set([...antecedents, ...consequents]);
  return Uint8Array.from(products, (name) =>
    !excluded.has(name) && (listed === undefined || listed.has(name)) ? 1 : 0,
  );
}

/** Per basket: 1 if it holds all products that a rule must contain, and one of those allowed on each side. */
export function markHoldingBaskets(
  { basketCount, start, product, products }: BasketColumns,
  { mustContain, antecedents, consequents }: RuleConstraints,
): Uint8Array {
  const required = new Set(mustContain);
  const isRequired = Uint8Array.from(products, (name) => (required.has(name) ? 1 : 0));
  const sides = [antecedents, consequents].flatMap((allowed) => {
    if (allowed === undefined) return [];
    const names = new Set(allowed);
    return [Uint8Array.from(products, (name) => (names.has(name) ? 1 : 0))];
  });
  const holding = new Uint8Array(basketCount);
  for (let basket = 0; basket < basketCount; basket++) {
    let missing = required.size;
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) missing -= isRequired[product[entry]];
    holding[basket] = missing === 0 && sides.every((side) => hasOneOf(side, basket)) ? 1 : 0;
  }
  return holding;

  function hasOneOf(side: Uint8Array, basket: number): boolean {
    for (let entry = start[basket]; entry < start[basket + 1]; entry++)
      if (side[product[entry]] === 1) return true;
    return false;
  }
}

/** Keeps some baskets, with the products kept; indexes of products stay. `keepBasket` undefined: all baskets. */
export function restrictBaskets(
  all: BasketColumns,
  keepProduct: Uint8Array,
  keepBasket: Uint8Array | undefined,
): BasketColumns {
  if (keepBasket === undefined && keepProduct.every((keep) => keep === 1)) return all;
  const { basketCount, start, product, values, moments, customers, ...rest } = all;
  const isKept = (_: number, basket: number) => keepBasket === undefined || keepBasket[basket] === 1;
  const entries = new Uint32Array(product.length);
  const starts = new Uint32Array(basketCount + 1);
  let baskets = 0;
  let kept = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    if (keepBasket !== undefined && keepBasket[basket] === 0) continue;
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      if (keepProduct[product[entry]] === 1) entries[kept++] = entry;
    }
    starts[++baskets] = kept;
  }
  const places = entries.subarray(0, kept);
  return {
    ...rest,
    moments: moments?.filter(isKept),
    customers: customers?.filter(isKept),
    basketCount: baskets,
    start: starts.slice(0, baskets + 1),
    product: places.map((entry) => product[entry]),
    values: values.map((limb) => Float64Array.from(places, (entry) => limb[entry])),
  };
}
