// Back-pressure: waits while the ingest queue holds more chunks than its consumers will soon have applied.
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

const POLL_MS = 500;

export interface QueueRoomOptions {
  /** Chunks in the queue or being applied from which on nothing is added. */
  readonly maxDepth: number;
  readonly wait: (ms: number) => Promise<void>;
  readonly onWait?: (depth: number) => void;
}

export function createQueueRoom(sqs: SQSClient, queueUrl: string, options: QueueRoomOptions) {
  async function depth(): Promise<number> {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    return (
      Number(Attributes.ApproximateNumberOfMessages ?? 0) +
      Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0)
    );
  }
  return async function queueRoom(): Promise<void> {
    for (let waiting = await depth(); waiting >= options.maxDepth; waiting = await depth()) {
      options.onWait?.(waiting);
      await options.wait(POLL_MS);
    }
  };
}
