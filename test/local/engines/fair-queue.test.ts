// Deliveries as SQS's fair queues make them, on the engine: who has few messages does not wait for who has many.
import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../local/engines/dynamodb.ts';
import { bringForward } from '../../../local/engines/fair-queue.ts';
import { type QueuesAndBuckets, startQueuesAndBuckets } from '../../../local/engines/queues-and-buckets.ts';

let engine: QueuesAndBuckets;
let sqs: SQSClient;
beforeAll(async () => {
  engine = await startQueuesAndBuckets(undefined);
  sqs = new SQSClient({ region: 'us-east-1', credentials: LOCAL_CREDENTIALS, endpoint: engine.endpoint });
});
afterAll(async () => {
  sqs.destroy();
  await engine.stop();
});

const bodyOf = (account: string, chunk: number): string =>
  JSON.stringify({ version: 1, account_id: account, chunk });
const named = (body = '{}'): string => {
  const { account_id, chunk } = JSON.parse(body);
  return `${account_id}${chunk}`;
};

async function send(url: string, account: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += 10) {
    const Entries = Array.from({ length: Math.min(10, count - from) }, (_, i) => ({
      Id: String(i),
      MessageBody: bodyOf(account, from + i),
      MessageGroupId: account,
    }));
    await sqs.send(new SendMessageBatchCommand({ QueueUrl: url, Entries }));
  }
}

async function receive(url: string): Promise<string[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }),
  );
  return Messages.map(({ Body }) => named(Body));
}

it('delivers an account that sent one message before the rest of one that sent a hundred', async () => {
  const url = await engine.createQueue('fair', {
    VisibilityTimeout: 30,
    MessageRetentionPeriod: 345_600,
    DelaySeconds: 0,
  });
  await send(url, 'many', 100);
  expect(await receive(url)).toHaveLength(10);
  await send(url, 'one', 1);
  const next = await receive(url);
  expect(next[0]).toBe('one0');
  expect(next.slice(1)).toEqual(Array.from({ length: 9 }, (_, i) => `many${10 + i}`));
});

it('keeps the order of a single account, and loses nothing of several', async () => {
  const url = await engine.createQueue('all', {
    VisibilityTimeout: 30,
    MessageRetentionPeriod: 345_600,
    DelaySeconds: 0,
  });
  await send(url, 'a', 12);
  expect(await receive(url)).toEqual(Array.from({ length: 10 }, (_, i) => `a${i}`));
  await send(url, 'b', 12);
  await send(url, 'c', 3);
  const rest: string[] = [];
  for (let got = await receive(url); got.length > 0; got = await receive(url)) rest.push(...got);
  expect(rest.toSorted()).toEqual(
    [
      'a10',
      'a11',
      ...Array.from({ length: 12 }, (_, i) => `b${i}`),
      ...Array.from({ length: 3 }, (_, i) => `c${i}`),
    ].toSorted(),
  );
  // Ten of `a` are in flight: the others are delivered in turn before its last two.
  expect(rest.slice(0, 6)).toEqual(['b0', 'c0', 'b1', 'c1', 'b2', 'c2']);
  expect(rest.indexOf('a10')).toBeGreaterThan(rest.indexOf('b9'));
});

it('a message that is deleted no longer counts as in flight', async () => {
  const url = await engine.createQueue('deleted', {
    VisibilityTimeout: 30,
    MessageRetentionPeriod: 345_600,
    DelaySeconds: 0,
  });
  await send(url, 'a', 1);
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: url }));
  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: Messages[0]?.ReceiptHandle }));
  await send(url, 'a', 1);
  await send(url, 'b', 1);
  expect(await receive(url)).toEqual(['a0', 'b0']);
});

it('leaves a queue of one group as it is', () => {
  const messages = [2, 1, 3].map((chunk) => ({ body: bodyOf('a', chunk) }));
  const before = [...messages];
  bringForward(messages, 2, new Map([['a', 40]]));
  expect(messages).toEqual(before);
});
