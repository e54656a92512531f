// Cursors as clients receive them: encrypted and authenticated with a secret of the account, and bound to the
// request whose list they continue. The place in a list may be a customer's hash or an order's id, which must
// not reach keys that are not shown ids.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { InvalidRequestError } from '../contract/errors/errors.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface SealedCursors {
  /**
   * `cursor`: from toCursor. The same cursor is sealed to the same text, so that equal pages have equal
   * ETags.
   */
  seal(cursor: string): string;
  /** Throws InvalidRequestError for anything but a text that `seal` returned for the same list. */
  open(sealed: string): string;
}

/**
 * `secret`: the account's. `list`: everything that decides which entries are in the list, and in which order.
 */
export function createSealedCursors(secret: string, list: unknown): SealedCursors {
  const bound = Buffer.from(JSON.stringify(list));
  const computeMac = (use: string, ...parts: readonly Buffer[]): Buffer =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha256', secret).update(`${use}\n`)).digest();
  const key = computeMac('key');
  return {
    seal(cursor) {
      const place = Buffer.from(cursor, 'base64url');
      // Derived from the encrypted content: two places never share a nonce.
      const nonce = computeMac('nonce', bound, Buffer.from([0]), place).subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(bound);
      const encrypted = [cipher.update(place), cipher.final()];
      return Buffer.concat([nonce, ...encrypted, cipher.getAuthTag()]).toString('base64url');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      try {
        if (bytes.toString('base64url') !== sealed) throw new TypeError('not in its shortest form');
        const nonce = bytes.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(bound)
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const encrypted = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
        return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('base64url');
      } catch {
        throw new InvalidRequestError(
          'cursor',
          'expected the next_cursor of an earlier response to the same request',
        );
      }
    },
  };
}
