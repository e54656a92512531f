// Computes two signatures over every webhook, both keyed with the stored SHA-256 of an API key. They encode
// it differently, so that a signature of one kind is never valid as the other. Test vectors:
// test/service/webhooks/signature-vectors.json.
import { createHmac } from 'node:crypto';

/**
 * The contract's signature: the value of the X-Service-Signature header. Keyed with the UTF-8 bytes of the hash's 64
 * hex characters.
 */
export function signBody(rawBody: string, apiKeyHash: string): string {
  return `sha256=${createHmac('sha256', apiKeyHash).update(rawBody, 'utf8').digest('hex')}`;
}

export interface SignedEvent {
  /** Contains no `.`, which separates id, timestamp and body. */
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly rawBody: string;
}

/** The Standard Webhooks signature: the value of the webhook-signature header. `secret`: 24 to 64 bytes. */
export function signEvent({ id, timestamp, rawBody }: SignedEvent, secret: Buffer): string {
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${rawBody}`, 'utf8');
  return `v1,${mac.digest('base64')}`;
}

/** The hash's 32 bytes; a receiver passes them to its library as `whsec_` followed by their base64. */
export function toStandardSecret(apiKeyHash: string): Buffer {
  return Buffer.from(apiKeyHash, 'hex');
}

// Secrets that receivers choose: `whsec_` and base64, as the libraries of Standard Webhooks accept them.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const PREFIX = 'whsec_';
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** Undefined if the text is not a secret. */
function decodeSecret(secret: string): Buffer | undefined {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  const isSecret = secret.startsWith(PREFIX) && isBase64;
  return isSecret && bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES ? bytes : undefined;
}

/** The expected form of the secret; undefined if it is valid. */
export function findSigningSecretProblem(secret: string): string | undefined {
  return decodeSecret(secret) === undefined
    ? `expected ${PREFIX} and the base64 of ${LEAST_BYTES} to ${MOST_BYTES} bytes`
    : undefined;
}

/** The signing bytes. Throws for a secret that findSigningSecretProblem refuses. */
export function toSigningBytes(secret: string): Buffer {
  const bytes = decodeSecret(secret);
  if (bytes === undefined) throw new Error('a stored secret is not valid');
  return bytes;
}
