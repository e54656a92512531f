// The errors of a call. Every error except the caller's own (an aborted signal, an iterable that throws) is an
// OrderAnalyticsError.

/** A sentence of the service by its code, for readers of other languages. */
export interface CodedSentence {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface ErrorDetails {
  /** The HTTP status; undefined without a response. */
  readonly status?: number | undefined;
  readonly code: string;
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly docUrl?: string | undefined;
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
  readonly sentences?: readonly CodedSentence[] | undefined;
  readonly cause?: unknown;
}

export class OrderAnalyticsError extends Error {
  override readonly name: string = 'OrderAnalyticsError';
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /**
   * Stable. The service's own (invalid_request, unauthorized, rate_limited …), `http_<status>` when a gateway or proxy
   * responded, or the client's: network_error, request_timeout, unexpected_response, timeout.
   */
  readonly code: string;
  /** Path of the wrong field, e.g. `orders[3].line_items[0].quantity`. */
  readonly param: string | undefined;
  /** Quote it in support requests. */
  readonly requestId: string | undefined;
  /** How long to wait before trying again. */
  readonly retryAfterMs: number | undefined;
  /** Documentation of the error. */
  readonly docUrl: string | undefined;
  /** With monthly_limit_exceeded: reports allowed per month, and reports requested this month. */
  readonly limit: number | undefined;
  readonly used: number | undefined;
  /** The problem by code, if the service states it for people, such as why a shop refuses credentials. */
  readonly sentences: readonly CodedSentence[] | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.status = details.status;
    this.code = details.code;
    this.param = details.param;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.docUrl = details.docUrl;
    this.limit = details.limit;
    this.used = details.used;
    this.sentences = details.sentences;
  }
}

/** From an HTTP error response: the service's JSON, the gateway's, or any text from a proxy. */
export function toError(status: number, headers: Headers, text: string): OrderAnalyticsError {
  const body = parseObject(text);
  const said = pickText(body.error) ?? pickText(body.message) ?? text.trim().slice(0, 200);
  return new OrderAnalyticsError(said === '' ? `HTTP ${status}` : `${status} ${said}`, {
    status,
    code: pickText(body.code) ?? `http_${status}`,
    param: pickText(body.param),
    requestId: pickText(body.request_id) ?? headers.get('apigw-requestid') ?? undefined,
    retryAfterMs: pickNumber(body.retry_after_ms) ?? readRetryAfter(headers),
    docUrl: pickText(body.doc_url),
    limit: pickNumber(body.limit),
    used: pickNumber(body.used),
    sentences: pickSentences(body.error_coded),
  });
}

/** Milliseconds from Retry-After, which has seconds or a date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function pickText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function pickSentences(value: unknown): CodedSentence[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.map((one: unknown) => {
    const { code, params } = Object(one);
    return { code: String(code), params: { ...params } };
  });
}

function pickNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
