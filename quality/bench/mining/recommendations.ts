// The quality of recommendations on orders, beside simpler scores, and what computing them costs:
// npm run -s bench -- recommendations [--data BASKETS | --orders FILE]. Baskets are taken in the file's order.
import { parseArgs } from 'node:util';
import { readOrders } from '../../../order-files/disk/read-orders.ts';
import { orderColumns } from '../../../order-files/orders/order-columns.ts';
import { buildBaskets } from '../../../src/core/baskets/baskets.ts';
import { evaluateRecommendations } from '../../../src/core/recommendations/evaluate.ts';
import { DEFAULT_MAX_WORK, gatherEvidence } from '../../../src/core/recommendations/product-evidence.ts';
import type { TimedBaskets } from '../../../src/core/recommendations/tested-scores.ts';
import { readBasketFile } from '../measuring/basket-file.ts';
import { reportCase } from '../measuring/json-lines.ts';

export async function benchRecommendations(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'test/core/mining/data/groceries.csv.gz' },
      orders: { type: 'string' },
    },
  });
  const file = values.orders ?? values.data;
  const baskets = values.orders === undefined ? readBasketFile(file) : await basketsOfOrders(values.orders);
  const name = file.split('/').at(-1);
  const began = process.cpuUsage();
  const { scores } = gatherEvidence(baskets, { minSupport: 0.01, minConfidence: 0.1 });
  const { user, system } = process.cpuUsage(began);
  reportCase(`recommendations ${name}, in a report`, {
    baskets: baskets.basketCount,
    products: baskets.products.length,
    fitted: scores?.fitted,
    popularity_share: scores?.popularityShare,
    tested_orders: scores?.tested?.orders,
    hit_rate_of_one: scores?.tested?.carts[0]?.hitRate,
    cpu_s: Number(((user + system) / 1e6).toFixed(1)),
    peak_MB: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
  const { results, ...orders } = evaluateRecommendations(baskets, {
    heldBack: 0.2,
    maxWork: DEFAULT_MAX_WORK,
  });
  for (const { method, carts } of results)
    for (const cart of carts) reportCase(`recommendations ${name}`, { ...orders, method, ...cart });
}

async function basketsOfOrders(file: string): Promise<TimedBaskets> {
  const { orders } = await readOrders([file]);
  const columns = await orderColumns(orders, { productIdentifier: 'name', keep: () => true });
  return buildBaskets(columns, {
    ...{ customerScope: 'all', dateRange: undefined, scope: 'order' },
  }).baskets;
}
