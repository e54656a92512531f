// Tells a report's receiver how it ended: builds the event, signs it, makes one attempt, keeps it in the log, and
// says whether and when the workflow should try again.
import { SIGNATURE_HEADER, type WebhookPayload } from '../contract/webhook.ts';
import type { DeliveryState, NotifyInput } from '../contract/workflow.ts';
import type { DeliveryLog } from '../stores/deliveries.ts';
import type { ReportItem, ReportStore } from '../stores/reports.ts';
import type { WebhookTargets } from '../wiring/environment.ts';
import { waitAfter } from './retry-schedule.ts';
import { sendWebhook } from './send.ts';
import { signBody } from './signature.ts';

export interface NotifyDeps {
  readonly reports: ReportStore;
  readonly deliveries: DeliveryLog;
  readonly targets: WebhookTargets;
  readonly clock: () => number;
}

export function createNotifyReceiver({ reports, deliveries, targets, clock }: NotifyDeps) {
  return async function notifyReceiver({
    account_id,
    report_id,
    delivery,
  }: NotifyInput): Promise<DeliveryState> {
    const key = { accountId: account_id, reportId: report_id };
    const report = await reports.get(key);
    const url = report?.request.webhook_url;
    if (report === undefined || url === undefined || report.status === 'Processing') {
      return { outcome: 'not_wanted', attempt: delivery.attempt, wait_seconds: 0 };
    }
    const attempt = delivery.attempt + 1;
    const startedAt = clock();
    const body = JSON.stringify(eventOf(report));
    const sent = await sendWebhook(
      {
        url,
        body,
        headers: {
          [SIGNATURE_HEADER]: signBody(body, report.key_hash),
          'User-Agent': 'order-analytics-webhook/1',
        },
      },
      targets,
    );
    const wait = sent.verdict === 'retry' ? waitAfter(attempt) : undefined;
    const outcome = sent.verdict === 'delivered' ? 'delivered' : wait === undefined ? 'given_up' : 'retry';
    await deliveries.add(key, {
      attempt,
      at: new Date(startedAt).toISOString(),
      outcome,
      duration_ms: clock() - startedAt,
      ...(sent.responseStatus !== undefined && { response_status: sent.responseStatus }),
      ...(sent.problem !== undefined && { problem: sent.problem }),
    });
    return { outcome, attempt, wait_seconds: wait ?? 0 };
  };
}

/** The same bytes at every attempt: the time is the one at which the report ended. */
function eventOf(report: ReportItem): WebhookPayload {
  const failed = report.status === 'Failed';
  return {
    event: failed ? 'report.failed' : 'report.completed',
    report_id: report.report_id,
    report_type: report.report_type,
    status: report.status,
    ...(failed && { fail_reason: report.fail_reason ?? '' }),
    timestamp: report.updated_at,
  };
}
