// Admits a request with a publishable key, which visitors of a shop's pages send: they must not exhaust the
// account's rate limit nor, all together, run up the bill of the stage. Each address has a budget of requests
// per minute, and the key has one for all of them.

import { isAllowedOrigin } from '../../analysis/accounts/publishable-use.ts';
import { OriginNotAllowedError } from '../../contract/errors/errors.ts';
import type { RequestBudgets } from '../../service/accounts/request-budgets.ts';
import { noteAdmission, noteUnknown, type PublishableAdmission } from './admit.ts';

/** Requests per minute with a publishable key. */
export interface PublishableLimits {
  readonly perAddress: number;
  readonly perKey: number;
}

/**
 * A key's budget is used in sixty leases: few writes of one item, and little is lost when the minute ends.
 */
const LEASES_PER_MINUTE = 60;

export function createPublishableAdmission(
  budgets: RequestBudgets,
  limits: PublishableLimits,
): PublishableAdmission {
  return async (event, key, use, now) => {
    const { origin } = event.headers;
    const isAllowed = isAllowedOrigin(use, origin);
    if (isAllowed && origin !== undefined) event.allowedOrigin = origin;
    const name = `${key.account_id}#publishable#${key.key_hash.slice(0, 16)}`;
    const count = async (budget: string, limit: number, lease: number): Promise<void> => {
      noteUnknown(event, limit);
      noteAdmission(event, limit, await budgets.admit({ name: budget, limit, lease }, now));
    };
    await count(`${name}#${event.requestContext.http.sourceIp}`, limits.perAddress, 1);
    const ofAddress = event.rate;
    if (!isAllowed) throw new OriginNotAllowedError(origin ?? '');
    // Counted after the address: requests that one address is refused do not count against the others.
    await count(name, limits.perKey, Math.ceil(limits.perKey / LEASES_PER_MINUTE));
    if (ofAddress !== undefined) event.rate = ofAddress;
  };
}
