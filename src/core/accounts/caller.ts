// Who a request comes from, once its key is known.
import type { PlanLimits } from './plans.ts';
import type { PublishableUse } from './publishable-use.ts';

/** The account of a valid key, with the limits of its plan and its own. */
export interface Caller {
  readonly accountId: string;
  readonly keyHash: string;
  readonly limits: PlanLimits;
  /** The key reads and changes nothing; it may be in more hands than the one that writes. */
  readonly isReadOnly?: boolean | undefined;
  /** Encrypts the cursors of its lists; undefined before the first list. */
  readonly cursorSecret?: string | undefined;
  /** Undefined for a secret key, which may call everything. */
  readonly publishable?: PublishableUse | undefined;
}

/** Of an address of the account's own, a read-only key sees only where it points: its path may be a secret. */
export function shownAddress(url: string, { isReadOnly = false }: Pick<Caller, 'isReadOnly'>): string {
  return isReadOnly ? `${new URL(url).origin}/…` : url;
}
