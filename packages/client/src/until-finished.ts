// Reads a job until it is finished: the service holds each read for up to 20 s and sends an unchanged job only once, so
// that waiting takes few requests.
import { OrderAnalyticsError, readRetryAfter } from './errors.ts';
import type { ApiRequest, CallOptions, Transport } from './transport.ts';
import { createDeadline, pause } from './waiting.ts';

export interface WaitOptions extends CallOptions {
  /** Time limit. Default: 10 minutes. The job itself continues at the service. */
  readonly timeoutMs?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 600_000;
/** The longest that the service holds a read. */
const MAX_HELD_SECONDS = 20;
/** The first read of a caller that shows progress, which would otherwise be that of the beginning for 20 s. */
const FIRST_HELD_SECONDS = 2;
const POLL_MS = 1_000;

/** The job is still in progress (code `timeout`); it can be waited for again. */
export class NotFinishedError extends OrderAnalyticsError {
  override readonly name = 'NotFinishedError';
  /** Id of the report or the import. */
  readonly id: string;

  constructor(id: string, timeoutMs: number) {
    super(`${id} was not finished in ${timeoutMs} ms`, { code: 'timeout' });
    this.id = id;
  }
}

interface Polled<T, Finished> {
  readonly id: string;
  readonly path: string;
  readonly query?: ApiRequest['query'];
  /** The finished job; undefined while it is in progress. */
  readonly finished: (value: T) => Finished | undefined;
  /** Default: false. */
  readonly showsProgress?: boolean;
}

/** Rejects with NotFinishedError when the time is up. */
export async function untilFinished<T, Finished>(
  transport: Transport,
  { id, path, query = {}, finished, showsProgress = false }: Polled<T, Finished>,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal, onWait }: WaitOptions,
): Promise<Finished> {
  const limit = createDeadline(timeoutMs, signal);
  const ends = performance.now() + timeoutMs;
  let etag: string | undefined;
  let longest = showsProgress ? FIRST_HELD_SECONDS : MAX_HELD_SECONDS;
  try {
    for (;;) {
      const heldSeconds = Math.min(longest, Math.floor((ends - performance.now()) / 1_000));
      longest = MAX_HELD_SECONDS;
      const { body, headers } = await transport.ask<T>({
        method: 'GET',
        path,
        query,
        ...toHoldOptions(heldSeconds, etag),
        signal: limit.signal,
        onWait,
      });
      const found = body === undefined ? undefined : finished(body);
      if (found !== undefined) return found;
      etag = headers.get('etag') ?? undefined;
      await pause(readRetryAfter(headers) ?? POLL_MS, limit.signal);
    }
  } catch (error) {
    if (!limit.isOver()) throw error;
    throw new NotFinishedError(id, timeoutMs);
  } finally {
    limit.clear();
  }
}

/** `Prefer: wait` and `If-None-Match` of a read, if any. */
export function toHoldOptions(
  seconds: number,
  etag: string | undefined,
): Pick<ApiRequest, 'headers' | 'heldMs'> {
  return {
    headers: {
      ...(seconds > 0 && { Prefer: `wait=${seconds}` }),
      ...(etag !== undefined && { 'If-None-Match': etag }),
    },
    heldMs: Math.max(0, seconds) * 1_000,
  };
}
