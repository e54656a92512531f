// Evidence joined from the pairs of partitions, block by block, against that from all baskets at once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BasketColumns,
  countBasketSizes,
  countProductFrequency,
} from '../../../src/analysis/baskets/basket-columns.ts';
import type { ItemValues } from '../../../src/analysis/baskets/item-values.ts';
import { rankProducts } from '../../../src/analysis/mining/search/ranked-baskets.ts';
import { findLargestBasket, sumProductWeights } from '../../../src/analysis/recommendations/basket-work.ts';
import {
  joinPartners,
  listPairBlocks,
  listPartBlocks,
  readPartners,
} from '../../../src/analysis/recommendations/pair-blocks.ts';
import {
  createEvidence,
  type Evidence,
  gatherEvidence,
} from '../../../src/analysis/recommendations/product-evidence.ts';
import { countCases } from '../../../tools/harness/depth.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';

const PRODUCTS = 150;
const THRESHOLDS = { minSupport: 0.01, minConfidence: 0.1 };

/** Some products are in no basket, and baskets are of very different sizes. */
function drawBaskets(seed: number, count: number): number[][] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const size = random() < 0.05 ? 60 : 1 + Math.floor(random() * 8);
    const products = Array.from({ length: size }, () => Math.floor(random() ** 2 * PRODUCTS * 0.9));
    return [...new Set(products)].sort((a, b) => a - b);
  });
}

function toColumns(baskets: readonly number[][]): BasketColumns {
  let end = 0;
  const starts = baskets.map((products) => {
    end += products.length;
    return end;
  });
  const product = Uint32Array.from(baskets.flat());
  return {
    basketCount: baskets.length,
    start: Uint32Array.from([0, ...starts]),
    product,
    values: [new Float64Array(product.length)],
    scale: 0,
    products: Array.from({ length: PRODUCTS }, (_, at) => `product ${(at * 7) % PRODUCTS}`),
  };
}

/** Values of two fields; some are so rare that only partners beyond the fifty strongest have them. */
const FIELD_VALUES: ItemValues = {
  fields: ['shelf', 'brand'],
  values: [
    ...Array.from({ length: 10 }, (_, at) => ({ field: 'shelf', value: `s${at}` })),
    { field: 'brand', value: 'own' },
  ],
  ofItem: {
    start: Uint32Array.from({ length: PRODUCTS + 1 }, (_, at) => at),
    other: Uint32Array.from({ length: PRODUCTS }, (_, at) => (at % 13) % 11),
  },
  cut: new Map(),
};

const readEvidence = (evidence: Evidence) => ({
  products: [...evidence.products()],
  summary: evidence.summary(),
  popular: [...evidence.popularByValue()],
  largestBasket: evidence.largestBasket,
});

interface Cutting {
  readonly parts: number;
  readonly blocksPerPart: number;
  readonly maxWork: number;
  readonly fieldValues: ItemValues | undefined;
}

function gatherInParts(
  baskets: readonly number[][],
  { parts, blocksPerPart, maxWork, fieldValues }: Cutting,
) {
  const all = toColumns(baskets);
  const frequency = countProductFrequency(all);
  const productOf = rankProducts(frequency, 1);
  const rankOf = new Map(Array.from(productOf, (product, rank) => [product, rank]));
  const blocks = parts * blocksPerPart;
  const largestBasket = findLargestBasket(countBasketSizes(all), maxWork);
  const sent = Array.from({ length: parts }, (_, part) => {
    const own = baskets.filter((_basket, at) => (at * 31) % parts === part);
    const { start, product } = toColumns(own);
    const ranked = { start, product: product.map((item) => rankOf.get(item) ?? 0) };
    return [...listPairBlocks(ranked, { ranks: productOf.length, blocks, largestBasket })];
  });
  const weight = sumProductWeights(all, PRODUCTS);
  const whole = { basketCount: all.basketCount, frequency, weight, productOf, fieldValues };
  const found = sent.map((_, part) =>
    readPartners(
      listPartBlocks(part, parts, blocks).map((block) => ({
        block,
        runs: sent.map((of) => of[block] ?? new Uint8Array()),
      })),
      blocks,
      whole,
    ),
  );
  const pairs = joinPartners(found, blocks, { productOf, frequency }, largestBasket);
  return readEvidence(
    createEvidence(
      { ...all, sizes: countBasketSizes(all), reorders: undefined, nextOfSample: undefined },
      pairs,
      undefined,
      { ...THRESHOLDS, fieldValues },
    ),
  );
}

describe('evidence of partitions', () => {
  it('equals that of all baskets without fitted scores, for any number of partitions and blocks', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.record({
          parts: fc.constantFrom(1, 2, 7, 16),
          blocksPerPart: fc.constantFrom(1, 3, 20),
          maxWork: fc.constantFrom(4_000, 20_000, Number.POSITIVE_INFINITY),
          fieldValues: fc.constantFrom(undefined, FIELD_VALUES),
        }),
        (seed, cutting) => {
          const baskets = drawBaskets(seed, 600);
          const all = toColumns(baskets);
          const single = gatherEvidence(all, { ...THRESHOLDS, ...cutting, mostFitted: 0 });
          expect(gatherInParts(baskets, cutting)).toEqual(readEvidence(single));
        },
      ),
      { numRuns: countCases(4) },
    );
  });

  it('keeps partners with rare values beyond the fifty strongest', () => {
    const cutting = { parts: 4, blocksPerPart: 2, maxWork: 1e9 };
    const countPartners = (fieldValues: ItemValues | undefined) =>
      Math.max(
        ...gatherInParts(drawBaskets(1, 3_000), { ...cutting, fieldValues }).products.map(
          ({ pairs }) => pairs.length,
        ),
      );
    expect(countPartners(undefined)).toBe(50);
    expect(countPartners(FIELD_VALUES)).toBeGreaterThan(50);
  });

  it('excludes the pairs of the largest baskets if they exceed the allowed work', () => {
    const cutting = { parts: 3, blocksPerPart: 1, maxWork: 4_000, fieldValues: undefined };
    const { largestBasket, summary } = gatherInParts(drawBaskets(1, 600), cutting);
    expect(largestBasket).toBeLessThan(40);
    expect(summary.pairs).toBeGreaterThan(0);
  });

  it('equals that of all baskets if the weight of a pair exceeds the maximum of one number in a block', () => {
    const baskets = Array.from({ length: 10_000 }, (_, at) => (at < 9_000 ? [0, 1] : [2, 3 + (at % 5)]));
    const cutting = { parts: 1, blocksPerPart: 2, maxWork: 1e9, fieldValues: undefined };
    const single = gatherEvidence(toColumns(baskets), { ...THRESHOLDS, mostFitted: 0 });
    expect(gatherInParts(baskets, cutting)).toEqual(readEvidence(single));
  });

  it('has no products and no pairs without baskets', () => {
    const cutting = { parts: 2, blocksPerPart: 1, maxWork: 1e9, fieldValues: FIELD_VALUES };
    expect(gatherInParts([], cutting)).toMatchObject({ products: [], summary: { pairs: 0, popular: [] } });
  });
});
