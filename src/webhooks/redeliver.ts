// Sends a report's event again on request, at most so many times: same id, same bytes, and an entry in the log. The
// workflow's own schedule is not affected.
import { InvalidRequestError, NotFoundError, ReportNotFinishedError } from '../core/errors.ts';
import { MAX_REDELIVERIES } from '../schema/limits.ts';
import type { Delivery } from '../stores/reports/deliveries.ts';
import type { ReportKey } from '../stores/reports/report-item.ts';
import type { ReportStore } from '../stores/reports/reports.ts';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.ts';
import type { SendOnRequest } from './send-on-request.ts';

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
