// One request to the service: compressed, within the rate limit, and retried after transient failures of the service or
// the network. Only for requests that may be sent twice: reads, and POSTs with an Idempotency-Key.
import { OrderAnalyticsError, toError } from './errors.ts';
import { RateGate } from './rate-gate.ts';
import { createDeadline, pause } from './waiting.ts';

export interface RetryOptions {
  /** The most attempts of a request that fail alike, by their error's code. Default: 8. */
  readonly attempts?: number | undefined;
  /** Doubles with each attempt; the delay is a random part of it. Default: 1,000 ms. */
  readonly firstDelayMs?: number | undefined;
  /** Default: 30,000 ms. */
  readonly maxDelayMs?: number | undefined;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
  readonly retry: RetryOptions;
  /** Time limit of one attempt; a read that the service holds gets that much more. */
  readonly requestTimeoutMs: number;
  /** See OrderAnalyticsOptions. */
  readonly shareOfLimit: number;
}

/** Why no request can be sent at the moment. */
export interface Waiting {
  /** The rate limit, or an attempt that failed. */
  readonly reason: 'rate_limit' | 'retry';
  readonly ms: number;
  /** The response that caused it; undefined if it was another request's. */
  readonly error?: OrderAnalyticsError;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: ((waiting: Waiting) => void) | undefined;
}

type QueryValue = string | number | boolean;

export interface ApiRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
  /** The body as JSON text. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the service is asked to hold its response. */
  readonly heldMs?: number;
}

export interface Reply<T> {
  /** Undefined for a 304: what the caller has is current. */
  readonly body: T | undefined;
  readonly headers: Headers;
}

/** The caller decides about longer waits: the error has the time. */
const MAX_REQUESTED_WAIT_MS = 300_000;

export class Transport {
  readonly #options: TransportOptions;
  readonly #gate: RateGate;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#gate = new RateGate(options.shareOfLimit);
  }

  /** Rejects with an OrderAnalyticsError, or the signal's reason. `T`: the response's type in the contract. */
  async ask<T>(request: ApiRequest): Promise<Reply<T>> {
    const { attempts = 8 } = this.#options.retry;
    const { signal, onWait } = request;
    requireWholeIds(request);
    const body = request.json === undefined ? undefined : await compressText(request.json);
    let last: OrderAnalyticsError | undefined;
    // By code: refusals while a service restarts must not use up the attempts that outlast a held Idempotency-Key.
    const failures = new Map<string, number>();
    for (;;) {
      await this.#gate.enter(signal, (ms) =>
        onWait?.({ reason: 'rate_limit', ms, ...(last?.status === 429 && { error: last }) }),
      );
      const outcome = await this.#attempt<T>(request, body).finally(() => this.#gate.leave());
      if (!(outcome instanceof OrderAnalyticsError)) return outcome;
      const attempt = (failures.get(outcome.code) ?? 0) + 1;
      failures.set(outcome.code, attempt);
      const requestedMs = outcome.retryAfterMs;
      if (!isPassing(outcome) || attempt >= attempts || (requestedMs ?? 0) > MAX_REQUESTED_WAIT_MS)
        throw outcome;
      last = outcome;
      if (outcome.status === 429 && requestedMs !== undefined) {
        this.#gate.closeFor(requestedMs);
      } else {
        const ms = this.#delay(outcome, attempt);
        onWait?.({ reason: 'retry', ms, error: outcome });
        await pause(ms, signal);
      }
    }
  }

  async read<T>(request: Omit<ApiRequest, 'method' | 'json'>): Promise<T> {
    const { body } = await this.ask<T>({ ...request, method: 'GET' });
    return requireBody(body);
  }

  /** The body at an address that needs no key. */
  async download(url: string, { signal }: CallOptions): Promise<ReadableStream<Uint8Array>> {
    let response: Response;
    try {
      response = await this.#options.fetch(url, signal === undefined ? {} : { signal });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new OrderAnalyticsError(`the file can't be reached: ${describeReason(cause)}`, {
        code: 'network_error',
        cause,
      });
    }
    if (!response.ok) throw toError(response.status, response.headers, await response.text());
    return response.body ?? new ReadableStream({ start: (controller) => controller.close() });
  }

  /** Deleting something that is deleted already is safe, so that a lost response is no reason to stop. */
  async delete<T>(request: Omit<ApiRequest, 'method' | 'json'>): Promise<T> {
    const { body } = await this.ask<T>({ ...request, method: 'DELETE' });
    return requireBody(body);
  }

  /** Putting the same once more is safe. */
  async put<T>(path: string, json: string, call: CallOptions): Promise<T> {
    const { body } = await this.ask<T>({ ...call, method: 'PUT', path, json });
    return requireBody(body);
  }

  /** Sends a PATCH, which may be repeated after a failure: use it only for changes that may be made twice. */
  async patch<T>(path: string, json: string, call: CallOptions): Promise<T> {
    const { body } = await this.ask<T>({ ...call, method: 'PATCH', path, json });
    return requireBody(body);
  }

  async post<T>(
    path: string,
    json: string,
    idempotencyKey: string,
    { headers, ...call }: CallOptions & Pick<ApiRequest, 'headers'>,
  ): Promise<T> {
    const sent = { ...headers, 'Idempotency-Key': idempotencyKey };
    const { body } = await this.ask<T>({ ...call, method: 'POST', path, json, headers: sent });
    return requireBody(body);
  }

  /** A POST without a key: only for what may be done twice. */
  async postAgain<T>(path: string, json: string, call: CallOptions): Promise<T> {
    const { body } = await this.ask<T>({ ...call, method: 'POST', path, json });
    return requireBody(body);
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
    { method, path, query, headers, signal, heldMs = 0 }: ApiRequest,
    body: ArrayBuffer | undefined,
  ): Promise<Reply<T> | OrderAnalyticsError> {
    const { baseUrl, apiKey, requestTimeoutMs } = this.#options;
    const limit = createDeadline(requestTimeoutMs + heldMs, signal);
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
        : new OrderAnalyticsError(`${method} ${baseUrl}${path} can't be reached: ${describeReason(cause)}`, {
            code: 'network_error',
            cause,
          });
    } finally {
      limit.clear();
    }
    this.#gate.learn(response.headers);
    if (response.status === 304) return { body: undefined, headers: response.headers };
    if (!response.ok) return toError(response.status, response.headers, text);
    return parseReply<T>(response, text);
  }
}

/** Only a read with an ETag may get a 304. */
function requireBody<T>(body: T | undefined): T {
  if (body !== undefined) return body;
  throw new OrderAnalyticsError('304, though nothing was compared with', {
    status: 304,
    code: 'unexpected_response',
  });
}

/** The service checks its responses against the contract; a proxy's replacement is usually not an object. */
function parseReply<T>({ status, headers }: Response, text: string): Reply<T> | OrderAnalyticsError {
  try {
    const body: T = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return { body, headers };
  } catch {
    // Reported below.
  }
  return new OrderAnalyticsError(`${status}, but no JSON object: is this the address of the API?`, {
    status,
    code: 'unexpected_response',
  });
}

/** The same request may succeed later. A monthly limit ends, too, but is not worth waiting for. */
function isPassing({ status, code }: OrderAnalyticsError): boolean {
  if (status === undefined) return true;
  if (status === 429) return code !== 'monthly_limit_exceeded';
  return status >= 500 || code === 'request_in_progress';
}

/**
 * fetch removes dot segments from paths, also percent-encoded, and an empty id leaves a slash: the request would reach
 * the parent. Ids are encoded by now, so that a segment is one of these only if the id is.
 */
function requireWholeIds({ method, path }: ApiRequest): void {
  if (
    !path
      .slice(1)
      .split('/')
      .some((segment) => ['', '.', '..'].includes(segment))
  )
    return;
  throw new OrderAnalyticsError(`${method} ${path}: expected an id, not an empty one, . or ..`, {
    code: 'invalid_request',
  });
}

/** The path and the query that name a customer or an order, whose ids may be any text: see id_encoding of the API. */
export function toAddress(
  path: string,
  id: string,
): Required<Pick<ApiRequest, 'path'>> & { query: { id_encoding?: string } } {
  if (id !== '.' && id !== '..') return { path: `${path}/${encodeURIComponent(id)}`, query: {} };
  return { path: `${path}/${id === '.' ? 'Lg' : 'Li4'}`, query: { id_encoding: 'base64url' } };
}

function search(query: ApiRequest['query'] = {}): string {
  const named = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined) named.append(name, String(one));
  }
  const text = named.toString();
  return text === '' ? '' : `?${text}`;
}

function compressText(text: string): Promise<ArrayBuffer> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Response(compressed).arrayBuffer();
}

function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

// A list: all entries, read page by page on demand, or a single page.

export interface List<Entry, Page> extends AsyncIterable<Entry> {
  /** One page as the service returns it; its next_cursor is the query's cursor for the next page. */
  page(): Promise<Page>;
}

interface Pageable {
  readonly next_cursor?: string;
}

export function createList<Entry, Page extends Pageable>(
  transport: Transport,
  path: string,
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  getEntries: (page: Page) => readonly Entry[],
  { signal, onWait }: CallOptions,
): List<Entry, Page> {
  const read = async (cursor: string | undefined): Promise<Page> => {
    const asked = { ...query, cursor };
    return transport.read<Page>({ path, query: asked, signal, onWait });
  };
  return {
    page: () => read(query.cursor),
    async *[Symbol.asyncIterator]() {
      for (let cursor = query.cursor; ; ) {
        const page = await read(cursor);
        yield* getEntries(page);
        cursor = page.next_cursor;
        if (cursor === undefined) return;
      }
    },
  };
}
