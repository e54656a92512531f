// POST, GET, PATCH and DELETE /webhooks/endpoints, GET /webhooks/endpoints/{id}/deliveries, and GET /events.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listEventsQuery } from '../../../src/contract/resources/events.ts';
import {
  createEndpointRequest,
  listEndpointDeliveriesQuery,
  listEndpointsQuery,
  updateEndpointRequest,
} from '../../../src/contract/resources/webhook-endpoints.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createManaged, defineResourceEndpoint, getPathUlid } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { createKmsClient } from '../../../src/service/aws/kms-client.ts';
import { createScheduleStore } from '../../../src/service/schedules/schedules.ts';
import { createSealSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { toEndpointView } from '../../../src/service/webhooks/endpoints/endpoint-attempt.ts';
import { createManageEndpoints } from '../../../src/service/webhooks/endpoints/manage-endpoints.ts';
import {
  createEndpointDeliveries,
  createEndpointStore,
  type EndpointItem,
  type EndpointRef,
} from '../../../src/service/webhooks/endpoints.ts';
import { createEventLog } from '../../../src/service/webhooks/event-log.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageEndpoints);
const newId = monotonicFactory();
const events = createEventLog(db, table);
const endpoints = createManageEndpoints({
  endpoints: createEndpointStore(db, table),
  events,
  deliveries: createEndpointDeliveries(db, table),
  schedules: createScheduleStore(db, table),
  sealSecret: createSealSecret(createKmsClient(), environment.SECRETS_KEY),
  receivers: environment.WEBHOOK_RECEIVERS,
  mailFrom: environment.MAIL_FROM,
  newId,
  clock: Date.now,
});
const toView = (item: EndpointItem, { caller }: Call) => toEndpointView(item, caller);
const getEndpointRef = (call: Call): EndpointRef => ({
  accountId: call.caller.accountId,
  endpointId: getPathUlid(call, 'id', 'Webhook endpoint'),
});

const resource = defineResourceEndpoint(
  {
    ...createManaged({
      plural: 'endpoints',
      createRequest: createEndpointRequest,
      listQuery: listEndpointsQuery,
      updateRequest: updateEndpointRequest,
      toRef: getEndpointRef,
      view: toView,
      getId: ({ endpoint_id }) => endpoint_id,
      get: endpoints.get,
      update: endpoints.update,
      create: ({ caller }, ...request) => endpoints.create(caller, ...request),
      list: ({ caller }) => endpoints.list(caller.accountId),
    }),
    remove: async (call) => answerJson(200, toView(await endpoints.remove(getEndpointRef(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newId),
    toAddress: ({ endpoint_id }) => `/webhooks/endpoints/${endpoint_id}`,
    listQuery: listEndpointsQuery,
  },
);
const deliveries = defineEndpoint(
  admission,
  { body: 'none', query: listEndpointDeliveriesQuery },
  async (call) => {
    const { limit, cursor } = parseRequest(listEndpointDeliveriesQuery, call.query);
    const page = { limit: limit + 1, before: parseCursor(cursor, isUlid) };
    const found = await endpoints.attempts(getEndpointRef(call), page);
    const { shown, next } = cutPage(found, limit, ({ delivery_id }) => delivery_id);
    return answerJson(200, { deliveries: shown, ...call.sealed(next) });
  },
);

const isSequence = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text);
const listEvents = defineEndpoint(
  admission,
  { body: 'none', query: listEventsQuery },
  async ({ caller, query, sealed }) => {
    const { after, limit, cursor } = parseRequest(listEventsQuery, query);
    const from = Number(parseCursor(cursor, isSequence) ?? after);
    const found = await events.after(caller.accountId, from, limit + 1);
    const { shown, next } = cutPage(found, limit, ({ sequence }) => String(sequence));
    return answerJson(200, { events: shown, ...sealed(next) });
  },
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.rawPath.endsWith('/events')) return listEvents(event, context);
  return (event.rawPath.endsWith('/deliveries') ? deliveries : resource)(event, context);
}
