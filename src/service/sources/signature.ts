// The signature of a shop's event: HMAC-SHA256 over the bytes of the body, in base64. Shopify and WooCommerce
// compute it alike and send it in different headers. Test vectors:
// test/service/sources/signature-vectors.json.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function signEventBody(body: Buffer, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** Compares in constant time with the signature by each secret. */
export function isSignedByOne(
  body: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): boolean {
  const given = Buffer.from(signature ?? '', 'utf8');
  let isSigned = false;
  for (const secret of secrets) {
    const expected = Buffer.from(signEventBody(body, secret), 'utf8');
    if (given.length === expected.length && timingSafeEqual(given, expected)) isSigned = true;
  }
  return isSigned;
}
