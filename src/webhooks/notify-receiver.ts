// Makes one attempt to deliver a report's event, and returns whether and when the workflow should retry.
import type { DeliveryState, NotifyInput } from '../contract/messages/workflow.ts';
import type { ReportStore } from '../stores/reports/reports.ts';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.ts';
import { waitAfter } from './retry-schedule.ts';

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
