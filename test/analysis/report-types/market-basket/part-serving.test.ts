// The number of blocks of product pairs, and the blocks that a partition receives.
import { describe, expect, it } from 'vitest';
import { listPairBlocks } from '../../../../src/analysis/recommendations/pair-blocks.ts';
import {
  countPartnersInPart,
  planServing,
  readKeptPartners,
} from '../../../../src/analysis/report-types/market-basket/partitions/part-serving.ts';

const ITEMS = ['bread', 'butter', 'jam', 'milk', 'tea', 'salt', 'oil'];

/** `counts`: baskets by their number of items. */
function createServed(counts: Readonly<Record<number, number>>) {
  const sizes = new Uint32Array(11);
  for (const [size, baskets] of Object.entries(counts)) sizes[Number(size)] = baskets;
  const frequency = new Uint32Array(ITEMS.length).fill(9);
  const weight = Float64Array.from(frequency);
  return {
    items: ITEMS,
    frequency,
    weight,
    sizes,
    reorders: undefined,
    fieldValues: undefined,
    sample: undefined,
  };
}

describe('the number of blocks', () => {
  it.each([
    ['one per partition if the pairs are few', { 2: 1 }, 3, {}, 3],
    ['one per partition without a pair', {}, 3, {}, 3],
    ['enough for 3,200 bytes of pairs in blocks of 800 bytes', { 2: 100 }, 2, {}, 4],
    ['at most the number of products in each partition', { 2: 100_000 }, 2, {}, 8],
    ['computed without baskets that are too large to search', { 2: 100, 10: 100 }, 2, { maxWork: 500 }, 4],
  ])('is %s', (_what, counts, parts, limits, blocks) => {
    expect(planServing(createServed(counts), parts, { blockBytes: 800, ...limits }).blocks).toBe(blocks);
  });
});

describe('a partition', () => {
  const known = { ...planServing(createServed({ 2: 1 }), 1, { blockBytes: 16 }), blocks: 2 };
  // Two baskets of the two most frequent products.
  const baskets = { start: Uint32Array.of(0, 2, 4), product: Uint32Array.of(0, 1, 0, 1) };
  const sent = [...listPairBlocks(baskets, { ranks: ITEMS.length, blocks: 2, largestBasket: 9 })];

  it('counts the pairs of all its blocks', () => {
    const found = readKeptPartners(
      countPartnersInPart(
        0,
        1,
        sent.map((block) => [block]),
        known,
        50,
      ),
    );
    // Ranks 0, 2, 4 and 6 of block 0, then 1, 3 and 5 of block 1.
    expect(Array.from(found.kept)).toEqual([1, 0, 0, 0, 1, 0, 0]);
  });

  it('fails if it receives fewer blocks than it has', () => {
    const [first = new Uint8Array()] = sent;
    expect(() => countPartnersInPart(0, 1, [[first]], known, 50)).toThrow(
      'expected 2 blocks of pairs, received 1',
    );
  });
});
