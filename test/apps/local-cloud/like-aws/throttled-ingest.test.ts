// A chunk that DynamoDB throttles once, on engines that throttle and count visibility timeouts: with the consumer's
// short wait it is applied within seconds, without it after the queue's visibility timeout.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import { queueArn, startQueuesAndBuckets } from '../../../../apps/local-cloud/engines/queues-and-buckets.ts';
import { startPoller } from '../../../../apps/local-cloud/functions/event-sources.ts';
import {
  NEW_ON_DEMAND_TABLE,
  startDynamoDbLimits,
} from '../../../../apps/local-cloud/like-aws/dynamodb-limits.ts';
import { REGION } from '../../../../apps/local-cloud/template.ts';
import { applyChunks } from '../../../../functions/queue/apply-chunk.ts';
import { documentClient } from '../../../../src/service/aws/clients.ts';
import { createAcceptOrders } from '../../../../src/service/orders/accept-orders.ts';
import { createChunkQueue } from '../../../../src/service/orders/chunk-queue.ts';
import { createDeadLetterQueue } from '../../../../src/service/orders/dead-letter-queue.ts';
import {
  createRedelivery,
  MAX_RECEIVES,
  type Redelivery,
} from '../../../../src/service/orders/redelivery.ts';
import { wireAccept, wireApply } from '../../../../src/service/orders/wire-ingest.ts';
import { PLAIN_TABLE } from '../../../../tools/harness/plain-table.ts';

const TABLES = { orders: 'throttled-orders', service: 'throttled-service' };
const CONNECTION = { region: REGION, credentials: LOCAL_CREDENTIALS };
/** Six minutes, and the first short wait of 5 to 10 s, 45 times as fast; SQS counts whole seconds. */
const VISIBILITY_S = 8;
const SHORT_WAIT_S = 1;

async function start() {
  const database = await startDynamoDb({
    file: undefined,
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
  const queues = await startQueuesAndBuckets(undefined);
  for (const name of Object.values(TABLES)) {
    await database.createTable(name, PLAIN_TABLE);
  }
  const limits = await startDynamoDbLimits(database.endpoint, { ...NEW_ON_DEMAND_TABLE, tableReads: 0 });
  const clients = {
    free: new DynamoDBClient({ ...CONNECTION, endpoint: database.endpoint }),
    throttled: new DynamoDBClient({ ...CONNECTION, endpoint: limits.endpoint, maxAttempts: 1 }),
    sqs: new SQSClient({ ...CONNECTION, endpoint: queues.endpoint }),
  };
  return {
    ...clients,
    queues,
    limits,
    async stop(): Promise<void> {
      for (const client of Object.values(clients)) client.destroy();
      await limits.stop();
      await queues.stop();
      await database.stop();
    },
  };
}

let engines: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  engines = await start();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engines?.stop();
});

function stores(client: DynamoDBClient) {
  const db = documentClient(client);
  return { ...wireAccept(db, TABLES.service), ...wireApply(db, TABLES) };
}

/** Milliseconds from the throttled delivery until the chunk was applied. */
async function recovery(name: string, redeliveryOf: (url: string) => Redelivery): Promise<number> {
  const { queues, sqs, free, throttled } = engines;
  const deadUrl = await queues.createQueue(`${name}-dead`, {
    VisibilityTimeout: VISIBILITY_S,
    MessageRetentionPeriod: 600,
    DelaySeconds: 0,
  });
  const queueUrl = await queues.createQueue(name, {
    VisibilityTimeout: VISIBILITY_S,
    MessageRetentionPeriod: 600,
    DelaySeconds: 0,
    RedrivePolicy: { deadLetterTargetArn: queueArn(`${name}-dead`), maxReceiveCount: MAX_RECEIVES },
  });
  const consumerOn = (client: DynamoDBClient) =>
    applyChunks({
      ...stores(client),
      maxStoredRows: async () => 1_000,
      deadLetterQueue: createDeadLetterQueue(sqs, deadUrl),
      maxReceives: MAX_RECEIVES,
      redelivery: redeliveryOf(queueUrl),
    });
  const [refusing, accepting] = [consumerOn(throttled), consumerOn(free)];
  const deliveries: number[] = [];
  let applied: (at: number) => void = () => {};
  const isApplied = new Promise<number>((resolve) => {
    applied = resolve;
  });
  const poller = startPoller({
    queue: await queues.queue(name),
    mapping: {
      EventSourceArn: queueArn(name),
      FunctionName: name,
      BatchSize: 1,
      MaximumBatchingWindowInSeconds: 0,
      Enabled: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 1 },
    },
    target: {
      name,
      async invoke(event) {
        deliveries.push(performance.now());
        const consume = deliveries.length === 1 ? refusing : accepting;
        const answer = await consume(JSON.parse(JSON.stringify(event)));
        if (answer.batchItemFailures.length === 0) applied(performance.now());
        return JSON.parse(JSON.stringify(answer));
      },
      stop: async () => {},
    },
    log: () => {},
  });
  const accept = createAcceptOrders({
    ...stores(free),
    queue: createChunkQueue(sqs, queueUrl),
    newImportId: ulid,
    clock: Date.now,
  });
  const orders = [{ order_id: 'o', line_items: [{ product_name: 'p' }] }];
  await accept(`acc_${ulid()}`, 1_000, { orders, dataset_id: name });
  const end = await isApplied;
  await poller.stop();
  expect(deliveries).toHaveLength(2);
  return end - (deliveries[0] ?? 0);
}

it('a throttled chunk is applied after the short wait instead of the visibility timeout', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { sqs, limits } = engines;
  const [withWait, without] = await Promise.all([
    recovery('short-wait', (url) => ({
      after(receipt, seconds) {
        expect(seconds).toBeLessThanOrEqual(10);
        return createRedelivery(sqs, url).after(receipt, SHORT_WAIT_S);
      },
    })),
    recovery('no-wait', () => ({ after: async () => {} })),
  ]);
  expect(limits.refusals.throttled).toBe(2);
  expect(withWait).toBeGreaterThan(1_000 * SHORT_WAIT_S - 100);
  expect(withWait).toBeLessThan(1_000 * (VISIBILITY_S - 1));
  expect(without).toBeGreaterThan(1_000 * VISIBILITY_S - 100);
});
