// POST /reports/{id}/deliveries and POST /webhooks/test. Their tag is not Webhooks, which is that of the events.
import { delivery } from '../../schema/delivery.ts';
import { KEYED_REFUSALS, NOT_FOUND, PAYLOAD_TOO_LARGE, REPORT_NOT_FINISHED } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import { redeliverPath, testWebhookRequest, testWebhookResponse } from '../resources/webhook.ts';
import { RATE_HEADERS } from './reads.ts';

export const redeliverWebhook = {
  method: 'POST',
  path: '/reports/{id}/deliveries',
  operationId: 'redeliverWebhook',
  tag: 'Reports',
  summary: "Send a report's webhook again",
  description:
    'One attempt, with the same `webhook-id` and body as before, to the `webhook_url` with which the report was requested; a report without one is a 400. It is listed in the `deliveries` of the report and does not change its retry schedule. The response comes with the outcome, within about 10 seconds.',
  pathParameters: redeliverPath,
  answers: [
    { status: 200, description: 'The attempt, delivered or not.', body: delivery, headers: RATE_HEADERS },
    NOT_FOUND,
    REPORT_NOT_FINISHED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const testWebhook = {
  method: 'POST',
  path: '/webhooks/test',
  operationId: 'testWebhook',
  tag: 'Reports',
  summary: 'Try a webhook receiver',
  description:
    'Sends the event `webhook.test` to an address once, signed with the API key of this request as the webhooks of a report that it requests would be. Nothing is stored. The response comes with the outcome, within about 10 seconds; an address that a report could not have either is a 400.',
  body: testWebhookRequest,
  answers: [
    {
      status: 200,
      description: 'What the receiver responded, if it did.',
      body: testWebhookResponse,
      headers: RATE_HEADERS,
    },
    PAYLOAD_TOO_LARGE,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;
