// POST and GET /reports/{id}/deliveries, and POST /webhooks/test. Their tag is not Webhooks, which is that of the
// events.

import { PAYLOAD_TOO_LARGE, REPORT_NOT_FINISHED, SEND_REFUSALS } from '../errors/refusals.ts';
import {
  deliveriesPath,
  listDeliveriesQuery,
  listDeliveriesResponse,
  testWebhookRequest,
  testWebhookResponse,
} from '../resources/webhook.ts';
import { delivery } from '../schema/delivery.ts';
import { MAX_HELD_READS_PER_ACCOUNT, MAX_REDELIVERIES } from '../schema/limits.ts';
import { defineOperations } from './operations-of.ts';

const { act, read } = defineOperations('Reports');

const AT_ONCE = `At most ${MAX_HELD_READS_PER_ACCOUNT} webhooks of an account are sent on request at once.`;

export const WEBHOOK_OPERATIONS = [
  act('redeliverWebhook', '/reports/{id}/deliveries', {
    summary: "Send a report's webhook again",
    description: `One attempt, with the same \`webhook-id\` and body as before, to the \`webhook_url\` with which the report was requested; a report without one is a 400, and so is the attempt after ${MAX_REDELIVERIES} on request. It is listed in the \`deliveries\` of the report and does not change its retry schedule. The response comes with the outcome, within about 10 seconds. ${AT_ONCE}`,
    pathParameters: deliveriesPath,
    answer: { description: 'The attempt, delivered or not.', body: delivery },
    refusals: [REPORT_NOT_FINISHED, ...SEND_REFUSALS],
  }),
  read('listDeliveries', '/reports/{id}/deliveries', {
    summary: "List the attempts to deliver a report's webhook",
    description:
      'Newest first, scheduled ones and those on request. The list is empty for a report without a `webhook_url`, and while it is processing.',
    pathParameters: deliveriesPath,
    query: listDeliveriesQuery,
    answer: { description: 'The attempts.', body: listDeliveriesResponse },
  }),
  act('testWebhook', '/webhooks/test', {
    summary: 'Try a webhook receiver',
    description: `Sends the event \`webhook.test\` to an address once, signed with the API key of this request as the webhooks of a report that it requests would be. Nothing is stored. The response comes with the outcome, within about 10 seconds; an address that a report could not have either is a 400. ${AT_ONCE}`,
    body: testWebhookRequest,
    answer: { description: 'What the receiver responded, if it did.', body: testWebhookResponse },
    refusals: [PAYLOAD_TOO_LARGE, ...SEND_REFUSALS],
  }),
] as const;
