// Tests messages that the consumer cannot apply: they are redelivered until the last attempt, whose dead letter states
// the reason.
import { expect, it, vi } from 'vitest';
import { applyChunks } from '../../functions/queue/apply-chunk.ts';
import type { ChunkMessage } from '../../src/contract/messages/chunk-message.ts';

vi.spyOn(console, 'error').mockImplementation(() => undefined);

const message: ChunkMessage = {
  version: 1,
  account_id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  dataset_id: 'default',
  import_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  chunk: 0,
  orders: [{ order_id: '1', line_items: [{ product_name: 'tea' }] }],
};

/** Consumes a message received so often, with the engine gone; returns the answer and the dead letters. */
async function consume(receives: number, body = JSON.stringify(message)) {
  const throwEngineGone = async (): Promise<never> => {
    throw new Error('the engine is gone');
  };
  const dead: (string | undefined)[] = [];
  const handler = applyChunks({
    orders: { assumesNew: () => false, readParts: throwEngineGone, commit: throwEngineGone },
    imports: {
      create: throwEngineGone,
      noteQueued: throwEngineGone,
      get: throwEngineGone,
      listRecent: throwEngineGone,
      listSummaries: throwEngineGone,
      page: throwEngineGone,
      forgetErrors: throwEngineGone,
      noteLetter: throwEngineGone,
      noteChunksDone: throwEngineGone,
      complete: throwEngineGone,
      recount: throwEngineGone,
      getReceipt: throwEngineGone,
      putReceipt: throwEngineGone,
      splitDead: throwEngineGone,
      putReceipts: throwEngineGone,
      listReceipts: throwEngineGone,
    },
    rowCounters: { read: throwEngineGone },
    erasures: { mark: throwEngineGone, customerMarks: throwEngineGone },
    maxStoredRows: async () => 1_000,
    deadLetterQueue: {
      async send(_, reason) {
        dead.push(reason);
      },
    },
    maxReceives: 5,
    redelivery: { after: throwEngineGone },
    clock: () => 0,
  });
  const { batchItemFailures } = await handler({
    Records: [
      {
        messageId: 'm',
        receiptHandle: 'm',
        body,
        attributes: {
          ApproximateReceiveCount: String(receives),
          SentTimestamp: '0',
          SenderId: '',
          ApproximateFirstReceiveTimestamp: '0',
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: '',
        awsRegion: '',
      },
    ],
  });
  return { failed: batchItemFailures.length, dead };
}

it('leaves a message in the queue before its last attempt', async () => {
  expect(await consume(4)).toEqual({ failed: 1, dead: [] });
});

it('moves a message to the dead letters at its last attempt, with the reason, before SQS moves it without one', async () => {
  expect(await consume(5)).toEqual({ failed: 0, dead: ['Error: the engine is gone'] });
});

it.each([
  ['is not JSON', '{', /JSON/],
  [
    'does not fit the schema',
    JSON.stringify({ ...message, chunk: -1 }),
    /^The message does not fit the schema: chunk/,
  ],
])('moves a message that %s to the dead letters at its first attempt', async (_, body, reason) => {
  const { failed, dead } = await consume(1, body);
  expect([failed, dead]).toEqual([0, [expect.stringMatching(reason)]]);
});
