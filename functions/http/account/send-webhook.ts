// POST /reports/{id}/deliveries, POST /webhooks/test and POST /webhooks/endpoints/{id}/ping: sends webhooks
// on request. GET /reports/{id}/deliveries lists them. Separate from the other functions because it waits for
// receivers.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listDeliveriesQuery, testWebhookRequest } from '../../../src/contract/resources/webhook.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint, wireWebhookSends } from '../../../src/http/wire.ts';
import { createRateWindows } from '../../../src/service/accounts/rate-windows.ts';
import { createKmsClient } from '../../../src/service/aws/kms-client.ts';
import { createPrepareMail } from '../../../src/service/digests/mail-on-request.ts';
import { createSendMail } from '../../../src/service/digests/send-mail.ts';
import { createDeliveryLog } from '../../../src/service/reports/deliveries.ts';
import type { ReportKey } from '../../../src/service/reports/report-item.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { createOpenSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { createRedeliver } from '../../../src/service/webhooks/attempt-delivery.ts';
import { createEndpointDeliveries, createEndpointStore } from '../../../src/service/webhooks/endpoints.ts';
import { createSendWebhook } from '../../../src/service/webhooks/send.ts';
import {
  createPingEndpoint,
  createSendOnRequest,
  createTryReceiver,
} from '../../../src/service/webhooks/send-on-request.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.sendWebhook);
const [receivers, clock] = [environment.WEBHOOK_RECEIVERS, Date.now];
const sends = wireWebhookSends(db, environment);
const send = createSendOnRequest({ send: createSendWebhook({ receivers }), sends, clock });
const reports = createReportStore(db, table);
const deliveries = createDeliveryLog(db, table);
const newId = monotonicFactory();
const redeliver = createRedeliver({ reports, deliveries, send, clock });
const tryReceiver = createTryReceiver({ send, receivers, newId, clock });
const endpoints = createEndpointStore(db, table);
const openSecret = createOpenSecret(createKmsClient(), environment.SECRETS_KEY);
const pingEndpoint = createPingEndpoint({
  deliveries: createEndpointDeliveries(db, table),
  sendMail: createSendOnRequest({ send: createSendMail(environment, db, clock), sends, clock }),
  prepareMail: createPrepareMail({
    ...{ endpoints, openSecret, clock },
    rateWindows: createRateWindows(db, table),
  }),
  ...{ endpoints, openSecret, send, newId, clock },
});

/** Throws NotFoundError. */
function getReportKey({ caller: { accountId }, path: { id: reportId = '' } }: Call): ReportKey {
  if (!isUlid(reportId)) throw new NotFoundError('Report not found.');
  return { accountId, reportId };
}

function isAttempt(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text);
}

const again = defineEndpoint(admission, { body: 'none' }, async (call) =>
  answerJson(200, await redeliver(getReportKey(call))),
);
const list = defineEndpoint(admission, { body: 'none', query: listDeliveriesQuery }, async (call) => {
  const key = getReportKey(call);
  const { limit, cursor } = parseRequest(listDeliveriesQuery, call.query);
  const before = parseCursor(cursor, isAttempt);
  if ((await reports.get(key)) === undefined) throw new NotFoundError('Report not found.');
  const found = await deliveries.newest(key, limit + 1, before === undefined ? undefined : Number(before));
  const { shown, next } = cutPage(found, limit, ({ attempt }) => String(attempt));
  return answerJson(200, { deliveries: shown, ...call.sealed(next) });
});
const ping = defineEndpoint(
  admission,
  { body: 'none' },
  async ({ caller: { accountId }, path: { id: endpointId = '' }, baseUrl }) => {
    if (!isUlid(endpointId)) throw new NotFoundError('Webhook endpoint not found.');
    return answerJson(200, await pingEndpoint({ accountId, endpointId }, baseUrl));
  },
);
const test = defineEndpoint(admission, { body: 'json' }, async ({ caller, body }) =>
  answerJson(200, await tryReceiver(parseRequest(testWebhookRequest, body).webhook_url, caller)),
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.pathParameters?.id === undefined) return test(event, context);
  if (event.rawPath.endsWith('/ping')) return ping(event, context);
  return event.requestContext.http.method === 'POST' ? again(event, context) : list(event, context);
}
