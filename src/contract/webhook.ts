// The event that a report's webhook_url receives.
import * as v from 'valibot';
import { REPORT_TYPES } from '../core/reports/settings.ts';
import { timestamp } from './fields.ts';
import { REPORT_STATUSES } from './report-responses.ts';

export const WEBHOOK_EVENTS = ['report.completed', 'report.failed'] as const;

export const webhookPayload = v.object({
  event: v.picklist(WEBHOOK_EVENTS),
  report_id: v.string(),
  report_type: v.picklist(REPORT_TYPES),
  status: v.picklist(REPORT_STATUSES),
  /** Only present on failure. */
  fail_reason: v.optional(v.string()),
  timestamp,
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
