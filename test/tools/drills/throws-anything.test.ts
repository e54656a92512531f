// Whatever a handler throws, the caller gets a 500 with a UUID and nothing else, the rate figures stay, and neither
// answer nor log holds a value of the request. Functions behind the queue and in workflows fail alone.
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChunks } from '../../../functions/queue/apply-chunk.ts';
import { keepDeadLetters } from '../../../functions/queue/keep-dead-letter.ts';
import { createApiKey, hashApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { DEFAULT_PLANS } from '../../../src/contract/plans.ts';
import { idempotent } from '../../../src/http/admission/idempotency.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { wireAdmission, wireIdempotency } from '../../../src/http/wire.ts';
import { createRowCounters } from '../../../src/service/accounts/row-counters.ts';
import { documentClient } from '../../../src/service/aws/clients.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { observed } from '../../../src/service/observability/observed.ts';
import { createDeadLetterQueue } from '../../../src/service/orders/dead-letter-queue.ts';
import { createDeadLetters } from '../../../src/service/orders/dead-letters.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { createOrderStore } from '../../../src/service/orders/orders.ts';
import { createRedelivery } from '../../../src/service/orders/redelivery.ts';
import { context, event } from '../../../tools/harness/api-event.ts';

const SECRET = 'customer-4711-of-the-request';
const key = createApiKey(() => 7);
const account = {
  account_id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  name: 'test',
  plan: 'max',
  created_at: '2026-01-01',
};

const refuse = (): never => {
  throw new Error(SECRET);
};

function thrownThings(): [string, unknown][] {
  const circular = new Error(SECRET);
  circular.cause = circular;
  return [
    ['undefined', undefined],
    ['null', null],
    ['a string', SECRET],
    ['a number', 4711],
    ['a symbol', Symbol(SECRET)],
    ['an object', { message: SECRET, statusCode: 200, body: SECRET }],
    [
      'an object that throws when it is read',
      Object.defineProperty({}, 'message', { get: refuse, enumerable: true }),
    ],
    ['an object whose toString throws', { toString: refuse }],
    [
      'a proxy that refuses everything',
      new Proxy({}, { get: refuse, getPrototypeOf: refuse, has: refuse, ownKeys: refuse }),
    ],
    ['an error with a value in its message', new Error(`no ${SECRET}`)],
    ['an error whose message throws', Object.defineProperty(new Error('x'), 'message', { get: refuse })],
    [
      'an error with a status and headers',
      Object.assign(new Error(SECRET), { statusCode: 204, headers: { a: SECRET }, expose: true }),
    ],
    ['an error that causes itself', circular],
    [
      'an error whose cause throws when it is read',
      new Error('x', { cause: { data: new Proxy({}, { get: refuse }) } }),
    ],
    ['a frozen error', Object.freeze(new Error(SECRET))],
  ];
}

const db = mockClient(DynamoDBDocumentClient);
let lines: string[] = [];
beforeEach(() => {
  db.reset();
  db.on(GetCommand, { Key: { pk: `key#${hashApiKey(key)}`, sk: 'key' } }).resolves({
    Item: {
      key_hash: hashApiKey(key),
      key_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      account_id: account.account_id,
      hint: 'afn_',
      created_at: account.created_at,
    },
  });
  db.on(GetCommand, { Key: { pk: account.account_id, sk: 'account' } }).resolves({ Item: account });
  db.on(UpdateCommand).resolves({ Attributes: { requests: 1, account_id: account.account_id } });
  lines = [];
  for (const method of ['error', 'warn', 'info', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation(
      (...args: unknown[]) => void lines.push(args.map(String).join(' ')),
    );
  }
});
afterEach(() => vi.restoreAllMocks());

const tables = { SERVICE_TABLE: 'service', CORS_ORIGINS: [], PLANS: DEFAULT_PLANS };
const client = documentClient();

describe.each(thrownThings())('an endpoint that throws %s', (_, thrown) => {
  it.each(['at once', 'after a while', 'under an Idempotency-Key'])(
    '%s answers 500 and no more',
    async (when) => {
      const fail = async (): Promise<never> => {
        if (when === 'after a while') await new Promise((resolve) => setTimeout(resolve, 1));
        throw thrown;
      };
      const isKeyed = when === 'under an Idempotency-Key';
      const admission = wireAdmission(client, tables);
      const handler = isKeyed
        ? endpoint(
            admission,
            { body: 'json' },
            idempotent(
              wireIdempotency(client, tables, () => 'work'),
              fail,
            ),
          )
        : endpoint(admission, { body: 'none' }, fail);
      const answer = await handler(
        event(`Bearer ${key}`, { customer_id: SECRET }, isKeyed ? { 'idempotency-key': 'k' } : {}),
        context,
      );
      expect(answer.statusCode).toBe(500);
      expect(JSON.parse(String(answer.body))).toEqual({
        error: expect.any(String),
        code: 'internal_error',
        request_id: context.awsRequestId,
        doc_url: expect.stringMatching(/internal_error$/),
      });
      expect(answer.headers).toMatchObject({ 'X-RateLimit-Limit': 60, 'X-RateLimit-Remaining': 59 });
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      expect(lines.join('\n')).toContain(context.awsRequestId);
      expect(lines.join('\n')).not.toContain(SECRET);
      expect(lines.join('\n')).not.toContain(key);
    },
  );
});

const record = (messageId: string): SQSRecord => ({
  messageId,
  receiptHandle: messageId,
  body: JSON.stringify({
    version: 1,
    secret: SECRET,
    account_id: account.account_id,
    dataset_id: 'default',
    import_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    chunk: 0,
    orders: [{ order_id: SECRET, line_items: [{ product_name: 'a' }] }],
  }),
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: '0',
    SenderId: 's',
    ApproximateFirstReceiveTimestamp: '0',
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: '',
  awsRegion: 'us-east-1',
});

/** Every method of it throws. */
function throwing<T extends object>(store: T, thrown: unknown): T {
  return new Proxy(store, {
    get: () => () => {
      throw thrown;
    },
  });
}

describe.each(thrownThings())('a consumer whose stores throw %s', (_, thrown) => {
  it('returns its messages to the queue, and logs none of their content', async () => {
    const deps = {
      orders: throwing(createOrderStore(client, { orders: '', service: '' }), thrown),
      imports: throwing(createImportStore(client, ''), thrown),
      rowCounters: throwing(createRowCounters(client, ''), thrown),
      erasures: throwing(createErasureStore(client, ''), thrown),
      deadLetters: throwing(createDeadLetters(new S3Client({}), ''), thrown),
      deadLetterQueue: throwing(createDeadLetterQueue(new SQSClient({}), ''), thrown),
      maxStoredRows: () => Promise.reject(thrown),
      maxReceives: 5,
      redelivery: throwing(createRedelivery(new SQSClient({}), ''), thrown),
      clock: () => 0,
    };
    const failures = [{ itemIdentifier: 'a' }, { itemIdentifier: 'b' }];
    expect(await applyChunks(deps)({ Records: [record('a'), record('b')] })).toEqual({
      batchItemFailures: failures,
    });
    expect(await keepDeadLetters(deps)({ Records: [record('a'), record('b')] })).toEqual({
      batchItemFailures: failures,
    });
    expect(lines.join('\n')).not.toContain(SECRET);
  });
});

describe.each(thrownThings())('a workflow state that throws %s', (_, thrown) => {
  it('fails with an error that contains nothing of its input', async () => {
    const state = observed(async () => {
      throw thrown;
    });
    const error = await state({ secret: SECRET }, context).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Error);
    if (error instanceof Error) expect(`${error.name} ${error.message} ${error.stack}`).not.toContain(SECRET);
    expect(lines.join('\n')).not.toContain(SECRET);
  });
});
