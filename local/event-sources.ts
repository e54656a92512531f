// Event source mappings: pollers that hand SQS messages to functions in batches, delete what succeeded, and leave the
// rest to its visibility timeout.
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import type { LocalFunction } from './functions.ts';
import { REGION } from './template.ts';

export const mappingProperties = v.object({
  EventSourceArn: v.string(),
  FunctionName: v.string(),
  BatchSize: v.optional(v.number(), 10),
  FunctionResponseTypes: v.optional(v.array(v.string()), []),
  ScalingConfig: v.optional(v.object({ MaximumConcurrency: v.number() }), { MaximumConcurrency: 4 }),
});
export type MappingProperties = v.InferOutput<typeof mappingProperties>;

const MAX_CONCURRENCY = 4;
const batchResult = v.nullish(
  v.object({ batchItemFailures: v.optional(v.array(v.object({ itemIdentifier: v.string() })), []) }),
);

export interface Poller {
  stop(): Promise<void>;
}

export function startPoller(options: {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  readonly mapping: MappingProperties;
  readonly target: LocalFunction;
}): Poller {
  const { sqs, queueUrl, mapping, target } = options;
  const aborter = new AbortController();

  async function poll(): Promise<void> {
    while (!aborter.signal.aborted) {
      try {
        const { Messages = [] } = await sqs.send(
          new ReceiveMessageCommand({
            QueueUrl: queueUrl,
            MaxNumberOfMessages: Math.min(10, mapping.BatchSize),
            WaitTimeSeconds: 20,
            MessageSystemAttributeNames: ['All'],
            MessageAttributeNames: ['All'],
          }),
          { abortSignal: aborter.signal },
        );
        if (Messages.length > 0) await handOver(Messages);
      } catch {
        // A function that failed leaves its batch to the visibility timeout; its log says why.
        if (!aborter.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  async function handOver(messages: readonly Message[]): Promise<void> {
    const outcome = await target.invoke({
      Records: messages.map((message) => toRecord(message, mapping.EventSourceArn)),
    });
    const partial = mapping.FunctionResponseTypes.includes('ReportBatchItemFailures');
    const failures = partial ? (v.parse(batchResult, outcome)?.batchItemFailures ?? []) : [];
    const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
    const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''));
    if (done.length === 0) return;
    await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: done.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle })),
      }),
    );
  }

  const loops = Array.from(
    { length: Math.min(MAX_CONCURRENCY, mapping.ScalingConfig.MaximumConcurrency) },
    poll,
  );
  return {
    async stop() {
      aborter.abort();
      await Promise.all(loops);
    },
  };
}

function toRecord(message: Message, eventSourceARN: string): object {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body ?? '',
    attributes: message.Attributes ?? {},
    messageAttributes: message.MessageAttributes ?? {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  };
}
