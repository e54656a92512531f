// Operator actions on accounts and their keys.
import { hashApiKey } from '../core/accounts/api-key.ts';
import { idOfKey, isLive } from '../core/accounts/key-state.ts';
import type { AccountOverrides, PlanName } from '../core/accounts/plans.ts';
import type { PublishableUse } from '../core/accounts/publishable-use.ts';
import type { Account, AccountStore } from '../stores/accounts/accounts.ts';
import type { ApiKey } from '../stores/accounts/api-key-item.ts';
import { createKeyOperations, type KeyDeps, type KeyRequest } from './keys.ts';
import { OperationError } from './operation-error.ts';

export interface OperationDeps extends KeyDeps {
  readonly accounts: Pick<AccountStore, 'createAccount'>;
}

/** Undefined: everything but the keys of the account. */
type KeyUse = PublishableUse | 'read only' | 'admin' | undefined;

interface RevokeOptions {
  /** With the keys that it created. Default: it alone. */
  readonly withCreated?: boolean | undefined;
}

export function createOperations(deps: OperationDeps) {
  const { accounts, newId, clock } = deps;
  const keys = createKeyOperations(deps);
  return {
    async createAccount(name: string, plan: PlanName, overrides: AccountOverrides): Promise<Account> {
      const now = clock();
      const account: Account = {
        account_id: `acc_${newId(now)}`,
        name,
        plan,
        created_at: new Date(now).toISOString(),
        overrides,
      };
      await accounts.createAccount(account);
      return account;
    },

    /** Returns the key itself, which cannot be shown again. */
    async createKey(
      accountId: string,
      use?: KeyUse,
      settings: Pick<KeyRequest, 'name' | 'expiresAt'> = {},
    ): Promise<string> {
      const { key } = await keys.create(accountId, { ...kindFor(use), ...settings }, 'operator');
      if (key === undefined) throw new Error('a new key was created before');
      return key;
    },

    listKeys: keys.list,

    /** `key`: the key, its hash, its id, or the hint that `listKeys` shows. Returns the keys that were revoked. */
    async revokeKey(
      accountId: string,
      key: string,
      { withCreated = false }: RevokeOptions = {},
    ): Promise<readonly ApiKey[]> {
      const hash = hashApiKey(key);
      const found = (await keys.list(accountId)).filter(
        (candidate) =>
          [candidate.key_hash, candidate.hint, idOfKey(candidate)].includes(key) ||
          candidate.key_hash === hash,
      );
      const [match] = found;
      if (match === undefined)
        throw new OperationError(`${accountId} has no such key; list its keys with keys list`);
      if (found.length > 1) throw new OperationError('more than one key matches: use its id (keys list)');
      const revoke = (one: ApiKey): Promise<ApiKey> => keys.revoke(accountId, idOfKey(one), 'operator');
      const revoked = [await revoke(match)];
      if (!withCreated) return revoked;
      // Listed after it was revoked: it creates no more.
      const created = (await keys.list(accountId)).filter(
        (one) => one.created_by === idOfKey(match) && isLive(one, clock()),
      );
      return [...revoked, ...(await Promise.all(created.map(revoke)))];
    },
  };
}
export type Operations = ReturnType<typeof createOperations>;

function kindFor(use: KeyUse) {
  if (use === undefined) return { kind: 'secret' } as const;
  if (use === 'admin') return { kind: 'admin' } as const;
  return use === 'read only' ? ({ kind: 'read_only' } as const) : ({ kind: 'publishable', use } as const);
}
