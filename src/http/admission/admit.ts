// Admits a request: identifies the caller by its API key, checks the rate limit, and checks that the plan
// includes the API. A request without a well-formed key is refused before anything is read or counted,
// because counting costs more. A key that was never issued counts against the caller's address, so guessing
// keys is rate limited; once the address is refused, such a key is refused from memory.
import type { MiddlewareObj } from '@middy/core';
import { hashApiKey, isApiKey } from '../../analysis/accounts/api-key.ts';
import { type Caller, toAuthor } from '../../analysis/accounts/caller.ts';
import { isLive } from '../../analysis/accounts/key-state.ts';
import type { PublishableUse } from '../../analysis/accounts/publishable-use.ts';
import {
  KeyNotAllowedError,
  PlanRequiredError,
  RateLimitedError,
  UnauthorizedError,
} from '../../contract/errors/errors.ts';
import { type PlanLimits, type PlanName, resolveLimits } from '../../contract/plans.ts';
import { EVENTS_PER_WINDOW, RATE_WINDOW_MS, REQUESTS_PER_WINDOW } from '../../contract/schema/limits.ts';
import type { Account, AccountStore } from '../../service/accounts/accounts.ts';
import type { ApiKey } from '../../service/accounts/api-key-item.ts';
import type { AuditLog } from '../../service/accounts/audit-log.ts';
import type { Admission, RateWindows } from '../../service/accounts/rate-windows.ts';
import { measure } from '../../service/observability/metrics.ts';
import type { Answer, ApiEvent } from '../call.ts';

/** Records the state of the rate window for the headers of the response. Throws RateLimitedError. */
export function noteAdmission(event: ApiEvent, limit: number, admission: Admission): void {
  const { admitted, resetMs } = admission;
  event.rate = { limit, remaining: admitted ? admission.remaining : 0, resetMs };
  if (admitted) return;
  measure('RateLimitedRequests');
  throw new RateLimitedError(admission.retryAfterMs, limit);
}

/** Records a limit without a count, for a response that fails before the window has answered. */
export function noteUnknown(event: ApiEvent, limit: number): void {
  event.rate = { limit, remaining: 0, resetMs: RATE_WINDOW_MS };
}

/** Records that the request is not counted. */
export function noteUncounted(event: ApiEvent, limit: number): void {
  event.rate = { limit, remaining: limit, resetMs: 0 };
}

/** Throws RateLimitedError or OriginNotAllowedError. */
export type PublishableAdmission = (
  event: ApiEvent,
  key: ApiKey,
  use: PublishableUse,
  now: number,
) => Promise<void>;

export interface AdmitDeps {
  readonly accounts: AccountStore;
  readonly rateWindows: RateWindows;
  readonly plans: Readonly<Record<PlanName, PlanLimits>>;
  readonly clock: () => number;
  /** Log of changes. Default: none. */
  readonly audit?: AuditLog;
  /** Origins whose pages may use the whole API. Default: none. */
  readonly corsOrigins?: readonly string[];
}

export interface AdmitOptions {
  /** Admits requests without a key; a request with a key still counts against its account. */
  readonly keyOptional: boolean;
  /**
   * Counts requests without a key, where answering costs more than counting. Default: they are not counted.
   */
  readonly countsKeyless?: boolean;
  /** Admits publishable keys; undefined: refuses them, and counts them like no key. */
  readonly publishable?: PublishableAdmission | undefined;
  /** Admits read-only keys with every method. Default: with reading methods only. */
  readonly readOnlyKeys?: true | undefined;
  /** Admits admin keys only. */
  readonly adminKeys?: true | undefined;
}

/** Methods that a read-only key may use. */
const READING: readonly string[] = ['GET', 'HEAD'];

interface Known {
  readonly account: Account;
  readonly key: ApiKey;
}

export function admit(
  deps: AdmitDeps,
  { keyOptional, countsKeyless = false, publishable, readOnlyKeys, adminKeys }: AdmitOptions,
): MiddlewareObj<ApiEvent, Answer> {
  const refused = createRefusedCallers();
  const identify = identifyKeys(deps.accounts);

  /** Counts a request without a valid key against the caller's address. Throws RateLimitedError. */
  async function countStranger(event: ApiEvent, callers: readonly string[], now: number): Promise<void> {
    try {
      refused.check(toClientName(event), now);
      await countRequest(deps, event, undefined, now);
    } catch (error) {
      if (error instanceof RateLimitedError) refused.remember(callers, now + error.retryAfterMs);
      throw error;
    }
  }

  return {
    before: async ({ event }) => {
      const now = deps.clock();
      const presented = readPresentedKey(event.headers.authorization);
      noteUncounted(event, REQUESTS_PER_WINDOW);
      if (presented === undefined && !countsKeyless) {
        if (keyOptional) return;
        throw createNoValidKeyError();
      }
      noteUnknown(event, REQUESTS_PER_WINDOW);
      const attempt = presented && `${toClientName(event)}#${hashApiKey(presented)}`;
      if (attempt !== undefined) refused.check(attempt, now);
      const known = presented === undefined ? undefined : await identify(presented, now);
      if (known !== undefined) event.author = toAuthor(known.key);
      const use = known?.key.publishable;
      const count = (): Promise<void> => {
        if (known === undefined)
          return countStranger(event, [toClientName(event), ...(attempt ? [attempt] : [])], now);
        if (use !== undefined && publishable !== undefined) return publishable(event, known.key, use, now);
        return countRequest(deps, event, use === undefined ? known.account : undefined, now);
      };
      await Promise.all([count(), known && deps.accounts.noteUse(known.key, now)]);
      if (keyOptional) return;
      if (known === undefined) {
        throw createNoValidKeyError();
      }
      if (use !== undefined && publishable === undefined) {
        throw new KeyNotAllowedError('Publishable keys may only call GET /recommendations.');
      }
      if (adminKeys && known.key.admin !== true) {
        throw new KeyNotAllowedError(
          'Only an admin key (afn_adm_…) manages keys, and reads the audit list. The operator of the service creates one.',
        );
      }
      if (
        known.key.read_only === true &&
        !readOnlyKeys &&
        !READING.includes(event.requestContext.http.method)
      ) {
        throw new KeyNotAllowedError(
          'A read-only key reads and changes nothing: it allows GET requests only.',
        );
      }
      event.caller = toCaller(deps.plans, known);
    },
  };
}

function toClientName(event: ApiEvent): string {
  return `ip#${event.requestContext.http.sourceIp}`;
}

/**
 * Counts the request against the account's limit or, without an account, the address's. Throws
 * RateLimitedError.
 */
async function countRequest(
  { rateWindows }: AdmitDeps,
  event: ApiEvent,
  account: Account | undefined,
  now: number,
): Promise<void> {
  const limit = account?.overrides.requestsPerMinute ?? REQUESTS_PER_WINDOW;
  const counted = account?.account_id ?? toClientName(event);
  noteUnknown(event, limit);
  noteAdmission(event, limit, await rateWindows.admit(counted, { limit, windowMs: RATE_WINDOW_MS }, now));
}

/** Throws PlanRequiredError. */
function toCaller(plans: AdmitDeps['plans'], { account, key }: Known): Caller {
  const plan = plans[account.plan];
  if (!plan.apiAccess) {
    throw new PlanRequiredError(
      `The ${account.plan} plan does not include API access, which requires the max plan or higher.`,
    );
  }
  return {
    accountId: account.account_id,
    keyHash: key.key_hash,
    author: toAuthor(key),
    limits: resolveLimits(plan, account.overrides),
    cursorSecret: account.cursor_secret,
    isReadOnly: key.read_only === true,
    publishable: key.publishable,
  };
}

function createNoValidKeyError(): UnauthorizedError {
  return new UnauthorizedError(
    'Missing, invalid, expired or revoked API key. Send it as "Authorization: Bearer afn_…".',
  );
}

/** Undefined for a key whose checksum shows that it was never issued. */
function readPresentedKey(authorization: string | undefined): string | undefined {
  const presented = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return presented !== undefined && isApiKey(presented) ? presented : undefined;
}

/** Entries of each cache of an instance: keys with their accounts, and refused addresses. */
const MAX_REMEMBERED = 1_000;

/**
 * Finds key and account. The account of a key never changes, so an instance that has cached it reads both in
 * one request. The key is read each time: an expired or revoked one is refused from the next request on.
 */
function identifyKeys(
  accounts: AccountStore,
): (presented: string, now: number) => Promise<Known | undefined> {
  const accountOf = new Map<string, string>();
  return async (presented, now) => {
    const hash = hashApiKey(presented);
    const accountId = accountOf.get(hash);
    const { key, account } =
      accountId === undefined
        ? await findBoth(accounts, hash, now)
        : await accounts.findAccountKey(accountId, hash);
    if (key === undefined || !isLive(key, now) || account === undefined) {
      accountOf.delete(hash);
      return undefined;
    }
    if (accountOf.size >= MAX_REMEMBERED) accountOf.clear();
    accountOf.set(hash, key.account_id);
    return { account, key };
  };
}

async function findBoth(accounts: AccountStore, hash: string, now: number) {
  const key = await accounts.findKey(hash);
  const isValid = key !== undefined && isLive(key, now);
  return { key, account: isValid ? await accounts.getAccount(key.account_id) : undefined };
}

/**
 * Caches callers that the rate limit of their address refuses until it has room again: until then, a key that
 * was never issued is refused without a read or a write. Valid keys are not affected, so nothing changes for
 * others behind the same address. The cache ends with the function's instance.
 */
function createRefusedCallers() {
  const refusedUntil = new Map<string, number>();
  return {
    /** `until`: epoch milliseconds. */
    remember(callers: readonly string[], until: number): void {
      if (refusedUntil.size >= MAX_REMEMBERED) refusedUntil.clear();
      for (const caller of callers) refusedUntil.set(caller, until);
    },

    /** Throws RateLimitedError. Ignores a wait longer than a window: its clock was set back since. */
    check(caller: string, now: number): void {
      const wait = (refusedUntil.get(caller) ?? now) - now;
      if (wait <= 0 || wait > RATE_WINDOW_MS) return;
      measure('RateLimitedRequests');
      throw new RateLimitedError(wait, REQUESTS_PER_WINDOW);
    },
  };
}

// The rate limits of events: a source has its own, separate from its account's. An event without a valid
// signature of its source counts against the sender's address, like a request without a key.

export interface AdmitEventDeps {
  readonly rateWindows: RateWindows;
  readonly clock: () => number;
}

/** Throws RateLimitedError. */
export async function admitEvent(
  { rateWindows, clock }: AdmitEventDeps,
  event: ApiEvent,
  counted: { readonly sourceId: string } | 'address',
): Promise<void> {
  const [caller, limit] =
    counted === 'address'
      ? [`ip#${event.requestContext.http.sourceIp}`, REQUESTS_PER_WINDOW]
      : [`source#${counted.sourceId}`, EVENTS_PER_WINDOW];
  noteUnknown(event, limit);
  noteAdmission(event, limit, await rateWindows.admit(caller, { limit, windowMs: RATE_WINDOW_MS }, clock()));
}
