// Sends batches a few at a time and reads no further than it sends. What is reported as sent is always a beginning
// without a gap, so that a run that was stopped goes on where it was.
import { unlessAborted } from './waiting.ts';

export interface SendOptions<Batch, Receipt> {
  readonly concurrency: number;
  readonly send: (batch: Batch) => Promise<Receipt>;
  /** In the order of the batches. */
  readonly onSent: (batch: Batch, receipt: Receipt) => void;
  /** Stops reading; `send` has to stop by itself. */
  readonly signal?: AbortSignal | undefined;
}

/** `index`: from 0, without gaps. Stops at the first batch that can't be sent or read: those in flight are waited for, then the error is thrown. */
export async function sendBatches<Batch extends { readonly index: number }, Receipt>(
  batches: AsyncIterable<Batch>,
  { concurrency, send, onSent, signal }: SendOptions<Batch, Receipt>,
): Promise<void> {
  const source = batches[Symbol.asyncIterator]();
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted === true) stop();
  const arrived = new Map<number, { readonly batch: Batch; readonly receipt: Receipt }>();
  let next = 0;
  let isReading = false;
  let failure: { readonly error: unknown } | undefined;
  // Reads wait for each other: a generator takes one at a time anyway, and a failed run must not read once more.
  let reading: Promise<unknown> = Promise.resolve();

  const take = (): Promise<Batch | undefined> => {
    const taken = reading.then(async () => {
      stopped.signal.throwIfAborted();
      isReading = true;
      const read = source.next().finally(() => {
        isReading = false;
      });
      const { value, done } = await unlessAborted(read, stopped.signal);
      return done === true ? undefined : value;
    });
    reading = taken.catch(() => undefined);
    return taken;
  };

  const worker = async (): Promise<void> => {
    try {
      for (let batch = await take(); batch !== undefined; batch = await take()) {
        arrived.set(batch.index, { batch, receipt: await send(batch) });
        for (let first = arrived.get(next); first !== undefined; first = arrived.get(next)) {
          arrived.delete(next++);
          onSent(first.batch, first.receipt);
        }
      }
    } catch (error) {
      failure ??= { error };
      stopped.abort();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  signal?.removeEventListener('abort', stop);
  if (failure === undefined) return;
  const closed = source.return?.().catch(() => undefined);
  // What is being read at this moment closes when it goes on, which may be never.
  if (!isReading) await closed;
  throw signal?.aborted === true ? signal.reason : failure.error;
}
