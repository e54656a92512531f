// The contract's signature: HMAC-SHA256 of the raw body, keyed with the UTF-8 bytes of the API key hash's 64 hex
// characters. Test vectors: test/webhooks/signature-vectors.json.
import { createHmac } from 'node:crypto';

/** The value of the X-Service-Signature header. */
export function signBody(rawBody: string, apiKeyHash: string): string {
  return `sha256=${createHmac('sha256', apiKeyHash).update(rawBody, 'utf8').digest('hex')}`;
}
