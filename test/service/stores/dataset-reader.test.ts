// Tests that orders on days that a report does not need are not decoded.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { createDatasetReader } from '../../../src/service/datasets/dataset-reader.ts';

const UNREADABLE = '[["a line that ends in the mid';
const parseDate = (date: string): number => Date.parse(date);

test('decodes no lines of orders outside the range, even of wide orders', async () => {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  mockClient(db)
    .on(GetCommand)
    .resolves({})
    .on(QueryCommand)
    .resolves({ Items: [] })
    .on(QueryCommand, { ExpressionAttributeValues: { ':pk': 'acct#all#3' } })
    .resolves({
      Items: [
        { sk: 'before#0', lines: UNREADABLE, order_date: parseDate('2024-12-31T23:59:59Z') },
        {
          sk: 'first#0',
          lines: '[["A",null,1,1,0]]',
          customer_id: 'c1',
          order_date: parseDate('2025-01-01T00:00:00Z'),
        },
        { sk: 'undated#0', lines: '[["B",null,1,1,0],["C",null,1,1,0]]' },
        { sk: 'wide#0', order_date: parseDate('2025-01-31T23:59:59Z') },
        { sk: 'wide#00', lines: '[["D",null,2,3,0]]' },
        { sk: 'wide#01', lines: '[["E",null,2,3,0]]' },
        { sk: 'wide and late#0', order_date: parseDate('2025-02-01T00:00:00Z') },
        { sk: 'wide and late#00', lines: UNREADABLE },
        { sk: 'wide and late#01', lines: UNREADABLE },
      ],
    });
  const read = (range: { start: string; end: string } | undefined) =>
    createDatasetReader(db, { orders: 'Orders', service: 'Service' }).read(
      { accountId: 'acct', datasetId: 'all' },
      { productIdentifier: 'name', keep: () => true, range },
    );

  const columns = await read({ start: '2025-01-01', end: '2025-01-31' });

  expect(columns.orderIds).toEqual(['first', 'undated', 'wide']);
  expect(columns.products).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(columns.newestDate).toBe(parseDate('2025-02-01T00:00:00Z'));
  await expect(read(undefined)).rejects.toThrow(SyntaxError);
});
