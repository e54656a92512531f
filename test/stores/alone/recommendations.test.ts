// A version of recommendations that is removed between being found and being switched to.
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import { createRecommendationStore } from '../../../src/stores/recommendations/recommendations.ts';
import { NO_DATABASE } from '../../ingest/stores-in-memory.ts';

const db = mockClient(DynamoDBDocumentClient);
// Other files share this process.
afterAll(() => db.restore());

const SUMMARY = { baskets: 1, leastBaskets: 1, minConfidence: 0, rules: 0, pairs: 0, popular: [] };

it('is not switched to', async () => {
  const Item = { sk: 'r1', products: 1, product_identifier: 'name', summary: JSON.stringify(SUMMARY) };
  db.on(GetCommand).resolves({ Item });
  db.on(TransactWriteCommand).rejects(
    new TransactionCanceledException({
      $metadata: {},
      message: 'cancelled',
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    }),
  );
  const store = createRecommendationStore(NO_DATABASE, 'table');
  expect(await store.switchTo({ accountId: 'acc', datasetId: 'shop', reportId: 'r1' })).toBeUndefined();
  const [sent] = db.commandCalls(TransactWriteCommand);
  expect(sent?.args[0].input.TransactItems?.[0]?.ConditionCheck).toMatchObject({
    ConditionExpression: 'attribute_exists(summary) AND attribute_not_exists(removing)',
  });
});
