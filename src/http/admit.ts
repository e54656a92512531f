// Admits a request: identifies the caller by its API key, checks the rate limit, and checks that the plan includes the
// API. Requests without a valid key count against the caller's address, so guessing keys is rate limited too.

import type { MiddlewareObj } from '@middy/core';
import { hashApiKey, isApiKey } from '../core/accounts/api-key.ts';
import { limitsOf, type PlanLimits, type PlanName } from '../core/accounts/plans.ts';
import { PlanRequiredError, RateLimitedError, UnauthorizedError } from '../core/errors.ts';
import { measure } from '../observability/metrics.ts';
import { RATE_WINDOW_MS, REQUESTS_PER_WINDOW } from '../schema/limits.ts';
import type { Account, AccountStore, ApiKey } from '../stores/accounts.ts';
import type { RateWindows } from '../stores/rate-windows.ts';
import type { Answer, ApiEvent } from './call.ts';

export interface AdmitDeps {
  readonly accounts: AccountStore;
  readonly rateWindows: RateWindows;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
  readonly clock: () => number;
}

export interface AdmitOptions {
  /** Admitted without a key; a request with a key still counts against its account. */
  readonly keyOptional: boolean;
}

export function admit(deps: AdmitDeps, { keyOptional }: AdmitOptions): MiddlewareObj<ApiEvent, Answer> {
  return {
    before: async ({ event }) => {
      const now = deps.clock();
      event.rate = { limit: REQUESTS_PER_WINDOW, remaining: 0 };
      const known = await identify(deps.accounts, event.headers.authorization);
      const limit = known?.account.overrides.requestsPerMinute ?? REQUESTS_PER_WINDOW;
      const counted = known?.account.account_id ?? `ip#${event.requestContext.http.sourceIp}`;
      event.rate = { limit, remaining: 0 };
      const [admission] = await Promise.all([
        deps.rateWindows.admit(counted, { limit, windowMs: RATE_WINDOW_MS }, now),
        known && deps.accounts.noteUse(known.key, now),
      ]);
      if (!admission.admitted) {
        measure('RateLimitedRequests');
        throw new RateLimitedError(admission.retryAfterMs, limit);
      }
      event.rate = { limit, remaining: admission.remaining };
      if (keyOptional) return;
      if (known === undefined) {
        throw new UnauthorizedError(
          'Missing, invalid or revoked API key. Send it as "Authorization: Bearer afn_…".',
        );
      }
      const { account, key } = known;
      const plan = deps.plans[account.plan];
      if (!plan.apiAccess) {
        throw new PlanRequiredError(
          `The ${account.plan} plan does not include API access, which requires the max plan or higher.`,
        );
      }
      event.caller = {
        accountId: account.account_id,
        keyHash: key.key_hash,
        limits: limitsOf(plan, account.overrides),
      };
    },
  };
}

/** The checksum identifies keys that were never issued, without a read. */
async function identify(
  accounts: AccountStore,
  authorization: string | undefined,
): Promise<{ account: Account; key: ApiKey } | undefined> {
  const presented = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (presented === undefined || !isApiKey(presented)) return undefined;
  const key = await accounts.findKey(hashApiKey(presented));
  if (key === undefined || key.revoked_at !== undefined) return undefined;
  const account = await accounts.getAccount(key.account_id);
  return account && { account, key };
}
