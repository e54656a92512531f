// Who of an audience is kept aside: a fixed share, decided per customer by a keyed hash, so that the same customers are kept
// aside in every refresh, and nobody without the key can tell or choose who they are.
import { createHmac, createSecretKey } from 'node:crypto';

/** `key`: of the audience, hexadecimal. `share`: 0 to 0.5. */
export function holdOut(key: string, share: number): (customerId: string) => boolean {
  if (share === 0) return () => false;
  // Bytes would be made a key again for each customer, at five times the price.
  const secret = createSecretKey(key, 'hex');
  return (customerId) => fractionOf(createHmac('sha256', secret).update(customerId).digest()) < share;
}

/** The first 52 bits, which a double holds exactly, as a number from 0 to below 1. */
function fractionOf(digest: Buffer): number {
  return (digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >>> 4)) / 2 ** 52;
}
