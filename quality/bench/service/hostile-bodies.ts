// What the costliest bodies of POST /data/orders cost its function, from the gateway's event to the answer: npm run -s
// bench -- hostile-bodies. The database and the queue are stubs that answer at once; the processor time of the garbage
// collector is in the figures.
import '../../harness/function-environment.ts';
import { gzipSync } from 'node:zlib';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { createApiKey, hashApiKey } from '../../../src/core/accounts/api-key.ts';
import { context, event } from '../../harness/api-event.ts';
import { HOSTILE_BODIES } from '../../harness/hostile/hostile-bodies.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { leastCpu, RUNS } from '../measuring/least-cpu.ts';

export async function benchHostileBodies(): Promise<void> {
  const { handler } = await import('../../../functions/http/orders/submit-orders.ts');
  const key = stubService();
  for (const { name, text } of HOSTILE_BODIES) {
    const json = text();
    const gzipped = gzipSync(json, { level: 9 });
    const asked = {
      ...event(`Bearer ${key}`, undefined, { 'content-encoding': 'gzip' }),
      body: gzipped.toString('base64'),
      isBase64Encoded: true,
    };
    const { cpuMs, answer } = await leastCpu(() => handler({ ...asked }, context));
    reportCase(name, {
      sent_bytes: gzipped.length,
      text_bytes: Buffer.byteLength(json),
      cpu_ms: cpuMs,
      figure_is: `least of ${RUNS}`,
      status: answer.statusCode,
      error: JSON.parse(String(answer.body)).error,
    });
  }
}

/** The key of an account that every store knows. */
function stubService(): string {
  const key = createApiKey(() => 7);
  const account_id = 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const created_at = '2026-01-01T00:00:00.000Z';
  const db = mockClient(DynamoDBDocumentClient);
  db.on(GetCommand).resolves({});
  const known = [
    {
      pk: `key#${hashApiKey(key)}`,
      sk: 'key',
      key_hash: hashApiKey(key),
      account_id,
      hint: 'afn_',
      created_at,
    },
    { pk: account_id, sk: 'account', account_id, name: 'bench', plan: 'max', created_at },
  ];
  for (const { pk, sk, ...item } of known)
    db.on(GetCommand, { Key: { pk, sk } }).resolves({ Item: { pk, sk, ...item } });
  db.on(BatchGetCommand).callsFake(({ RequestItems }: { RequestItems: object }) => ({
    Responses: Object.fromEntries(Object.keys(RequestItems).map((table) => [table, known])),
  }));
  db.on(UpdateCommand).resolves({ Attributes: { requests: 1 } });
  db.on(QueryCommand).resolves({ Items: [] });
  db.on(PutCommand).resolves({});
  mockClient(SQSClient).on(SendMessageBatchCommand).resolves({ Failed: [] });
  return key;
}
