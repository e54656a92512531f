// Encrypts secrets of accounts at rest with a key of KMS, bound to their owner. Read access to the table
// alone does not reveal a stored secret, and it is invalid in the item of another owner. A secret in the
// clear is neither stored nor logged.
import { DecryptCommand, EncryptCommand, type KMSClient } from '@aws-sdk/client-kms';
import * as v from 'valibot';

/** Ciphertext in base64, as stored. */
export const sealedSecret = v.pipe(v.string(), v.base64(), v.brand('SealedSecret'));
export type SealedSecret = v.InferOutput<typeof sealedSecret>;

/**
 * The secret's owner: authenticated with the ciphertext, and written to the audit log of the key. Holds no
 * secret.
 */
export interface SecretOwner {
  readonly accountId: string;
  /** Kind of the owner, such as `destination`. */
  readonly kind: string;
  readonly id: string;
}

/** Maximum number of bytes that one request encrypts. */
export const MAX_SECRET_BYTES = 4_096;

const toContext = ({ accountId, kind, id }: SecretOwner) => ({
  EncryptionContext: { account: accountId, kind, id },
});

/** `keyArn`: the role may only encrypt with it. */
export function createSealSecret(kms: KMSClient, keyArn: string) {
  return async function sealSecret(secret: string, owner: SecretOwner): Promise<SealedSecret> {
    const sealed = await kms.send(
      new EncryptCommand({ KeyId: keyArn, Plaintext: Buffer.from(secret, 'utf8'), ...toContext(owner) }),
    );
    return v.parse(sealedSecret, Buffer.from(sealed.CiphertextBlob ?? []).toString('base64'));
  };
}
export type SealSecret = ReturnType<typeof createSealSecret>;

/** `keyArn`: the role may only decrypt with it. Throws for a ciphertext of another owner. */
export function createOpenSecret(kms: KMSClient, keyArn: string) {
  return async function openSecret(sealed: SealedSecret, owner: SecretOwner): Promise<string> {
    const opened = await kms.send(
      new DecryptCommand({
        KeyId: keyArn,
        CiphertextBlob: Buffer.from(sealed, 'base64'),
        ...toContext(owner),
      }),
    );
    return Buffer.from(opened.Plaintext ?? []).toString('utf8');
  };
}
export type OpenSecret = ReturnType<typeof createOpenSecret>;

/** Decrypted secrets that an instance caches. */
const MAX_KEPT = 1_000;

/** For secrets that each event needs: an instance calls KMS once for each. */
export function keepOpened(openSecret: OpenSecret): OpenSecret {
  const kept = new Map<string, string>();
  return async (sealed, owner) => {
    const key = JSON.stringify([owner, sealed]);
    const found = kept.get(key);
    if (found !== undefined) return found;
    const opened = await openSecret(sealed, owner);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, opened);
    return opened;
  };
}
