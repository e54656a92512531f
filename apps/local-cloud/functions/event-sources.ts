// Runs event source mappings: pollers that pass SQS messages to functions in batches, delete the successful ones and
// leave the others to their visibility timeout. A message is deleted only after the function has reported it as
// processed.
import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import type { DiskRoom } from '../engines/disk-room.ts';
import type { LocalQueue, MessageAttribute, ReceivedMessage } from '../engines/queues-inside.ts';
import { REGION } from '../template.ts';
import {
  FunctionError,
  type Json,
  type LocalFunction,
  type LogSink,
  REQUEST_TOO_LARGE,
} from './functions.ts';

export const mappingProperties = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  BatchSize: v.optional(v.number(), 10),
  MaximumBatchingWindowInSeconds: v.optional(v.number(), 0),
  Enabled: v.optional(v.boolean(), true),
  FunctionResponseTypes: v.optional(v.array(v.string()), []),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() }), { MaximumConcurrency: 4 }),
  // AWS would delete filtered-out messages; this runner would deliver them.
  FilterCriteria: v.optional(v.never('the local cloud does not filter messages (FilterCriteria)')),
});
export type MappingProperties = v.InferOutput<typeof mappingProperties>;

/**
 * Batches of a queue in progress: each further one needs another worker, which compiles its code and collects its
 * garbage.
 */
const MAX_CONCURRENCY = Math.min(4, availableParallelism());
/** SQS's limit on the messages of one receive. */
const MAX_MESSAGES = 10;
const LONG_POLL_SECONDS = 20;
const FULL_DISK_PAUSE_MS = 250;
const batchResult = v.nullish(
  v.object({
    batchItemFailures: v.nullish(v.array(v.object({ itemIdentifier: v.pipe(v.string(), v.nonEmpty()) }))),
  }),
);

export interface Poller {
  stop(): Promise<void>;
}

export function startPoller(options: {
  readonly queue: LocalQueue;
  readonly mapping: MappingProperties;
  readonly target: LocalFunction;
  readonly log: LogSink;
  /** While the disk is nearly full, messages stay in the queue. */
  readonly disk?: DiskRoom | undefined;
}): Poller {
  const { queue, mapping, target } = options;
  const aborter = new AbortController();
  const receive = (atMost: number, waitSeconds: number): Promise<readonly ReceivedMessage[]> =>
    queue.receive(Math.min(MAX_MESSAGES, atMost), waitSeconds, aborter.signal);

  /** Returns the available messages, up to the batch size; with a batching window, waits until the window closes. */
  async function gather(): Promise<readonly ReceivedMessage[]> {
    const batch = [...(await receive(mapping.BatchSize, LONG_POLL_SECONDS))];
    const closes = Date.now() + mapping.MaximumBatchingWindowInSeconds * 1_000;
    while (batch.length > 0 && batch.length < mapping.BatchSize) {
      const left = Math.ceil((closes - Date.now()) / 1_000);
      if (left <= 0) break;
      batch.push(...(await receive(mapping.BatchSize - batch.length, Math.min(left, LONG_POLL_SECONDS))));
    }
    return batch;
  }

  async function poll(): Promise<void> {
    while (!aborter.signal.aborted) {
      if (options.disk?.isLow() === true) {
        await new Promise((resolve) => setTimeout(resolve, FULL_DISK_PAUSE_MS));
        continue;
      }
      try {
        const messages = await gather();
        if (messages.length === 0) continue;
        const done = await deliverBatch(messages);
        queue.remove(done.map(({ ReceiptHandle }) => ReceiptHandle));
      } catch (error) {
        if (aborter.signal.aborted) return;
        options.log({ source: `queue of ${target.name}`, level: 'error', message: String(error) });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /**
   * Returns the messages that the function has processed. The function's own log holds its errors. Messages that exceed
   * a payload together are split over several invocations, as on AWS.
   */
  async function deliverBatch(messages: readonly ReceivedMessage[]): Promise<readonly ReceivedMessage[]> {
    const Records = messages.map((message) => toRecord(message, mapping.EventSourceArn));
    const answered = await target.invoke({ Records }).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    if ('error' in answered) {
      if (messages.length === 1 || !isTooLarge(answered.error)) return [];
      const middle = messages.length >> 1;
      return [
        ...(await deliverBatch(messages.slice(0, middle))),
        ...(await deliverBatch(messages.slice(middle))),
      ];
    }
    if (!mapping.FunctionResponseTypes.includes('ReportBatchItemFailures')) return messages;
    return filterSucceeded(messages, answered.answer);
  }

  const loops = Array.from(
    { length: mapping.Enabled ? Math.min(MAX_CONCURRENCY, mapping.ScalingConfig.MaximumConcurrency) : 0 },
    poll,
  );
  return {
    async stop() {
      aborter.abort();
      await Promise.all(loops);
    },
  };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof FunctionError && error.errorType === REQUEST_TOO_LARGE;
}

/**
 * A response that cannot be parsed, or that names a message outside the batch, fails the whole batch.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
function filterSucceeded(messages: readonly ReceivedMessage[], answer: Json): readonly ReceivedMessage[] {
  const parsed = v.safeParse(batchResult, answer);
  if (!parsed.success) return [];
  const failed = new Set(
    (parsed.output?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier),
  );
  const ids = new Set(messages.map(({ MessageId }) => MessageId));
  if (!failed.isSubsetOf(ids)) return [];
  return messages.filter(({ MessageId }) => !failed.has(MessageId));
}

function toRecord(message: ReceivedMessage, eventSourceARN: string): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, toAttribute(value)]),
    ),
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  };
}

/** Lambda uses its own spelling for the members of an attribute. */
function toAttribute({ DataType, StringValue, BinaryValue }: MessageAttribute): object {
  return {
    dataType: DataType,
    ...(StringValue !== undefined && { stringValue: StringValue }),
    ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
    stringListValues: [],
    binaryListValues: [],
  };
}
