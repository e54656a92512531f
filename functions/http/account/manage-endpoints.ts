// POST, GET, PATCH and DELETE /webhooks/endpoints, GET /webhooks/endpoints/{id}/deliveries, and GET /events.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOf, pageOfAll } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { listEventsQuery } from '../../../src/contract/resources/events.ts';
import {
  createEndpointRequest,
  listEndpointDeliveriesQuery,
  listEndpointsQuery,
  updateEndpointRequest,
} from '../../../src/contract/resources/webhook-endpoints.ts';
import { NotFoundError } from '../../../src/core/errors.ts';
import { type Answer, type ApiEvent, type Call, type EndpointHandler, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { resourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { kmsClient } from '../../../src/stores/aws/kms-client.ts';
import {
  createEndpointDeliveries,
  createEndpointStore,
  type EndpointItem,
  type EndpointRef,
} from '../../../src/stores/events/endpoints.ts';
import { createEventLog, type EventLog } from '../../../src/stores/events/event-log.ts';
import { createSealSecret } from '../../../src/stores/secrets/sealed-secrets.ts';
import { endpointView } from '../../../src/webhooks/endpoints/endpoint-view.ts';
import {
  createManageEndpoints,
  type ManageEndpoints,
} from '../../../src/webhooks/endpoints/manage-endpoints.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

type Name = 'create' | 'list' | 'get' | 'update' | 'remove' | 'deliveries' | 'events';

export function manageEndpoints(
  endpoints: ManageEndpoints,
  log: Pick<EventLog, 'after'>,
): Readonly<Record<Name, EndpointHandler>> {
  return {
    create: async ({ body, caller, idempotency }) => {
      const request = parseRequest(createEndpointRequest, body);
      return json(
        201,
        endpointView(await endpoints.create(caller, request, idempotency?.started?.id), caller),
      );
    },
    list: async ({ caller, query, sealed }) => {
      const { limit, cursor } = parseRequest(listEndpointsQuery, query);
      const after = idOfCursor(cursor, isUlid);
      const found = await endpoints.list(caller.accountId);
      const { shown, next } = pageOfAll(found, { limit, after }, ({ endpoint_id }) => endpoint_id);
      return json(200, { endpoints: shown.map((item) => endpointView(item, caller)), ...sealed(next) });
    },
    get: async (call) => json(200, endpointView(await endpoints.get(endpointOf(call)), call.caller)),
    update: async (call) => {
      const request = parseRequest(updateEndpointRequest, call.body);
      const check = (found: EndpointItem) =>
        requireMatch(call.headers['if-match'], endpointView(found, call.caller));
      const changed = await endpoints.update(call.caller, endpointOf(call), request, check);
      return versioned(200, endpointView(changed, call.caller));
    },
    remove: async (call) => json(200, endpointView(await endpoints.remove(endpointOf(call)), call.caller)),
    deliveries: async (call) => {
      const { limit, cursor } = parseRequest(listEndpointDeliveriesQuery, call.query);
      const page = { limit: limit + 1, before: idOfCursor(cursor, isUlid) };
      const found = await endpoints.attempts(endpointOf(call), page);
      const { shown, next } = pageOf(found, limit, ({ delivery_id }) => delivery_id);
      return json(200, { deliveries: shown, ...call.sealed(next) });
    },
    events: async ({ caller, query, sealed }) => {
      const { after, limit, cursor } = parseRequest(listEventsQuery, query);
      const from = Number(idOfCursor(cursor, isSequence) ?? after);
      const found = await log.after(caller.accountId, from, limit + 1);
      const { shown, next } = pageOf(found, limit, ({ sequence }) => String(sequence));
      return json(200, { events: shown, ...sealed(next) });
    },
  };
}

/** Throws NotFoundError. */
function endpointOf({ caller: { accountId }, path: { id: endpointId = '' } }: Call): EndpointRef {
  if (!isUlid(endpointId)) throw new NotFoundError('Webhook endpoint not found.');
  return { accountId, endpointId };
}

function isSequence(text: string): boolean {
  return /^[1-9]\d{0,11}$/.test(text);
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageEndpoints);
const newId = monotonicFactory();
const events = createEventLog(db, table);
const handle = manageEndpoints(
  createManageEndpoints({
    endpoints: createEndpointStore(db, table),
    events,
    deliveries: createEndpointDeliveries(db, table),
    sealSecret: createSealSecret(kmsClient(), environment.SECRETS_KEY),
    receivers: environment.WEBHOOK_RECEIVERS,
    newId,
    clock: Date.now,
  }),
  events,
);
const resource = resourceEndpoint(handle, {
  admission,
  idempotency: wireIdempotency(db, environment, newId),
  addressOf: ({ endpoint_id }) => `/webhooks/endpoints/${endpoint_id}`,
  listQuery: listEndpointsQuery,
});
const deliveries = endpoint(
  admission,
  { body: 'none', query: listEndpointDeliveriesQuery },
  handle.deliveries,
);
const listEvents = endpoint(admission, { body: 'none', query: listEventsQuery }, handle.events);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (event.rawPath.endsWith('/events')) return listEvents(event, context);
  return (event.rawPath.endsWith('/deliveries') ? deliveries : resource)(event, context);
}
