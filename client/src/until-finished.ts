// Reads something until it is finished: the service holds each answer back for up to 20 s, and sends what hasn't
// changed only once, so that waiting takes few requests.
import { OrderAnalyticsError, retryAfterOf } from './errors.ts';
import type { Ask, CallOptions, Transport } from './transport.ts';
import { deadline, pause } from './waiting.ts';

export interface WaitOptions extends CallOptions {
  /** Gives up then; 10 minutes unless told. What goes on at the service goes on. */
  readonly timeoutMs?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** The longest that the service holds a read. */
const MAX_HELD_SECONDS = 20;
const POLL_MS = 1_000;

/** What was waited for goes on (code `timeout`); waiting for it again takes up where this ended. */
export class NotFinishedError extends OrderAnalyticsError {
  override readonly name = 'NotFinishedError';
  /** Of the report or the import. */
  readonly id: string;

  constructor(id: string, timeoutMs: number) {
    super(`${id} was not finished in ${timeoutMs} ms`, { code: 'timeout' });
    this.id = id;
  }
}

interface Polled<T, Finished> {
  readonly id: string;
  readonly path: string;
  readonly query?: Ask['query'];
  /** What was waited for, or undefined while it goes on. */
  readonly finished: (value: T) => Finished | undefined;
}

/** Rejects with NotFinishedError when the time is up. */
export async function untilFinished<T, Finished>(
  transport: Transport,
  { id, path, query = {}, finished }: Polled<T, Finished>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal, onWait }: WaitOptions,
): Promise<Finished> {
  const limit = deadline(timeoutMs, signal);
  const ends = performance.now() + timeoutMs;
  let etag: string | undefined;
  try {
    for (;;) {
      const heldSeconds = Math.min(MAX_HELD_SECONDS, Math.floor((ends - performance.now()) / 1_000));
      const { body, headers } = await transport.ask<T>({
        method: 'GET',
        path,
        query,
        ...holding(heldSeconds, etag),
        signal: limit.signal,
        onWait,
      });
      const found = body === undefined ? undefined : finished(body);
      if (found !== undefined) return found;
      etag = headers.get('etag') ?? undefined;
      await pause(retryAfterOf(headers) ?? POLL_MS, limit.signal);
    }
  } catch (error) {
    if (!limit.isOver()) throw error;
    throw new NotFinishedError(id, timeoutMs);
  } finally {
    limit.clear();
  }
}

/** `Prefer: wait` and `If-None-Match` of a read, where there is something to say. */
export function holding(seconds: number, etag: string | undefined): Pick<Ask, 'headers' | 'heldMs'> {
  return {
    headers: {
      ...(seconds > 0 && { Prefer: `wait=${seconds}` }),
      ...(etag !== undefined && { 'If-None-Match': etag }),
    },
    heldMs: Math.max(0, seconds) * 1_000,
  };
}
