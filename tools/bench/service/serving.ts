// Measures recommendations at a catalogue's full size: writing a version, and requests for carts and for customers through
// the function's whole handler.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { FieldValue } from '../../../src/analysis/baskets/item-values.ts';
import {
  createEmptyPart,
  type OrderPart,
  packOrderPart,
  ROOT_PATH,
  type StoredLine,
} from '../../../src/analysis/ingest/stored-order.ts';
import type { PopularOfValue, ProductEvidence } from '../../../src/analysis/recommendations/evidence.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { MOST_READ_IDS } from '../../../src/contract/schema/limits.ts';
import type { ApiEvent } from '../../../src/http/call.ts';
import { createRecommendationStore } from '../../../src/service/recommendations/recommendations.ts';
import { toOrderKey } from '../../../src/service/tables/orders-table.ts';
import { context, createApiEvent } from '../../harness/api-event.ts';
import { createRandom, drawBelow, type Random } from '../../harness/random/random.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { reportCase } from '../measuring/figures.ts';

const PAIRS = 50;
const CART = 5;
const CUSTOMERS = 100;
/** The first customers have one id each; the others are persons of as many ids as are read. */
const ALONE = 50;
/** As many orders as are read. */
const ORDERS = 20;
const LINES = 5;
const REQUESTS = 1_000;
/** Requests in sequence; the least of their durations is the function's own processor time, without the engine's. */
const MEASURED = 100;
const BASKETS = 1_000_000;

const CATEGORIES = 200;
const BRANDS = 5_000;
const POPULAR = 100;

const listValues = (product: number): FieldValue[] => [
  { field: 'category', value: `category ${product % CATEGORIES}` },
  { field: 'brand', value: `the brand ${product % BRANDS}` },
];
const toName = (product: number): string => `product number ${product} of the catalogue`;

function* createCatalogue(products: number, random: Random): Generator<ProductEvidence> {
  for (let product = 0; product < products; product++) {
    const pairs = Array.from({ length: PAIRS }, () => {
      const partner = drawBelow(random, products);
      const counts = { together: 2 + drawBelow(random, 50), baskets: 60 + drawBelow(random, 1_000) };
      const score = 1 + drawBelow(random, 100_000);
      return { product: toName(partner), ...counts, score, values: listValues(partner) };
    });
    const against = Array.from({ length: PAIRS }, () => ({
      product: toName(drawBelow(random, products)),
      score: -1 - drawBelow(random, 10_000),
    }));
    yield { product: toName(product), baskets: 60 + drawBelow(random, 1_000), pairs, against };
  }
}

/** Creates best sellers at their maximum: each value of a catalogue has as many products as are kept per value. */
function* createBestSellers(products: number): Generator<PopularOfValue> {
  for (const [field, count] of [
    ['category', CATEGORIES],
    ['brand', BRANDS],
  ] as const) {
    for (let value = 0; value < count; value++) {
      const popular = Array.from({ length: POPULAR }, (_, i) => {
        const product = (value + i * count) % products;
        return { product: toName(product), baskets: 10_000 - i, values: listValues(product) };
      });
      const [named] = listValues(value).filter((each) => each.field === field);
      if (named !== undefined) yield { ...named, popular };
    }
  }
}

/** `isFiltered`: the request filters by three categories. */
function createCartEvent(apiKey: string, random: Random, products: number, isFiltered: boolean): ApiEvent {
  const cart = Array.from({ length: CART }, () => drawBelow(random, products));
  const query = new URLSearchParams(cart.map((product): [string, string] => ['product', toName(product)]));
  const [first = 0] = cart;
  const filters = [first, first + 1, first + 2].flatMap((product) => listValues(product).slice(0, 1));
  if (isFiltered) for (const { field, value } of filters) query.append(`custom:${field}`, value);
  return {
    ...createApiEvent(`Bearer ${apiKey}`),
    rawQueryString: query.toString(),
    queryStringParameters: Object.fromEntries(query),
  };
}

function createCustomerEvent(apiKey: string, random: Random, from: number): ApiEvent {
  const query = { customer: `customer ${from + drawBelow(random, ALONE)}` };
  return {
    ...createApiEvent(`Bearer ${apiKey}`),
    rawQueryString: new URLSearchParams(query).toString(),
    queryStringParameters: query,
  };
}

function createOrder(customer: number, order: number, products: number, random: Random): OrderPart {
  const importId = ulid(1);
  const lines = Array.from({ length: LINES }, (_, at): [string, StoredLine] => [
    String(at),
    {
      ...{ name: toName(drawBelow(random, products)), sku: undefined, unitPrice: 1, quantity: 1 },
      ...{ customFields: undefined, importId },
    },
  ]);
  return {
    ...createEmptyPart(`order ${order} of ${customer}`),
    ...{ version: 1, lines: new Map(lines) },
    customerId: { value: `customer ${customer}`, importId },
    orderDate: { value: order * 86_400_000, importId },
  };
}

/** Measures milliseconds of a request, from the event to the response. */
async function timeRequest(handler: Handler, asked: ApiEvent): Promise<number> {
  const began = performance.now();
  const { statusCode } = await handler(asked, context);
  if (statusCode !== 200) throw new Error(`the response was ${statusCode}`);
  return performance.now() - began;
}

function computeQuantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return Number((sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(1));
}

type Handler = typeof import('../../../functions/http/recommendations/get-recommendations.ts')['handler'];

export async function benchServing(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { products: { type: 'string', default: '100000' } } });
  const products = Number(values.products);
  const random = createRandom(7);
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-bench-'));
  const cloud = await openBenchCloud(dir, () => {});
  try {
    const { accountId, apiKey, endpoint, outputs, db } = cloud;
    const SERVICE_TABLE = outputs.ServiceTable ?? '';
    const version = { accountId, datasetId: 'default', reportId: ulid() };
    const store = createRecommendationStore(db, SERVICE_TABLE);
    const began = performance.now();
    await store.write(version, {
      products: () => createCatalogue(products, random),
      summary: () => ({
        baskets: BASKETS,
        leastBaskets: 1_000,
        minConfidence: 0.1,
        rules: 10_000,
        pairs: products * PAIRS,
        popular: Array.from({ length: 100 }, (_, i) => ({ product: toName(i), baskets: 10_000 - i })),
      }),
      fields: ['category', 'brand'],
      popularByValue: () => createBestSellers(products),
      productIdentifier: 'name',
      persons: Array.from({ length: (CUSTOMERS - ALONE) / MOST_READ_IDS }, (_, person) =>
        Array.from({ length: MOST_READ_IDS }, (_, id) => `customer ${ALONE + person * MOST_READ_IDS + id}`),
      ),
    });
    const written = performance.now() - began;
    await store.activate(version);
    const ORDERS_TABLE = outputs.OrdersTable ?? '';
    for (let customer = 0; customer < CUSTOMERS; customer++) {
      for (let order = 0; order < ORDERS; order++) {
        const part = createOrder(customer, order, products, random);
        const key = toOrderKey(accountId, 'default', part.orderId, ROOT_PATH);
        await db.send(new PutCommand({ TableName: ORDERS_TABLE, Item: { ...key, ...packOrderPart(part) } }));
      }
    }
    Object.assign(process.env, {
      ...{ SERVICE_TABLE, ORDERS_TABLE, PLANS: JSON.stringify(DEFAULT_PLANS), AWS_ENDPOINT_URL: endpoint },
      ...{ CORS_ORIGINS: '[]', PUBLISHABLE_LIMITS: '{"perAddress":1000000,"perKey":1000000}' },
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' },
    });
    const ask = (isFiltered = false) => createCartEvent(apiKey, random, products, isFiltered);
    // Keeps the handler's lines out of the bench's standard output.
    const print = console.log;
    console.log = () => {};
    const { handler } = await import('../../../functions/http/recommendations/get-recommendations.ts');
    const first = await timeRequest(handler, ask());
    const warm = async (createEvent: () => ApiEvent) => {
      const took: number[] = [];
      let leastCpu = Number.POSITIVE_INFINITY;
      while (took.length < REQUESTS) {
        const before = process.threadCpuUsage();
        for (let i = 0; i < MEASURED; i++) took.push(await timeRequest(handler, createEvent()));
        const { user, system } = process.threadCpuUsage(before);
        leastCpu = Math.min(leastCpu, (user + system) / 1_000 / MEASURED);
      }
      return {
        p50_ms: computeQuantile(took, 0.5),
        p99_ms: computeQuantile(took, 0.99),
        cpu_ms: Number(leastCpu.toFixed(2)),
      };
    };
    const plain = await warm(() => ask());
    const filtered = await warm(() => ask(true));
    const toCustomer = await warm(() => createCustomerEvent(apiKey, random, 0));
    const toPerson = await warm(() => createCustomerEvent(apiKey, random, ALONE));
    console.log = print;
    reportCase('recommendations for a cart of 5', {
      products,
      write_s: Number((written / 1_000).toFixed(1)),
      first_ms: Number(first.toFixed(1)),
      ...plain,
    });
    reportCase('recommendations for a cart of 5, of three categories', { products, ...filtered });
    reportCase(`recommendations for a customer of ${ORDERS} orders`, {
      products,
      lines: LINES,
      ...toCustomer,
    });
    reportCase(`recommendations for a person of ${MOST_READ_IDS} ids`, {
      products,
      lines: LINES,
      ...toPerson,
    });
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
