// Tests that requests that are written without the SDK's serializer equal the SDK's own.

import {
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SQSClient,
  type SQSClientConfig,
} from '@aws-sdk/client-sqs';
import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { computeItemBytes, toAttributes, toItem } from '../../../../src/service/aws/attributes.ts';
import { createDocumentClient, NativeJsonProtocol } from '../../../../src/service/aws/clients.ts';
import { createSqsClient } from '../../../../src/service/aws/sqs-client.ts';
import { CODE_POINT } from '../../../../tools/harness/random/code-points.ts';

const CONFIG = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

/** Returns a handler that answers with an empty object, and records the bodies. */
function createAnsweringHandler() {
  const bodies: unknown[] = [];
  const handle = vi.fn(async ({ body }: { readonly body: string | Uint8Array }) => {
    bodies.push(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)));
    return { response: { statusCode: 200, headers: {}, body: new TextEncoder().encode('{}') } };
  });
  return { requestHandler: { handle, metadata: { handlerProtocol: 'http/1.1' } }, bodies };
}

function createClient(config: ConstructorParameters<typeof DynamoDBClient>[0] = {}) {
  const { requestHandler, bodies } = createAnsweringHandler();
  return { db: createDocumentClient(new DynamoDBClient({ ...CONFIG, ...config, requestHandler })), bodies };
}

async function sendBody(
  { db, bodies }: ReturnType<typeof createClient>,
  send: (db: DynamoDBDocumentClient) => Promise<unknown>,
): Promise<unknown> {
  await send(db);
  return bodies.at(-1);
}

const plain = createClient();
const native = createClient({ protocol: NativeJsonProtocol });

/** The document client loses the value of `__proto__`, and refuses an object with a `constructor`. */
const name = fc.string({ minLength: 1 }).filter((text) => text !== '__proto__' && text !== 'constructor');
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: CODE_POINT }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.constant(undefined),
    fc.array(fc.string()),
    fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;
const item = fc.dictionary(name, value, { noNullPrototype: true });

it('writes the items of a transaction as the document client writes them', async () => {
  await fc.assert(
    fc.asyncProperty(item, async (stored) => {
      const ClientRequestToken = 'token';
      const put = (Item: object) => ({ Put: { TableName: 'orders', Item: { ...Item } } });
      const expected = await sendBody(plain, (db) =>
        db.send(new TransactWriteCommand({ ClientRequestToken, TransactItems: [put(stored)] })),
      );
      const written = await sendBody(native, (db) =>
        db.send(
          new TransactWriteItemsCommand({ ClientRequestToken, TransactItems: [put(toAttributes(stored))] }),
        ),
      );
      expect(written).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

it('writes a value whose name is that of the prototype', async () => {
  const written = await sendBody(native, (db) => {
    const Item = toAttributes({ custom: JSON.parse('{"__proto__":{"a":false}}') });
    return db.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: 'orders', Item } }] }),
    );
  });
  expect(JSON.stringify(written)).toContain('{"custom":{"M":{"__proto__":{"M":{"a":{"BOOL":false}}}}}}');
});

it('keeps the idempotency token that the SDK gives a transaction', async () => {
  const Put = { TableName: 'orders', Item: { pk: { S: 'a' } } };
  const send = (db: DynamoDBDocumentClient) =>
    db.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }));
  expect(await sendBody(native, send)).toEqual({
    TransactItems: [{ Put }],
    ClientRequestToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it('writes the request of a batch read, and every other one, like the SDK', async () => {
  const Keys = [{ pk: { S: 'é"\n' } }];
  const getBatch = (db: DynamoDBDocumentClient) =>
    db.send(new BatchGetItemCommand({ RequestItems: { orders: { Keys, ConsistentRead: true } } }));
  const getOne = (db: DynamoDBDocumentClient) =>
    db.send(new GetItemCommand({ TableName: 'orders', Key: { pk: { S: 'a' } } }));
  expect(await sendBody(native, getBatch)).toEqual(await sendBody(plain, getBatch));
  expect(await sendBody(native, getOne)).toEqual(await sendBody(plain, getOne));
});

it('writes a batch of messages like the SDK', async () => {
  const entries = fc.array(
    fc.record({ Id: fc.nat().map(String), MessageBody: fc.string({ unit: CODE_POINT }) }),
  );
  const sendBatchBody = async (
    create: (config: SQSClientConfig) => SQSClient,
    Entries: SendMessageBatchRequestEntry[],
  ) => {
    const { requestHandler, bodies } = createAnsweringHandler();
    const sqs = create({ ...CONFIG, requestHandler });
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: 'https://queue.example/1/ingest', Entries }));
    return bodies.at(-1);
  };
  await fc.assert(
    fc.asyncProperty(entries, async (Entries) => {
      const expected = await sendBatchBody((config) => new SQSClient(config), Entries);
      expect(await sendBatchBody(createSqsClient, Entries)).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

it.each([
  ['NaN', Number.NaN],
  ['bytes', new Uint8Array(1)],
  ['null', null],
  ['a function', () => 1],
])('refuses to store %s', (_, refused) => {
  expect(() => toAttributes({ refused })).toThrow(TypeError);
});

it('reads the items that it writes, without members that have no value', () => {
  fc.assert(
    fc.property(item, (stored) => {
      // Compared as JSON, which, like DynamoDB, has neither members without a value nor a negative zero.
      expect(JSON.stringify(toItem(toAttributes(stored)))).toBe(JSON.stringify(stored));
    }),
  );
});

it('counts the bytes of an item like DynamoDB, numbers by their digits', () => {
  expect(computeItemBytes(toAttributes({ pk: 'ü', n: -12, list: ['ab', 'c'], map: { k: true } }))).toBe(
    2 + 2 + (1 + 4) + (4 + 3 + 1 + 2 + 1 + 1) + (3 + 3 + 1 + 1 + 1),
  );
});

it('copies no request for a log', async () => {
  const info = vi.fn();
  const { db } = createClient({ logger: { info, debug() {}, warn() {}, error() {} } });
  await db.send(new GetItemCommand({ TableName: 'orders', Key: { pk: { S: 'a' } } }));
  expect(info).not.toHaveBeenCalled();
});
