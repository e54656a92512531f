// Deleting a dataset's orders, without the rest of an erasure: npm run -s bench -- erasure-orders [--orders N]
// [--like-aws]. Prints the CPU time of this process and of the engine per order, which do not depend on what else the
// machine does. With --like-aws, a proxy in this process adds DynamoDB's conflicts and latency, not its throughput limits.

import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../local/engines/dynamodb.ts';
import { NEW_ON_DEMAND_TABLE, startDynamoDbLimits } from '../../../local/like-aws/dynamodb-limits.ts';
import { SHARD_COUNT } from '../../../src/core/ingest/hash.ts';
import { emptyPart, type OrderPart, packPart, ROOT_PATH } from '../../../src/core/ingest/stored-order.ts';
import { eraseOrders } from '../../../src/erasure/erase-orders.ts';
import { documentClient } from '../../../src/stores/aws/clients.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { createErasableOrders } from '../../../src/stores/orders/erasable-orders.ts';
import { orderKey } from '../../../src/stores/tables/orders-table.ts';
import { rowCounterKey } from '../../../src/stores/tables/service-table.ts';
import { PLAIN_TABLE } from '../../harness/plain-table.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { startedProcessesCpuMs } from '../measuring/process-use.ts';

const TABLES = { orders: 'bench-orders', service: 'bench-service' };
const DATASET = { accountId: 'acc_bench', datasetId: 'bench' };
const LINES = 3;
/** Of BatchWriteItem. */
const BATCH = 25;
const IMPORT = '01M00000000000000000000001';
const ERASURE = '01M00000000000000000000002';
const BOUNDLESS = {
  partitionWrites: Number.POSITIVE_INFINITY,
  partitionReads: Number.POSITIVE_INFINITY,
  tableWrites: Number.POSITIVE_INFINITY,
  tableReads: Number.POSITIVE_INFINITY,
};

export async function benchErasureOrders(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '20000' },
      'like-aws': { type: 'boolean', default: false },
    },
  });
  const orders = Math.ceil(Number(values.orders) / BATCH) * BATCH;
  const engine = await startDynamoDb({
    file: undefined,
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
  for (const name of Object.values(TABLES)) {
    await engine.createTable(name, PLAIN_TABLE);
  }
  const limits = values['like-aws']
    ? await startDynamoDbLimits(engine.endpoint, { ...NEW_ON_DEMAND_TABLE, ...BOUNDLESS })
    : undefined;
  const clientOf = (endpoint: string) =>
    new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: LOCAL_CREDENTIALS });
  const direct = clientOf(engine.endpoint);
  const limited = clientOf(limits?.endpoint ?? engine.endpoint);
  try {
    await fill(documentClient(direct), orders);
    const deps = { orders: createErasableOrders(documentClient(limited), TABLES), clock: () => 0 };
    const erasures = [{ erasureId: ERASURE, customer: undefined }];
    const cpu = process.cpuUsage();
    const engineMs = startedProcessesCpuMs();
    const began = performance.now();
    const reached = await eraseOrders(deps, DATASET, erasures, { done: new Set(), cursors: {} }, 1);
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(cpu);
    const job = await createErasureStore(documentClient(direct), TABLES.service).get({
      accountId: DATASET.accountId,
      erasureId: ERASURE,
    });
    const perOrder = (milliseconds: number): number => Number((milliseconds / orders).toFixed(3));
    reportCase(`erasure of ${orders} orders${limits === undefined ? '' : ', like AWS'}`, {
      complete: reached.isComplete,
      orders_erased: job?.orders,
      orders_per_second: Math.round((1_000 * orders) / ms),
      node_cpu_ms_per_order: perOrder((user + system) / 1_000),
      engine_cpu_ms_per_order: perOrder(startedProcessesCpuMs() - engineMs),
      ...limits?.refusals,
    });
  } finally {
    direct.destroy();
    limited.destroy();
    await limits?.stop();
    await engine.stop();
  }
}

async function fill(db: DynamoDBDocumentClient, orders: number): Promise<void> {
  for (let from = 0; from < orders; from += BATCH) {
    const puts = Array.from({ length: BATCH }, (_, i) => {
      const part = storedOrder(from + i);
      const key = orderKey(DATASET.accountId, DATASET.datasetId, part.orderId, ROOT_PATH);
      return { PutRequest: { Item: { ...key, ...packPart(part) } } };
    });
    await db.send(new BatchWriteCommand({ RequestItems: { [TABLES.orders]: puts } }));
  }
  for (let shard = 0; shard < SHARD_COUNT; shard++) {
    const Item = {
      ...rowCounterKey(DATASET.accountId, shard),
      stored_rows: Math.ceil((orders * LINES) / SHARD_COUNT),
    };
    await db.send(new PutCommand({ TableName: TABLES.service, Item }));
  }
  await createErasureStore(db, TABLES.service).accept(
    {
      account_id: DATASET.accountId,
      erasure_id: ERASURE,
      kind: 'dataset',
      dataset_id: DATASET.datasetId,
      created_at: new Date(0).toISOString(),
      runs: 0,
      shard_cursors: {},
      orders: 0,
      line_items: 0,
      reports: 0,
      dead_letters: 0,
    },
    false,
  );
}

function storedOrder(at: number): OrderPart {
  const line = { sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined, importId: IMPORT };
  return {
    ...emptyPart(`order-${at}`, ROOT_PATH),
    version: 1,
    customerId: { value: `c${at % 50}`, importId: IMPORT },
    lines: new Map(Array.from({ length: LINES }, (_, i) => [`n:${i}`, { ...line, name: `product ${i}` }])),
  };
}
