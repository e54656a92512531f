// Who a request comes from, once its key is known.
import type { PlanLimits } from '../../contract/plans.ts';
import type { PublishableUse } from './publishable-use.ts';

/** The key that created or changed something: its id, and its name at that time. */
export interface Author {
  readonly key_id: string;
  readonly name?: string | undefined;
}

export function toAuthor(key: Pick<Author, 'key_id' | 'name'>): Author {
  return { key_id: key.key_id, ...(key.name !== undefined && { name: key.name }) };
}

/** The account of a valid key, with the limits of its plan and its own. */
export interface Caller {
  readonly accountId: string;
  readonly keyHash: string;
  /** Undefined where the service acts for a key later, as for a schedule or an audience. */
  readonly author?: Author | undefined;
  readonly limits: PlanLimits;
  /** A read-only key changes nothing. More people may hold it than the key that writes. */
  readonly isReadOnly?: boolean | undefined;
  /** Encrypts the cursors of its lists; undefined before the first list. */
  readonly cursorSecret?: string | undefined;
  /** Undefined for a secret key, which may call everything. */
  readonly publishable?: PublishableUse | undefined;
}

/**
 * Hides the path of an address of the account from a read-only key, because the path may be a secret, and the name
 * in an e-mail address.
 */
export function maskAddress(url: string, { isReadOnly = false }: Pick<Caller, 'isReadOnly'>): string {
  if (!isReadOnly) return url;
  const { origin, protocol, pathname } = new URL(url);
  return protocol === 'mailto:' ? `mailto:…${pathname.slice(pathname.lastIndexOf('@'))}` : `${origin}/…`;
}
