// Findings of COHORT reports on shops whose cohorts are alike, and on shops that later customers leave more often.
import { expect, it } from 'vitest';
import { IS_DEEP } from '../../../../tools/harness/depth.ts';
import { COHORT_SHOPS, findCohortClaims } from '../../../../tools/harness/random/cohort-shops.ts';

const SHOPS = IS_DEEP ? 100 : 20;
const MOST = IS_DEEP ? 9 : 3;
const seeds = Array.from({ length: SHOPS }, (_, at) => at + 1);

it.each(COHORT_SHOPS)(
  `a cohort report calls cohorts different in at most ${MOST} of ${SHOPS} shops: customers $name`,
  (shop) => {
    const claims = seeds.map((seed) => findCohortClaims(seed, shop, { cohortBy: 'month' }));
    const any = claims.filter(({ standOut, paceDiffers }) => standOut || paceDiffers);
    expect(any.length).toBeLessThanOrEqual(MOST);
  },
);

it('a cohort report finds the slower return of later customers in every shop where 60 % of them leave, not 30 %', () => {
  const [shop] = COHORT_SHOPS;
  if (shop === undefined) throw new Error('no shop');
  const claims = seeds
    .slice(0, 10)
    .map((seed) => findCohortClaims(seed, shop, { cohortBy: 'month', later: 0.6 }));
  expect(claims.filter(({ paceDiffers }) => paceDiffers)).toHaveLength(10);
});
