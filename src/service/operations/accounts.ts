// Operator actions on accounts and their keys.

import { hashApiKey } from '../../analysis/accounts/api-key.ts';
import type { PublishableUse } from '../../analysis/accounts/publishable-use.ts';
import type { AccountOverrides, PlanName } from '../../contract/plans.ts';
import type { Account, AccountStore } from '../accounts/accounts.ts';
import type { ApiKey } from '../accounts/api-key-item.ts';
import {
  type CreatedChoice,
  createKeyOperations,
  type KeyDeps,
  type KeyRequest,
  type RevokedKey,
} from './keys.ts';
import { OperationError } from './operation-error.ts';

export interface OperationDeps extends KeyDeps {
  readonly accounts: Pick<AccountStore, 'createAccount'>;
}

/** Undefined: full use, except managing the keys of the account. */
type KeyUse = PublishableUse | 'read only' | 'admin' | undefined;

export function createOperations(deps: OperationDeps) {
  const { accounts, newId, clock } = deps;
  const keys = createKeyOperations(deps);
  /** `key`: the key, its hash, its id, or the hint that `listKeys` shows. */
  async function findKey(accountId: string, key: string): Promise<ApiKey> {
    const hash = hashApiKey(key);
    const [match, ...others] = (await keys.list(accountId)).filter(
      (candidate) =>
        [candidate.key_hash, candidate.hint, candidate.key_id].includes(key) || candidate.key_hash === hash,
    );
    if (match === undefined)
      throw new OperationError(`${accountId} has no such key; list its keys with keys list`);
    if (others.length > 0) throw new OperationError('more than one key matches: use its id (keys list)');
    return match;
  }

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
      const { key } = await keys.create(accountId, { ...toKind(use), ...settings }, 'operator');
      if (key === undefined) throw new Error('a new key was created before');
      return key;
    },

    listKeys: keys.list,

    findKey,

    createdBy: keys.created,

    /** `key`: in any form that `findKey` accepts. */
    async revokeKey(accountId: string, key: string, created: CreatedChoice = 'pause'): Promise<RevokedKey> {
      return keys.revoke(accountId, (await findKey(accountId, key)).key_id, 'operator', created);
    },
  };
}
export type Operations = ReturnType<typeof createOperations>;

function toKind(use: KeyUse) {
  if (use === undefined) return { kind: 'secret' } as const;
  if (use === 'admin') return { kind: 'admin' } as const;
  return use === 'read only' ? ({ kind: 'read_only' } as const) : ({ kind: 'publishable', use } as const);
}
