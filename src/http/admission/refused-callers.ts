// Callers that the rate limit of their address refuses, remembered until it has room again: until then, a key that was never
// issued from such an address is refused without a read or a write. Valid keys are not concerned, so nothing changes for
// others behind the same address; a function forgets what it knows when it ends.
import { RateLimitedError } from '../../core/errors.ts';
import { measure } from '../../observability/metrics.ts';
import { RATE_WINDOW_MS, REQUESTS_PER_WINDOW } from '../../schema/limits.ts';

/** Addresses and keys that a function remembers. */
const MAX_REMEMBERED = 1_000;

export function createRefusedCallers() {
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
