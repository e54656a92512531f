// The state of a delivery schedule, from its log: a later workflow run resumes here.
import { type DeliveryState, FIRST_DELIVERY } from '../contract/messages/workflow.ts';
import type { Delivery } from '../stores/reports/deliveries.ts';

/** `log`: in order of delivery. `now`: epoch milliseconds. */
export function deliveryLeft(log: readonly Delivery[], now: number): DeliveryState {
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
