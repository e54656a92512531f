// Delivers messages like the queue: again until they are processed, and to the dead-letter queue after the last
// attempt. A handler runs as a simulated process, which faults may kill.
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { drawBelow, shuffleValues } from '../../harness/random/random.ts';
import { NO_FAULTS, type Plan, runInProcess } from './faults.ts';
import { MAX_DRILL_RECEIVES, type Run } from './run.ts';

type Handler = (event: SQSEvent) => Promise<SQSBatchResponse>;
const BATCH_SIZE = 2;

export function createRecord(messageId: string, body: string, receives: number, reason?: string): SQSRecord {
  return {
    messageId,
    receiptHandle: messageId,
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: '0',
      SenderId: 'drill',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: reason === undefined ? {} : { Reason: { dataType: 'String', stringValue: reason } },
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: '',
    awsRegion: 'us-east-1',
  };
}

/** Returns the ids of the records that the handler did not process; all of them if its process crashed. */
export async function deliverRecords(
  handler: Handler,
  Records: SQSRecord[],
  plan: Plan,
): Promise<ReadonlySet<string>> {
  const outcome = await runInProcess(plan, () => handler({ Records }));
  const all = Records.map(({ messageId }) => messageId);
  return new Set(outcome?.answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) ?? all);
}

/** Delivers messages in random order to several concurrent consumers. `createPlan`: the faults of one invocation. */
export async function deliver(
  run: Run,
  messages: readonly unknown[],
  createPlan: () => Plan = () => NO_FAULTS,
  consumers = 4,
): Promise<void> {
  const { random } = run;
  const pending = shuffleValues(random, messages).map((message, at) => ({
    body: typeof message === 'string' ? message : JSON.stringify(message),
    id: `m${at}`,
    receives: 0,
  }));
  const runConsumer = async (): Promise<void> => {
    for (let batch = pending.splice(0, BATCH_SIZE); batch.length > 0; batch = pending.splice(0, BATCH_SIZE)) {
      const records = batch.map(({ id, body, receives }) => createRecord(id, body, receives + 1));
      const failed = await deliverRecords(run.consume, records, createPlan());
      for (const message of batch.filter(({ id }) => failed.has(id))) {
        const receives = message.receives + 1;
        if (receives >= MAX_DRILL_RECEIVES) await sendUnexplained(run, message.body);
        else pending.splice(drawBelow(random, pending.length + 1), 0, { ...message, receives });
      }
    }
  };
  await Promise.all(Array.from({ length: consumers }, runConsumer));
}

/** Sends a message that SQS itself moves to the dead-letter queue. */
export async function sendUnexplained({ sqs, deadUrl }: Run, body: string): Promise<void> {
  await sqs.send(new SendMessageCommand({ QueueUrl: deadUrl, MessageBody: body }));
}

/** Receives from the queue until it is empty and returns the ids. Failed messages are visible again immediately. */
async function drain(
  run: Run,
  url: string,
  handler: Handler,
  createPlan: () => Plan = () => NO_FAULTS,
  afterEach: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids = new Set<string>();
  for (;;) {
    const messages = await receive(run, url);
    if (messages.length === 0) return [...ids];
    for (const { MessageId = '' } of messages) ids.add(MessageId);
    const failed = await deliverRecords(handler, messages.map(toRecord), createPlan());
    const isFailed = ({ MessageId = '' }: Message): boolean => failed.has(MessageId);
    await remove(
      run,
      url,
      messages.filter((message) => !isFailed(message)),
    );
    await giveBack(run, url, messages.filter(isFailed));
    await afterEach();
  }
}

export const drainQueue = (run: Run, createPlan?: () => Plan) =>
  drain(run, run.queueUrl, run.consume, createPlan);
export const drainDeadLetters = (run: Run, createPlan?: () => Plan, afterEach?: () => Promise<void>) =>
  drain(run, run.deadUrl, run.keep, createPlan, afterEach);

export async function receive({ sqs }: Run, url: string): Promise<Message[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    }),
  );
  return Messages;
}

function toRecord({ MessageId = '', Body = '', Attributes, MessageAttributes }: Message): SQSRecord {
  const receives = Number(Attributes?.ApproximateReceiveCount ?? 1);
  return createRecord(MessageId, Body, receives, MessageAttributes?.Reason?.StringValue);
}

async function remove({ sqs }: Run, url: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
}

async function giveBack({ sqs }: Run, url: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ ReceiptHandle }, at) => ({
    Id: String(at),
    ReceiptHandle,
    VisibilityTimeout: 0,
  }));
  await sqs.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: url, Entries }));
}
