// How many customers are wrongly called rhythm_broken: npm run -s bench -- null-rhythms [--shops N --customers N --design 1-6]. Shops of
// several distributions of gaps in which nobody leaves, and the same with customers who leave. Deterministic.
import { parseArgs } from 'node:util';
import { dueCustomers } from '../../../src/core/prediction/replenishment/due-customers.ts';
import { STAGES } from '../../../src/core/prediction/replenishment/stages.ts';
import { RHYTHM_KINDS, RHYTHM_REFERENCE, rhythmShop } from '../../harness/random/rhythm-shops.ts';
import { reportCase } from '../measuring/json-lines.ts';

const BROKEN = STAGES.indexOf('rhythm_broken');
const LEAVES = [0, 0.02, 0.05, 0.1];

export async function benchNullRhythms(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      shops: { type: 'string', default: '200' },
      customers: { type: 'string', default: '400' },
      design: { type: 'string' },
    },
  });
  const [shops, customers] = [Number(values.shops), Number(values.customers)];
  for (const [at, kind] of RHYTHM_KINDS.entries()) {
    if (values.design !== undefined && Number(values.design) !== at + 1) continue;
    for (const leaves of LEAVES) {
      const sums = { named: 0, stay: 0, left: 0, shops_that_name: 0, shops_beyond_5_percent: 0 };
      for (let shop = 0; shop < shops; shop++) {
        const { days, left } = rhythmShop(10_000 * at + shop, kind, { customers, leaves });
        const { figures } = dueCustomers(days, RHYTHM_REFERENCE);
        const named = [...left.keys()].filter((c) => figures?.stage[c] === BROKEN);
        const stay = named.filter((c) => left[c] === 0).length;
        sums.named += named.length;
        sums.stay += stay;
        sums.left += left.reduce((sum, one) => sum + one, 0);
        sums.shops_that_name += named.length > 0 ? 1 : 0;
        sums.shops_beyond_5_percent += stay > 0.05 * named.length ? 1 : 0;
      }
      reportCase(`rhythms: ${kind.name}, ${100 * leaves} % leave after each order`, {
        ...{ shops, customers, ...sums },
        false_share: sums.named === 0 ? null : Number((sums.stay / sums.named).toFixed(4)),
        found_of_left: sums.left === 0 ? null : Number(((sums.named - sums.stay) / sums.left).toFixed(3)),
      });
    }
  }
}
