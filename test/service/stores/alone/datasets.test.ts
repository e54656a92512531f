// Tests a dataset that is erased between the two writes that accept an import.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import { createDatasetStore } from '../../../../src/service/datasets/datasets.ts';
import { NO_DATABASE } from '../../orders/stores-in-memory.ts';

const db = mockClient(DynamoDBDocumentClient);
// Other test files share this process.
afterAll(() => db.restore());

const createRefusal = (Item?: Record<string, { N: string }>): Error =>
  new ConditionalCheckFailedException({ $metadata: {}, message: 'refused', ...(Item && { Item }) });

it('accepts an import as the first one of its dataset if that is erased meanwhile', async () => {
  const { length } = db
    .on(GetCommand)
    .resolves({})
    .on(UpdateCommand)
    .rejectsOnce(createRefusal({ last_accepted: { N: '5000' } }))
    // The write requires the next time after 5000, and the item is gone.
    .rejectsOnce(createRefusal())
    .rejectsOnce(createRefusal())
    .resolves({})
    .commandCalls(UpdateCommand);
  expect(length).toBe(0);
  expect(await createDatasetStore(NO_DATABASE, 'table').accept('acc', 'shop', 1_000)).toBe(1_000);
  const conditions = db.commandCalls(UpdateCommand).map(({ args }) => args[0].input.ConditionExpression);
  expect(conditions).toEqual([
    'last_accepted < :time',
    'attribute_exists(last_accepted)',
    'last_accepted < :time',
    'attribute_not_exists(last_accepted)',
  ]);
});
