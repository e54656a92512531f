// How often recommendations claim evidence, or to be better than best sellers, in baskets where nothing is related, and how often where
// every second product is followed by the next one: npm run -s bench -- null-recommendations [--sets N]. Deterministic.
import { parseArgs } from 'node:util';
import { NULL_DESIGNS, plantedTwins } from '../../harness/random/null-baskets.ts';
import { claimsOf } from '../../harness/random/null-recommendations.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { basketsOfLists } from '../measuring/basket-file.ts';
import { reportCase } from '../measuring/json-lines.ts';

/** In so many of a hundred baskets more than by chance. */
const PLANTED = [0.1, 0.2, 0.4];

export function benchNullRecommendations(args: string[]): void {
  const { values } = parseArgs({ args, options: { sets: { type: 'string', default: '200' } } });
  const sets = Number(values.sets);
  for (const [at, { name, minSupport, draw }] of NULL_DESIGNS.entries()) {
    const count = { reasons: 0, better: 0 };
    const power = PLANTED.map((added) => ({ added, better: 0 }));
    for (let set = 0; set < sets; set++) {
      const random = randomFrom(1_000 * at + set + 1);
      const lists = draw(random);
      const claims = claimsOf(basketsOfLists(lists), minSupport);
      if (claims.reasons > 0) count.reasons++;
      if (claims.isBetterThanBestSellers) count.better++;
      for (const each of power) {
        const planted = basketsOfLists(plantedTwins(random, lists, each.added));
        if (claimsOf(planted, minSupport).isBetterThanBestSellers) each.better++;
      }
    }
    reportCase(`null recommendations: ${name}`, {
      sets,
      share_with_any_reason: count.reasons / sets,
      share_said_to_be_better: count.better / sets,
      power: Object.fromEntries(power.map(({ added, better }) => [`+${100 * added} %`, better / sets])),
    });
  }
}
