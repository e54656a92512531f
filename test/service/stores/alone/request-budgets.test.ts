// Tests how often an instance requests a lease of a budget.
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import { createRequestBudgets } from '../../../../src/service/accounts/request-budgets.ts';
import { NO_DATABASE } from '../../orders/stores-in-memory.ts';

const db = mockClient(DynamoDBDocumentClient);
// Other test files share this process.
afterAll(() => db.restore());

it('requests a refused lease again in the next minute, and not before', async () => {
  db.on(UpdateCommand).rejects(new ConditionalCheckFailedException({ $metadata: {}, message: 'refused' }));
  const budgets = createRequestBudgets(NO_DATABASE, 'table');
  const asked: number[] = [];
  for (const now of [0, 1, 59_999, 60_000, 60_001]) {
    await budgets.admit({ name: 'n', limit: 10, lease: 5 }, now);
    asked.push(db.commandCalls(UpdateCommand).length);
  }
  expect(asked).toEqual([1, 1, 1, 2, 2]);
});
