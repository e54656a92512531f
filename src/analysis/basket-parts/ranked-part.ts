// Holds the baskets of one partition with the items that are frequent in the whole dataset, by rank: the passes that
// search and count itemsets read them repeatedly.

import type { RuleConstraints } from '../../contract/report-types/market-basket/rule-params.ts';
import type { ItemLevels } from '../../contract/settings/product-levels.ts';
import type { BasketColumns } from '../baskets/basket-columns.ts';
import { holdColumns, type UnpackedColumns } from '../extract/packed-columns.ts';
import { type CustomerCounts, countCustomers } from '../mining/rule-evidence.ts';
import { markHoldingBaskets, restrictBaskets } from '../mining/search/narrowed-search.ts';
import { LIMBS, splitLimb } from '../money/limbs.ts';
import { readPackedBaskets, toPartBaskets, toStarts } from './packed-baskets.ts';
import { toLevelBaskets } from './survey.ts';

export interface RankedPart {
  /** Products are ranks. Baskets without any ranked product are left out. */
  readonly all: BasketColumns;
  /** The baskets that are searched: all, or those that hold every rule considered. */
  readonly searched: BasketColumns;
  /** Number of searched baskets, including those left out for lack of ranked products. */
  readonly searchedCount: number;
  /** Counts over all baskets, including those left out. */
  readonly customers: CustomerCounts;
}

export interface Ranking {
  /** The items that are searched, by rank. */
  readonly ranks: readonly string[];
  /** The constraints, where itemsets are searched only in the baskets that hold every rule considered. */
  readonly narrowedBy: RuleConstraints | undefined;
  /** Whether values are in one limb. */
  readonly isSafe: boolean;
}

/** `kept`: baskets in the columns of `packPart`. Returns the columns that `readRankedPart` reads. */
export function rankPart(
  kept: UnpackedColumns,
  levels: ItemLevels | undefined,
  { ranks, narrowedBy, isSafe }: Ranking,
): UnpackedColumns {
  const labels = toPartBaskets(readPackedBaskets(kept));
  const items = toLevelBaskets(labels, levels);
  const isHeld = narrowedBy && markHoldingBaskets(items, narrowedBy);
  const { sizes, entries, baskets, ranksOf } = listRankedEntries(items, ranks);
  const { moments = [], customers = [] } = items;
  const counts = countCustomers(items);
  const values = items.values.map((limb) => Float64Array.from(entries, (entry) => limb[entry]));
  const limbs = isSafe || values.length === LIMBS ? values : splitLimb(values[0]);
  return holdColumns({
    sizes,
    product: ranksOf,
    ...(items.moments && {
      moments: Float64Array.from(baskets, (basket) => moments[basket]),
    }),
    ...(items.customers && {
      customers: Int32Array.from(baskets, (basket) => customers[basket]),
    }),
    ofCustomer: counts.ofCustomer,
    ...Object.fromEntries(limbs.map((limb, at) => [`limb ${at}`, limb])),
    ...(isHeld && {
      isHeld: Uint32Array.from(baskets, (basket) => isHeld[basket]),
    }),
    numbers: Uint32Array.of(
      isHeld === undefined ? items.basketCount : isHeld.reduce((sum, holds) => sum + holds, 0),
      items.scale,
      counts.guests,
    ),
  });
}

/** The entries with a rank, and the baskets with such an entry. */
function listRankedEntries(
  { basketCount, start, product, products }: BasketColumns,
  ranks: readonly string[],
) {
  const rankOfName = new Map(ranks.map((name, rank) => [name, rank]));
  const rankOf = Int32Array.from(products, (name) => rankOfName.get(name) ?? -1);
  const entries = new Uint32Array(product.length);
  const ranksOf = new Uint32Array(product.length);
  const baskets = new Uint32Array(basketCount);
  const sizes = new Uint32Array(basketCount);
  let kept = 0;
  let filled = 0;
  for (let basket = 0; basket < basketCount; basket++) {
    const begin = kept;
    for (let entry = start[basket]; entry < start[basket + 1]; entry++) {
      const rank = rankOf[product[entry]];
      if (rank < 0) continue;
      entries[kept] = entry;
      ranksOf[kept++] = rank;
    }
    if (kept === begin) continue;
    baskets[filled] = basket;
    sizes[filled++] = kept - begin;
  }
  return {
    sizes: sizes.subarray(0, filled),
    baskets: baskets.subarray(0, filled),
    entries: entries.subarray(0, kept),
    ranksOf: ranksOf.subarray(0, kept),
  };
}

export function readRankedPart(columns: UnpackedColumns, ranks: readonly string[]): RankedPart {
  const [searchedCount, scale, guests] = columns.integers('numbers');
  const customers = { ofCustomer: Uint32Array.from(columns.integers('ofCustomer')), guests };
  const sizes = columns.integers('sizes');
  const values: Float64Array[] = [];
  while (columns.has(`limb ${values.length}`))
    values.push(Float64Array.from(columns.numbers(`limb ${values.length}`)));
  const all = {
    basketCount: sizes.length,
    start: toStarts(sizes),
    product: Uint32Array.from(columns.integers('product')),
    values,
    scale,
    products: ranks,
    moments: columns.has('moments') ? Float64Array.from(columns.doubles('moments')) : undefined,
    customers: columns.has('customers') ? Int32Array.from(columns.integers('customers')) : undefined,
  };
  const isHeld = columns.has('isHeld') ? Uint8Array.from(columns.integers('isHeld')) : undefined;
  const isKept = new Uint8Array(ranks.length).fill(1);
  return {
    all,
    searched: isHeld === undefined ? all : restrictBaskets(all, isKept, isHeld),
    searchedCount,
    customers,
  };
}
