// A window of the last 60 seconds: at no moment have more than `limit` requests been admitted within it.
// Requests are counted per second, so that most admissions are one conditional write to one item; the first
// request of a second also drops those that have left the window. Requests of one second leave the window
// together, 60 s after the last of them.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { updateIf } from '../aws/items.ts';
import { SERVICE_KEYS, toRateWindowKey } from '../tables/service-table.ts';

/** `resetMs`: milliseconds until the whole limit is available again, if no request follows. */
export type Admission = { readonly resetMs: number } & (
  | { readonly admitted: true; readonly remaining: number }
  | { readonly admitted: false; readonly retryAfterMs: number }
);

export interface RateWindow {
  readonly limit: number;
  readonly windowMs: number;
}

/** Requests of one second. `at`: epoch milliseconds of the last of them. */
interface Second {
  readonly at: number;
  readonly requests: number;
}

/** The item as read: the current second, and the earlier ones. */
interface StoredWindow {
  /** Requests of all seconds. */
  readonly requests: number;
  readonly current: Second;
  readonly older: readonly Second[];
}

/** Largest difference between the clocks of two functions; a larger one means that a clock was set back. */
const MAX_SKEW_MS = 10_000;

const number = v.pipe(
  v.object({ N: v.string() }),
  v.transform(({ N }) => Number(N)),
);
/** The item that DynamoDB returns with a failed condition. */
const oldItem = v.object({
  requests: number,
  second_requests: number,
  latest: number,
  older: v.pipe(
    v.object({ S: v.string() }),
    v.transform(({ S }) => S),
    v.parseJson(),
    v.array(v.strictTuple([v.number(), v.number()])),
  ),
});

export function createRateWindows(db: DynamoDBDocumentClient, tableName: string) {
  /** Counts the request if `second` is the current one and the window has room. */
  async function countIn(caller: string, second: number, latest: number, { limit }: RateWindow) {
    const change = {
      add: { requests: 1, second_requests: 1 },
      set: { latest },
      condition: 'current_second = :second AND requests < :limit',
      values: { second, limit },
    };
    const { met, item } = await updateIf(db, tableName, toRateWindowKey(caller), change, {
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return met
      ? { counted: Number(item?.requests), stored: undefined }
      : { counted: undefined, stored: item && parseStoredWindow(item) };
  }

  /** Replaces the item, unless another request has changed it since it was read. */
  async function replace(
    caller: string,
    seen: StoredWindow | undefined,
    { current, older }: Omit<StoredWindow, 'requests'>,
    windowMs: number,
  ): Promise<boolean> {
    const { met } = await updateIf(db, tableName, toRateWindowKey(caller), {
      set: {
        requests: current.requests + sumRequests(older),
        current_second: toSecond(current.at),
        second_requests: current.requests,
        latest: current.at,
        // Stored as ages, which are short: the item stays below one write unit. They count back from the
        // start of the current second, which stays while requests are counted in it.
        older: JSON.stringify(older.map(({ at, requests }) => [getSecondStart(current) - at, requests])),
        [SERVICE_KEYS.ttl]: Math.ceil((current.at + windowMs) / 1000) + 3_600,
      },
      condition:
        seen === undefined
          ? 'attribute_not_exists(pk)'
          : 'requests = :seen_requests AND latest = :seen_latest AND second_requests = :seen_in_second',
      values: {
        seen_requests: seen?.requests,
        seen_latest: seen?.current.at,
        seen_in_second: seen?.current.requests,
      },
    });
    return met;
  }

  return {
    /**
     * `caller`: an account id or a client's address. `now`: epoch milliseconds. Requests later than `now`,
     * which a clock that was set back leaves behind, count as requests of now: the wait is never longer than
     * a window.
     */
    async admit(caller: string, window: RateWindow, now: number): Promise<Admission> {
      const { limit, windowMs } = window;
      let second = toSecond(now);
      let latest = now;
      for (;;) {
        const { counted, stored } = await countIn(caller, second, latest, window);
        if (counted !== undefined)
          return { admitted: true, remaining: Math.max(0, limit - counted), resetMs: windowMs };
        const live = listLiveSeconds(stored, now, windowMs);
        const total = sumRequests(live);
        const aheadMs = (stored?.current.at ?? now) - now;
        if (total >= limit) {
          const last = live.at(-1);
          // A clock was set back: the corrected window is written once, so that the wait grows shorter from
          // now on.
          if (aheadMs > MAX_SKEW_MS && last !== undefined) {
            await replace(caller, stored, { current: last, older: live.slice(0, -1) }, windowMs);
          }
          const resetMs = last === undefined ? windowMs : computeMsUntilGone(last, windowMs, now);
          return { admitted: false, retryAfterMs: computeWaitMs(live, window, now), resetMs };
        }
        if (stored !== undefined && aheadMs > 0 && aheadMs <= MAX_SKEW_MS && total === stored.requests) {
          // Another function's clock is a little ahead: its second is the current one.
          second = toSecond(stored.current.at);
          latest = stored.current.at;
          continue;
        }
        if (await replace(caller, stored, withRequestAt(live, now), windowMs)) {
          return { admitted: true, remaining: limit - total - 1, resetMs: windowMs };
        }
      }
    },
  };
}
export type RateWindows = ReturnType<typeof createRateWindows>;

function parseStoredWindow(item: Record<string, unknown>): StoredWindow {
  const { requests, second_requests, latest, older } = v.parse(oldItem, item);
  return {
    requests,
    current: { at: latest, requests: second_requests },
    older: older.map(([ageMs, count]) => ({ at: getSecondStart({ at: latest }) - ageMs, requests: count })),
  };
}

/** Epoch milliseconds at which the second begins. */
function getSecondStart({ at }: Pick<Second, 'at'>): number {
  return toSecond(at) * 1_000;
}

/** Ascending, without those that have left the window. */
function listLiveSeconds(stored: StoredWindow | undefined, now: number, windowMs: number): Second[] {
  if (stored === undefined) return [];
  return [...stored.older, stored.current]
    .filter(({ at }) => at + windowMs > now)
    .map(({ at, requests }) => ({ at: Math.min(at, now), requests }));
}

function withRequestAt(live: readonly Second[], now: number): Omit<StoredWindow, 'requests'> {
  const last = live.at(-1);
  return last !== undefined && toSecond(last.at) === toSecond(now)
    ? { current: { at: now, requests: last.requests + 1 }, older: live.slice(0, -1) }
    : { current: { at: now, requests: 1 }, older: live };
}

function computeMsUntilGone({ at }: Second, windowMs: number, now: number): number {
  return Math.max(1, at + windowMs - now);
}

/** Milliseconds until enough requests have left the window to admit one. */
function computeWaitMs(live: readonly Second[], { limit, windowMs }: RateWindow, now: number): number {
  let left = sumRequests(live);
  for (const second of live) {
    left -= second.requests;
    if (left < limit) return computeMsUntilGone(second, windowMs, now);
  }
  return windowMs;
}

function sumRequests(seconds: readonly Second[]): number {
  return seconds.reduce((sum, { requests }) => sum + requests, 0);
}

function toSecond(at: number): number {
  return Math.floor(at / 1_000);
}
