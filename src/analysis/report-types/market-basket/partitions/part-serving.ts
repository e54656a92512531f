// Computes the inputs of recommendations for more baskets than one function holds: every pair of products counts, so
// each partition counts its pairs and sends them to the partition that joins their block
// (src/analysis/recommendations/pair-blocks.ts).

import type { MbaSettings } from '../../../../contract/report-types/market-basket/settings.ts';
import type { ItemLevels } from '../../../../contract/settings/product-levels.ts';
import type { JoinedServing } from '../../../basket-parts/joined-survey.ts';
import { readPackedBaskets, toPartBaskets } from '../../../basket-parts/packed-baskets.ts';
import { toLevelBaskets } from '../../../basket-parts/survey.ts';
import { holdColumns, type UnpackedColumns } from '../../../extract/packed-columns.ts';
import { rankProducts } from '../../../mining/search/ranked-baskets.ts';
import { countPairWork, findLargestBasket } from '../../../recommendations/basket-work.ts';
import {
  joinPartners,
  type KeptPartners,
  listPairBlocks,
  listPartBlocks,
  readPartners,
} from '../../../recommendations/pair-blocks.ts';
import { createEvidence, type Evidence, MAX_PAIR_WORK } from '../../../recommendations/product-evidence.ts';
import { testCosinesOnNextOrders } from '../../../recommendations/tested-scores.ts';
import type { ServingKnown } from './search-known.ts';

/** Typical size of a product's rank, a count and a weight. */
const BYTES_PER_PAIR = 8;

export interface ServingLimits {
  /** Approximate size of a block in bytes: a function holds one at a time, and the others compressed. */
  readonly blockBytes: number;
  /** Most basket entries read for pairs. */
  readonly maxWork?: number | undefined;
  /** Most products whose scores are fitted, if the baskets are gathered. */
  readonly mostFitted?: number | undefined;
  /** Most line items of the customers on whose next orders scores are tested, if the baskets are not gathered. */
  readonly sampledLines?: number | undefined;
}

export const DEFAULT_SERVING_LIMITS: ServingLimits = { blockBytes: 2 ** 27 };

export function planServing(
  { sample, ...served }: JoinedServing,
  parts: number,
  { blockBytes, maxWork = MAX_PAIR_WORK }: ServingLimits,
): ServingKnown {
  const { sizes } = served;
  const largestBasket = findLargestBasket(sizes, maxWork);
  const bytes = countPairWork(sizes, largestBasket) * BYTES_PER_PAIR;
  const most = Math.ceil(served.items.length / parts);
  const blocks = parts * Math.max(1, Math.min(most, Math.ceil(bytes / blockBytes / parts)));
  return { ...served, largestBasket, blocks, next: sample && testCosinesOnNextOrders(sample, maxWork) };
}

/** `kept`: baskets in the columns of `packPart`. `levels`: of the items that are recommended. */
export function* sendPairs(
  kept: UnpackedColumns,
  levels: ItemLevels | undefined,
  { items, frequency, largestBasket, blocks }: ServingKnown,
): Generator<Uint8Array> {
  const { start, product, products } = toLevelBaskets(toPartBaskets(readPackedBaskets(kept)), levels);
  const productOf = rankProducts(frequency, 1);
  const rankOf = new Map(Array.from(productOf, (item, rank) => [items[item] ?? '', rank]));
  const rankOfOwn = Uint32Array.from(products, (name) => rankOf.get(name) ?? 0);
  const ranks = Uint32Array.from(product, (item) => rankOfOwn[item] ?? 0);
  yield* listPairBlocks({ start, product: ranks }, { ranks: productOf.length, blocks, largestBasket });
}

/** `received`: the blocks of partition `part`, in their sequence, from each partition. */
export function countPartnersInPart(
  part: number,
  parts: number,
  received: Iterable<readonly Uint8Array[]>,
  { frequency, weight, blocks, fieldValues }: ServingKnown,
  basketCount: number,
): UnpackedColumns {
  const numbers = listPartBlocks(part, parts, blocks);
  const found = readPartners(numberBlocks(received, numbers), blocks, {
    ...{ basketCount, frequency, weight },
    productOf: rankProducts(frequency, 1),
    fieldValues,
  });
  return holdColumns({
    kept: Uint32Array.from(found.kept),
    product: Uint32Array.from(found.product),
    together: Uint32Array.from(found.together),
    score: Uint32Array.from(found.score),
  });
}

function* numberBlocks(received: Iterable<readonly Uint8Array[]>, blocks: readonly number[]) {
  let at = 0;
  for (const runs of received) {
    const block = blocks[at++];
    if (block !== undefined) yield { block, runs };
  }
  if (at !== blocks.length) throw new Error(`expected ${blocks.length} blocks of pairs, received ${at}`);
}

export function readKeptPartners(columns: UnpackedColumns): KeptPartners {
  return {
    kept: columns.integers('kept'),
    product: columns.integers('product'),
    together: columns.integers('together'),
    score: columns.integers('score'),
  };
}

export function joinEvidence(
  found: readonly KeptPartners[],
  { items, frequency, sizes, largestBasket, blocks, reorders, fieldValues, next }: ServingKnown,
  basketCount: number,
  { minSupport, minConfidence }: MbaSettings,
): Evidence {
  const productOf = rankProducts(frequency, 1);
  const pairs = joinPartners(found, blocks, { productOf, frequency }, largestBasket);
  const options = { minSupport, minConfidence, fieldValues };
  const known = { basketCount, products: items, sizes, reorders, nextOfSample: next };
  return createEvidence(known, pairs, undefined, options);
}
