// Schedules retries of failed requests to a destination or a webhook endpoint, where order matters and
// nothing else is sent meanwhile. A receiver that is down for DELIVERY_DAYS gets some 300 requests, and due
// data within a quarter of an hour after its return.

import { type DeliveryState, FIRST_DELIVERY } from '../../contract/messages/workflow.ts';
import { DELIVERY_DAYS } from '../../contract/schema/limits.ts';
import { type DeliverySentence, explainUndelivered } from '../../contract/sentences/undelivered-because.ts';
import type { Failing } from '../leased-items.ts';
import type { Delivery } from '../reports/deliveries.ts';

/** Seconds to wait after failure 1, 2, …; the last one applies to all further failures. */
const WAITS_S = [5, 15, 60, 300] as const;
export const LONGEST_WAIT_S = 900;
const DAY_MS = 86_400_000;

/** `failures`: earlier failures. */
function getRetryWait(failures: number): number {
  return WAITS_S[failures] ?? LONGEST_WAIT_S;
}

/**
 * The failures after one more; without `next_at`, retries end. `known`: the earlier failures. `verdict`: of
 * the request; its `seconds` are the minimum wait.
 */
export function addFailure(
  known: Failing | undefined,
  {
    problem,
    isFinal,
    seconds = 0,
  }: { problem: DeliverySentence; isFinal: boolean; seconds?: number | undefined },
  now: number,
): Failing {
  // After retries have ended, the time starts again.
  const before = known?.next_at === undefined ? undefined : known;
  const { since, times } = before ?? { since: now, times: 0 };
  const { fail_reason: reason = '', fail_reason_coded: coded = [] } = explainUndelivered(problem);
  const next = now + Math.max(seconds, getRetryWait(times)) * 1_000;
  const isOver = isFinal || next > since + DELIVERY_DAYS * DAY_MS;
  return { since, times: times + 1, reason, reason_coded: [...coded], ...(!isOver && { next_at: next }) };
}

// The state of a delivery schedule, from its log: a later workflow run resumes here.

/** `log`: in order of delivery. `now`: epoch milliseconds. */
export function computeDeliveryState(log: readonly Delivery[], now: number): DeliveryState {
  // Manual attempts do not count against the schedule.
  const scheduled = log.filter(({ trigger }) => trigger === 'schedule');
  const last = scheduled.at(-1);
  if (last === undefined) return FIRST_DELIVERY;
  const dueMs = last.next_at === undefined ? 0 : Date.parse(last.next_at) - now;
  return {
    outcome: last.outcome,
    attempt: scheduled.length,
    wait_seconds: Math.max(0, Math.ceil(dueMs / 1_000)),
  };
}

// How the last request to a receiver failed, as the API shows it.

/** `failing`: undefined if it did not fail. */
export function toLastFailureView(failing: Failing | undefined) {
  return {
    next_attempt_at: failing?.next_at === undefined ? null : new Date(failing.next_at).toISOString(),
    fail_reason: failing?.reason ?? null,
    ...(failing && { fail_reason_coded: failing.reason_coded }),
  };
}
