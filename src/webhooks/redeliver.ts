// Sends a report's event again on request: same id, same bytes, and an entry in the log. The workflow's own schedule is
// not affected.
import type { Delivery } from '../stores/deliveries.ts';
import type { ReportKey, ReportStore } from '../stores/reports.ts';
import { attemptDelivery, type DeliveryDeps } from './attempt-delivery.ts';

export interface RedeliverDeps extends DeliveryDeps {
  readonly reports: ReportStore;
}

/** There is nothing to send; the message gives the reason. */
export class NothingToRedeliverError extends Error {
  override readonly name = 'NothingToRedeliverError';
}

export function createRedeliver({ reports, ...deps }: RedeliverDeps) {
  return async function redeliver(key: ReportKey): Promise<Delivery> {
    const report = await reports.get(key);
    if (report === undefined) {
      throw new NothingToRedeliverError(`${key.accountId} has no report ${key.reportId}`);
    }
    if (report.status === 'Processing') {
      throw new NothingToRedeliverError(
        `report ${key.reportId} is still processing, so there is no event yet`,
      );
    }
    const url = report.request.webhook_url;
    if (url === undefined) {
      throw new NothingToRedeliverError(`report ${key.reportId} was requested without a webhook_url`);
    }
    const earlier = await deps.deliveries.list(key);
    const attempt = (earlier.at(-1)?.attempt ?? 0) + 1;
    return attemptDelivery(deps, report, url, { trigger: 'redelivery', attempt, waitSeconds: undefined });
  };
}
