// How the last request to a receiver failed, as the API shows it.
import type { Failing } from '../stores/leased-items.ts';

/** `failing`: undefined if it did not fail. */
export function lastFailureView(failing: Failing | undefined) {
  return {
    next_attempt_at: failing?.next_at === undefined ? null : new Date(failing.next_at).toISOString(),
    fail_reason: failing?.reason ?? null,
    ...(failing && { fail_reason_coded: failing.reason_coded }),
  };
}
