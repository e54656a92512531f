// The event that a report's webhook_url receives.
import * as v from 'valibot';
import { REPORT_TYPES } from '../report-types/report-types.ts';
import { described } from '../schema/described.ts';
import { timestamp, ulid } from '../schema/fields.ts';
import { REPORT_STATUSES } from './report-responses.ts';

export const WEBHOOK_EVENTS = ['report.completed', 'report.failed'] as const;

export const webhookPayload = v.object({
  event: described(v.picklist(WEBHOOK_EVENTS), '`report.completed`, also with warnings, or `report.failed`.'),
  report_id: ulid('The report: read it with `GET /reports/{id}`.'),
  report_type: described(v.picklist(REPORT_TYPES), 'Type of the report.'),
  status: described(v.picklist(REPORT_STATUSES), 'Final status of the report.'),
  fail_reason: v.optional(
    described(v.string(), 'Why the report failed and what to do; only for failed reports.'),
  ),
  timestamp: timestamp('When the report ended: the same in every attempt.'),
});
export type WebhookPayload = v.InferOutput<typeof webhookPayload>;

/** `sha256=` and the lowercase hex HMAC-SHA256 of the raw body. */
export const SIGNATURE_HEADER = 'X-Service-Signature';

/**
 * The headers of Standard Webhooks, beside the contract's signature: an id that is the same at every attempt, the
 * attempt's time in Unix seconds, and `v1,` with the base64 HMAC-SHA256 of `id.timestamp.body`.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;
