// One request to the service until it is answered: gzipped, within the rate limit, and again where the service or the
// network failed in passing. Only what may be sent twice comes here: reads, and POSTs with their Idempotency-Key.
import { errorOf, OrderAnalyticsError } from './errors.ts';
import { RateGate } from './rate-gate.ts';
import { deadline, pause } from './waiting.ts';

export interface RetryOptions {
  /** How often a request is sent at most, 8 unless told. */
  readonly attempts?: number | undefined;
  /** Doubled with each attempt; the pause is a random part of it. 1,000 ms unless told. */
  readonly firstDelayMs?: number | undefined;
  /** 30,000 ms unless told. */
  readonly maxDelayMs?: number | undefined;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly retry: RetryOptions;
  /** Of one attempt; a read that the service holds back gets so much more. */
  readonly requestTimeoutMs: number;
}

/** Why a request isn't on its way at the moment. */
export interface Waiting {
  /** The rate limit, or an attempt that failed. */
  readonly reason: 'rate_limit' | 'retry';
  readonly ms: number;
  /** What was answered; undefined when another request was. */
  readonly error?: OrderAnalyticsError;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((waiting: Waiting) => void) | undefined;
}

export interface Ask extends CallOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The body as JSON text. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The service is asked to hold its answer back for so long. */
  readonly heldMs?: number;
}

export interface Reply<T> {
  /** Undefined for a 304: what the caller has still holds. */
  readonly body: T | undefined;
  readonly headers: Headers;
}

/** Longer waits are the caller's to decide on: the error says how long. */
const MAX_TOLD_WAIT_MS = 300_000;

export class Transport {
  readonly #options: TransportOptions;
  readonly #gate = new RateGate();

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Rejects with an OrderAnalyticsError, or the signal's reason. `T`: what the contract says of this answer. */
  async ask<T>(request: Ask): Promise<Reply<T>> {
    const { attempts = 8 } = this.#options.retry;
    const { signal, onWait } = request;
    const body = request.json === undefined ? undefined : await gzip(request.json);
    let last: OrderAnalyticsError | undefined;
    for (let attempt = 1; ; attempt++) {
      await this.#gate.enter(signal, (ms) =>
        onWait?.({ reason: 'rate_limit', ms, ...(last?.status === 429 && { error: last }) }),
      );
      const outcome = await this.#attempt<T>(request, body).finally(() => this.#gate.leave());
      if (!(outcome instanceof OrderAnalyticsError)) return outcome;
      const told = outcome.retryAfterMs;
      if (!isPassing(outcome) || attempt >= attempts || (told ?? 0) > MAX_TOLD_WAIT_MS) throw outcome;
      last = outcome;
      if (outcome.status === 429 && told !== undefined) {
        this.#gate.closeFor(told);
      } else {
        const ms = this.#delay(outcome, attempt);
        onWait?.({ reason: 'retry', ms, error: outcome });
        await pause(ms, signal);
      }
    }
  }

  async read<T>(request: Omit<Ask, 'method' | 'json'>): Promise<T> {
    const { body } = await this.ask<T>({ ...request, method: 'GET' });
    return present(body);
  }

  /** What is deleted already, or being deleted, may be deleted once more: a lost answer is no reason to stop. */
  async delete<T>(request: Omit<Ask, 'method' | 'json'>): Promise<T> {
    const { body } = await this.ask<T>({ ...request, method: 'DELETE' });
    return present(body);
  }

  async post<T>(path: string, json: string, idempotencyKey: string, call: CallOptions): Promise<T> {
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { body } = await this.ask<T>({ ...call, method: 'POST', path, json, headers });
    return present(body);
  }

  /** Full jitter: https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/ */
  #delay({ code, retryAfterMs }: OrderAnalyticsError, attempt: number): number {
    const { firstDelayMs = 1_000, maxDelayMs = 30_000 } = this.#options.retry;
    const most = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
    // An attempt that died holds its Idempotency-Key for a minute: eight attempts must outlast it.
    if (code === 'request_in_progress') return Math.max(retryAfterMs ?? 0, most);
    return retryAfterMs ?? most * Math.random();
  }

  async #attempt<T>(
    { method, path, query, headers, signal, heldMs = 0 }: Ask,
    body: ArrayBuffer | undefined,
  ): Promise<Reply<T> | OrderAnalyticsError> {
    const { baseUrl, apiKey, requestTimeoutMs } = this.#options;
    const limit = deadline(requestTimeoutMs + heldMs, signal);
    let response: Response;
    let text: string;
    try {
      response = await this.#options.fetch(`${baseUrl}${path}${search(query)}`, {
        method,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        signal: limit.signal,
      });
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      return limit.isOver()
        ? new OrderAnalyticsError(
            `${method} ${baseUrl}${path}: no answer in ${requestTimeoutMs + heldMs} ms`,
            {
              code: 'request_timeout',
              cause,
            },
          )
        : new OrderAnalyticsError(`${method} ${baseUrl}${path} can't be reached: ${reasonOf(cause)}`, {
            code: 'network_error',
            cause,
          });
    } finally {
      limit.clear();
    }
    this.#gate.learn(response.headers);
    if (response.status === 304) return { body: undefined, headers: response.headers };
    if (!response.ok) return errorOf(response.status, response.headers, text);
    return parsed<T>(response, text);
  }
}

/** Only a read that named an ETag may be told that nothing changed. */
function present<T>(body: T | undefined): T {
  if (body !== undefined) return body;
  throw new OrderAnalyticsError('304, though nothing was compared with', {
    status: 304,
    code: 'unexpected_response',
  });
}

/** The service checks its answers against the contract; what a proxy puts in its place mostly isn't an object. */
function parsed<T>({ status, headers }: Response, text: string): Reply<T> | OrderAnalyticsError {
  try {
    const body: T = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return { body, headers };
  } catch {
    // Said below.
  }
  return new OrderAnalyticsError(`${status}, but no JSON object: is this the address of the API?`, {
    status,
    code: 'unexpected_response',
  });
}

/** The same request may succeed later. A month's limit passes, too, but nobody waits for that. */
function isPassing({ status, code }: OrderAnalyticsError): boolean {
  if (status === undefined) return true;
  if (status === 429) return code !== 'monthly_limit_exceeded';
  return status >= 500 || code === 'request_in_progress';
}

function search(query: Ask['query'] = {}): string {
  const named = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) named.set(name, String(value));
  const text = named.toString();
  return text === '' ? '' : `?${text}`;
}

function gzip(text: string): Promise<ArrayBuffer> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(packed).arrayBuffer();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
