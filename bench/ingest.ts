// Ingest end to end through HTTP until every row is applied, beside the same transactions written to the engine alone.
// npm run -s bench -- ingest [--rows N] [--lines-per-order L] [--bill]: with --bill the units that AWS would bill are
// counted on the way, which slows the run.

import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { synthesize } from '../bin/synth.ts';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../local/dynamodb.ts';
import { startLocalCloud } from '../local/local-cloud.ts';
import { importJob, submitOrdersResponse } from '../src/contract/orders.ts';
import type { SubmittedOrder } from '../src/core/ingest/submitted-order.ts';
import { createOperations } from '../src/operations/accounts.ts';
import { createAccountStore } from '../src/stores/accounts.ts';
import { documentClient } from '../src/stores/clients.ts';
import { createClient } from '../test/end-to-end/client.ts';
import { billOf } from './aws-bill.ts';
import { countUnits } from './dynamodb-units.ts';
import { writeToEngine } from './engine-alone.ts';
import { InvocationLog } from './invocation-log.ts';
import { reportCase } from './json-lines.ts';

const ROWS_PER_REQUEST = 10_000;
/** As the contract advises. */
const IN_FLIGHT = 2;

export async function benchIngest(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      'lines-per-order': { type: 'string', default: '2.5' },
      bill: { type: 'boolean', default: false },
    },
  });
  const rows = Number(values.rows);
  const linesPerOrder = Number(values['lines-per-order']);
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-bench-'));
  const { template } = synthesize('local', join(dir, 'assembly'));
  const engine = await startDynamoDb({
    file: join(dir, 'dynamodb.sqlite'),
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
  const counter = values.bill ? await countUnits(engine.endpoint) : undefined;
  const invocations = new InvocationLog();
  const cloud = await startLocalCloud({
    template,
    assemblyDir: join(dir, 'assembly'),
    dataDir: join(dir, 'data'),
    dynamoDbEndpoint: counter?.endpoint ?? engine.endpoint,
    log: invocations.take,
  });
  try {
    const client = new DynamoDBClient({
      endpoint: engine.endpoint,
      region: 'us-east-1',
      credentials: LOCAL_CREDENTIALS,
    });
    const db = documentClient(client);
    const api = createClient(
      cloud.outputs.ApiUrl ?? '',
      await unhurriedKey(db, cloud.outputs.ServiceTable ?? ''),
    );
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
    if (counter !== undefined) Object.assign(counter.units, { writes: 0, reads: 0, calls: {} });
    const { totalMs } = await pushAll(api, requests);
    const alone = await writeToEngine(db, cloud.outputs, orders);
    reportCase(name, {
      rows: lines,
      orders: orders.length,
      rows_per_second: Math.round((1_000 * lines) / totalMs),
      orders_per_second: Math.round((1_000 * orders.length) / totalMs),
      engine_alone_rows_per_second: Math.round((1_000 * lines) / alone),
      ratio_to_engine: Number((alone / totalMs).toFixed(3)),
      units_counted: values.bill,
    });
    for (const used of invocations.byFunction()) reportCase(`${name}: function ${used.name}`, { ...used });
    if (counter !== undefined) {
      reportCase(`${name}: what AWS would bill for a million rows`, {
        ...billOf({ units: counter.units, invocations, orders, lines, requests: requests.length }),
      });
    }
    client.destroy();
  } finally {
    await cloud.stop();
    await counter?.stop();
    await engine.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function unhurriedKey(db: ReturnType<typeof documentClient>, table: string): Promise<string> {
  const operations = createOperations({
    accounts: createAccountStore(db, table),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const account = await operations.createAccount('bench', 'max', {
    requestsPerMinute: 1_000_000,
    maxStoredRows: 1_000_000_000,
  });
  return operations.createKey(account.account_id);
}

/** 2.5 lines an order are 2 and 3 in turn. */
function requestOf(index: number, linesPerOrder: number, rows: number, prefix: string): SubmittedOrder[] {
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
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return { totalMs: performance.now() - began, acceptedMs };
}
