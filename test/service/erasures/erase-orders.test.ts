// Erasing the orders of a dataset on an engine that refuses what DynamoDB refuses.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../apps/local-cloud/engines/dynamodb.ts';
import {
  type DynamoDbLimitsProxy,
  NEW_ON_DEMAND_TABLE,
  startDynamoDbLimits,
} from '../../../apps/local-cloud/like-aws/dynamodb-limits.ts';
import { emptyPart, type OrderPart, packPart, ROOT_PATH } from '../../../src/analysis/ingest/stored-order.ts';
import { createRowCounters } from '../../../src/service/accounts/row-counters.ts';
import { documentClient } from '../../../src/service/aws/clients.ts';
import { createBucketFiles } from '../../../src/service/bucket-files.ts';
import { eraseOrders } from '../../../src/service/erasures/erase-orders.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createRunErasure } from '../../../src/service/erasures/run-erasure.ts';
import { wireErasure } from '../../../src/service/erasures/wire-erasure.ts';
import { createErasableOrders } from '../../../src/service/orders/erasable-orders.ts';
import { orderKey } from '../../../src/service/tables/orders-table.ts';
import { rowCounterKey } from '../../../src/service/tables/service-table.ts';
import { PLAIN_TABLE } from '../../../tools/harness/plain-table.ts';

const TABLES = { orders: 'erase-orders', service: 'erase-service' };
const DATASET = { accountId: 'acc_1', datasetId: 'shop' };
const ORDERS = 2_000;
const LINES = 3;
const NOTHING_DONE = { done: new Set<number>(), cursors: {} };

let engine: Awaited<ReturnType<typeof startDynamoDb>>;
let limits: DynamoDbLimitsProxy;
let dynamo: DynamoDBClient;

beforeAll(async () => {
  engine = await startDynamoDb({
    file: undefined,
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
  for (const name of Object.values(TABLES)) {
    await engine.createTable(name, PLAIN_TABLE);
  }
  limits = await startDynamoDbLimits(engine.endpoint, { ...NEW_ON_DEMAND_TABLE, transactionLatencyMs: 50 });
  dynamo = new DynamoDBClient({
    endpoint: limits.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
});
afterAll(async () => {
  dynamo?.destroy();
  await limits?.stop();
  await engine?.stop();
});

function order(at: number): OrderPart {
  const importId = '01M00000000000000000000001';
  const line = { sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined, importId };
  return {
    ...emptyPart(`order-${at}`, ROOT_PATH),
    version: 1,
    customerId: { value: `c${at % 50}`, importId },
    lines: new Map(Array.from({ length: LINES }, (_, i) => [`n:${i}`, { ...line, name: `product ${i}` }])),
  };
}

it('erases a dataset without a conflict between its own transactions, and counts every order once', async () => {
  const direct = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
  });
  const unlimited = documentClient(direct);
  for (let from = 0; from < ORDERS; from += 25) {
    const puts = Array.from({ length: 25 }, (_, i) => {
      const part = order(from + i);
      const key = orderKey(DATASET.accountId, DATASET.datasetId, part.orderId, part.path);
      return { PutRequest: { Item: { ...key, ...packPart(part) } } };
    });
    await unlimited.send(new BatchWriteCommand({ RequestItems: { [TABLES.orders]: puts } }));
  }
  for (let shard = 0; shard < 16; shard++) {
    const Item = { ...rowCounterKey(DATASET.accountId, shard), stored_rows: (ORDERS * LINES) / 16 };
    await unlimited.send(new PutCommand({ TableName: TABLES.service, Item }));
  }
  const db = documentClient(dynamo);
  const erasures = createErasureStore(db, TABLES.service);
  const erasureId = '01M00000000000000000000002';
  const accepted = {
    account_id: DATASET.accountId,
    erasure_id: erasureId,
    kind: 'dataset',
    dataset_id: DATASET.datasetId,
    created_at: new Date(0).toISOString(),
    runs: 0,
    shard_cursors: {},
    orders: 0,
    line_items: 0,
    reports: 0,
    dead_letters: 0,
  } as const;
  await erasures.accept(accepted, false);
  const deps = { orders: createErasableOrders(db, TABLES), clock: () => 0 };

  const reached = await eraseOrders(deps, DATASET, [{ erasureId, customer: undefined }], NOTHING_DONE, 1);

  expect(reached).toMatchObject({ isComplete: true, failures: [] });
  expect(limits.refusals.conflicts).toBe(0);
  const job = await erasures.get({ accountId: DATASET.accountId, erasureId });
  expect(job).toMatchObject({ orders: ORDERS, line_items: ORDERS * LINES });
  const counters = await createRowCounters(db, TABLES.service).read(DATASET.accountId);
  expect(counters.reduce((sum, rows) => sum + rows, 0)).toBe(0);
  direct.destroy();
});

it('an erasure that another one completes while it takes the lead completes no third one', async () => {
  const accountId = 'acc_2';
  const db = documentClient(dynamo);
  const erasures = createErasureStore(db, TABLES.service);
  const [inRound = '', waiting = ''] = ['01M00000000000000000000003', '01M00000000000000000000004'];
  const at = new Date(0).toISOString();
  for (const erasure_id of [inRound, waiting]) {
    await erasures.accept(
      {
        account_id: accountId,
        erasure_id,
        kind: 'customer',
        dataset_id: DATASET.datasetId,
        customer: { digest: erasure_id, member: '1' },
        created_at: at,
        runs: 1,
        shard_cursors: {},
        orders: 0,
        line_items: 0,
        reports: 0,
        dead_letters: 0,
      },
      false,
    );
    await erasures.noteSettled({ accountId, erasureId: erasure_id }, at);
  }
  // The orders of the first were walked by a leader that now lets go of the lead.
  await erasures.noteOrdersDone({ accountId, erasureId: inRound }, at);
  const s3 = new S3Client({ region: 'us-east-1', credentials: LOCAL_CREDENTIALS });
  const run = createRunErasure({
    ...wireErasure(db, TABLES),
    ...createBucketFiles(s3, ''),
    erasures: {
      ...erasures,
      async takeLead(ref, datasetId) {
        const item = await erasures.get({ accountId, erasureId: inRound });
        if (item !== undefined) await erasures.complete(item, at);
        return erasures.takeLead(ref, datasetId);
      },
    },
    partitionFiles: { removeAll: async () => {} },
    extracts: { forget: async () => {} },
    clock: () => 0,
  });

  expect(await run({ accountId, erasureId: inRound }, Number.MAX_VALUE)).toMatchObject({ outcome: 'done' });

  const third = await erasures.get({ accountId, erasureId: waiting });
  expect(third?.completed_at).toBeUndefined();
  expect(await erasures.takeLead({ accountId, erasureId: waiting }, DATASET.datasetId)).toBe(true);
  s3.destroy();
});
