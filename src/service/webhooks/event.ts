// The event of a report's end, as bytes and headers. A report ends once, so it has one event: its id and body
// are equal in every attempt and redelivery; only the attempt's timestamp differs, by which receivers can
// reject a replay.
import {
  SIGNATURE_HEADER,
  STANDARD_HEADERS,
  type WebhookPayload,
  type WebhookTestPayload,
} from '../../contract/resources/webhook.ts';
import type { ReportItem } from '../reports/report-item.ts';
import { signBody, signEvent, toStandardSecret } from './signature.ts';

export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `at`: epoch milliseconds of the attempt. */
export function signReport(report: ReportItem, at: number): SignedRequest {
  return signRequest(JSON.stringify(toPayload(report)), {
    id: `msg_${report.report_id}`,
    keyHash: report.key_hash,
    at,
  });
}

/** The event for testing a receiver. `id`: a ULID. */
export function signTest(id: string, keyHash: string, at: number): SignedRequest {
  const event: WebhookTestPayload = { event: 'webhook.test', timestamp: new Date(at).toISOString() };
  return signRequest(JSON.stringify(event), { id: `msg_${id}`, keyHash, at });
}

interface Signing {
  readonly id: string;
  readonly keyHash: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

function signRequest(body: string, { id, keyHash, at }: Signing): SignedRequest {
  const { headers } = signStandard(body, { id, at }, [toStandardSecret(keyHash)]);
  return { body, headers: { ...headers, [SIGNATURE_HEADER]: signBody(body, keyHash) } };
}

/**
 * Adds the headers of Standard Webhooks: a signature by each secret. The receiver has at least one of them.
 */
export function signStandard(
  body: string,
  { id, at }: Omit<Signing, 'keyHash'>,
  secrets: readonly Buffer[],
): SignedRequest {
  const timestamp = Math.floor(at / 1_000);
  const event = { id, timestamp, rawBody: body };
  return {
    body,
    headers: {
      'User-Agent': 'order-analytics-webhook/1',
      [STANDARD_HEADERS.id]: id,
      [STANDARD_HEADERS.timestamp]: String(timestamp),
      [STANDARD_HEADERS.signature]: secrets.map((secret) => signEvent(event, secret)).join(' '),
    },
  };
}

/** Equal bytes in every attempt: the time is that of the report's end. */
function toPayload(report: ReportItem): WebhookPayload {
  const hasFailed = report.status === 'Failed';
  return {
    event: hasFailed ? 'report.failed' : 'report.completed',
    report_id: report.report_id,
    report_type: report.report_type,
    status: report.status,
    ...(hasFailed && { fail_reason: report.fail_reason ?? '' }),
    timestamp: report.updated_at,
  };
}
