// Makes one attempt to deliver a report's event, and returns whether and when the workflow should retry.
import type { DeliveryState, NotifyInput } from '../contract/messages/workflow.ts';
import type { ReportStore } from '../stores/reports/reports.ts';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.ts';

export interface NotifyDeps extends DeliveryDeps {
  readonly reports: ReportStore;
}

export function createNotifyReceiver({ reports, ...deps }: NotifyDeps) {
  return async function notifyReceiver({
    account_id,
    report_id,
    delivery,
  }: NotifyInput): Promise<DeliveryState> {
    const report = await reports.get({ accountId: account_id, reportId: report_id });
    const url = report?.request.webhook_url;
    const isOpen = report?.status !== 'Processing' && report?.told_at === undefined;
    if (report === undefined || url === undefined || !isOpen) {
      return { outcome: 'not_wanted', attempt: delivery.attempt, wait_seconds: 0 };
    }
    // The schedule counts its own attempts: manual redeliveries do not affect it.
    const attempt = delivery.attempt + 1;
    const waitSeconds = waitAfter(attempt);
    const { outcome } = await attemptDelivery(deps, report, url, {
      trigger: 'schedule',
      attempt,
      waitSeconds,
    });
    return { outcome, attempt, wait_seconds: outcome === 'retry' ? (waitSeconds ?? 0) : 0 };
  };
}

// When an undelivered webhook is sent again. The waits sum to 51 h 36 min 5 s: a receiver that is down for
// EVENT_RETRY_DAYS still gets its event.
/** Seconds to wait after attempt 1, 2, …: 5 s, 1, 5, 30 min, 2, 5, 10, 14, 20 h. */
export const RETRY_WAITS_S = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000] as const;

/** Seconds until the attempt after `attempt` (from 1); undefined after the last one. */
export function waitAfter(attempt: number): number | undefined {
  return RETRY_WAITS_S[attempt - 1];
}
