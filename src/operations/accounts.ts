// Operator actions on accounts and keys. A key is shown once, when it is created; only its hash is stored.
import { createApiKey, hashApiKey, keyHint } from '../core/accounts/api-key.ts';
import type { AccountOverrides, PlanName } from '../core/accounts/plans.ts';
import type { Account, AccountStore, ApiKey } from '../stores/accounts.ts';
import { OperationError } from './operation-error.ts';

export interface OperationDeps {
  readonly accounts: AccountStore;
  readonly newId: (now: number) => string;
  readonly randomInt: (below: number) => number;
  readonly clock: () => number;
}

/** Two live keys are enough to replace one by the other without downtime. */
const MAX_LIVE_KEYS = 2;

export function createOperations({ accounts, newId, randomInt, clock }: OperationDeps) {
  async function existing(accountId: string): Promise<Account> {
    const account = await accounts.getAccount(accountId);
    if (account === undefined) throw new OperationError(`there is no account ${accountId}`);
    return account;
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
    async createKey(accountId: string): Promise<string> {
      await existing(accountId);
      const live = (await accounts.listKeys(accountId)).filter(({ revoked_at }) => revoked_at === undefined);
      if (live.length >= MAX_LIVE_KEYS) {
        throw new OperationError(
          `${accountId} has ${MAX_LIVE_KEYS} live keys: revoke one first (keys revoke --key HINT)`,
        );
      }
      const key = createApiKey(randomInt);
      await accounts.addKey({
        key_hash: hashApiKey(key),
        account_id: accountId,
        hint: keyHint(key),
        created_at: new Date(clock()).toISOString(),
      });
      return key;
    },

    async listKeys(accountId: string): Promise<ApiKey[]> {
      await existing(accountId);
      return accounts.listKeys(accountId);
    },

    /** `key`: the key, its hash, or the hint that `listKeys` shows. */
    async revokeKey(accountId: string, key: string): Promise<ApiKey> {
      const hash = hashApiKey(key);
      const found = (await accounts.listKeys(accountId)).filter(
        (candidate) => candidate.key_hash === key || candidate.key_hash === hash || candidate.hint === key,
      );
      const [match] = found;
      if (match === undefined)
        throw new OperationError(`${accountId} has no such key; list its keys with keys list`);
      if (found.length > 1)
        throw new OperationError('more than one key matches: use its hash (keys list --json)');
      await accounts.revokeKey(match, new Date(clock()).toISOString());
      return match;
    },
  };
}
export type Operations = ReturnType<typeof createOperations>;
