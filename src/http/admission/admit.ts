// Admits a request: identifies the caller by its API key, checks the rate limit, and checks that the plan includes the
// API. A request with nothing that can be a key is refused before anything is read or counted: that costs less than to
// count it. A key that was never issued counts against the caller's address, so guessing keys is rate limited; once the
// address is refused, such a key is refused from memory.
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

/** What the rate window says of a request, for the headers of its response. Throws RateLimitedError. */
export function noteAdmission(event: ApiEvent, limit: number, admission: Admission): void {
  const { admitted, resetMs } = admission;
  event.rate = { limit, remaining: admitted ? admission.remaining : 0, resetMs };
  if (admitted) return;
  measure('RateLimitedRequests');
  throw new RateLimitedError(admission.retryAfterMs, limit);
}

/** Until the window has answered: of a response that fails before. */
export function noteUnknown(event: ApiEvent, limit: number): void {
  event.rate = { limit, remaining: 0, resetMs: RATE_WINDOW_MS };
}

/** Of a request that is not counted. */
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
  /** Where changes are noted. Default: nowhere. */
  readonly audit?: AuditLog;
  /** Origins whose pages may use the whole API. Default: none. */
  readonly corsOrigins?: readonly string[];
}

export interface AdmitOptions {
  /** Admitted without a key; a request with a key still counts against its account. */
  readonly keyOptional: boolean;
  /** What is answered without a key costs more than to count it. Default: it is not counted. */
  readonly countsKeyless?: boolean;
  /** Undefined: publishable keys are refused, and count like no key. */
  readonly publishable?: PublishableAdmission | undefined;
  /** Read-only keys are admitted with every method. Default: to read. */
  readonly readOnlyKeys?: true | undefined;
  /** Only admin keys are admitted. */
  readonly adminKeys?: true | undefined;
}

/** What a read-only key allows. */
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

  /** Without a valid key, against the caller's address. Throws RateLimitedError. */
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
        throw new KeyNotAllowedError('A publishable key reads GET /recommendations and nothing else.');
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

/** Against the limit of the account, or, without one, of the caller's address. Throws RateLimitedError. */
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

/** Undefined for what the checksum says was never issued. */
function readPresentedKey(authorization: string | undefined): string | undefined {
  const presented = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return presented !== undefined && isApiKey(presented) ? presented : undefined;
}

/** Keys whose account an instance remembers; addresses that were refused, likewise. */
const MAX_REMEMBERED = 1_000;

/**
 * The account of a key never changes, so that an instance which has seen the key reads both in one request. Whether the key
 * is live is read each time: one that has expired or was revoked is refused from the next request on.
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
        : await accounts.findKeyOf(accountId, hash);
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
 * Callers that the rate limit of their address refuses, remembered until it has room again: until then, a key that was never
 * issued from such an address is refused without a read or a write. Valid keys are not concerned, so nothing changes for
 * others behind the same address; a function forgets what it knows when it ends.
 */
function createRefusedCallers() {
  const refusedUntil = new Map<string, number>();
  return {
    /** `until`: epoch milliseconds. */
    remember(callers: readonly string[], until: number): void {
      if (refusedUntil.size >= MAX_REMEMBERED) refusedUntil.clear();
      for (const caller of callers) refusedUntil.set(caller, until);
    },

    /** Throws RateLimitedError. A wait that is longer than a window is of a clock that was set back since. */
    check(caller: string, now: number): void {
      const wait = (refusedUntil.get(caller) ?? now) - now;
      if (wait <= 0 || wait > RATE_WINDOW_MS) return;
      measure('RateLimitedRequests');
      throw new RateLimitedError(wait, REQUESTS_PER_WINDOW);
    },
  };
}

// The rate limits of events: a source has its own, which its account's requests do not share. An event that no source
// vouches for counts against the sender's address, like a request without a key.

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
