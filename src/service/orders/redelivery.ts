// Schedules the redelivery of a chunk that was not applied. The queue's visibility timeout is six times the
// function's timeout, which suits a crash; a throttle, a lost connection or a conflict with another writer
// passes long before.
import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

/**
 * Maximum seconds after the first, second, … failed delivery; at least half of it (equal jitter), so that
 * chunks that failed together do not return together. Two and a half minutes in total.
 */
const SHORT_WAITS_S = [10, 20, 40, 80];
/**
 * Deliveries with the queue's whole visibility timeout between them: an outage of half an hour loses nothing.
 */
const LONG_DELIVERIES = 6;
/** A short wait counts as a delivery, too: these are added to the long ones. */
export const MAX_RECEIVES = SHORT_WAITS_S.length + LONG_DELIVERIES;
/** Maximum number of messages of one invocation: as many as SQS returns at once. */
export const CHUNKS_PER_BATCH = 10;

/** `received`: deliveries so far. Undefined: no short wait is left, and the visibility timeout applies. */
export function computeShortWait(received: number, random: () => number = Math.random): number | undefined {
  const longest = SHORT_WAITS_S[received - 1];
  return longest === undefined ? undefined : Math.round((longest / 2) * (1 + random()));
}

export function createRedelivery(sqs: SQSClient, queueUrl: string) {
  return {
    /** Makes the message of the receipt visible again after this many seconds. */
    async after(receiptHandle: string, seconds: number): Promise<void> {
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: queueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      );
    },
  };
}
export type Redelivery = ReturnType<typeof createRedelivery>;
