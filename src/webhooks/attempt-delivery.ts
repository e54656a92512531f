// One attempt to deliver a report's event, recorded in the log whatever the outcome. The workflow makes scheduled
// attempts; an operator makes manual ones.
import { undeliveredBecause } from '../core/sentences/undelivered-because.ts';
import { measure } from '../observability/metrics.ts';
import type { Delivery, DeliveryLog, DeliveryTrigger } from '../stores/reports/deliveries.ts';
import type { ReportItem } from '../stores/reports/report-item.ts';
import { signedRequest } from './event.ts';
import type { SendWebhook } from './send.ts';

export interface DeliveryDeps {
  readonly deliveries: DeliveryLog;
  readonly send: SendWebhook;
  readonly clock: () => number;
}

export interface PlannedAttempt {
  readonly trigger: DeliveryTrigger;
  /** Number of the attempt in the log, from 1; if it is taken, the next free one. */
  readonly attempt: number;
  /** Seconds until the next attempt if this one fails; undefined if there is none. */
  readonly waitSeconds: number | undefined;
}

const METRIC_OF = {
  delivered: 'WebhooksDelivered',
  retry: 'WebhookRetries',
  given_up: 'WebhooksGivenUp',
} as const;

/** `url`: the report's `webhook_url`. Returns the attempt as logged. */
export async function attemptDelivery(
  { deliveries, send, clock }: DeliveryDeps,
  report: ReportItem,
  url: string,
  { trigger, attempt, waitSeconds }: PlannedAttempt,
): Promise<Delivery> {
  const startedAt = clock();
  const sent = await send({ url, ...signedRequest(report, startedAt) });
  const endedAt = clock();
  const retryIn = sent.verdict === 'retry' ? waitSeconds : undefined;
  const outcome = sent.verdict === 'delivered' ? 'delivered' : retryIn === undefined ? 'given_up' : 'retry';
  measure(METRIC_OF[outcome]);
  measure('WebhookDuration', endedAt - startedAt);
  return deliveries.add(
    { accountId: report.account_id, reportId: report.report_id },
    {
      attempt,
      trigger,
      at: new Date(startedAt).toISOString(),
      outcome,
      duration_ms: endedAt - startedAt,
      ...(sent.responseStatus !== undefined && { response_status: sent.responseStatus }),
      ...undeliveredBecause(sent.problem),
      ...(retryIn !== undefined && { next_at: new Date(endedAt + retryIn * 1_000).toISOString() }),
    },
  );
}
