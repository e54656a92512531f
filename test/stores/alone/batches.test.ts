// Batches of writes: how many items each has, how many are in progress, and what DynamoDB leaves undone.
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createBatchWriter } from '../../../src/stores/aws/batches.ts';
import { NO_DATABASE } from '../../ingest/stores-in-memory.ts';

const db = mockClient(DynamoDBDocumentClient);
// Other files share this process.
afterAll(() => db.restore());
beforeEach(() => db.reset());

const put = (at: number) => ({ PutRequest: { Item: { pk: 'p', sk: String(at) } } });
const sizes = (): (number | undefined)[] =>
  db.commandCalls(BatchWriteCommand).map(({ args }) => args[0].input.RequestItems?.table?.length);

it('writes 25 items in a batch, eight batches at once', async () => {
  let running = 0;
  let most = 0;
  db.on(BatchWriteCommand).callsFake(async () => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return {};
  });
  const writer = createBatchWriter(NO_DATABASE, 'table');
  for (let at = 0; at < 1_001; at++) await writer.add(put(at));
  await writer.finish();
  expect(sizes()).toEqual([...Array.from({ length: 40 }, () => 25), 1]);
  expect(most).toBe(8);
});

it('writes again what DynamoDB has left out of a batch', async () => {
  db.on(BatchWriteCommand)
    .resolvesOnce({ UnprocessedItems: { table: [put(2), put(1)] } })
    .resolves({});
  const writer = createBatchWriter(NO_DATABASE, 'table');
  for (let at = 0; at < 3; at++) await writer.add(put(at));
  await writer.finish();
  expect(sizes()).toEqual([3, 2]);
});
