// Finds the caller for a report that is requested later by a schedule, or for an audience.

import type { Caller } from '../../../analysis/accounts/caller.ts';
import { isLive } from '../../../analysis/accounts/key-state.ts';
import { PlanRequiredError } from '../../../contract/errors/errors.ts';
import { type PlanLimits, type PlanName, resolveLimits } from '../../../contract/plans.ts';
import type { AccountStore } from '../../accounts/accounts.ts';

export interface CallerOfKeyDeps {
  readonly accounts: Pick<AccountStore, 'findKey' | 'getAccount'>;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
  readonly clock: () => number;
}

/** Undefined if the key has expired or was revoked. The limits are the account's current ones. */
export async function findCaller(
  { accounts, plans, clock }: CallerOfKeyDeps,
  keyHash: string,
): Promise<Caller | PlanRequiredError | undefined> {
  const key = await accounts.findKey(keyHash);
  if (key === undefined || !isLive(key, clock())) return undefined;
  const account = await accounts.getAccount(key.account_id);
  if (account === undefined) return undefined;
  const plan = plans[account.plan];
  if (!plan.apiAccess) {
    return new PlanRequiredError(`The ${account.plan} plan does not include API access.`);
  }
  return { accountId: account.account_id, keyHash, limits: resolveLimits(plan, account.overrides) };
}
