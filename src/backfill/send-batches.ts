// Sends batches a few at a time. What is reported as sent is always a beginning of the file without a gap, so that a
// run that was stopped goes on where it was.
import type { OrderBatch } from './order-batches.ts';

export interface SentBatch {
  readonly batch: OrderBatch;
  readonly importId: string;
}

export interface SendOptions {
  readonly inFlight: number;
  readonly send: (batch: OrderBatch) => Promise<string>;
  /** In the order of the file. */
  readonly onSent: (sent: SentBatch) => void;
}

/** Stops at the first batch that can't be sent: those in flight are waited for, then the error is thrown. */
export async function sendBatches(
  batches: AsyncIterable<OrderBatch>,
  { inFlight, send, onSent }: SendOptions,
): Promise<void> {
  const source = batches[Symbol.asyncIterator]();
  const arrived = new Map<number, SentBatch>();
  let next = 0;
  let failed = false;
  // Pulls wait for each other: a generator takes one at a time anyway, and a failed run must not pull once more.
  let pull: Promise<unknown> = Promise.resolve();

  const take = (): Promise<OrderBatch | undefined> => {
    const taken = pull.then(async () => {
      if (failed) return undefined;
      const { value, done } = await source.next();
      return done === true ? undefined : value;
    });
    pull = taken.catch(() => undefined);
    return taken;
  };

  const worker = async (): Promise<void> => {
    try {
      for (let batch = await take(); batch !== undefined; batch = await take()) {
        arrived.set(batch.index, { batch, importId: await send(batch) });
        for (let sent = arrived.get(next); sent !== undefined; sent = arrived.get(next)) {
          arrived.delete(next++);
          onSent(sent);
        }
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  try {
    const outcomes = await Promise.allSettled(Array.from({ length: inFlight }, worker));
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    if (refused !== undefined) throw refused.reason;
  } finally {
    await source.return?.();
  }
}
