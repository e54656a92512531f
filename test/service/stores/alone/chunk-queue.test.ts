// Tests how chunks are put into batches of the queue.
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { ChunkMessage } from '../../../../src/contract/messages/chunk-message.ts';
import { createChunkQueue } from '../../../../src/service/orders/chunk-queue.ts';

const sqs = mockClient(SQSClient);
// Other test files share this process.
afterAll(() => sqs.restore());
beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageBatchCommand).resolves({ Successful: [], Failed: [] });
});

function createMessage(chunk: number, bytes: number): ChunkMessage {
  const line_items = [{ product_name: 'x'.repeat(bytes) }];
  return {
    version: 1,
    account_id: 'acc',
    dataset_id: 'shop',
    import_id: 'i',
    chunk,
    orders: [{ order_id: 'o', line_items }],
  };
}

/** Returns the entries and bytes of each batch. */
async function sendBatches(count: number, bytes: number): Promise<[number, number][]> {
  const queue = createChunkQueue(new SQSClient({ region: 'us-east-1' }), 'queue');
  await queue.send(Array.from({ length: count }, (_, chunk) => createMessage(chunk, bytes)));
  return sqs.commandCalls(SendMessageBatchCommand).map(({ args }) => {
    const bodies = (args[0].input.Entries ?? []).map(({ MessageBody = '' }) =>
      Buffer.byteLength(MessageBody),
    );
    return [bodies.length, bodies.reduce((sum, size) => sum + size, 0)];
  });
}
const listEntryCounts = (batches: readonly (readonly [number, number])[]) => batches.map(([count]) => count);

it('sends at most ten messages in a batch', async () => {
  expect(listEntryCounts(await sendBatches(10, 1))).toEqual([10]);
  sqs.resetHistory();
  expect(listEntryCounts(await sendBatches(21, 1))).toEqual([10, 10, 1]);
});

it('sends the account as the group by which SQS shares out deliveries', async () => {
  await sendBatches(2, 1);
  const [call] = sqs.commandCalls(SendMessageBatchCommand);
  expect(call?.args[0].input.Entries?.map(({ Id, MessageGroupId }) => [Id, MessageGroupId])).toEqual([
    ['0', 'acc'],
    ['1', 'acc'],
  ]);
});

it('sends less than a megabyte in a batch', async () => {
  const batches = await sendBatches(7, 200_000);
  expect(listEntryCounts(batches)).toEqual([4, 3]);
  expect(Math.max(...batches.map(([, bytes]) => bytes))).toBeLessThanOrEqual(900_000);
});
