// Ingest end to end, from HTTP until every row is applied, next to the same transactions written directly to the
// engine. npm run -s bench -- ingest [--rows N] [--lines-per-order L] [--bill] [--like-aws]. With --bill it counts the units
// that AWS would bill, which slows the run down; with --like-aws the local cloud refuses what AWS refuses a new account.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { importJob, submitOrdersResponse } from '../../../src/contract/resources/orders/orders.ts';
import type { SubmittedOrder } from '../../../src/core/ingest/submitted-order.ts';
import { createClient } from '../../harness/client.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { InvocationLog } from '../measuring/invocation-log.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { startedProcessesCpuMs, threadsCpuMs } from '../measuring/process-use.ts';
import { billOf } from './aws-bill.ts';
import { writeToEngine } from './engine-alone.ts';
import { requestOf } from './ingest-requests.ts';

const ROWS_PER_REQUEST = 10_000;
/** As the contract recommends. */
const IN_FLIGHT = 2;
/** Each read of an import takes some milliseconds of the functions and the engine. */
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

    const single = requestOf(0, linesPerOrder, ROWS_PER_REQUEST, 'single');
    const one = await pushAll(api, [single]);
    reportCase(`${name}: one request of ${ROWS_PER_REQUEST}`, {
      accepted_ms: Math.round(one.acceptedMs[0] ?? 0),
      completed_ms: Math.round(one.totalMs),
    });

    const requests = Array.from({ length: Math.ceil(rows / ROWS_PER_REQUEST) }, (_, i) =>
      requestOf(i, linesPerOrder, ROWS_PER_REQUEST, 'many'),
    );
    const orders = requests.flat();
    const lines = orders.reduce((sum, order) => sum + order.line_items.length, 0);
    invocations.clear();
    if (units !== undefined) Object.assign(units, { writes: 0, reads: 0, calls: {} });
    const service = await cpuOf(() => pushAll(api, requests));
    const engine = await cpuOf(() => writeToEngine(db, cloud.outputs, orders));
    const { totalMs } = service.result;
    const alone = engine.result;
    reportCase(name, {
      rows: lines,
      orders: orders.length,
      rows_per_second: Math.round((1_000 * lines) / totalMs),
      orders_per_second: Math.round((1_000 * orders.length) / totalMs),
      engine_alone_rows_per_second: Math.round((1_000 * lines) / alone),
      ratio_to_engine: Number((alone / totalMs).toFixed(3)),
      cpu_us_per_row: perRow(service, lines),
      node_cpu_us_per_row_by_thread: Object.fromEntries(
        [...service.threads]
          .map(([name, ms]) => [name, micros(ms, lines)] as const)
          .filter(([, used]) => used >= 0.1),
      ),
      engine_alone_cpu_us_per_row: perRow(engine, lines),
      cpu_ratio_to_engine: Number((allOf(engine) / allOf(service)).toFixed(3)),
      units_counted: values.bill,
      ...(cloud.refusals() !== undefined && { like_aws: cloud.refusals() }),
    });
    for (const used of invocations.byFunction()) reportCase(`${name}: function ${used.name}`, { ...used });
    if (units !== undefined) {
      reportCase(`${name}: what AWS would bill for a million rows`, {
        ...billOf({ units, invocations, orders, lines, requests: requests.length }),
      });
    }
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface CpuUse<R> {
  readonly result: R;
  /** Of this process: bench, functions, queues and pollers. */
  readonly nodeMs: number;
  readonly engineMs: number;
  /** `nodeMs` by thread: those of a function together, under the start of its name; V8's compile and collect garbage. */
  readonly threads: ReadonlyMap<string, number>;
}

async function cpuOf<R>(run: () => Promise<R>): Promise<CpuUse<R>> {
  const engineBefore = startedProcessesCpuMs();
  const threadsBefore = threadsCpuMs();
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return {
    result,
    nodeMs: (user + system) / 1_000,
    engineMs: startedProcessesCpuMs() - engineBefore,
    threads: new Map([...threadsCpuMs()].map(([name, ms]) => [name, ms - (threadsBefore.get(name) ?? 0)])),
  };
}

function perRow({ nodeMs, engineMs }: CpuUse<unknown>, rows: number) {
  return { node: micros(nodeMs, rows), engine: micros(engineMs, rows) };
}

const micros = (ms: number, rows: number): number => Number(((1_000 * ms) / rows).toFixed(1));

const allOf = ({ nodeMs, engineMs }: CpuUse<unknown>): number => nodeMs + engineMs;

async function pushAll(api: ReturnType<typeof createClient>, requests: readonly SubmittedOrder[][]) {
  const began = performance.now();
  const acceptedMs: number[] = [];
  const imports: string[] = [];
  const pending = requests.values();
  const worker = async (): Promise<void> => {
    for (const orders of pending) {
      const asked = performance.now();
      const { body } = await api.post('/data/orders', { orders });
      imports.push(v.parse(submitOrdersResponse, body).import_id);
      acceptedMs.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
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
