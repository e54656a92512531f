// POST /reports/{id}/deliveries and POST /webhooks/test: webhooks that are sent on request. One function for both, apart
// from the others: it waits for receivers.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { isUlid } from '../../src/contract/paging.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { testWebhookRequest } from '../../src/contract/resources/webhook.ts';
import { NotFoundError } from '../../src/core/errors.ts';
import { type Answer, type ApiEvent, type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { createDeliveryLog } from '../../src/stores/reports/deliveries.ts';
import { createReportStore } from '../../src/stores/reports/reports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { createRedeliver, type Redeliver } from '../../src/webhooks/redeliver.ts';
import { createSendWebhook } from '../../src/webhooks/send.ts';
import { createTryReceiver, type TryReceiver } from '../../src/webhooks/try-receiver.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export interface SendWebhookDeps {
  readonly redeliver: Redeliver;
  readonly tryReceiver: TryReceiver;
}

export function sendWebhook({
  redeliver,
  tryReceiver,
}: SendWebhookDeps): Readonly<Record<'again' | 'test', EndpointHandler>> {
  return {
    again: async ({ caller: { accountId }, path: { id: reportId = '' } }) => {
      if (!isUlid(reportId)) throw new NotFoundError('Report not found.');
      return json(200, await redeliver({ accountId, reportId }));
    },
    test: async ({ caller: { keyHash }, body }) => {
      const { webhook_url } = parseRequest(testWebhookRequest, body);
      return json(200, await tryReceiver(webhook_url, keyHash));
    },
  };
}

const environment = readEnvironment(ENVIRONMENT.sendWebhook);
const db = guardedClient(environment.SERVICE_TABLE);
const admission = wireAdmission(db, environment);
const receivers = environment.WEBHOOK_RECEIVERS;
const [send, clock] = [createSendWebhook({ receivers }), Date.now];
const handle = sendWebhook({
  redeliver: createRedeliver({
    reports: createReportStore(db, environment.SERVICE_TABLE),
    deliveries: createDeliveryLog(db, environment.SERVICE_TABLE),
    send,
    clock,
  }),
  tryReceiver: createTryReceiver({ send, receivers, newId: monotonicFactory(), clock }),
});
const again = endpoint(admission, { body: 'none' }, handle.again);
const test = endpoint(admission, { body: 'json' }, handle.test);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.pathParameters?.id === undefined ? test(event, context) : again(event, context);
}
