// When an undelivered webhook is sent again. The waits sum to 51 h 36 min 5 s: a receiver that is down for
// EVENT_RETRY_DAYS still gets its event.

/** Seconds to wait after attempt 1, 2, …: 5 s, 1, 5, 30 min, 2, 5, 10, 14, 20 h. */
export const RETRY_WAITS_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000] as const;

/** Seconds until the attempt after `attempt` (from 1); undefined after the last one. */
export function waitAfter(attempt: number): number | undefined {
  return RETRY_WAITS_S[attempt - 1];
}
