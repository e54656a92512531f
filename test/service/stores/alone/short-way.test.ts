// Tests that requests which bypass the SDK's middleware equal the SDK's own, and that the SDK repeats those that fail.

import { Readable } from 'node:stream';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { createDocumentClient } from '../../../../src/service/aws/clients.ts';
import { computeAuthorization, markShort } from '../../../../src/service/aws/short-way.ts';

interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The time limit in milliseconds, if it differs from the client's. */
  readonly requestTimeout?: number;
}
interface Reply {
  readonly status?: number;
  readonly json?: unknown;
  /** True if the connection ends in the middle of the body. */
  readonly isCut?: boolean;
}

const CREDENTIALS = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' };
const GET = { TableName: 'orders', Key: { pk: 'a', sk: 'é' }, ConsistentRead: true };
const WRITE = { TransactItems: [{ Put: { TableName: 'orders', Item: { pk: { S: 'a' } } } }] };

/** Creates a client that gets these replies in turn; the first one answers the request that is copied. */
async function createDefaultClient(...replies: Reply[]) {
  return createClient({}, replies);
}

async function createClient(config: DynamoDBClientConfig, replies: Reply[]) {
  const sent: Sent[] = [];
  const left: Reply[] = [{}, ...replies];
  const handle = async (request: Sent, { requestTimeout }: { readonly requestTimeout?: number } = {}) => {
    sent.push(requestTimeout === undefined ? request : { ...request, requestTimeout });
    const { status: statusCode = 200, json = {}, isCut = false } = left.shift() ?? {};
    const bytes = Buffer.from(JSON.stringify(json));
    const body = new Readable({
      read() {
        this.push(bytes);
        if (isCut) this.destroy(new Error('connection lost'));
        else this.push(null);
      },
    });
    return { response: { statusCode, headers: {}, body } };
  };
  const requestHandler = { handle, metadata: { handlerProtocol: 'http/1.1' } };
  const db = createDocumentClient(
    new DynamoDBClient({ region: 'eu-west-1', credentials: CREDENTIALS, ...config, requestHandler }),
  );
  await db.send(new GetCommand(GET));
  return { db, sent };
}

const parseBody = ({ body }: Sent): unknown => JSON.parse(Buffer.from(body).toString());
const isOfSdk = ({ headers }: Sent): boolean => 'amz-sdk-invocation-id' in headers;

it('signs like the SDK', async () => {
  const { db, sent } = await createDefaultClient({}, {});
  await db.send(new GetCommand(GET));
  for (const { headers } of sent) {
    const authorization = headers.authorization ?? '';
    const names = /SignedHeaders=([^,]+),/.exec(authorization)?.[1]?.split(';') ?? [];
    const signed = Object.fromEntries(names.map((name) => [name, headers[name] ?? '']));
    const scope = { region: 'eu-west-1', service: 'dynamodb' };
    expect(computeAuthorization(signed, headers['x-amz-content-sha256'] ?? '', CREDENTIALS, scope)).toBe(
      authorization,
    );
  }
});

it('sends the request of the SDK to its address', async () => {
  const { db, sent } = await createDefaultClient({}, {});
  await db.send(markShort(new GetCommand(GET)));
  const [sdk, own] = sent;
  if (sdk === undefined || own === undefined) throw new Error('two requests');
  expect([isOfSdk(sdk), isOfSdk(own)]).toEqual([true, false]);
  expect(parseBody(own)).toEqual(parseBody(sdk));
  expect([sdk.requestTimeout, own.requestTimeout]).toEqual([undefined, 4_000]);
  const { host, 'content-type': type, 'x-amz-target': target, 'x-amz-security-token': token } = sdk.headers;
  expect(own.headers).toMatchObject({
    host,
    'content-type': type,
    'x-amz-target': target,
    'x-amz-security-token': token,
  });
  expect(own).toMatchObject({ ...sdk, headers: expect.anything(), body: expect.anything() });
});

it.each([
  [
    markShort(new GetCommand(GET)),
    { Item: { pk: { S: 'a' }, n: { N: '1.5' }, set: { SS: ['x', 'y'] }, no: { NULL: true } } },
  ],
  [
    markShort(
      new UpdateCommand({
        TableName: 'orders',
        Key: { pk: 'a' },
        ExpressionAttributeValues: { ':s': new Set([1, 2]) },
      }),
    ),
    { Attributes: { set: { NS: ['1', '2'] }, map: { M: { list: { L: [{ BOOL: false }] } } } } },
  ],
  [
    markShort(
      new QueryCommand({
        TableName: 'orders',
        ExclusiveStartKey: { pk: 'a' },
        ExpressionAttributeValues: { ':pk': 'a' },
      }),
    ),
    { Items: [{ pk: { S: 'a' } }, {}], Count: 2, LastEvaluatedKey: { pk: { S: 'a' } } },
  ],
])('returns the same result as the SDK', async (command, json) => {
  const { db, sent } = await createDefaultClient({ json }, { status: 500 }, { json });
  // The types of a list of commands share no method of the client.
  const send = (): Promise<unknown> => Reflect.apply(db.send, db, [command]);
  const { $metadata: _, ...own } = Object(await send());
  const { $metadata: __, ...ofSdk } = Object(await send());
  expect(own).toEqual(ofSdk);
  expect(sent.map(isOfSdk)).toEqual([true, false, false, true]);
  expect(new Set(sent.slice(1).map(({ body }) => Buffer.from(body).toString())).size).toBe(1);
});

it('throws for a condition that does not hold, without a retry', async () => {
  const Item = { pk: { S: 'a' } };
  const refusal = { __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException', Item };
  const { db, sent } = await createDefaultClient({ status: 400, json: refusal });
  const error: unknown = await db.send(markShort(new UpdateCommand(GET))).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConditionalCheckFailedException);
  expect(error).toMatchObject({ Item });
  expect(sent).toHaveLength(2);
});

it('throws with the reasons of a cancelled transaction, without a retry', async () => {
  const CancellationReasons = [{ Code: 'ConditionalCheckFailed', Message: 'no' }, { Code: 'None' }];
  const cancelled = { __type: 'x#TransactionCanceledException', Message: 'cancelled', CancellationReasons };
  const { db, sent } = await createDefaultClient({ status: 400, json: cancelled });
  const error: unknown = await db
    .send(markShort(new TransactWriteItemsCommand(WRITE)))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TransactionCanceledException);
  expect(error).toMatchObject({ CancellationReasons, message: 'cancelled' });
  expect(sent).toHaveLength(2);
});

it.each<[string, Reply]>([
  ['throttled', { status: 400, json: { __type: 'x#ProvisionedThroughputExceededException' } }],
  ['refused by a server', { status: 500 }],
  ['refused for its input', { status: 400, json: { __type: 'x#ValidationException' } }],
  ['answered incompletely', { isCut: true, json: { Item: {} } }],
])('leaves a transaction that was %s to the SDK, under the same token', async (_, reply) => {
  const { db, sent } = await createDefaultClient(reply, {});
  await db.send(markShort(new TransactWriteItemsCommand(WRITE)));
  expect(sent.map(isOfSdk)).toEqual([true, false, true]);
  const [, own, ofSdk] = sent.map(parseBody);
  expect(own).toEqual({ ...WRITE, ClientRequestToken: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(ofSdk).toEqual(own);
});

it('leaves a request that it cannot write to the SDK', async () => {
  const { db, sent } = await createDefaultClient({});
  const values = { ':nothing': null };
  await db.send(
    markShort(
      new UpdateCommand({ TableName: 'orders', Key: { pk: 'a' }, ExpressionAttributeValues: values }),
    ),
  );
  expect(sent.map(isOfSdk)).toEqual([true, true]);
});

it('leaves a request that may be sent only once to the SDK', async () => {
  const { db, sent } = await createClient({ maxAttempts: 1 }, [{}]);
  await db.send(markShort(new GetCommand(GET)));
  expect(sent.map(isOfSdk)).toEqual([true, true]);
});
