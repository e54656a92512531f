// When a chunk that was not applied is delivered again. The queue's visibility timeout is six times the function's
// timeout, which is right after a crash; a throttle, a lost connection or a conflict with another writer has passed long before.
import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';

/**
 * Seconds after the first, second, … delivery that was refused, at most; at least half of it (equal jitter), so that
 * chunks that were refused together do not come back together. Two and a half minutes in total.
 */
const SHORT_WAITS_S = [10, 20, 40, 80];
/** Deliveries with the queue's whole visibility timeout between them: an outage of half an hour loses nothing. */
const LONG_DELIVERIES = 6;
/** A short wait uses up a delivery, too: these come on top of the long ones. */
export const MAX_RECEIVES = SHORT_WAITS_S.length + LONG_DELIVERIES;
/** Messages that one invocation gets, at most: as many as SQS returns at once. */
export const CHUNKS_PER_BATCH = 10;

/** `received`: deliveries so far. Undefined: no short wait is left, the visibility timeout applies. */
export function computeShortWait(received: number, random: () => number = Math.random): number | undefined {
  const longest = SHORT_WAITS_S[received - 1];
  return longest === undefined ? undefined : Math.round((longest / 2) * (1 + random()));
}

export function createRedelivery(sqs: SQSClient, queueUrl: string) {
  return {
    /** The message of the receipt is visible again after so many seconds. */
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
