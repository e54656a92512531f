// How often a market basket report claims something of a shop in which customers repeat themselves or products have seasons and nothing
// else is related, and how often it finds a planted pair: npm run -s bench -- null-baskets [--sets N]. Deterministic.
import { parseArgs } from 'node:util';
import { claimsIn } from '../../harness/random/habit-shop-claims.ts';
import { NULL_SHOPS, PLANTED, STAND, withPlanted } from '../../harness/random/habit-shops.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

export function benchNullShops(args: string[]): void {
  const { values } = parseArgs({ args, options: { sets: { type: 'string', default: '200' } } });
  const sets = Number(values.sets);
  const pair = JSON.stringify([PLANTED.antecedent, PLANTED.follows].sort());
  for (const { name, draw } of NULL_SHOPS) {
    const count = { proven: 0, finding: 0, planted: 0, first: 0, recommended: 0, stand: 0 };
    for (let set = 0; set < sets; set++) {
      const random = randomFrom(set + 1);
      const orders = draw(random);
      const { proven, findings } = claimsIn(orders);
      if (proven.length > 0) count.proven++;
      if (findings.length > 0) count.finding++;
      const planted = claimsIn(withPlanted(random, orders));
      const [found, advised] = [planted.proven, planted.findings].map((lists) =>
        lists.map((products) => JSON.stringify(products)),
      );
      if (found?.includes(pair)) count.planted++;
      if (found?.[0] === pair) count.first++;
      if (advised?.includes(pair)) count.recommended++;
      if (planted.findings.flat().includes(STAND)) count.stand++;
    }
    reportCase(`null baskets: ${name}`, {
      sets,
      share_with_any_proven: count.proven / sets,
      share_with_any_finding: count.finding / sets,
      power: {
        proven: count.planted / sets,
        first_rule: count.first / sets,
        recommended: count.recommended / sets,
      },
      share_recommending_the_stand: count.stand / sets,
    });
  }
}
