// One attempt to deliver a report's event, recorded in the log whatever the outcome. The workflow makes scheduled
// attempts; an operator makes manual ones.

import { InvalidRequestError, NotFoundError, ReportNotFinishedError } from '../../contract/errors/errors.ts';
import type { DeliveryState, NotifyInput } from '../../contract/messages/workflow.ts';
import { MAX_REDELIVERIES } from '../../contract/schema/limits.ts';
import { explainUndelivered } from '../../contract/sentences/undelivered-because.ts';
import { measure } from '../observability/metrics.ts';
import type { Delivery, DeliveryLog, DeliveryTrigger } from '../reports/deliveries.ts';
import type { ReportItem, ReportKey } from '../reports/report-item.ts';
import type { ReportStore } from '../reports/reports.ts';
import { signReport } from './event.ts';
import type { SendWebhook } from './send.ts';
import type { SendOnRequest } from './send-on-request.ts';

export interface DeliveryDeps {
  readonly deliveries: DeliveryLog;
  readonly send: SendWebhook;
  readonly clock: () => number;
}

export interface PlannedAttempt {
  readonly trigger: DeliveryTrigger;
  /** Number of the attempt in the log, from 1; if it exists, the next free one. */
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
  const sent = await send({ url, ...signReport(report, startedAt) });
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
      ...explainUndelivered(sent.problem),
      ...(retryIn !== undefined && { next_at: new Date(endedAt + retryIn * 1_000).toISOString() }),
    },
  );
}

// Makes one attempt to deliver a report's event, and returns whether and when the workflow should retry.

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
    const waitSeconds = getRetryWait(attempt);
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
export function getRetryWait(attempt: number): number | undefined {
  return RETRY_WAITS_S[attempt - 1];
}

// Sends a report's event again on request, up to a limit: same id, same bytes, and an entry in the log. The
// workflow's own schedule is not affected.

export interface RedeliverDeps extends Omit<DeliveryDeps, 'send'> {
  readonly reports: Pick<ReportStore, 'get'>;
  readonly send: SendOnRequest;
}

/** Throws a ServiceError if there is nothing to send. */
export type Redeliver = (key: ReportKey) => Promise<Delivery>;

export function createRedeliver({ reports, send, ...deps }: RedeliverDeps): Redeliver {
  return async (key) => {
    const report = await reports.get(key);
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    const url = report.request.webhook_url;
    if (url === undefined) {
      throw new InvalidRequestError(undefined, 'The report was requested without a webhook_url.');
    }
    const earlier = await deps.deliveries.list(key);
    if (earlier.filter(({ trigger }) => trigger === 'redelivery').length >= MAX_REDELIVERIES) {
      throw new InvalidRequestError(
        undefined,
        `expected at most ${MAX_REDELIVERIES} attempts on request: read the report with GET /reports/{id} instead`,
      );
    }
    const attempt = (earlier.at(-1)?.attempt ?? 0) + 1;
    return attemptDelivery({ ...deps, send: (webhook) => send(key.accountId, webhook) }, report, url, {
      trigger: 'redelivery',
      attempt,
      waitSeconds: undefined,
    });
  };
}
