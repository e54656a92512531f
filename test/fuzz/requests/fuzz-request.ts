// A request as it is generated: whole, and the same in every run of a seed. Keys, and ids that only the run knows, are
// named here and filled in when it is sent.
import type { PathPart } from './known-ids.ts';

export type Kind = 'valid' | 'nearly valid' | 'hostile';

/** `fast` and `other` may ask as often as they like, `slow` as often as the contract says; `free` has no API; `page`
 * has a publishable key. */
const CALLERS = ['fast', 'other', 'slow', 'free', 'page', 'revoked'] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Authorization {
  readonly caller: CallerName;
  /** `{key}` stands for the caller's. */
  readonly text: string;
}

export interface FuzzRequest {
  /** `POST /reports`, or what else it is counted under. */
  readonly operation: string;
  readonly kind: Kind;
  readonly method: string;
  /** Below the base path, the query included. */
  readonly target: readonly PathPart[];
  readonly authorization: Authorization | undefined;
  /** Which loopback address it comes from: callers without a key are counted by theirs. */
  readonly address: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  readonly pace: 'whole' | 'dribbled' | 'broken off';
}

/** Bytes for a socket, since no HTTP client would write them. `{key}` and `{base}` are filled in. */
export interface RawRequest {
  readonly operation: 'raw socket';
  readonly kind: 'hostile';
  readonly text: string;
}
