// The budget of a search, and the smaller searches that it falls back to when the requested one exceeds it: shorter
// itemsets first, a higher support last. Every answer is exact for the question it states.
import type { BasketColumns } from '../../baskets/basket-columns.ts';
import { type Sentence, say } from '../../sentences/sentence.ts';
import { type FrequentItemsets, frequentItemsets, type ItemsetFinder } from './frequent-itemsets.ts';

export interface MiningBudget {
  /** Itemsets held at once: 20 bytes each, up to 60 while they are stored. */
  readonly maxItemsets: number;
  /** Basket entries looked at in one attempt, of which there are rarely more than four: some hundred million a second. */
  readonly maxWork: number;
  /** Splits of itemsets into rules looked at: some ten million a second. */
  readonly maxSplits: number;
}

/** Fits in 1.5 GB and a few minutes. */
export const DEFAULT_BUDGET: MiningBudget = {
  maxItemsets: 8_000_000,
  maxWork: 10_000_000_000,
  maxSplits: 400_000_000,
};

export interface AffordableItemsets {
  readonly itemsets: FrequentItemsets;
  /** Fewest baskets that contain an itemset: as requested, or higher. */
  readonly least: number;
  /** Itemsets of more products were not looked for; infinite where there was no need for a limit. */
  readonly maxLength: number;
}

/** `least`: as asked. */
export function affordableItemsets(
  baskets: BasketColumns,
  least: number,
  { maxItemsets, maxWork }: MiningBudget,
  find: ItemsetFinder = frequentItemsets,
): AffordableItemsets {
  const attempt = (atLeast: number, maxLength: number): AffordableItemsets | undefined => {
    const itemsets = find(baskets, atLeast, { maxItemsets, maxWork, maxLength });
    return itemsets.complete ? { itemsets, least: atLeast, maxLength } : undefined;
  };
  const asked = attempt(least, Number.POSITIVE_INFINITY);
  if (asked !== undefined) return asked;
  const pairs = attempt(least, 2);
  if (pairs === undefined) return lowestSupport(least, baskets.basketCount, (at) => attempt(at, 2));
  let longest = pairs;
  for (;;) {
    const longer = attempt(least, longest.maxLength + 1);
    if (longer === undefined) return longest;
    longest = longer;
  }
}

/** The lowest support above `tooLow` that fits. Every basket together always fits: it has the fewest itemsets. */
function lowestSupport(
  tooLow: number,
  basketCount: number,
  attempt: (least: number) => AffordableItemsets | undefined,
): AffordableItemsets {
  let below = tooLow;
  let above = Math.max(tooLow + 1, basketCount + 1);
  let found: AffordableItemsets | undefined;
  while (above - below > 1) {
    // Halving the ratio rather than the difference: most itemsets are at the low end.
    const middle = Math.min(above - 1, Math.max(below + 1, Math.round(Math.sqrt(below * above))));
    const fitting = attempt(middle);
    if (fitting === undefined) below = middle;
    else {
      found = fitting;
      above = middle;
    }
  }
  return found ?? nothingAt(above);
}

/** More baskets than there are: no itemset reaches it. */
function nothingAt(least: number): AffordableItemsets {
  const none: BasketColumns = {
    basketCount: 0,
    start: new Uint32Array(1),
    product: new Uint32Array(),
    values: [new Float64Array()],
    scale: 0,
    products: [],
  };
  return { itemsets: frequentItemsets(none, least), least, maxLength: 2 };
}

/** What names the effective settings. */
export function budgetWarnings(
  { least, maxLength }: AffordableItemsets,
  asked: { readonly least: number; readonly minSupport: number },
  basketCount: number,
): Sentence[] {
  const { minSupport: min_support } = asked;
  if (least > asked.least && least > basketCount) {
    return [say('search_without_rules', { min_support })];
  }
  if (least > asked.least) {
    const effective = Number((least / basketCount).toPrecision(6));
    return [
      say('search_at_higher_support', { min_support, effective, baskets: least, max_products: maxLength }),
    ];
  }
  if (Number.isFinite(maxLength)) {
    return [say('search_of_short_itemsets', { min_support, max_products: maxLength })];
  }
  return [];
}
