// Queues into functions: batches, partial failures, the way to the dead-letter queue, and what a restart keeps.

import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../local/engines/dynamodb.ts';
import type { LocalCloud } from '../../../local/local-cloud.ts';
import { arn, eventually, SmallStack } from '../small-stack.ts';

let stack: SmallStack;
beforeEach(() => {
  stack = new SmallStack();
});
afterEach(() => stack.remove());

const client = { region: 'us-east-1', credentials: LOCAL_CREDENTIALS };
const sqsOf = (cloud: LocalCloud): SQSClient => new SQSClient({ ...client, endpoint: cloud.endpoints.sqs });
const urlOf = (cloud: LocalCloud, name: string): string => `${cloud.endpoints.sqs}/000000000000/${name}`;

/** A queue with a dead-letter queue, and a function that books what it gets and fails the bodies "bad". */
function addQueue(
  answer: string,
  mapping: Readonly<Record<string, unknown>> = {},
  { visibilityTimeout = 1 } = {},
): void {
  stack.add('Dead', 'AWS::SQS::Queue');
  stack.add('Work', 'AWS::SQS::Queue', {
    VisibilityTimeout: visibilityTimeout,
    RedrivePolicy: { deadLetterTargetArn: arn('Dead'), maxReceiveCount: 2 },
  });
  stack.addFunction(
    'Worker',
    `export const handler = async ({ Records }) => {
      console.log("batch " + Records.map(({ body }) => body).sort().join(","));
      console.log("record " + JSON.stringify(Records[0]));
      const failed = Records.filter(({ body }) => body === "bad");
      ${answer}
    };`,
  );
  stack.add('Mapping', 'AWS::Lambda::EventSourceMapping', {
    EventSourceArn: arn('Work'),
    FunctionName: { Ref: 'Worker' },
    ...mapping,
  });
}
const batches = (): string[] =>
  stack.logged.flatMap((line) => (line.startsWith('Worker: batch ') ? [line.slice(14)] : []));
const count = async (cloud: LocalCloud, name: string): Promise<number> => {
  const { Attributes } = await sqsOf(cloud).send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(cloud, name), AttributeNames: ['All'] }),
  );
  return (
    Number(Attributes?.ApproximateNumberOfMessages) +
    Number(Attributes?.ApproximateNumberOfMessagesNotVisible)
  );
};
const send = (cloud: LocalCloud, ...bodies: string[]) =>
  sqsOf(cloud).send(
    new SendMessageBatchCommand({
      QueueUrl: urlOf(cloud, 'Work'),
      Entries: bodies.map((MessageBody, i) => ({
        Id: String(i),
        MessageBody,
        MessageAttributes: { kind: { DataType: 'String', StringValue: 'order' } },
      })),
    }),
  );

it('delivers only what failed again, and gives it up to the dead-letter queue', async () => {
  addQueue(
    'return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };',
    { FunctionResponseTypes: ['ReportBatchItemFailures'], ScalingConfig: { MaximumConcurrency: 2 } },
    // The good one is delivered again if the function takes longer than this, as it may on a busy machine.
    { visibilityTimeout: 4 },
  );
  const cloud = await stack.start();
  await send(cloud, 'good', 'bad');
  await eventually(60, async () => ((await count(cloud, 'Dead')) === 1 ? true : undefined));
  expect(await count(cloud, 'Work')).toBe(0);
  expect(batches().join(' ').match(/good/g)).toHaveLength(1);
  expect(batches().join(' ').match(/bad/g)).toHaveLength(2);
  expect(stack.logged.join('\n')).toContain(
    '"kind":{"dataType":"String","stringValue":"order","stringListValues":[],"binaryListValues":[]}',
  );
});

it.each([
  ['throws', 'if (failed.length > 0) throw new Error("all of it");'],
  ['names a message that it was not given', 'return { batchItemFailures: [{ itemIdentifier: "x" }] };'],
  ['answers what is no list of failures', 'return { batchItemFailures: "all" };'],
])('keeps the whole batch when the function %s', async (_, answer) => {
  addQueue(answer, { FunctionResponseTypes: ['ReportBatchItemFailures'] });
  const cloud = await stack.start();
  await send(cloud, 'bad', 'bad');
  await eventually(60, async () => ((await count(cloud, 'Dead')) === 2 ? true : undefined));
});

it('delivers messages in several batches that are too large for one payload', async () => {
  addQueue(
    'return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };',
    {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumBatchingWindowInSeconds: 1,
      ScalingConfig: { MaximumConcurrency: 1 },
    },
    { visibilityTimeout: 30 },
  );
  const cloud = await stack.start();
  // A tab takes two bytes in JSON.
  const large = (name: string): string => name + '\t'.repeat(900_000);
  for (const name of 'abcd') await send(cloud, large(name));
  await eventually(60, async () => ((await count(cloud, 'Work')) === 0 ? true : undefined));
  expect(await count(cloud, 'Dead')).toBe(0);
});

it('waits for a batch to fill while its window is open', async () => {
  addQueue('', {
    BatchSize: 12,
    MaximumBatchingWindowInSeconds: 5,
    ScalingConfig: { MaximumConcurrency: 1 },
  });
  stack.add('Work', 'AWS::SQS::Queue', { VisibilityTimeout: 30 });
  const cloud = await stack.start();
  await send(cloud, ...'abcdefghij');
  await send(cloud, 'k', 'l');
  await eventually(60, async () => batches()[0]);
  expect(batches()).toEqual(['a,b,c,d,e,f,g,h,i,j,k,l']);
});

it('keeps messages and objects over a restart, and gives queues the attributes of the new template', async () => {
  stack.add('Work', 'AWS::SQS::Queue', { VisibilityTimeout: 30 });
  stack.add('Reports', 'AWS::S3::Bucket');
  const dataDir = join(stack.dir, 'data');
  const first = await stack.start({ dataDir });
  await sqsOf(first).send(new SendMessageCommand({ QueueUrl: urlOf(first, 'Work'), MessageBody: 'kept' }));
  const object = { Bucket: 'reports', Key: 'a/b.json' };
  await new S3Client({ ...client, endpoint: first.endpoints.s3 }).send(
    new PutObjectCommand({ ...object, Body: 'figures' }),
  );
  await first.stop();

  stack.add('Work', 'AWS::SQS::Queue', { VisibilityTimeout: 77 });
  const second = await stack.start({ dataDir });
  const { Attributes } = await sqsOf(second).send(
    new GetQueueAttributesCommand({ QueueUrl: urlOf(second, 'Work'), AttributeNames: ['All'] }),
  );
  expect(Attributes?.VisibilityTimeout).toBe('77');
  const { Messages } = await sqsOf(second).send(
    new ReceiveMessageCommand({ QueueUrl: urlOf(second, 'Work') }),
  );
  expect(Messages?.map(({ Body }) => Body)).toEqual(['kept']);
  const { Body } = await new S3Client({ ...client, endpoint: second.endpoints.s3 }).send(
    new GetObjectCommand(object),
  );
  expect(await Body?.transformToString()).toBe('figures');
});

it('gives messages back at the start that the last local cloud has received and not deleted', async () => {
  stack.add('Work', 'AWS::SQS::Queue', { VisibilityTimeout: 360 });
  const dataDir = join(stack.dir, 'held');
  const receive = async (cloud: LocalCloud) => {
    const { Messages = [] } = await sqsOf(cloud).send(
      new ReceiveMessageCommand({ QueueUrl: urlOf(cloud, 'Work'), MessageSystemAttributeNames: ['All'] }),
    );
    return Messages.map(({ Body, Attributes }) => [Body, Attributes?.ApproximateReceiveCount]);
  };
  const first = await stack.start({ dataDir });
  await sqsOf(first).send(new SendMessageCommand({ QueueUrl: urlOf(first, 'Work'), MessageBody: 'held' }));
  expect([await receive(first), await receive(first)]).toEqual([[['held', '1']], []]);
  await first.stop();
  expect(await receive(await stack.start({ dataDir }))).toEqual([['held', '2']]);
});

it('refuses a mapping whose messages it could not filter', async () => {
  addQueue('', { FilterCriteria: { Filters: [] } });
  await expect(stack.start()).rejects.toThrow('FilterCriteria');
});
