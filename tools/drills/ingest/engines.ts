// Starts the engines and the stores on them, which all runs share. Each run is isolated by its own account.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetObjectCommand,
  HeadObjectCommand,
  type PutObjectCommandInput,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../apps/local-cloud/engines/dynamodb.ts';
import {
  type QueuesAndBuckets,
  startQueuesAndBuckets,
} from '../../../apps/local-cloud/engines/queues-and-buckets.ts';
import { startDynamoDbLimits } from '../../../apps/local-cloud/like-aws/dynamodb-limits.ts';
import { startLocalCloud } from '../../../apps/local-cloud/local-cloud.ts';
import { REGION } from '../../../apps/local-cloud/template.ts';
import {
  type LocalStepFunctions,
  startStepFunctions,
} from '../../../apps/local-cloud/workflows/executions.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { createHeldReads } from '../../../src/service/accounts/held-reads.ts';
import { createIdempotencyRecords } from '../../../src/service/accounts/idempotency-records.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { type BucketFiles, createBucketFiles } from '../../../src/service/bucket-files.ts';
import { wireErasure } from '../../../src/service/erasures/wire-erasure.ts';
import { createTableFiles, type TableFiles } from '../../../src/service/exports/table/table-files.ts';
import { wireReconcile } from '../../../src/service/operations/wire-reconcile.ts';
import { createOrderStore } from '../../../src/service/orders/orders.ts';
import { wireAccept, wireApply } from '../../../src/service/orders/wire-ingest.ts';
import { wireReportItems, wireReportOrders } from '../../../src/service/reports/wire-states.ts';
import { createSourceStore } from '../../../src/service/sources/sources.ts';
import { createSendWebhook } from '../../../src/service/webhooks/send.ts';
import { ORDERS_TABLE, SERVICE_TABLE } from '../../harness/plain-table.ts';
import { startReceivers, type WebhookReceivers } from '../../harness/webhook-receivers.ts';
import { injectFault, runOutOfTurn } from './faults.ts';

// S3's conditional writes: PutObject with If-None-Match is refused if the object exists, with If-Match if it is not the
// one named. The local engine ignores both headers, so the drills enforce them, within the call's turn.
const REFUSAL = {
  name: 'PreconditionFailed',
  $fault: 'client',
  $metadata: { httpStatusCode: 412 },
  message: 'At least one of the pre-conditions you specified did not hold',
} as const;

function refuseSecondPuts(s3: S3Client): void {
  s3.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const { input } = args;
        if (commandName === 'PutObjectCommand' && isConditional(input)) {
          const stored = await readStoredVersion(s3, input);
          if (input.IfMatch === undefined ? stored !== undefined : stored !== input.IfMatch)
            throw new S3ServiceException(REFUSAL);
        }
        return next(args);
      },
    { step: 'initialize', name: 'putOnce', priority: 'low' },
  );
}

function isConditional(input: object): input is PutObjectCommandInput {
  return 'IfNoneMatch' in input || 'IfMatch' in input;
}

async function readStoredVersion(
  s3: S3Client,
  { Bucket, Key }: PutObjectCommandInput,
): Promise<string | undefined> {
  try {
    return (await runOutOfTurn(() => s3.send(new HeadObjectCommand({ Bucket, Key })))).ETag;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}

export const TABLES = { orders: 'drill-orders', service: 'drill-service' };
const PLACES = { ORDERS_TABLE: TABLES.orders, SERVICE_TABLE: TABLES.service };

function createStores(dynamo: DynamoDBClient, sfn: SFNClient) {
  const db = createDocumentClient(dynamo);
  const { service } = TABLES;
  const { orders: shardOrders, ...ofReports } = wireReportOrders(db, PLACES);
  const { orders: erasableOrders, shardOrders: _shardOrders, ...ofErasures } = wireErasure(db, TABLES);
  // Each run has a clock and ids of its own.
  const {
    clock: _clock,
    newFileId: _newFileId,
    ...stores
  } = {
    db,
    ...wireReportItems(db, PLACES),
    ...ofReports,
    shardOrders,
    ...ofErasures,
    erasableOrders,
    ...wireAccept(db, service),
    ...wireApply(db, TABLES),
    // Belongs to no state machine: a run with reports has its own state machine.
    ...wireReconcile(db, service, sfn, () => ''),
    // After one chunk of new orders, the next ones are assumed to be new: drills have to find what that assumption
    // loses.
    orders: createOrderStore(db, TABLES, 1),
    accounts: createAccountStore(db, service),
    keys: createKeyStore(db, service),
    // Shared by all runs.
    heldReads: createHeldReads(db, service, { perAccount: 2, total: 1_000 }),
    records: createIdempotencyRecords(db, service),
    sources: createSourceStore(db, service),
  };
  return stores;
}
export type Stores = ReturnType<typeof createStores>;

export interface Engines {
  readonly stores: Stores;
  readonly sqs: SQSClient;
  readonly queues: QueuesAndBuckets;
  readonly sfn: SFNClient;
  readonly states: LocalStepFunctions;
  readonly receivers: WebhookReceivers;
  readonly createSend: typeof createSendWebhook;
  readonly openCloud: typeof startLocalCloud;
  deleteQueue(url: string): Promise<void>;
  /** Creates files in a run's own bucket. */
  createFiles(bucket: string): BucketFiles;
  createTableFiles(bucket: string): TableFiles;
  /** Returns all objects with the prefix by key. */
  readBucket(bucket: string, prefix: string): Promise<ReadonlyMap<string, Uint8Array>>;
  stop(): Promise<void>;
}

/**
 * During a run, waits between attempts are zero and log lines of injected faults are hidden: with a wait, the clock
 * instead of the seed would decide the order of calls. `likeAws`: the tables refuse what DynamoDB refuses, and whole
 * local clouds what AWS refuses a new account.
 */
export async function startEngines(likeAws = false): Promise<Engines> {
  const database = await startDynamoDb({
    file: undefined,
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: (message) => process.stderr.write(`${message}\n`),
  });
  const queues = await startQueuesAndBuckets(undefined);
  await database.createTable(TABLES.orders, ORDERS_TABLE);
  await database.createTable(TABLES.service, SERVICE_TABLE);
  const limits = likeAws ? await startDynamoDbLimits(database.endpoint) : undefined;
  const options = { region: REGION, credentials: LOCAL_CREDENTIALS };
  const dynamo = new DynamoDBClient({ ...options, endpoint: limits?.endpoint ?? database.endpoint });
  const sqs = new SQSClient({ ...options, endpoint: queues.endpoint });
  const s3 = new S3Client({ ...options, endpoint: queues.endpoint, forcePathStyle: true });
  const states = await startStepFunctions(0, () => undefined);
  const sfn = new SFNClient({ ...options, endpoint: states.endpoint });
  const receivers = await startReceivers();
  refuseSecondPuts(s3);
  const step = { step: 'initialize', name: 'drillFaults', priority: 'high' } as const;
  dynamo.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        injectFault(commandName, args, next),
    step,
  );
  sqs.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        injectFault(commandName, args, next),
    step,
  );
  s3.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        injectFault(commandName, args, next),
    step,
  );
  sfn.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        injectFault(commandName, args, next),
    step,
  );
  const { random } = Math;
  const { error, warn, info } = console;
  Math.random = () => 0;
  console.error = console.warn = console.info = () => {};
  return {
    stores: createStores(dynamo, sfn),
    sqs,
    queues,
    sfn,
    states,
    receivers,
    createSend: createSendWebhook,
    openCloud: (cloud) => startLocalCloud({ likeAws, ...cloud }),
    createFiles: (bucket) => createBucketFiles(s3, bucket),
    createTableFiles: (bucket) => createTableFiles(s3, bucket),
    async readBucket(Bucket, Prefix) {
      const found = new Map<string, Uint8Array>();
      for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket, Prefix })) {
        for (const { Key = '' } of Contents) {
          const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
          found.set(Key, (await Body?.transformToByteArray()) ?? new Uint8Array());
        }
      }
      return found;
    },
    async deleteQueue(QueueUrl) {
      await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    },
    async stop() {
      Math.random = random;
      Object.assign(console, { error, warn, info });
      for (const client of [dynamo, sqs, s3, sfn]) client.destroy();
      await Promise.all([states.stop(), receivers.stop(), queues.stop(), limits?.stop()]);
      await database.stop();
    },
  };
}
