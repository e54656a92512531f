// Integer thresholds for all baskets and for a partition.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeLeastCount, computeLeastInPart } from '../../../../src/analysis/mining/search/thresholds.ts';

it.each([
  [0.07, 100, 7],
  [0.01, 9_900, 99],
  [0.01, 9_835, 99],
  [1e-9, 10, 1],
  [1, 10, 10],
])(
  'computeLeastCount converts a support of %d of %i baskets without float error',
  (share, baskets, least) => {
    expect(computeLeastCount(share, baskets)).toBe(least);
  },
);

it('computeLeastInPart requires the same share of the baskets of a partition, rounded up', () => {
  expect(computeLeastInPart(10, 50, 100)).toBe(5);
  expect(computeLeastInPart(11, 50, 100)).toBe(6);
  expect(computeLeastInPart(1, 1, 100)).toBe(1);
  expect(computeLeastInPart(3, 0, 0)).toBe(1);
  // An itemset that misses its share by one basket in every partition misses the whole.
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 ** 7 }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (sizes, share) => {
        const baskets = sizes.reduce((sum, size) => sum + size, 0);
        const least = Math.max(1, Math.round(share * baskets));
        const most = sizes.reduce((sum, size) => sum + computeLeastInPart(least, size, baskets) - 1, 0);
        expect(most).toBeLessThan(least);
      },
    ),
  );
});
