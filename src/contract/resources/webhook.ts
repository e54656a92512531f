// The event that a report's webhook_url receives.
import * as v from 'valibot';
import { pageEnd, pageStart } from '../list-fields.ts';
import { REPORT_TYPES } from '../report-types/report-types.ts';
import { closedObject } from '../schema/closed-object.ts';
import { codedText } from '../schema/coded.ts';
import { delivery } from '../schema/delivery.ts';
import { described, optionally } from '../schema/described.ts';
import { count, timestamp, ulid } from '../schema/fields.ts';
import { REPORT_LIST_DEFAULT } from '../schema/limits.ts';
import { REPORT_STATUSES } from './reports/progress.ts';
import { receiverUrl } from './reports/reports.ts';

export const WEBHOOK_EVENTS = ['report.completed', 'report.failed'] as const;

export const webhookPayload = v.object({
  event: described(v.picklist(WEBHOOK_EVENTS), '`report.completed`, also with warnings, or `report.failed`.'),
  report_id: ulid('The report: read it with `GET /reports/{id}`.'),
  report_type: described(v.picklist(REPORT_TYPES), 'Type of the report.'),
  status: described(v.picklist(REPORT_STATUSES), 'Final status of the report.'),
  fail_reason: optionally(v.string(), 'Why the report failed and what to do; only for failed reports.'),
  timestamp: timestamp('When the report ended: the same in every attempt.'),
});
export type WebhookPayload = v.InferOutput<typeof webhookPayload>;

/** A test event for a receiver; it concerns no report. */
export const webhookTestPayload = v.object({
  event: described(v.literal('webhook.test'), 'Sent on request, to try a receiver.'),
  timestamp: timestamp('When it was sent.'),
});
export type WebhookTestPayload = v.InferOutput<typeof webhookTestPayload>;

export const testWebhookRequest = closedObject({
  webhook_url: described(
    receiverUrl,
    'The address to try: https on port 443 of a public address, without credentials.',
    { format: 'uri', examples: ['https://example.com/hooks/reports'] },
  ),
});
export const testWebhookResponse = v.object({
  webhook_id: described(v.string(), 'The `webhook-id` header of the event.', {
    examples: ['msg_01M7YQ9C5D7F9H1K3M5P7R9T1V'],
  }),
  at: timestamp('When it was sent.'),
  delivered: described(v.boolean(), 'Whether the receiver responded with a 2xx within 10 seconds.'),
  response_status: optionally(count, "The receiver's status code; omitted if there was no response.", {
    examples: [204],
  }),
  fail_reason: optionally(v.string(), 'Why it was not delivered; omitted if it was.', {
    examples: ['the receiver responded with 503'],
  }),
  fail_reason_coded: codedText('fail_reason'),
  problem: optionally(v.string(), 'The same as `fail_reason`, under its earlier name.'),
  duration_ms: described(v.number(), 'Duration in milliseconds.', { examples: [84] }),
});
export type TestWebhookResponse = v.InferOutput<typeof testWebhookResponse>;

export const deliveriesPath = v.object({ id: ulid('The report_id.') });

export const listDeliveriesQuery = v.object({
  ...pageStart('attempts', REPORT_LIST_DEFAULT),
});

export const listDeliveriesResponse = v.object({
  deliveries: described(v.array(delivery), 'Newest first.'),
  ...pageEnd,
});

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
