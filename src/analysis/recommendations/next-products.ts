// Ranks what one customer after the other buys next, by indexes of products: as tested in a report, and as listed for all
// of its customers. `recommend-to-customer.ts` does the same for one customer, with names.
import type { CartRanking } from './partner-lists.ts';
import { type Bought, scoreAgain } from './past-orders.ts';

/** `reorderRates`: per product. Returns the first products that the customer buys again. */
export function rankAgain(
  bought: readonly Bought<number>[],
  ranking: CartRanking,
  reorderRates: Float64Array | undefined,
  most: number,
): number[] {
  return bought
    .map((each) => ({ product: each.product, score: scoreAgain(each, reorderRates?.[each.product]) }))
    .sort((a, b) => b.score - a.score || ranking.compareSales(a.product, b.product))
    .slice(0, most)
    .map(({ product }) => product);
}

/** `isBought`: per product. Returns the first products that the customer has not bought. */
export function rankNew(
  bought: readonly Bought<number>[],
  ranking: CartRanking,
  isBought: Uint8Array,
): readonly number[] {
  return ranking.rank(
    bought.map(({ product }) => product),
    isBought,
    bought.map(({ weightForNew }) => weightForNew),
  );
}
