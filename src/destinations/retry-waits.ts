// When a request that failed is repeated. A destination that is down for DELIVERY_DAYS is asked some 300 times, and gets what has
// changed within a quarter of an hour after it is back.

/** Seconds to wait after failure 1, 2, …; the last one ever after. */
const WAITS_S = [5, 15, 60, 300] as const;
export const LONGEST_WAIT_S = 900;

/** `failures`: before the one that just happened. */
export function waitAfter(failures: number): number {
  return WAITS_S[failures] ?? LONGEST_WAIT_S;
}
