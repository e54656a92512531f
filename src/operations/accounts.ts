// Operator actions on accounts and keys. A key is shown once, when it is created; only its hash is stored.
import * as v from 'valibot';
import { createApiKey, hashApiKey, type KeyKind, keyHint } from '../core/accounts/api-key.ts';
import type { AccountOverrides, PlanName } from '../core/accounts/plans.ts';
import { MAX_ORIGINS, originProblem, type PublishableUse } from '../core/accounts/publishable-use.ts';
import { datasetSlug } from '../schema/dataset-fields.ts';
import type { Account, AccountStore, ApiKey } from '../stores/accounts/accounts.ts';
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
/** One for each person who looks, so that one can be revoked alone. */
const MAX_LIVE_READ_ONLY_KEYS = 20;

type KeyUse = PublishableUse | 'read only' | undefined;

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

    /** Returns the key itself, which cannot be shown again. `use`: default everything. */
    async createKey(accountId: string, use?: KeyUse): Promise<string> {
      await existing(accountId);
      const publishable = use === 'read only' ? undefined : use;
      if (publishable !== undefined) checkUse(publishable);
      const { kind, most, name } = kindOf(use);
      const live = (await accounts.listKeys(accountId)).filter(
        (key) =>
          key.revoked_at === undefined && kindOf(key.read_only ? 'read only' : key.publishable).kind === kind,
      );
      if (live.length >= most) {
        throw new OperationError(
          `${accountId} has ${most} ${name} keys: revoke one first (keys revoke --key HINT)`,
        );
      }
      const key = createApiKey(randomInt, kind);
      await accounts.addKey({
        key_hash: hashApiKey(key),
        account_id: accountId,
        hint: keyHint(key),
        created_at: new Date(clock()).toISOString(),
        ...(kind === 'readOnly' && { read_only: true }),
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

function kindOf(use: KeyUse): { readonly kind: KeyKind; readonly most: number; readonly name: string } {
  if (use === undefined) return { kind: 'secret', most: MAX_LIVE_KEYS, name: 'live' };
  return use === 'read only'
    ? { kind: 'readOnly', most: MAX_LIVE_READ_ONLY_KEYS, name: 'live read-only' }
    : { kind: 'publishable', most: MAX_LIVE_PUBLISHABLE_KEYS, name: 'live publishable' };
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
