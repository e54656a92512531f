// Measures ingest end to end, from HTTP until every row is applied, next to the same transactions written directly to
// the engine. npm run -s bench -- ingest [--rows N] [--lines-per-order L] [--bill] [--like-aws]. With --bill it counts
// the units that AWS would bill, which slows the run down; with --like-aws the local cloud refuses what AWS refuses a
// new account.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { cutIntoChunks } from '../../../src/analysis/ingest/chunks.ts';
import { mergeOrder } from '../../../src/analysis/ingest/merge-order.ts';
import { ROOT_PATH } from '../../../src/analysis/ingest/stored-order.ts';
import { parseOrderDate } from '../../../src/contract/resources/orders/order-date.ts';
import { importJob, submitOrdersResponse } from '../../../src/contract/resources/orders/orders.ts';
import { countRows, type SubmittedOrder } from '../../../src/contract/resources/orders/submitted-order.ts';
import { type ChunkCommit, createOrderStore, type DatasetRef } from '../../../src/service/orders/orders.ts';
import { createClient } from '../../harness/client.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import type { DynamoDbUnits } from '../measuring/dynamodb-units.ts';
import { reportCase } from '../measuring/figures.ts';
import { PRICES, PRICES_OF } from '../measuring/prices.ts';
import {
  InvocationLog,
  measureStartedProcessesCpuMs,
  measureThreadsCpuMs,
} from '../measuring/process-use.ts';

// Requests of made-up orders for the benches of ingest.

/** 2.5 lines per order: orders have 2 and 3 lines alternately. */
export function createRequest(
  index: number,
  linesPerOrder: number,
  rows: number,
  prefix: string,
): SubmittedOrder[] {
  const orders: SubmittedOrder[] = [];
  for (let left = rows, i = 0; left > 0; i++) {
    const wanted = Math.floor(linesPerOrder * (i + 1)) - Math.floor(linesPerOrder * i);
    const width = Math.min(left, wanted);
    const id = `${prefix}-${index}-${i}`;
    orders.push({
      order_id: id,
      customer_id: `c${(index * 7 + i) % 20_000}`,
      order_date: new Date(Date.UTC(2026, 0, 1 + (i % 90))).toISOString(),
      line_items: Array.from({ length: width }, (_, j) => ({
        product_name: `product ${(i * 7 + j * 13) % 900}`,
        product_sku: `sku-${(i * 7 + j * 13) % 900}`,
        unit_price: 1 + (j % 20),
        quantity: 1 + (i % 3),
      })),
    });
    left -= width;
  }
  return orders;
}

// Writes the transactions of an ingest run, prepared beforehand, to the engine without the service: the upper bound of
// what optimizing the service can gain.

/** Concurrent consumers, as in the local cloud. */
const AT_ONCE = 4;

/** Milliseconds for the transactions of all chunks, and the reads before them. */
export async function writeToEngine(
  db: DynamoDBDocumentClient,
  outputs: Readonly<Record<string, string>>,
  orders: readonly SubmittedOrder[],
): Promise<number> {
  const store = createOrderStore(db, {
    orders: outputs.OrdersTable ?? '',
    service: outputs.ServiceTable ?? '',
  });
  const dataset = { accountId: `acc_${ulid()}`, datasetId: 'alone' };
  const importId = ulid();
  const commits = cutIntoChunks(orders).map((chunk, index) => createCommit(dataset, importId, index, chunk));
  const began = performance.now();
  const pending = commits.values();
  const runWorker = async (): Promise<void> => {
    for (const commit of pending) {
      // The service reads orders, too, unless it assumes that they are new.
      if (!store.assumesNew(dataset)) {
        await store.readParts(
          dataset,
          commit.parts.map(({ orderId }) => ({ orderId, path: ROOT_PATH })),
        );
      }
      const outcome = await store.commit(commit);
      if (outcome !== 'committed') throw new Error(`engine without the service: ${outcome}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runWorker));
  return performance.now() - began;
}

/** Creates the commit of a chunk whose orders are all new. */
function createCommit(
  dataset: DatasetRef,
  importId: string,
  index: number,
  chunk: readonly SubmittedOrder[],
): ChunkCommit {
  const parts = chunk.flatMap((order) => {
    const date = order.order_date === undefined ? undefined : parseOrderDate(order.order_date);
    return mergeOrder(new Map(), order, date, importId, { remaining: Number.POSITIVE_INFINITY }).writes;
  });
  return {
    dataset,
    importId,
    chunk: index,
    path: '',
    parts,
    draws: [{ shard: index % 16, rows: countRows(chunk) }],
    maxStoredRows: 1_000_000_000,
    receipt: { kind: 'applied', inserted: countRows(chunk), updated: 0, failed: 0, over_cap: 0 },
    replaces: 'nothing',
  };
}

// Estimates the AWS bill of an ingest run, from counted units, per million rows.

/** SQS bills one request per 64 KB. */
const SQS_UNIT_BYTES = 64 * 1_024;
const SQS_BATCH = 10;

export interface Counted {
  readonly units: DynamoDbUnits;
  readonly invocations: InvocationLog;
  readonly orders: readonly SubmittedOrder[];
  readonly lines: number;
  readonly requests: number;
}

export function computeBill({
  units,
  invocations,
  orders,
  lines,
  requests,
}: Counted): Record<string, unknown> {
  const scale = 1_000_000 / lines;
  const uses = invocations.byFunction();
  const applies = uses.find(({ name }) => name.includes('ApplyChunk'))?.invocations ?? 0;
  const sqs = countSqsRequests(orders, requests, applies);
  const gbSeconds = uses.reduce(
    (sum, use) => sum + (use.duration_ms / 1_000) * (use.memory_size_mb / 1_024),
    0,
  );
  const lambdas = uses.reduce((sum, use) => sum + use.invocations, 0);
  const counted = {
    dynamodb_write_unit: units.writes * scale,
    dynamodb_read_unit: units.reads * scale,
    sqs_request: sqs * scale,
    lambda_gb_second: gbSeconds * scale,
    lambda_request: lambdas * scale,
    http_api_request: requests * scale,
  };
  const dollars = Object.entries(counted).map(([name, amount]): [string, number] => [
    name,
    amount * (PRICES[name] ?? Number.NaN),
  ]);
  return {
    counted: Object.fromEntries(Object.entries(counted).map(([name, value]) => [name, Math.round(value)])),
    dollars: Object.fromEntries(dollars.map(([name, value]) => [name, Number(value.toFixed(4))])),
    dollars_total: Number(dollars.reduce((sum, [, value]) => sum + value, 0).toFixed(3)),
    prices_of: PRICES_OF,
    dynamodb_calls: units.calls,
  };
}

/** Counts sends in batches of ten, and one receive and one delete per invocation. */
function countSqsRequests(orders: readonly SubmittedOrder[], requests: number, applies: number): number {
  const chunks = cutIntoChunks(orders);
  const bytes = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(JSON.stringify(chunk)), 0);
  const countBatchRequests = (batches: number): number =>
    Math.max(batches, Math.ceil(bytes / SQS_UNIT_BYTES));
  return (
    countBatchRequests(Math.ceil(chunks.length / SQS_BATCH) + requests) +
    countBatchRequests(applies) +
    applies
  );
}

const ROWS_PER_REQUEST = 10_000;
/** Requests in flight, as the contract recommends. */
const IN_FLIGHT = 2;
/** Milliseconds between polls: each read of an import takes some milliseconds of the functions and the engine. */
const POLL_MS = 100;

export async function benchIngest(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      'lines-per-order': { type: 'string', default: '2.5' },
      bill: { type: 'boolean', default: false },
      'like-aws': { type: 'boolean', default: false },
    },
  });
  const rows = Number(values.rows);
  const linesPerOrder = Number(values['lines-per-order']);
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-bench-'));
  const invocations = new InvocationLog();
  const cloud = await openBenchCloud(dir, invocations.take, {
    isCounting: values.bill,
    likeAws: values['like-aws'],
  });
  try {
    const { units, db } = cloud;
    const api = createClient(cloud.apiUrl, cloud.apiKey);
    const name = `ingest, ${linesPerOrder} lines an order`;

    const single = createRequest(0, linesPerOrder, ROWS_PER_REQUEST, 'single');
    const one = await pushAll(api, [single]);
    reportCase(`${name}: one request of ${ROWS_PER_REQUEST}`, {
      accepted_ms: Math.round(one.acceptedMs[0] ?? 0),
      completed_ms: Math.round(one.totalMs),
    });

    const requests = Array.from({ length: Math.ceil(rows / ROWS_PER_REQUEST) }, (_, i) =>
      createRequest(i, linesPerOrder, ROWS_PER_REQUEST, 'many'),
    );
    const orders = requests.flat();
    const lines = orders.reduce((sum, order) => sum + order.line_items.length, 0);
    invocations.clear();
    if (units !== undefined) Object.assign(units, { writes: 0, reads: 0, calls: {} });
    const service = await measureCpu(() => pushAll(api, requests));
    const engine = await measureCpu(() => writeToEngine(db, cloud.outputs, orders));
    const { totalMs } = service.result;
    const alone = engine.result;
    reportCase(name, {
      rows: lines,
      orders: orders.length,
      rows_per_second: Math.round((1_000 * lines) / totalMs),
      orders_per_second: Math.round((1_000 * orders.length) / totalMs),
      engine_alone_rows_per_second: Math.round((1_000 * lines) / alone),
      ratio_to_engine: Number((alone / totalMs).toFixed(3)),
      cpu_us_per_row: computePerRow(service, lines),
      node_cpu_us_per_row_by_thread: Object.fromEntries(
        [...service.threads]
          .map(([name, ms]) => [name, toMicros(ms, lines)] as const)
          .filter(([, used]) => used >= 0.1),
      ),
      engine_alone_cpu_us_per_row: computePerRow(engine, lines),
      cpu_ratio_to_engine: Number((sumCpu(engine) / sumCpu(service)).toFixed(3)),
      units_counted: values.bill,
      ...(cloud.refusals() !== undefined && { like_aws: cloud.refusals() }),
    });
    for (const used of invocations.byFunction()) reportCase(`${name}: function ${used.name}`, { ...used });
    if (units !== undefined) {
      reportCase(`${name}: what AWS would bill for a million rows`, {
        ...computeBill({ units, invocations, orders, lines, requests: requests.length }),
      });
    }
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface CpuUse<R> {
  readonly result: R;
  /** CPU time of this process: bench, functions, queues and pollers. */
  readonly nodeMs: number;
  readonly engineMs: number;
  /**
   * `nodeMs` by thread: threads of a function together, under the start of its name; V8's threads compile and collect
   * garbage.
   */
  readonly threads: ReadonlyMap<string, number>;
}

async function measureCpu<R>(run: () => Promise<R>): Promise<CpuUse<R>> {
  const engineBefore = measureStartedProcessesCpuMs();
  const threadsBefore = measureThreadsCpuMs();
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return {
    result,
    nodeMs: (user + system) / 1_000,
    engineMs: measureStartedProcessesCpuMs() - engineBefore,
    threads: new Map(
      [...measureThreadsCpuMs()].map(([name, ms]) => [name, ms - (threadsBefore.get(name) ?? 0)]),
    ),
  };
}

function computePerRow({ nodeMs, engineMs }: CpuUse<unknown>, rows: number) {
  return { node: toMicros(nodeMs, rows), engine: toMicros(engineMs, rows) };
}

const toMicros = (ms: number, rows: number): number => Number(((1_000 * ms) / rows).toFixed(1));

const sumCpu = ({ nodeMs, engineMs }: CpuUse<unknown>): number => nodeMs + engineMs;

async function pushAll(api: ReturnType<typeof createClient>, requests: readonly SubmittedOrder[][]) {
  const began = performance.now();
  const acceptedMs: number[] = [];
  const imports: string[] = [];
  const pending = requests.values();
  const runWorker = async (): Promise<void> => {
    for (const orders of pending) {
      const asked = performance.now();
      const { body } = await api.post('/data/orders', { orders });
      imports.push(v.parse(submitOrdersResponse, body).import_id);
      acceptedMs.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, runWorker));
  for (const importId of imports) {
    for (;;) {
      const { body } = await api.get(`/data/orders?import_id=${importId}`);
      const job = v.parse(importJob, body);
      if (job.status === 'completed') break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
  return { totalMs: performance.now() - began, acceptedMs };
}
