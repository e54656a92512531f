// What a call can fail with. Everything that isn't the caller's own (an aborted signal, an iterable that throws) is an
// OrderAnalyticsError.

export interface ErrorDetails {
  /** The HTTP status; undefined when there was no answer. */
  readonly status?: number | undefined;
  readonly code: string;
  readonly param?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly docUrl?: string | undefined;
  readonly limit?: number | undefined;
  readonly used?: number | undefined;
  readonly cause?: unknown;
}

export class OrderAnalyticsError extends Error {
  override readonly name: string = 'OrderAnalyticsError';
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /**
   * Stable. The service's own (invalid_request, unauthorized, rate_limited …), `http_<status>` where something before
   * the service answered, or the client's: network_error, request_timeout, unexpected_response, timeout.
   */
  readonly code: string;
  /** Path of the field that is wrong, e.g. `orders[3].line_items[0].quantity`. */
  readonly param: string | undefined;
  /** To be quoted when asking about the request. */
  readonly requestId: string | undefined;
  /** How long to wait before trying again. */
  readonly retryAfterMs: number | undefined;
  /** Where the error is explained. */
  readonly docUrl: string | undefined;
  /** With monthly_limit_exceeded: reports a month, and how many were made. */
  readonly limit: number | undefined;
  readonly used: number | undefined;

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
  }
}

/** As an HTTP error answer says it: the service's JSON, the gateway's, or whatever a proxy wrote. */
export function errorOf(status: number, headers: Headers, text: string): OrderAnalyticsError {
  const body = jsonObject(text);
  const said = textOf(body.error) ?? textOf(body.message) ?? text.trim().slice(0, 200);
  return new OrderAnalyticsError(said === '' ? `HTTP ${status}` : `${status} ${said}`, {
    status,
    code: textOf(body.code) ?? `http_${status}`,
    param: textOf(body.param),
    requestId: textOf(body.request_id) ?? headers.get('apigw-requestid') ?? undefined,
    retryAfterMs: numberOf(body.retry_after_ms) ?? retryAfterOf(headers),
    docUrl: textOf(body.doc_url),
    limit: numberOf(body.limit),
    used: numberOf(body.used),
  });
}

/** Milliseconds by Retry-After, which is in seconds or a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function jsonObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
