// Back-pressure: waits while the ingest queue holds more chunks than its consumers will soon have applied, and while
// DynamoDB refuses chunks. A refused chunk is put back for some seconds, during which it counts as received: more of
// these than the consumers can work on are a throttled table.
import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';

const POLL_MS = 500;
/** While chunks are refused: each look finds the table a little further scaled. */
const LONGEST_POLL_MS = 5_000;

export interface QueueRoomOptions {
  /** Chunks in the queue or being applied from which on nothing is added. */
  readonly maxDepth: number;
  /** Chunks that the consumers can work on at once. */
  readonly atWork: number;
  readonly wait: (ms: number) => Promise<void>;
  /** Called once for each time that chunks are found refused. */
  readonly onRefused: (chunks: number) => void;
}

export function createQueueRoom(sqs: SQSClient, queueUrl: string, options: QueueRoomOptions) {
  async function look() {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl: queueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    const received = Number(Attributes.ApproximateNumberOfMessagesNotVisible ?? 0);
    return {
      depth: Number(Attributes.ApproximateNumberOfMessages ?? 0) + received,
      refused: Math.max(0, received - options.atWork),
    };
  }
  return async function queueRoom(): Promise<void> {
    let pollMs = POLL_MS;
    for (let wasRefused = false; ; ) {
      const { depth, refused } = await look();
      if (depth < options.maxDepth && refused === 0) return;
      if (refused > 0) {
        if (!wasRefused) options.onRefused(refused);
        wasRefused = true;
        pollMs = Math.min(LONGEST_POLL_MS, 2 * pollMs);
      }
      await options.wait(pollMs);
    }
  };
}
