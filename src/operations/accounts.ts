// Operator actions on accounts and keys. A key is shown once, when it is created; only its hash is stored.
import * as v from 'valibot';
import { createApiKey, hashApiKey, keyHint } from '../core/accounts/api-key.ts';
import type { AccountOverrides, PlanName } from '../core/accounts/plans.ts';
import { MAX_ORIGINS, originProblem, type PublishableUse } from '../core/accounts/publishable-use.ts';
import { datasetSlug } from '../schema/fields.ts';
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
/** Each has its own bound on requests: together they bound what an account's pages can cost. */
const MAX_LIVE_PUBLISHABLE_KEYS = 20;

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

    /** Returns the key itself, which cannot be shown again. `publishable`: of a key for a shop's pages. */
    async createKey(accountId: string, publishable?: PublishableUse): Promise<string> {
      await existing(accountId);
      if (publishable !== undefined) checkUse(publishable);
      const live = (await accounts.listKeys(accountId)).filter(
        (key) =>
          key.revoked_at === undefined && (key.publishable === undefined) === (publishable === undefined),
      );
      const most = publishable === undefined ? MAX_LIVE_KEYS : MAX_LIVE_PUBLISHABLE_KEYS;
      if (live.length >= most) {
        const kind = publishable === undefined ? 'live' : 'live publishable';
        throw new OperationError(
          `${accountId} has ${most} ${kind} keys: revoke one first (keys revoke --key HINT)`,
        );
      }
      const key = createApiKey(randomInt, publishable === undefined ? 'secret' : 'publishable');
      await accounts.addKey({
        key_hash: hashApiKey(key),
        account_id: accountId,
        hint: keyHint(key),
        created_at: new Date(clock()).toISOString(),
        ...(publishable && { publishable: { ...publishable, origins: [...new Set(publishable.origins)] } }),
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
function checkUse({ origins, dataset }: PublishableUse): void {
  if (origins.length === 0 || origins.length > MAX_ORIGINS) {
    throw new OperationError(
      `a publishable key needs 1 to ${MAX_ORIGINS} origins (--origin https://shop.example)`,
    );
  }
  for (const origin of origins) {
    const problem = originProblem(origin);
    if (problem !== undefined) throw new OperationError(`--origin ${origin}: ${problem}`);
  }
  if (dataset !== undefined && !v.is(datasetSlug, dataset)) {
    throw new OperationError(`--dataset ${dataset}: expected the slug of a dataset`);
  }
}
export type Operations = ReturnType<typeof createOperations>;
