// Tests the limits in front of DynamoDB, with an engine that answers every request with 200.
import { createServer, type Server } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import { listen } from '../../../../apps/local-cloud/free-port.ts';
import {
  type DynamoDbLimits,
  listIndexWrites,
  NEW_ON_DEMAND_TABLE,
  startDynamoDbLimits,
} from '../../../../apps/local-cloud/like-aws/dynamodb-limits.ts';
import { createDocumentClient } from '../../../../src/service/aws/clients.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A table with an index of the items that have the attribute `kind`. */
const INDEXED = new Map([
  [
    't',
    {
      KeySchema: [{ AttributeName: 'pk' }, { AttributeName: 'sk' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_kind',
          KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' as const }],
          Projection: { ProjectionType: 'KEYS_ONLY' as const, NonKeyAttributes: [] },
        },
      ],
    },
  ],
]);

async function startLimited(limits: Partial<DynamoDbLimits>, answer = '{}') {
  let received = 0;
  const engine: Server = createServer((request, response) => {
    received++;
    request.resume().on('end', () => response.end(answer));
  });
  const port = await listen(engine, 0);
  const proxy = await startDynamoDbLimits(
    `http://127.0.0.1:${port}`,
    { ...NEW_ON_DEMAND_TABLE, ...limits },
    INDEXED,
  );
  const client = new DynamoDBClient({
    endpoint: proxy.endpoint,
    region: 'us-east-1',
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
  cleanups.push(
    () => engine.closeAllConnections(),
    () => engine.close(),
    () => proxy.stop(),
    () => client.destroy(),
  );
  /** Resolves while the first transaction holds its items. */
  const waitInFlight = () => expect.poll(() => received, { interval: 5 }).toBe(1);
  return { db: createDocumentClient(client), refusals: proxy.refusals, waitInFlight };
}

const createPut = (sk: string, text = '') => ({ TableName: 't', Item: { pk: 'a', sk, text } });
const createTransaction = (...keys: string[]) =>
  new TransactWriteCommand({ TransactItems: keys.map((sk) => ({ Put: createPut(sk) })) });
/** Long enough for a second request in between, on a busy machine too. */
const IN_FLIGHT_MS = 1_500;
const settle = (call: Promise<unknown>): Promise<unknown> => call.then(() => 'done').catch((error) => error);

it('refuses a transaction that shares an item with one in flight, and names the item', async () => {
  const { db, refusals, waitInFlight } = await startLimited({ transactionLatencyMs: IN_FLIGHT_MS });
  const [first, second] = await Promise.all([
    settle(db.send(createTransaction('1', '2'))),
    waitInFlight().then(() => settle(db.send(createTransaction('2', '3')))),
  ]);
  expect(first).toBe('done');
  expect(second).toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
  });
  expect(refusals.conflicts).toBe(1);
});

it('allows overlapping transactions over different items, and releases the items of completed ones', async () => {
  const { db, refusals } = await startLimited({ transactionLatencyMs: 50 });
  await Promise.all([db.send(createTransaction('1')), db.send(createTransaction('2'))]);
  await db.send(createTransaction('1', '2'));
  expect(refusals.conflicts).toBe(0);
});

it('refuses a single write to an item of a transaction in flight', async () => {
  const { db, waitInFlight } = await startLimited({ transactionLatencyMs: IN_FLIGHT_MS });
  const [, second] = await Promise.all([
    db.send(createTransaction('1')),
    waitInFlight().then(() => settle(db.send(new PutCommand(createPut('1'))))),
  ]);
  expect(second).toMatchObject({ name: 'TransactionConflictException' });
});

it('throttles a partition above its write units per second', async () => {
  const { db, refusals } = await startLimited({ partitionWrites: 10 });
  expect(await settle(db.send(new PutCommand(createPut('1', 'x'.repeat(15_000)))))).toBe('done');
  expect(await settle(db.send(new PutCommand(createPut('2'))))).toMatchObject({
    name: 'ThrottlingException',
  });
  expect(await settle(db.send(createTransaction('3')))).toMatchObject({
    CancellationReasons: [{ Code: 'ThrottlingError' }],
  });
  const other = { TableName: 't', Item: { pk: 'b', sk: '1' } };
  expect(await settle(db.send(new PutCommand(other)))).toBe('done');
  expect(refusals.throttled).toBe(2);
});

it('throttles a partition above its read units, which depend on the size of the response', async () => {
  const items = JSON.stringify({ Items: [{ text: { S: 'x'.repeat(100_000) } }] });
  const { db } = await startLimited({ partitionReads: 20 }, items);
  const query = new QueryCommand({
    TableName: 't',
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'a' },
  });
  expect(await settle(db.send(query))).toBe('done');
  expect(await settle(db.send(query))).toMatchObject({ name: 'ThrottlingException' });
});

it('refuses a write to a table whose index is throttled, and accepts one that the index does not contain', async () => {
  const { db, refusals } = await startLimited({ partitionWrites: 10 });
  const write = (pk: string, kind?: string) =>
    settle(db.send(new PutCommand({ TableName: 't', Item: { pk, sk: 'x', kind } })));
  // Each item has its own partition in the table; in the index, they share one.
  const shared = [];
  for (let at = 0; at < 30; at++) shared.push(await write(`p${at}`, 'import'));
  expect(shared.slice(0, 10)).toEqual(Array(10).fill('done'));
  expect(shared).toContainEqual(expect.objectContaining({ name: 'ThrottlingException' }));
  expect(refusals.throttled).toBeGreaterThan(0);
  const before = refusals.throttled;
  for (let at = 0; at < 30; at++) expect(await write(`q${at}`)).toBe('done');
  for (let at = 0; at < 30; at++) expect(await write(`r${at}`, `kind${at}`)).toBe('done');
  expect(refusals.throttled).toBe(before);
});

it('charges a unit of an index for an update of its key, and none for other updates', () => {
  const update = (UpdateExpression: string) => ({ TableName: 't', Key: {}, UpdateExpression });
  const taken = [{ partition: 't/by_kind', item: 't/by_kind', units: 1 }];
  expect(listIndexWrites(INDEXED, update('REMOVE kind SET a = :a'))).toEqual(taken);
  expect(listIndexWrites(INDEXED, update('SET mankind = :a'))).toEqual([]);
  const renamed = { ...update('REMOVE #k'), ExpressionAttributeNames: { '#k': 'kind' } };
  expect(listIndexWrites(INDEXED, renamed)).toEqual(taken);
});
