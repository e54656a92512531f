// POST, GET, PATCH and DELETE /webhooks/endpoints, GET /webhooks/endpoints/{id}/deliveries, and GET /events.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOf } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listEventsQuery } from '../../../src/contract/resources/events.ts';
import {
  createEndpointRequest,
  listEndpointDeliveriesQuery,
  listEndpointsQuery,
  updateEndpointRequest,
} from '../../../src/contract/resources/webhook-endpoints.ts';
import { type Answer, type ApiEvent, type Call, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { managed, resourceEndpoint, ulidIn } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { kmsClient } from '../../../src/service/aws/kms-client.ts';
import { createSealSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { endpointView } from '../../../src/service/webhooks/endpoints/endpoint-attempt.ts';
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
  sealSecret: createSealSecret(kmsClient(), environment.SECRETS_KEY),
  receivers: environment.WEBHOOK_RECEIVERS,
  newId,
  clock: Date.now,
});
const view = (item: EndpointItem, { caller }: Call) => endpointView(item, caller);
const refOf = (call: Call): EndpointRef => ({
  accountId: call.caller.accountId,
  endpointId: ulidIn(call, 'id', 'Webhook endpoint'),
});

const resource = resourceEndpoint(
  {
    ...managed({
      plural: 'endpoints',
      createRequest: createEndpointRequest,
      listQuery: listEndpointsQuery,
      updateRequest: updateEndpointRequest,
      refOf,
      view,
      idOf: ({ endpoint_id }) => endpoint_id,
      get: endpoints.get,
      update: endpoints.update,
      create: ({ caller }, ...request) => endpoints.create(caller, ...request),
      list: ({ caller }) => endpoints.list(caller.accountId),
    }),
    remove: async (call) => json(200, view(await endpoints.remove(refOf(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newId),
    addressOf: ({ endpoint_id }) => `/webhooks/endpoints/${endpoint_id}`,
    listQuery: listEndpointsQuery,
  },
);
const deliveries = endpoint(admission, { body: 'none', query: listEndpointDeliveriesQuery }, async (call) => {
  const { limit, cursor } = parseRequest(listEndpointDeliveriesQuery, call.query);
  const page = { limit: limit + 1, before: idOfCursor(cursor, isUlid) };
  const found = await endpoints.attempts(refOf(call), page);
  const { shown, next } = pageOf(found, limit, ({ delivery_id }) => delivery_id);
  return json(200, { deliveries: shown, ...call.sealed(next) });
});

const isSequence = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text);
const listEvents = endpoint(
  admission,
  { body: 'none', query: listEventsQuery },
  async ({ caller, query, sealed }) => {
    const { after, limit, cursor } = parseRequest(listEventsQuery, query);
    const from = Number(idOfCursor(cursor, isSequence) ?? after);
    const found = await events.after(caller.accountId, from, limit + 1);
    const { shown, next } = pageOf(found, limit, ({ sequence }) => String(sequence));
    return json(200, { events: shown, ...sealed(next) });
  },
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.rawPath.endsWith('/events')) return listEvents(event, context);
  return (event.rawPath.endsWith('/deliveries') ? deliveries : resource)(event, context);
}
