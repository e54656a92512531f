// Tests when a chunk that could not be applied is redelivered.
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChunks } from '../../functions/queue/apply-chunk.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { ContentionError } from '../../src/service/orders/apply-chunk.ts';
import { createDeadLetterQueue } from '../../src/service/orders/dead-letter-queue.ts';
import { computeShortWait, MAX_RECEIVES } from '../../src/service/orders/redelivery.ts';
import { wireApply } from '../../src/service/orders/wire-ingest.ts';

const MESSAGE = {
  version: 1,
  account_id: 'acc_01M00000000000000000000000',
  dataset_id: 'shop',
  import_id: '01M00000000000000000000001',
  chunk: 0,
  orders: [{ order_id: 'o', line_items: [{ product_name: 'p' }] }],
};

function createRecord(received: number): SQSRecord {
  return {
    messageId: 'm',
    receiptHandle: 'receipt',
    body: JSON.stringify(MESSAGE),
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: '0',
      SenderId: 's',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'us-east-1',
  };
}

const createNamedError = (name: string): Error => Object.assign(new Error('refused'), { name });
const createCancelledError = (...codes: string[]): Error =>
  new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map((Code) => ({ Code })),
  });

/** Creates a consumer whose first read rejects. `after` gets the seconds until the message is delivered again. */
function createConsumer(error: Error, after: (receipt: string, seconds: number) => Promise<void>) {
  const db = createDocumentClient(new DynamoDBClient({ region: 'us-east-1' }));
  const sentence: string[] = [];
  const wired = wireApply(db, { orders: '', service: '' });
  const consume = applyChunks({
    ...wired,
    imports: { ...wired.imports, get: () => Promise.reject(error) },
    maxStoredRows: async () => 1,
    clock: () => 0,
    deadLetterQueue: {
      ...createDeadLetterQueue(new SQSClient({ region: 'us-east-1' }), ''),
      send: async (_, reason) => void sentence.push(reason),
    },
    maxReceives: MAX_RECEIVES,
    redelivery: { after },
  });
  return { sentence, consume };
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const RETURNED = { batchItemFailures: [{ itemIdentifier: 'm' }] };

describe('a chunk that DynamoDB refuses temporarily', () => {
  it.each([
    ['a throttle', createNamedError('ThrottlingException')],
    ['a throttled partition', createNamedError('ProvisionedThroughputExceededException')],
    ['a conflict with a transaction', createCancelledError('None', 'TransactionConflict')],
    ['contention with other writers', new ContentionError('other writers')],
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a timeout', createNamedError('TimeoutError')],
    [
      'an internal error of DynamoDB',
      Object.assign(createNamedError('InternalServerError'), { $metadata: { httpStatusCode: 500 } }),
    ],
  ])('returns to the queue for up to 10, 20, 40 and 80 seconds after %s', async (_, error) => {
    const waits: number[] = [];
    const { consume } = createConsumer(error, async (receipt, seconds) => {
      expect(receipt).toBe('receipt');
      waits.push(seconds);
    });
    for (let received = 1; received <= 5; received++)
      expect(await consume({ Records: [createRecord(received)] })).toEqual(RETURNED);
    // From the fifth delivery on, the queue's own six minutes apply.
    expect(waits).toHaveLength(4);
    for (const [at, longest] of [10, 20, 40, 80].entries()) {
      expect(waits[at]).toBeGreaterThanOrEqual(longest / 2);
      expect(waits[at]).toBeLessThanOrEqual(longest);
    }
  });

  it('goes to the dead letters after its last delivery, without another wait', async () => {
    const { consume, sentence } = createConsumer(createNamedError('ThrottlingException'), () =>
      Promise.reject(new Error('not asked for')),
    );
    expect(await consume({ Records: [createRecord(MAX_RECEIVES - 1)] })).toEqual(RETURNED);
    expect(sentence).toEqual([]);
    expect(await consume({ Records: [createRecord(MAX_RECEIVES)] })).toEqual({ batchItemFailures: [] });
    expect(sentence).toEqual(['ThrottlingException: refused']);
  });

  it('stays in the queue if its visibility cannot be changed', async () => {
    const { consume } = createConsumer(createNamedError('ThrottlingException'), () =>
      Promise.reject(createNamedError('ServiceUnavailable')),
    );
    expect(await consume({ Records: [createRecord(1)] })).toEqual(RETURNED);
  });
});

it.each([
  ['an unexpected error', new TypeError('undefined is not a function')],
  [
    'a condition that failed beside a conflict',
    createCancelledError('ConditionalCheckFailed', 'TransactionConflict'),
  ],
])('leaves a chunk that fails with %s to the visibility timeout', async (_, error) => {
  const { consume } = createConsumer(error, () => Promise.reject(new Error('not asked for')));
  vi.mocked(console.warn).mockImplementation(() => {
    throw new Error('the wait was shortened');
  });
  expect(await consume({ Records: [createRecord(1)] })).toEqual(RETURNED);
});

it('varies the short waits at random, and leaves six deliveries to the visibility timeout', () => {
  expect([computeShortWait(1, () => 0), computeShortWait(1, () => 0.999)]).toEqual([5, 10]);
  const short = Array.from({ length: MAX_RECEIVES }, (_, at) => computeShortWait(at + 1)).filter(
    (wait) => wait !== undefined,
  );
  expect(MAX_RECEIVES - short.length).toBe(6);
});
