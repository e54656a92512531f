// How often COHORT reports name a group by first product: of shops where it makes no difference, and where more of
// the customers of one product come back. npm run -s bench -- first-orders [--shops N]. Deterministic.
import { parseArgs } from 'node:util';
import { firstOrderReport, namedIn } from '../../harness/random/first-order-shops.ts';
import { reportCase } from '../measuring/json-lines.ts';

const PLANTED = 'Product 3';

export function benchFirstOrders(args: string[]): void {
  const { values } = parseArgs({ args, options: { shops: { type: 'string', default: '200' } } });
  const shops = Number(values.shops);
  for (const { customers, leastCustomers } of [
    { customers: 1_000, leastCustomers: 30 },
    { customers: 3_000, leastCustomers: 100 },
  ]) {
    for (const leave of [0.4, 0.3, 0.2, 0.1]) {
      const found = Array.from({ length: shops }, (_, seed) => {
        const body = firstOrderReport(seed, { customers, leastCustomers, leave });
        return { named: namedIn(body), groups: body.groups?.length ?? 0, p: body.group_test?.p_value ?? 1 };
      });
      const share = (of: (one: (typeof found)[number]) => boolean) =>
        Number((found.filter(of).length / shops).toFixed(4));
      reportCase(
        `first orders: ${customers} customers, ${100 * leave} % of one product leave, 40 % of the others`,
        {
          ...{ shops, least_customers: leastCustomers, groups: found[0]?.groups },
          differ: share(({ p }) => p < 0.05),
          name_a_group: share(({ named }) => named.length > 0),
          name_the_planted: share(({ named }) => named.includes(PLANTED)),
          name_another: share(({ named }) => named.some((name) => name !== PLANTED)),
        },
      );
    }
  }
}
