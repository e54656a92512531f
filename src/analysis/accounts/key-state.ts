// Derives an API key's permissions and expiry from its stored record. Every endpoint calls `isLive`, so that an expired
// key is refused wherever a revoked one is.
import type { KeyKind } from './api-key.ts';

interface KeyMarks {
  readonly admin?: boolean | undefined;
  readonly read_only?: boolean | undefined;
  readonly publishable?: object | undefined;
}

/** Times in ISO 8601. */
interface KeySpan {
  readonly revoked_at?: string | undefined;
  readonly expires_at?: string | undefined;
}

type KeyStatus = 'active' | 'expired' | 'revoked';

export function getKeyKind({ admin, read_only, publishable }: KeyMarks): KeyKind {
  if (admin === true) return 'admin';
  if (read_only === true) return 'read_only';
  return publishable === undefined ? 'secret' : 'publishable';
}

/** `now`: epoch milliseconds. */
export function getKeyStatus({ revoked_at, expires_at }: KeySpan, now: number): KeyStatus {
  if (revoked_at !== undefined) return 'revoked';
  return expires_at !== undefined && now >= Date.parse(expires_at) ? 'expired' : 'active';
}

export function isLive(key: KeySpan, now: number): boolean {
  return getKeyStatus(key, now) === 'active';
}

/** The time at which a key that is not revoked expires: epoch milliseconds, Infinity for never. */
export function getKeyEnd({ expires_at }: KeySpan): number {
  return expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
}
