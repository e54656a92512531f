// How often COHORT reports call cohorts different where customers are all alike, and where more of those who began later leave:
// npm run -s bench -- null-cohorts [--shops N]. Deterministic.
import { parseArgs } from 'node:util';
import { COHORT_SHOPS, cohortClaims } from '../../harness/random/cohort-shops.ts';
import { reportCase } from '../measuring/json-lines.ts';

/** How many of a hundred who began later leave after each order, where 30 of a hundred others do. */
const PLANTED = [0.4, 0.5];

export function benchNullCohorts(args: string[]): void {
  const { values } = parseArgs({ args, options: { shops: { type: 'string', default: '200' } } });
  const shops = Number(values.shops);
  for (const shop of COHORT_SHOPS) {
    for (const cohortBy of ['month', 'week', 'quarter']) {
      for (const later of [undefined, ...(cohortBy === 'month' ? PLANTED : [])]) {
        const claims = Array.from({ length: shops }, (_, seed) =>
          cohortClaims(seed + 1, shop, { cohortBy, ...(later !== undefined && { later }) }),
        );
        const share = (of: (claim: (typeof claims)[number]) => boolean) => claims.filter(of).length / shops;
        reportCase(`null cohorts: customers ${shop.name}, by ${cohortBy}`, {
          shops,
          planted: later ?? null,
          stand_out: share(({ standOut }) => standOut),
          pace_differs: share(({ paceDiffers }) => paceDiffers),
          either: share(({ standOut, paceDiffers }) => standOut || paceDiffers),
        });
      }
    }
  }
}
