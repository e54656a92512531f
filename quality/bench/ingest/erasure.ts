// Erasure on the engine, without the wait for writers: npm run -s bench -- erasure [--rows N]. Erases one customer, a
// hundred customers in one round and a whole dataset, and prints the units that AWS would bill for each. With
// --like-aws, the engine has DynamoDB's conflicts, throttling and latency; --table-write-units N is the same with a table of
// N write units a second instead of a new one's 4,000.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { LOCAL_CREDENTIALS } from '../../../local/engines/dynamodb.ts';
import { NEW_ON_DEMAND_TABLE, startDynamoDbLimits } from '../../../local/like-aws/dynamodb-limits.ts';
import { createRunErasure } from '../../../src/erasure/run-erasure.ts';
import { wireErasure } from '../../../src/erasure/wire-erasure.ts';
import { LEFT_TO_RECONCILER, wireRequestErasure } from '../../../src/erasure/wire-request.ts';
import { documentClient } from '../../../src/stores/aws/clients.ts';
import { createBucketFiles } from '../../../src/stores/bucket-files.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { createClient } from '../../harness/client.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { countUnits } from '../measuring/dynamodb-units.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { PRICES } from '../measuring/prices.ts';

const DATASET = 'bench';
const LINES = 2.5;
const ORDERS_PER_REQUEST = 4_000;
const CUSTOMERS = 20_000;

export async function benchErasure(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      'like-aws': { type: 'boolean', default: false },
      'table-write-units': { type: 'string' },
    },
  });
  const orders = Math.round(Number(values.rows) / LINES);
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-bench-'));
  const cloud = await openBenchCloud(dir, () => {});
  const tableWrites = Number(
    values['table-write-units'] ?? (values['like-aws'] ? NEW_ON_DEMAND_TABLE.tableWrites : 0),
  );
  const limits =
    tableWrites > 0
      ? await startDynamoDbLimits(cloud.endpoint, { ...NEW_ON_DEMAND_TABLE, tableWrites })
      : undefined;
  const counter = await countUnits(limits?.endpoint ?? cloud.endpoint);
  const dynamo = new DynamoDBClient({
    endpoint: counter.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  try {
    await fill(createClient(cloud.apiUrl, cloud.apiKey), orders);
    const db = documentClient(dynamo);
    const { ServiceTable = '', OrdersTable = '' } = cloud.outputs;
    const erasures = createErasureStore(db, ServiceTable);
    // There are no reports and no dead letters, so S3 is never called.
    const s3 = new S3Client({ region: 'us-east-1', credentials: LOCAL_CREDENTIALS });
    const request = wireRequestErasure(db, ServiceTable, { workflow: LEFT_TO_RECONCILER });
    const run = createRunErasure({
      ...wireErasure(db, { orders: OrdersTable, service: ServiceTable }),
      ...createBucketFiles(s3, ''),
      partitionFiles: { removeAll: async () => {} },
      extracts: { forget: async () => {} },
    });
    const { accountId } = cloud;

    const measure = async (name: string, ids: readonly string[]): Promise<void> => {
      for (const erasureId of ids)
        await erasures.noteSettled({ accountId, erasureId }, new Date().toISOString());
      Object.assign(counter.units, { writes: 0, reads: 0 });
      const began = performance.now();
      for (const erasureId of ids) {
        while ((await run({ accountId, erasureId }, Number.POSITIVE_INFINITY)).outcome === 'again');
      }
      const ms = performance.now() - began;
      const jobs = await Promise.all(ids.map((erasureId) => erasures.get({ accountId, erasureId })));
      const sum = (of: 'orders' | 'line_items') => jobs.reduce((total, job) => total + (job?.[of] ?? 0), 0);
      const { writes, reads } = counter.units;
      reportCase(`erasure: ${name} of ${orders} orders`, {
        ms: Math.round(ms),
        orders_walked_per_second: Math.round((1_000 * orders) / ms),
        orders_erased: sum('orders'),
        line_items_erased: sum('line_items'),
        ...(limits && { table_write_units: tableWrites, ...limits.refusals }),
        write_units: Math.round(writes),
        read_units: Math.round(reads),
        dollars: Number(
          (writes * (PRICES.dynamodb_write_unit ?? 0) + reads * (PRICES.dynamodb_read_unit ?? 0)).toFixed(6),
        ),
      });
    };
    const customers = async (from: number, to: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let at = from; at < to; at++) {
        ids.push((await request.customer(accountId, DATASET, `c${at}`)).erasure_id);
      }
      return ids;
    };
    await measure('one customer', await customers(0, 1));
    await measure('a hundred customers', await customers(1, 101));
    await measure('the dataset', [(await request.dataset(accountId, DATASET)).erasure_id]);
  } finally {
    dynamo.destroy();
    await counter.stop();
    await limits?.stop();
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Orders have two and three lines alternately. */
async function fill(api: ReturnType<typeof createClient>, orders: number): Promise<void> {
  for (let from = 0; from < orders; from += ORDERS_PER_REQUEST) {
    const count = Math.min(ORDERS_PER_REQUEST, orders - from);
    await api.push(
      Array.from({ length: count }, (_, i) => ({
        order_id: `order-${from + i}`,
        customer_id: `c${(from + i) % CUSTOMERS}`,
        order_date: '2026-01-15',
        line_items: Array.from({ length: 2 + (i % 2) }, (_, j) => ({
          product_name: `product ${(i * 31 + j * 17) % 4_000}`,
          unit_price: 4.5,
          quantity: 1,
        })),
      })),
      DATASET,
    );
  }
}
