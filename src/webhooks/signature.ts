// Two signatures over every webhook, both keyed with what is kept of an API key: its SHA-256. They take it in two
// spellings, so that a signature of one kind is never one of the other. Test vectors:
// test/webhooks/signature-vectors.json.
import { createHmac } from 'node:crypto';

/**
 * The contract's: the value of the X-Service-Signature header. Keyed with the UTF-8 bytes of the hash's 64 hex
 * characters.
 */
export function signBody(rawBody: string, apiKeyHash: string): string {
  return `sha256=${createHmac('sha256', apiKeyHash).update(rawBody, 'utf8').digest('hex')}`;
}

export interface SignedEvent {
  /** No `.` in it: that parts id, time and body. */
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly rawBody: string;
}

/** Standard Webhooks': the value of the webhook-signature header. `secret`: 24 to 64 bytes. */
export function signEvent({ id, timestamp, rawBody }: SignedEvent, secret: Buffer): string {
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${rawBody}`, 'utf8');
  return `v1,${mac.digest('base64')}`;
}

/** The hash's own 32 bytes; a receiver gives them to its library as `whsec_` and their base64. */
export function standardSecret(apiKeyHash: string): Buffer {
  return Buffer.from(apiKeyHash, 'hex');
}
