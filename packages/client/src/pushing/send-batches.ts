// Sends batches a few at a time and reads no further than it sends. The batches reported as sent are always the first
// ones without a gap, so that a stopped run can resume there.
import { awaitUnlessAborted } from '../waiting.ts';

export interface SendOptions<Batch, Receipt> {
  readonly concurrency: number;
  readonly send: (batch: Batch) => Promise<Receipt>;
  /** Called for each accepted batch, in the order of the batches. */
  readonly onSent: (batch: Batch, receipt: Receipt) => void;
  /** Stops reading; `send` must stop on its own. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * `index`: from 0, without gaps. Stops at the first batch that can't be sent or read: waits for those in flight, then
 * throws the error.
 */
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
  // Reads run one after the other: a generator can't do more, and a failed run must not read again.
  let reading: Promise<unknown> = Promise.resolve();

  const take = (): Promise<Batch | undefined> => {
    const taken = reading.then(async () => {
      stopped.signal.throwIfAborted();
      isReading = true;
      const read = source.next().finally(() => {
        isReading = false;
      });
      const { value, done } = await awaitUnlessAborted(read, stopped.signal);
      return done === true ? undefined : value;
    });
    reading = taken.catch(() => undefined);
    return taken;
  };

  const runWorker = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: concurrency }, runWorker));
  signal?.removeEventListener('abort', stop);
  if (failure === undefined) return;
  const closed = source.return?.().catch(() => undefined);
  // A pending read closes when it resumes, which may be never.
  if (!isReading) await closed;
  throw signal?.aborted === true ? signal.reason : failure.error;
}
