// Tests branches that no engine can be made to take, such as a failing database or a queue that refuses messages.
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { handler as listDatasets } from '../../functions/http/datasets/list-datasets.ts';
import { handler as submitOrders } from '../../functions/http/orders/submit-orders.ts';
import { handler as createReport } from '../../functions/http/reports/create-report.ts';
import { createApiKey, hashApiKey } from '../../src/analysis/accounts/api-key.ts';
import { context, createApiEvent } from '../../tools/harness/api-event.ts';

const db = mockClient(DynamoDBDocumentClient);
const sqs = mockClient(SQSClient);
const sfn = mockClient(SFNClient);
// Other test files share this process.
afterAll(() => {
  for (const mock of [db, sqs, sfn]) mock.restore();
});
const key = createApiKey(() => 7);
const account = {
  account_id: 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  name: 'test',
  plan: 'max',
  created_at: '2026-01-01T00:00:00.000Z',
};

const KEY_ITEM = {
  key_hash: hashApiKey(key),
  key_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  account_id: account.account_id,
  hint: 'afn_',
  created_at: account.created_at,
};
const KEY_AND_ACCOUNT = [
  { pk: `key#${hashApiKey(key)}`, sk: 'key', ...KEY_ITEM },
  { pk: account.account_id, sk: 'account', ...account },
];

beforeEach(() => {
  db.reset();
  sqs.reset();
  sfn.reset();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  db.on(GetCommand, { Key: { pk: `key#${hashApiKey(key)}`, sk: 'key' } }).resolves({
    Item: KEY_ITEM,
  });
  db.on(GetCommand, { Key: { pk: account.account_id, sk: 'account' } }).resolves({ Item: account });
  // Returns a key that an earlier test has sent, with its account.
  db.on(BatchGetCommand).callsFake(({ RequestItems }) => ({
    Responses: Object.fromEntries(Object.keys(RequestItems).map((table) => [table, KEY_AND_ACCOUNT])),
  }));
  db.on(GetCommand, { Key: { pk: account.account_id, sk: 'erased#default' } }).resolves({});
  db.on(GetCommand, { Key: { pk: account.account_id, sk: 'dataset#default' } }).resolves({});
  db.on(UpdateCommand).resolves({ Attributes: { requests: 1, account_id: account.account_id } });
});

it('answers 500 with a request id and without details of the error if the database fails', async () => {
  db.on(QueryCommand).rejects(new Error('secret table detail'));
  const answer = await listDatasets(createApiEvent(`Bearer ${key}`), context);
  expect(answer).toMatchObject({ statusCode: 500, headers: { 'X-RateLimit-Limit': 60 } });
  const body = JSON.parse(String(answer.body));
  expect(body).toEqual({
    error: expect.any(String),
    code: 'internal_error',
    request_id: context.awsRequestId,
    doc_url: 'https://api.test/api/v1/docs#tag/Errors/internal_error',
  });
  expect(answer.body).not.toContain('secret');
});

it('answers 401 to a key that was never issued without reading the tables', async () => {
  const answer = await listDatasets(createApiEvent(`Bearer afn_${'x'.repeat(36)}`), context);
  expect(answer.statusCode).toBe(401);
  expect(db.commandCalls(GetCommand)).toHaveLength(0);
});

it('resends the messages of a batch that the queue rejected', async () => {
  db.on(QueryCommand).resolves({ Items: [] });
  db.on(PutCommand).resolves({});
  sqs
    .on(SendMessageBatchCommand)
    .resolvesOnce({ Failed: [{ Id: '0', Code: 'InternalError', SenderFault: false }] })
    .resolves({ Failed: [] });
  const orders = [{ order_id: '1', line_items: [{ product_name: 'a' }] }];
  const answer = await submitOrders(createApiEvent(`Bearer ${key}`, { orders }), context);
  expect(answer.statusCode).toBe(202);
  expect(sqs.commandCalls(SendMessageBatchCommand)).toHaveLength(2);
});

it('counts the rows of chunks that could not be queued as failed, and answers 500', async () => {
  db.on(QueryCommand).resolves({ Items: [] });
  db.on(PutCommand).resolves({});
  db.on(UpdateCommand, { UpdateExpression: 'ADD #done :new_done' }).resolves({
    Attributes: {
      account_id: account.account_id,
      import_id: 'i',
      dataset_id: 'default',
      created_at: account.created_at,
      chunk_rows: [1, 1],
    },
  });
  sqs.on(SendMessageBatchCommand).rejects(new Error('queue down'));
  const orders = [{ order_id: '1', line_items: [{ product_name: 'a' }] }];
  const answer = await submitOrders(createApiEvent(`Bearer ${key}`, { orders }), context);
  expect(answer.statusCode).toBe(500);
  const receipts = db.commandCalls(PutCommand).filter(({ args }) => args[0].input.Item?.kind === 'applied');
  expect(receipts.map(({ args }) => args[0].input.Item)).toMatchObject([
    { inserted: 0, updated: 0, failed: 1 },
  ]);
});

const isRecord = (item: Record<string, unknown> | undefined): boolean =>
  item?.pk === `${account.account_id}#idempotency`;
const listRecordWrites = () => [
  ...db.commandCalls(PutCommand).filter(({ args }) => isRecord(args[0].input.Item)),
  ...db.commandCalls(UpdateCommand).filter(({ args }) => isRecord(args[0].input.Key)),
];

it('makes no further requests to the tables for a request without an Idempotency-Key', async () => {
  db.on(TransactWriteCommand).resolves({});
  sfn.on(StartExecutionCommand).resolves({});
  const answer = await createReport(createApiEvent(`Bearer ${key}`, { template: 'standard_rfm' }), context);
  expect(answer.statusCode).toBe(202);
  expect(listRecordWrites()).toHaveLength(0);
  // Admission reads the key and the account, the rate window, and the key's last use, at its two places. Then the
  // request reads whether the dataset is being erased, and its settings.
  expect(db.commandCalls(GetCommand)).toHaveLength(4);
  expect(db.commandCalls(UpdateCommand)).toHaveLength(3);
  expect(db.commandCalls(PutCommand)).toHaveLength(0);
});

it('releases an Idempotency-Key for a retry when the work fails', async () => {
  db.on(TransactWriteCommand).rejectsOnce(new Error('database down')).resolves({});
  db.on(UpdateCommand).callsFake(({ ExpressionAttributeValues }) => ({
    Attributes: { requests: 1, work_id: ExpressionAttributeValues[':new_work_id'] },
  }));
  sfn.on(StartExecutionCommand).resolves({});
  const requestReport = () =>
    createReport(
      createApiEvent(`Bearer ${key}`, { template: 'standard_rfm' }, { 'idempotency-key': 'retry me' }),
      context,
    );
  expect((await requestReport()).statusCode).toBe(500);
  const [claim, release] = listRecordWrites().map(({ args }) => args[0].input);
  expect(claim).toMatchObject({ Key: { sk: 'retry me' }, ConditionExpression: expect.any(String) });
  expect(release).toMatchObject({
    ConditionExpression: 'claim = :claim',
    ExpressionAttributeValues: { ':new_expires_at': 0 },
  });
  expect((await requestReport()).statusCode).toBe(202);
  expect(listRecordWrites()).toHaveLength(4);
});

it('returns 400 for an Idempotency-Key that is too long, and writes no record', async () => {
  const headers = { 'idempotency-key': 'x'.repeat(256) };
  const answer = await createReport(
    createApiEvent(`Bearer ${key}`, { template: 'standard_rfm' }, headers),
    context,
  );
  expect(answer.statusCode).toBe(400);
  expect(listRecordWrites()).toHaveLength(0);
});

it('accepts a report whose workflow cannot be started, and leaves the start to the reconciler', async () => {
  db.on(TransactWriteCommand).resolves({});
  sfn.on(StartExecutionCommand).rejects(new Error('workflows down'));
  const answer = await createReport(createApiEvent(`Bearer ${key}`, { template: 'standard_rfm' }), context);
  expect(answer.statusCode).toBe(202);
  expect(db.commandCalls(TransactWriteCommand)).toHaveLength(1);
});
