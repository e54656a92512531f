// Sends a report's event again on request: same id, same bytes, and an entry in the log. The workflow's own schedule is
// not affected.
import { InvalidRequestError, NotFoundError, ReportNotFinishedError } from '../core/errors.ts';
import type { Delivery } from '../stores/reports/deliveries.ts';
import type { ReportKey } from '../stores/reports/report-item.ts';
import type { ReportStore } from '../stores/reports/reports.ts';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.ts';

export interface RedeliverDeps extends DeliveryDeps {
  readonly reports: Pick<ReportStore, 'get'>;
}

/** Throws a ServiceError if there is nothing to send. */
export type Redeliver = (key: ReportKey) => Promise<Delivery>;

export function createRedeliver({ reports, ...deps }: RedeliverDeps): Redeliver {
  return async (key) => {
    const report = await reports.get(key);
    if (report === undefined) throw new NotFoundError('Report not found.');
    if (report.status === 'Processing') throw new ReportNotFinishedError();
    const url = report.request.webhook_url;
    if (url === undefined) {
      throw new InvalidRequestError(undefined, 'The report was requested without a webhook_url.');
    }
    const earlier = await deps.deliveries.list(key);
    const attempt = (earlier.at(-1)?.attempt ?? 0) + 1;
    return attemptDelivery(deps, report, url, { trigger: 'redelivery', attempt, waitSeconds: undefined });
  };
}
