// What the costliest events of shops cost their function, from the gateway's event to the answer: npm run -s bench --
// hostile-events. The database and the queue are stubs that answer at once.
import '../../harness/function-environment.ts';
import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { signEventBody } from '../../../src/sources/signature.ts';
import { context, event } from '../../harness/api-event.ts';
import { HOSTILE_EVENTS, type HostileEvent } from '../../harness/hostile/hostile-events.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { leastCpu, RUNS } from '../measuring/least-cpu.ts';

const SECRET = 'secret';
const SOURCE = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const HEADERS = {
  shopify: { topic: 'x-shopify-topic', signature: 'x-shopify-hmac-sha256' },
  woocommerce: { topic: 'x-wc-webhook-topic', signature: 'x-wc-webhook-signature' },
} as const;

export async function benchHostileEvents(): Promise<void> {
  const { handler } = await import('../../../functions/http/orders/receive-event.ts');
  for (const { name, kind, topic, payload } of HOSTILE_EVENTS) {
    stubService(kind);
    const body = JSON.stringify(payload());
    const asked = {
      ...event('', undefined, {
        [HEADERS[kind].topic]: topic,
        [HEADERS[kind].signature]: signEventBody(Buffer.from(body), SECRET),
      }),
      pathParameters: { id: SOURCE },
      body,
    };
    const { cpuMs, answer } = await leastCpu(() => handler({ ...asked }, context));
    reportCase(name, {
      body_bytes: Buffer.byteLength(body),
      cpu_ms: cpuMs,
      figure_is: `least of ${RUNS}`,
      status: answer.statusCode,
      answer: answer.body,
    });
  }
}

/** A source of that kind, in an account that every store knows. */
function stubService(kind: HostileEvent['kind']): void {
  const account_id = 'acc_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const created_at = '2026-01-01T00:00:00.000Z';
  const item = {
    ...{
      account_id,
      source_id: SOURCE,
      kind,
      name: 'shop',
      dataset_id: 'shop',
      customer_identifier: 'email',
    },
    ...{ created_at, activated_as: SOURCE, paused: false, secret: SECRET },
    ...{ accepted: 0, duplicates: 0, ignored: 0 },
  };
  const db = mockClient(DynamoDBDocumentClient);
  db.on(GetCommand).resolves({});
  db.on(GetCommand, { Key: { pk: `hook#${SOURCE}`, sk: 'hook' } }).resolves({ Item: { account_id } });
  db.on(GetCommand, { Key: { pk: account_id, sk: `source#${SOURCE}` } }).resolves({ Item: item });
  db.on(GetCommand, { Key: { pk: account_id, sk: 'account' } }).resolves({
    Item: { account_id, name: 'bench', plan: 'max', created_at },
  });
  db.on(UpdateCommand).resolves({ Attributes: { ...item, requests: 1, work_id: SOURCE } });
  db.on(QueryCommand).resolves({ Items: [] });
  db.on(PutCommand).resolves({});
  mockClient(SQSClient).on(SendMessageBatchCommand).resolves({ Failed: [] });
}
