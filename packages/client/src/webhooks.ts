// Verifies that a webhook comes from the service. Both signatures of a report's webhook are keyed with the SHA-256 of
// the API key that requested the report; webhook endpoints and destinations have secrets of their own. WebCrypto
// compares in constant time. The signatures cover the raw body: parse it afterwards.

/** The raw bytes, before any JSON parsing. */
export type RawBody = string | Uint8Array;

/** Headers of the Fetch API or of Node. Names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface StandardWebhookOptions {
  /** Allowed difference between the webhook's time and now, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
  /** Unix seconds. Default: now. */
  readonly now?: number | undefined;
}

/**
 * By X-Service-Signature, whose value `header` is. It covers the body alone, so it does not detect replay. With
 * all headers at hand, prefer verifyStandardWebhook.
 */
export async function verifyWebhook(
  rawBody: RawBody,
  header: string | null | undefined,
  apiKey: string,
): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(header ?? '')?.[1];
  if (hex === undefined) return false;
  const signature = Uint8Array.from({ length: 32 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
  const secret = Array.from(await computeSha256(apiKey), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
  return isSigned(toBytes(rawBody), signature, utf8.encode(secret));
}

/**
 * By the headers of Standard Webhooks: webhook-id (the same at every attempt: handle each once), webhook-timestamp and
 * webhook-signature. False if the body was changed, or the time is too old or in the future (replay protection).
 * `secret`: of a webhook endpoint or a destination, `whsec_…`; of a report's webhook, the API key. While an endpoint
 * has two secrets, either is enough. Throws a TypeError for a `whsec_` that is not base64.
 */
export async function verifyStandardWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() / 1_000 }: StandardWebhookOptions = {},
): Promise<boolean> {
  const [id, time, signatures] = [
    getHeader(headers, 'webhook-id'),
    getHeader(headers, 'webhook-timestamp'),
    getHeader(headers, 'webhook-signature'),
  ];
  if (id === undefined || time === undefined || signatures === undefined) return false;
  if (!/^\d+$/.test(time) || Math.abs(now - Number(time)) > toleranceSeconds) return false;
  const signed = joinBytes(utf8.encode(`${id}.${time}.`), toBytes(rawBody));
  const key = await toKey(secret);
  const candidates = signatures.split(' ').flatMap((one) => parseSignature(one) ?? []);
  const verdicts = await Promise.all(candidates.map((candidate) => isSigned(signed, candidate, key)));
  return verdicts.includes(true);
}

type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();

const OWN_SECRET = 'whsec_';

async function toKey(secret: string): Promise<Bytes> {
  if (!secret.startsWith(OWN_SECRET)) return computeSha256(secret);
  const base64 = secret.slice(OWN_SECRET.length);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new TypeError('secret: expected whsec_ and base64');
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

async function computeSha256(text: string): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(text)));
}

async function isSigned(data: Bytes, signature: Bytes, secret: Bytes): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, signature, data);
}

/** The bytes of `v1,<base64>`; undefined for any other version or length. */
function parseSignature(text: string): Bytes | undefined {
  const base64 = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(text)?.[1];
  if (base64 === undefined) return undefined;
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

function getHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.join(' ');
}

function toBytes(body: RawBody): Bytes {
  return typeof body === 'string' ? utf8.encode(body) : Uint8Array.from(body);
}

function joinBytes(head: Bytes, tail: Bytes): Bytes {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}
