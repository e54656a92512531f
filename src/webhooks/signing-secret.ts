// Secrets of receivers' own: `whsec_` and base64, as the libraries of Standard Webhooks take them.
// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md

const PREFIX = 'whsec_';
const [LEAST_BYTES, MOST_BYTES] = [24, 64];

/** Undefined if it is none. */
function bytesOf(secret: string): Buffer | undefined {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  const isSecret = secret.startsWith(PREFIX) && isBase64;
  return isSecret && bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES ? bytes : undefined;
}

/** What the secret should have been; undefined if it is one. */
export function signingSecretProblem(secret: string): string | undefined {
  return bytesOf(secret) === undefined
    ? `expected ${PREFIX} and the base64 of ${LEAST_BYTES} to ${MOST_BYTES} bytes`
    : undefined;
}

/** The bytes that sign. Throws for what signingSecretProblem refuses. */
export function signingBytes(secret: string): Buffer {
  const bytes = bytesOf(secret);
  if (bytes === undefined) throw new Error('a stored secret is none');
  return bytes;
}
