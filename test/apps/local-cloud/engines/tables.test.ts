// Tests tables over restarts with a changed template: new indexes are added, other keys are refused.
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../../apps/local-cloud/engines/dynamodb.ts';
import { SmallStack } from '../small-stack.ts';

const stack = new SmallStack();
const dataDir = join(stack.dir, 'data');
afterAll(() => stack.remove());

const createKey = (AttributeName: string, KeyType = 'HASH') => ({ AttributeName, KeyType });
const createAttribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });

it('adds an index that the stored table lacks, with its items', async () => {
  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [createKey('pk')],
    AttributeDefinitions: [createAttribute('pk')],
  });
  const first = await stack.start({ dataDir });
  const client = { region: 'us-east-1', credentials: LOCAL_CREDENTIALS };
  await new DynamoDBClient({ ...client, endpoint: first.endpoints.dynamodb }).send(
    new PutItemCommand({ TableName: 'Orders', Item: { pk: { S: 'a' }, state: { S: 'open' } } }),
  );
  await first.stop();

  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [createKey('pk')],
    AttributeDefinitions: [createAttribute('pk'), createAttribute('state')],
    GlobalSecondaryIndexes: [
      { IndexName: 'ByState', KeySchema: [createKey('state')], Projection: { ProjectionType: 'KEYS_ONLY' } },
    ],
  });
  const second = await stack.start({ dataDir });
  const { Items } = await new DynamoDBClient({ ...client, endpoint: second.endpoints.dynamodb }).send(
    new QueryCommand({
      TableName: 'Orders',
      IndexName: 'ByState',
      KeyConditionExpression: '#state = :open',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':open': { S: 'open' } },
    }),
  );
  expect(Items).toEqual([{ pk: { S: 'a' }, state: { S: 'open' } }]);
  await second.stop();
});

it('refuses a stored table with other keys', async () => {
  stack.add('Orders', 'AWS::DynamoDB::Table', {
    KeySchema: [createKey('pk'), createKey('sk', 'RANGE')],
    AttributeDefinitions: [createAttribute('pk'), createAttribute('sk')],
  });
  await expect(stack.start({ dataDir })).rejects.toThrow(
    'the table Orders is stored with the keys HASH pk, but the template has HASH pk, RANGE sk: delete the data folder',
  );
});
