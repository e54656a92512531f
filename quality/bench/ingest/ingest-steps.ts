// What each step of ingest takes in processor time of its thread, in microseconds a line item: npm run -s bench -- ingest-steps
// [--rows N] [--lines-per-order L]. One thread, warm, with the real engine of the tables in a process of its own, whose
// time is not counted, and a queue that answers at once. The mean of the second half of the requests: the clock of a thread
// is too coarse for single steps.
import '../../harness/function-environment.ts';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { ulid } from 'ulid';
import { LOCAL_CREDENTIALS, startDynamoDb } from '../../../local/engines/dynamodb.ts';
import { type ChunkMessage, chunkMessage } from '../../../src/contract/messages/chunk-message.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { parseSubmitOrders } from '../../../src/contract/resources/orders/orders.ts';
import { cutIntoChunks } from '../../../src/core/ingest/chunks.ts';
import { queueJson } from '../../../src/core/ingest/queue-json.ts';
import { repeatedRows } from '../../../src/core/ingest/repeated-rows.ts';
import { ROOT_PATH } from '../../../src/core/ingest/stored-order.ts';
import { countRows } from '../../../src/core/ingest/submitted-order.ts';
import { parseJson } from '../../../src/http/bodies/parse-json.ts';
import { readBody } from '../../../src/http/bodies/read-body.ts';
import { ORDERS_BODY } from '../../../src/schema/limits.ts';
import { createAccountStore } from '../../../src/stores/accounts/accounts.ts';
import { documentClient } from '../../../src/stores/aws/clients.ts';
import { NativeJsonProtocol } from '../../../src/stores/aws/native-json.ts';
import { sqsClient } from '../../../src/stores/aws/sqs-client.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { createChunkQueue } from '../../../src/stores/imports/chunk-queue.ts';
import { createImportStore } from '../../../src/stores/imports/imports.ts';
import { CHUNKS_PER_BATCH } from '../../../src/stores/imports/redelivery.ts';
import { createOrderStore, type OrderStore } from '../../../src/stores/orders/orders.ts';
import { context, event } from '../../harness/api-event.ts';
import { PLAIN_TABLE } from '../../harness/plain-table.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { commitOf } from './engine-alone.ts';
import { requestOf } from './ingest-requests.ts';

const ROWS_PER_REQUEST = 10_000;
const TABLES = { orders: 'bench-orders', service: 'bench-service' };
const ACCOUNT = 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const QUEUE = 'https://sqs.us-east-1.amazonaws.com/000000000000/ingest';

export async function benchIngestSteps(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '200000' },
      'lines-per-order': { type: 'string', default: '2.5' },
    },
  });
  const linesPerOrder = Number(values['lines-per-order']);
  mockClient(SQSClient).on(SendMessageBatchCommand).resolves({ Failed: [] });
  const engine = await startDynamoDb({
    file: undefined,
    endpoint: process.env.DYNAMODB_ENDPOINT,
    onLoss: console.error,
  });
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    protocol: NativeJsonProtocol,
  });
  try {
    for (const name of Object.values(TABLES)) await engine.createTable(name, PLAIN_TABLE);
    const db = documentClient(client);
    const store = createOrderStore(db, TABLES);
    const requests = Math.ceil(Number(values.rows) / ROWS_PER_REQUEST);
    const warmUp = requests >> 1;
    const { step, used } = stopwatch();
    for (let request = 0; request < requests; request++) {
      if (request === warmUp) used.clear();
      await ingest(db, store, request, linesPerOrder, step);
    }
    const rows = (requests - warmUp) * ROWS_PER_REQUEST;
    const perRow = (ms: number): number => Number(((1_000 * ms) / rows).toFixed(2));
    reportCase(`steps of ingest, ${linesPerOrder} lines an order, µs of processor time a line item`, {
      ...Object.fromEntries([...used].map(([name, ms]) => [name, perRow(ms)])),
      together: perRow([...used.values()].reduce((sum, ms) => sum + ms, 0)),
      rows,
    });
  } finally {
    client.destroy();
    await engine.stop();
  }
}

type Step = <R>(name: string, run: () => R | Promise<R>) => Promise<R>;

/** Processor time of this thread by step, in milliseconds. Steps follow one another. */
function stopwatch() {
  const used = new Map<string, number>();
  const step: Step = async (name, run) => {
    const before = process.threadCpuUsage();
    const result = await run();
    const { user, system } = process.threadCpuUsage(before);
    used.set(name, (used.get(name) ?? 0) + (user + system) / 1_000);
    return result;
  };
  return { step, used };
}

/** One request from its body to the end of its import, in the steps of SubmitOrders and ApplyChunk. */
async function ingest(
  db: DynamoDBDocumentClient,
  store: OrderStore,
  request: number,
  linesPerOrder: number,
  step: Step,
) {
  const imports = createImportStore(db, TABLES.service);
  const queue = createChunkQueue(sqsClient(), QUEUE);
  const importId = ulid();
  const ref = { accountId: ACCOUNT, importId };
  const dataset = { accountId: ACCOUNT, datasetId: 'default' };

  const sent = {
    event: event('', { orders: requestOf(request, linesPerOrder, ROWS_PER_REQUEST, 'steps') }),
    ...CALL,
  };
  await step('submit: read the body', () => readBody(ORDERS_BODY).before?.(sent));
  await step('submit: parse JSON', () => parseJson().before?.(sent));
  const { orders } = await step('submit: validate', () => parseSubmitOrders(sent.event.body));
  const chunks = await step('submit: cut into chunks', () => cutIntoChunks(orders));
  await step('submit: repeated rows', () => repeatedRows(orders));
  const messages = chunks.map(
    (chunkOrders, chunk): ChunkMessage => ({
      version: 1,
      account_id: ACCOUNT,
      dataset_id: dataset.datasetId,
      import_id: importId,
      chunk,
      orders: chunkOrders,
    }),
  );
  await step('submit: encode and send messages, without HTTP', () => queue.send(messages));
  await step('submit: create the import', () =>
    imports.create({
      account_id: ACCOUNT,
      import_id: importId,
      dataset_id: dataset.datasetId,
      created_at: new Date().toISOString(),
      chunk_rows: chunks.map(countRows),
    }),
  );

  const bodies = messages.map(queueJson);
  for (let from = 0; from < bodies.length; from += CHUNKS_PER_BATCH) {
    const batch = bodies.slice(from, from + CHUNKS_PER_BATCH);
    const parsed = await step('apply: parse JSON', () => batch.map((body): unknown => JSON.parse(body)));
    const valid = await step('apply: validate', () => parsed.map((body) => parseRequest(chunkMessage, body)));
    await step('apply: read import, marks and account, once for 10 chunks', async () => {
      await imports.get(ref);
      await createErasureStore(db, TABLES.service).mark(ACCOUNT, dataset.datasetId);
      await createAccountStore(db, TABLES.service).getAccount(ACCOUNT);
    });
    for (const { chunk, orders: own } of valid) {
      const refs = own.map(({ order_id }) => ({ orderId: order_id, path: ROOT_PATH }));
      if (!store.assumesNew(dataset))
        await step('apply: read stored orders', () => store.readParts(dataset, refs));
      const commit = await step('apply: merge', () => commitOf(dataset, importId, chunk, own));
      await step('apply: transaction', () => store.commit(commit));
    }
    await step('apply: note as done, once for 10 chunks', () =>
      imports.noteChunksDone(
        ref,
        valid.map(({ chunk }) => chunk),
      ),
    );
  }
}

const CALL = { context, response: undefined, error: null, internal: {} };
