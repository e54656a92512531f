// The event of a report's end, as bytes and headers. A report ends once, so it has one event: its id and body are the
// same in every attempt and redelivery; only the attempt's timestamp differs, with which receivers can reject a replay.
import { SIGNATURE_HEADER, STANDARD_HEADERS, type WebhookPayload } from '../contract/webhook.ts';
import type { ReportItem } from '../stores/reports.ts';
import { signBody, signEvent, standardSecret } from './signature.ts';

export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `at`: epoch milliseconds of the attempt. */
export function signedRequest(report: ReportItem, at: number): SignedRequest {
  const body = JSON.stringify(eventOf(report));
  const id = `msg_${report.report_id}`;
  const timestamp = Math.floor(at / 1_000);
  return {
    body,
    headers: {
      'User-Agent': 'order-analytics-webhook/1',
      [SIGNATURE_HEADER]: signBody(body, report.key_hash),
      [STANDARD_HEADERS.id]: id,
      [STANDARD_HEADERS.timestamp]: String(timestamp),
      [STANDARD_HEADERS.signature]: signEvent(
        { id, timestamp, rawBody: body },
        standardSecret(report.key_hash),
      ),
    },
  };
}

/** The same bytes in every attempt: the time is that of the report's end. */
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
