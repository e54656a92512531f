// Creates deterministic orders of a made-up shop over two years, shard by shard: products by Zipf's law, sizes by
// Poisson's, customers who come back.

import type { OrderHeader, OrderLine } from '../../../src/contract/resources/orders/row.ts';
import { SHARD_COUNT } from '../../../src/contract/schema/limits.ts';
import type { ReportSettings } from '../../../src/contract/settings/settings.ts';
import { createRandom } from '../../harness/random/random.ts';

/** Settings of a report on all of these orders. */
export const REPORT_SETTINGS: ReportSettings = {
  template: undefined,
  dateRange: undefined,
  conditions: [],
  customerScope: 'all',
  productIdentifier: 'name',
  timeZone: 'UTC',
  context: undefined,
  businessContext: undefined,
};

const DAYS = 730;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const PRODUCTS = 20_000;
const LINES_PER_ORDER = 9;
/** A larger order is practically never drawn. */
const MOST_LINES = 60;
/** One of so many orders of a shard is a new customer's; any previous customer places the others. */
const ORDERS_PER_CUSTOMER = 4;

export interface MadeUpOrder {
  readonly header: OrderHeader;
  readonly lines: OrderLine[];
}

/** Creates the orders of all shards, one shard after the other. */
export function* createMadeUpOrders(lines: number): Generator<MadeUpOrder> {
  for (let shard = 0; shard < SHARD_COUNT; shard++) yield* createMadeUpShard(lines, shard);
}

/** `lines`: the number in all shards. */
export function* createMadeUpShard(lines: number, shard: number): Generator<MadeUpOrder> {
  const random = createRandom(1 + shard);
  const pick = createAliasDraw(computeZipfWeights(PRODUCTS), random);
  const further = createAliasDraw(computePoissonWeights(LINES_PER_ORDER - 1, MOST_LINES), random);
  const products = createProducts(PRODUCTS);
  const createLine = (): OrderLine => {
    const { name, unitPrice } = products[pick()] ?? throwMissing();
    const quantity = random() < 0.02 ? -1 : 1 + Math.floor(random() * 3);
    return { name, sku: undefined, unitPrice, quantity, customFields: undefined };
  };
  let left = Math.floor(lines / SHARD_COUNT) + (shard < lines % SHARD_COUNT ? 1 : 0);
  for (let order = 0; left > 0; order++) {
    const size = Math.min(left, 1 + further());
    left -= size;
    const newest = Math.floor(order / ORDERS_PER_CUSTOMER) * SHARD_COUNT + shard;
    const customer = order % ORDERS_PER_CUSTOMER === 0 ? newest : Math.floor(random() * (newest + 1));
    yield {
      header: {
        orderId: `${shard}-${order}`,
        customerId: `customer-${customer}`,
        orderDate: FIRST_DAY + Math.floor(random() * DAYS * DAY_MS),
      },
      lines: Array.from({ length: size }, createLine),
    };
  }
}

function createProducts(count: number): { readonly name: string; readonly unitPrice: number }[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, product) => ({
    name: `product ${product}`,
    unitPrice: Math.round(100 * Math.exp(4 * random())) / 100,
  }));
}

function computeZipfWeights(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
}

function computePoissonWeights(mean: number, bound: number): Float64Array {
  const weights = new Float64Array(bound).fill(Math.exp(-mean));
  for (let k = 1; k < bound; k++) weights[k] = ((weights[k - 1] ?? 0) * mean) / k;
  return weights;
}

/**
 * Draws indexes in proportion to their weights, each in constant time (Walker's alias method, as built by Vose, 1991).
 */
function createAliasDraw(weights: Float64Array, random: () => number): () => number {
  const count = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const share = weights.map((weight) => (weight * count) / total);
  const alias = Uint32Array.from(weights, (_, at) => at);
  const [small, large]: [number[], number[]] = [[], []];
  for (const [at, one] of share.entries()) (one < 1 ? small : large).push(at);
  for (let from = small.pop(), to = large.pop(); from !== undefined && to !== undefined; from = small.pop()) {
    alias[from] = to;
    const rest = (share[to] ?? 0) + (share[from] ?? 0) - 1;
    share[to] = rest;
    if (rest >= 1) continue;
    small.push(to);
    to = large.pop();
  }
  return () => {
    const scaled = random() * count;
    const at = Math.floor(scaled);
    return scaled - at < (share[at] ?? 1) ? at : (alias[at] ?? at);
  };
}

function throwMissing(): never {
  throw new Error('a product is missing');
}
