// Recommendations at a catalogue's full size: writing a version, and requests for carts through the function's whole handler.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ulid } from 'ulid';
import type { FieldValue } from '../../../src/analysis/baskets/item-values.ts';
import type { PopularOfValue, ProductEvidence } from '../../../src/analysis/recommendations/evidence.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import type { ApiEvent } from '../../../src/http/call.ts';
import { createRecommendationStore } from '../../../src/service/recommendations/recommendations.ts';
import { context, event } from '../../harness/api-event.ts';
import { below, type Random, randomFrom } from '../../harness/random/random.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { reportCase } from '../measuring/figures.ts';

const PAIRS = 50;
const CART = 5;
const REQUESTS = 1_000;
/** The function's own processor time, without the engine's, is the least of so many requests in sequence. */
const MEASURED = 100;
const BASKETS = 1_000_000;

const CATEGORIES = 200;
const BRANDS = 5_000;
const POPULAR = 100;

const valuesOf = (product: number): FieldValue[] => [
  { field: 'category', value: `category ${product % CATEGORIES}` },
  { field: 'brand', value: `the brand ${product % BRANDS}` },
];
const nameOf = (product: number): string => `product number ${product} of the catalogue`;

function* catalogue(products: number, random: Random): Generator<ProductEvidence> {
  for (let product = 0; product < products; product++) {
    const pairs = Array.from({ length: PAIRS }, () => {
      const partner = below(random, products);
      const counts = { together: 2 + below(random, 50), baskets: 60 + below(random, 1_000) };
      const score = 1 + below(random, 100_000);
      return { product: nameOf(partner), ...counts, score, values: valuesOf(partner) };
    });
    const against = Array.from({ length: PAIRS }, () => ({
      product: nameOf(below(random, products)),
      score: -1 - below(random, 10_000),
    }));
    yield { product: nameOf(product), baskets: 60 + below(random, 1_000), pairs, against };
  }
}

/** As large as they can be: each value of a catalogue has as many products as are kept of one. */
function* bestSellers(products: number): Generator<PopularOfValue> {
  for (const [field, count] of [
    ['category', CATEGORIES],
    ['brand', BRANDS],
  ] as const) {
    for (let value = 0; value < count; value++) {
      const popular = Array.from({ length: POPULAR }, (_, i) => {
        const product = (value + i * count) % products;
        return { product: nameOf(product), baskets: 10_000 - i, values: valuesOf(product) };
      });
      const [named] = valuesOf(value).filter((each) => each.field === field);
      if (named !== undefined) yield { ...named, popular };
    }
  }
}

/** `isFiltered`: by three categories. */
function cartOf(apiKey: string, random: Random, products: number, isFiltered: boolean): ApiEvent {
  const cart = Array.from({ length: CART }, () => below(random, products));
  const query = new URLSearchParams(cart.map((product): [string, string] => ['product', nameOf(product)]));
  const [first = 0] = cart;
  const filters = [first, first + 1, first + 2].flatMap((product) => valuesOf(product).slice(0, 1));
  if (isFiltered) for (const { field, value } of filters) query.append(`custom:${field}`, value);
  return {
    ...event(`Bearer ${apiKey}`),
    rawQueryString: query.toString(),
    queryStringParameters: Object.fromEntries(query),
  };
}

/** Milliseconds of a request for a cart, from the event to the response. */
async function timed(handler: Handler, asked: ApiEvent): Promise<number> {
  const began = performance.now();
  const { statusCode } = await handler(asked, context);
  if (statusCode !== 200) throw new Error(`the response was ${statusCode}`);
  return performance.now() - began;
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return Number((sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(1));
}

type Handler = typeof import('../../../functions/http/recommendations/get-recommendations.ts')['handler'];

export async function benchServing(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { products: { type: 'string', default: '100000' } } });
  const products = Number(values.products);
  const random = randomFrom(7);
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-bench-'));
  const cloud = await openBenchCloud(dir, () => {});
  try {
    const { accountId, apiKey, endpoint, outputs, db } = cloud;
    const SERVICE_TABLE = outputs.ServiceTable ?? '';
    const version = { accountId, datasetId: 'default', reportId: ulid() };
    const store = createRecommendationStore(db, SERVICE_TABLE);
    const began = performance.now();
    await store.write(version, {
      products: () => catalogue(products, random),
      summary: () => ({
        baskets: BASKETS,
        leastBaskets: 1_000,
        minConfidence: 0.1,
        rules: 10_000,
        pairs: products * PAIRS,
        popular: Array.from({ length: 100 }, (_, i) => ({ product: nameOf(i), baskets: 10_000 - i })),
      }),
      fields: ['category', 'brand'],
      popularByValue: () => bestSellers(products),
      productIdentifier: 'name',
    });
    const written = performance.now() - began;
    await store.activate(version);
    Object.assign(process.env, {
      ...{ SERVICE_TABLE, PLANS: JSON.stringify(DEFAULT_PLANS), AWS_ENDPOINT_URL: endpoint },
      ...{ CORS_ORIGINS: '[]', PUBLISHABLE_LIMITS: '{"perAddress":1000000,"perKey":1000000}' },
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    });
    const ask = (isFiltered = false) => cartOf(apiKey, random, products, isFiltered);
    // The handler's lines on standard output are not the bench's.
    const print = console.log;
    console.log = () => {};
    const { handler } = await import('../../../functions/http/recommendations/get-recommendations.ts');
    const first = await timed(handler, ask());
    const warm = async (isFiltered: boolean) => {
      const took: number[] = [];
      let leastCpu = Number.POSITIVE_INFINITY;
      while (took.length < REQUESTS) {
        const before = process.threadCpuUsage();
        for (let i = 0; i < MEASURED; i++) took.push(await timed(handler, ask(isFiltered)));
        const { user, system } = process.threadCpuUsage(before);
        leastCpu = Math.min(leastCpu, (user + system) / 1_000 / MEASURED);
      }
      return {
        p50_ms: quantile(took, 0.5),
        p99_ms: quantile(took, 0.99),
        cpu_ms: Number(leastCpu.toFixed(2)),
      };
    };
    const plain = await warm(false);
    const filtered = await warm(true);
    console.log = print;
    reportCase('recommendations for a cart of 5', {
      products,
      write_s: Number((written / 1_000).toFixed(1)),
      first_ms: Number(first.toFixed(1)),
      ...plain,
    });
    reportCase('recommendations for a cart of 5, of three categories', { products, ...filtered });
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
