// Recommendations from baskets of unrelated products claim neither evidence nor to be better than best sellers.
import { expect, it } from 'vitest';
import { readBasketFile } from '../../../tools/bench/measuring/basket-file.ts';
import { IS_DEEP } from '../../../tools/harness/depth.ts';
import { addTwins, countClaims, NULL_DESIGNS } from '../../../tools/harness/random/null-baskets.ts';
import { createRandom } from '../../../tools/harness/random/random.ts';
import { swapBaskets } from '../../../tools/harness/random/swapped-baskets.ts';
import { toBaskets } from '../mining/basket-data.ts';

const SETS = IS_DEEP ? 24 : 3;
const MOST = IS_DEEP ? 3 : 1;
const GROCERIES = readBasketFile('test/analysis/mining/data/groceries.csv.gz');

it.each(NULL_DESIGNS)(
  `recommendations claim reasons, or to beat best sellers, in at most ${MOST} of ${SETS} sets each: $name`,
  ({ minSupport, draw }) => {
    const sets = Array.from({ length: SETS }, (_, set) =>
      countClaims(toBaskets(draw(createRandom(set + 1))), minSupport),
    );
    expect(sets.filter(({ reasons }) => reasons > 0).length).toBeLessThanOrEqual(MOST);
    expect(sets.filter(({ isBetterThanBestSellers }) => isBetterThanBestSellers).length).toBeLessThanOrEqual(
      MOST,
    );
  },
);

it('recommendations claim nothing for shuffled groceries, and more than 50 reasons for the real ones', () => {
  const shuffled = countClaims(swapBaskets(GROCERIES, createRandom(3)).next().value, 0.01);
  expect(shuffled).toEqual({ reasons: 0, isBetterThanBestSellers: false });
  const real = countClaims(GROCERIES, 0.01);
  expect(real.reasons).toBeGreaterThan(50);
  // 24.3 % beside 23.1 %: the difference is 0.1 to 2.2 points.
  expect(real.isBetterThanBestSellers).toBe(true);
});

it('recommendations are called better than best sellers if 40 of 100 baskets with a product hold its twin', () => {
  const design = NULL_DESIGNS.find(({ name }) => name.startsWith('mostly of one product'));
  if (design === undefined) throw new Error('no design has baskets of mostly one product');
  const sets = Array.from({ length: SETS }, (_, set) => {
    const random = createRandom(set + 1);
    return countClaims(toBaskets(addTwins(random, design.draw(random), 0.4)), design.minSupport);
  });
  expect(sets.filter(({ isBetterThanBestSellers }) => isBetterThanBestSellers)).toHaveLength(SETS);
});

it('recommendations are called better than best sellers if products are bought in pairs', () => {
  const pairs = Array.from({ length: 30 }, (_, i) => [`left ${i}`, `right ${i}`]);
  expect(countClaims(toBaskets(Array.from({ length: 25 }, () => pairs).flat()), 0.01)).toMatchObject({
    isBetterThanBestSellers: true,
  });
});
