// POST, GET, PATCH and DELETE /audiences/{id}/destinations, and GET /audiences/{id}/deliveries; and of /webhooks/endpoints, GET
// /webhooks/endpoints/{id}/deliveries, and GET /events. One function: a stack has 500 resources.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOf, pageOfAll } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createDestinationRequest,
  listAudienceDeliveriesQuery,
  listDestinationsQuery,
  updateDestinationRequest,
} from '../../../src/contract/resources/destinations.ts';
import { listEventsQuery } from '../../../src/contract/resources/events.ts';
import {
  createEndpointRequest,
  listEndpointDeliveriesQuery,
  listEndpointsQuery,
  updateEndpointRequest,
} from '../../../src/contract/resources/webhook-endpoints.ts';
import { NotFoundError } from '../../../src/core/errors.ts';
import { deliveryView, destinationView } from '../../../src/destinations/destination-view.ts';
import { destinationKinds } from '../../../src/destinations/kinds.ts';
import {
  createManageDestinations,
  type ManageDestinations,
} from '../../../src/destinations/manage-destinations.ts';
import { type Answer, type ApiEvent, type Call, type EndpointHandler, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { resourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireIdempotency, wireWriter } from '../../../src/http/wire.ts';
import type { AudienceRef } from '../../../src/stores/audiences/audience-item.ts';
import { createAudienceStore } from '../../../src/stores/audiences/audiences.ts';
import { kmsClient } from '../../../src/stores/aws/kms-client.ts';
import { s3Client } from '../../../src/stores/aws/s3-client.ts';
import { sfnClient } from '../../../src/stores/aws/sfn-client.ts';
import { createCopies } from '../../../src/stores/destinations/copies.ts';
import { createDeliveryRecords } from '../../../src/stores/destinations/delivery-records.ts';
import { createDeliveryWorkflow } from '../../../src/stores/destinations/delivery-workflow.ts';
import type { DestinationItem, DestinationRef } from '../../../src/stores/destinations/destination-item.ts';
import { createDestinationStore } from '../../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/stores/destinations/forgotten.ts';
import { createEndpointDeliveries } from '../../../src/stores/events/endpoint-deliveries.ts';
import { createEndpointStore } from '../../../src/stores/events/endpoints.ts';
import type { EndpointItem, EndpointRef } from '../../../src/stores/events/event-items.ts';
import { createEventLog, type EventLog } from '../../../src/stores/events/event-log.ts';
import { createSealSecret } from '../../../src/stores/secrets/sealed-secrets.ts';
import { endpointView } from '../../../src/webhooks/endpoints/endpoint-view.ts';
import {
  createManageEndpoints,
  type ManageEndpoints,
} from '../../../src/webhooks/endpoints/manage-endpoints.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

type Name = 'create' | 'list' | 'get' | 'update' | 'remove' | 'deliveries';

export function manageDestinations(
  destinations: ManageDestinations,
): Readonly<Record<Name, EndpointHandler>> {
  return {
    create: async ({ body, caller, path, idempotency }) => {
      const { audienceId } = audienceOf({ caller, path });
      const request = parseRequest(createDestinationRequest, body);
      const created = await destinations.create(caller, audienceId, request, idempotency?.started?.id);
      return json(201, destinationView(created, caller));
    },
    list: async (call) => {
      const { limit, cursor } = parseRequest(listDestinationsQuery, call.query);
      const after = idOfCursor(cursor, isUlid);
      const found = await destinations.list(audienceOf(call));
      const { shown, next } = pageOfAll(found, { limit, after }, ({ destination_id }) => destination_id);
      return json(200, { destinations: shown.map((item) => destinationView(item, call.caller)), ...next });
    },
    get: async (call) => json(200, destinationView(await destinations.get(refOf(call)), call.caller)),
    update: async (call) => {
      const request = parseRequest(updateDestinationRequest, call.body);
      const check = (found: DestinationItem) =>
        requireMatch(call.headers['if-match'], destinationView(found, call.caller));
      const changed = await destinations.update(refOf(call), request, check);
      return versioned(200, destinationView(changed, call.caller));
    },
    remove: async (call) => json(200, destinationView(await destinations.remove(refOf(call)), call.caller)),
    deliveries: async (call) => {
      const query = parseRequest(listAudienceDeliveriesQuery, call.query);
      const { limit, destination_id: destinationId } = query;
      const before = idOfCursor(query.cursor, isUlid);
      const page = { limit: limit + 1, before, destinationId };
      const found = await destinations.deliveries(audienceOf(call), page);
      const { shown, next } = pageOf(found.items, limit, ({ delivery_id }) => delivery_id);
      return json(200, {
        deliveries: shown.map((item) => deliveryView(item, found.destinations)),
        ...next,
      });
    },
  };
}

function audienceOf({ caller: { accountId }, path }: Pick<Call, 'caller' | 'path'>): AudienceRef {
  const audienceId = path.id ?? '';
  if (!isUlid(audienceId)) throw new NotFoundError('Audience not found.');
  return { accountId, audienceId };
}

function refOf(call: Call): DestinationRef {
  const destinationId = call.path.destination_id ?? '';
  if (!isUlid(destinationId)) throw new NotFoundError('Destination not found.');
  return { ...audienceOf(call), destinationId };
}

type EndpointOperation = 'create' | 'list' | 'get' | 'update' | 'remove' | 'deliveries' | 'events';

export function manageEndpoints(
  endpoints: ManageEndpoints,
  log: Pick<EventLog, 'after'>,
): Readonly<Record<EndpointOperation, EndpointHandler>> {
  return {
    create: async ({ body, caller, idempotency }) => {
      const request = parseRequest(createEndpointRequest, body);
      return json(
        201,
        endpointView(await endpoints.create(caller, request, idempotency?.started?.id), caller),
      );
    },
    list: async ({ caller, query }) => {
      const { limit, cursor } = parseRequest(listEndpointsQuery, query);
      const after = idOfCursor(cursor, isUlid);
      const found = await endpoints.list(caller.accountId);
      const { shown, next } = pageOfAll(found, { limit, after }, ({ endpoint_id }) => endpoint_id);
      return json(200, { endpoints: shown.map((item) => endpointView(item, caller)), ...next });
    },
    get: async (call) => json(200, endpointView(await endpoints.get(endpointOf(call)), call.caller)),
    update: async (call) => {
      const request = parseRequest(updateEndpointRequest, call.body);
      const check = (found: EndpointItem) =>
        requireMatch(call.headers['if-match'], endpointView(found, call.caller));
      const changed = await endpoints.update(endpointOf(call), request, check);
      return versioned(200, endpointView(changed, call.caller));
    },
    remove: async (call) => json(200, endpointView(await endpoints.remove(endpointOf(call)), call.caller)),
    deliveries: async (call) => {
      const { limit, cursor } = parseRequest(listEndpointDeliveriesQuery, call.query);
      const page = { limit: limit + 1, before: idOfCursor(cursor, isUlid) };
      const found = await endpoints.attempts(endpointOf(call), page);
      const { shown, next } = pageOf(found, limit, ({ delivery_id }) => delivery_id);
      return json(200, { deliveries: shown, ...next });
    },
    events: async ({ caller, query }) => {
      const { after, limit, cursor } = parseRequest(listEventsQuery, query);
      const from = Number(idOfCursor(cursor, isSequence) ?? after);
      const found = await log.after(caller.accountId, from, limit + 1);
      const { shown, next } = pageOf(found, limit, ({ sequence }) => String(sequence));
      return json(200, { events: shown, ...next });
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

const { admission, db, environment, table } = wireWriter(ENVIRONMENT.manageDestinations);
const { BUCKET, DELIVERY_WORKFLOW_ARN, SECRETS_KEY, WEBHOOK_RECEIVERS } = environment;
const newId = monotonicFactory();
const handle = manageDestinations(
  createManageDestinations({
    destinations: createDestinationStore(db, table),
    forgotten: createForgottenStore(db, table),
    records: createDeliveryRecords(db, table),
    audiences: createAudienceStore(db, table),
    copies: createCopies(s3Client(), BUCKET),
    workflow: createDeliveryWorkflow(sfnClient(), DELIVERY_WORKFLOW_ARN),
    sealSecret: createSealSecret(kmsClient(), SECRETS_KEY),
    kinds: destinationKinds({ receivers: WEBHOOK_RECEIVERS }),
    receivers: WEBHOOK_RECEIVERS,
    newId,
    clock: Date.now,
  }),
);
const resource = resourceEndpoint(handle, {
  admission,
  idempotency: wireIdempotency(db, environment, newId),
  addressOf: ({ audience_id, destination_id }) => `/audiences/${audience_id}/destinations/${destination_id}`,
  listQuery: listDestinationsQuery,
  item: 'destination_id',
});
const deliveries = endpoint(
  admission,
  { body: 'none', query: listAudienceDeliveriesQuery },
  handle.deliveries,
);

const events = createEventLog(db, table);
const handleEndpoints = manageEndpoints(
  createManageEndpoints({
    endpoints: createEndpointStore(db, table),
    events,
    deliveries: createEndpointDeliveries(db, table),
    sealSecret: createSealSecret(kmsClient(), SECRETS_KEY),
    receivers: WEBHOOK_RECEIVERS,
    newId,
    clock: Date.now,
  }),
  events,
);
const endpoints = resourceEndpoint(handleEndpoints, {
  admission,
  idempotency: wireIdempotency(db, environment, newId),
  addressOf: ({ endpoint_id }) => `/webhooks/endpoints/${endpoint_id}`,
  listQuery: listEndpointsQuery,
});
const endpointDeliveries = endpoint(
  admission,
  { body: 'none', query: listEndpointDeliveriesQuery },
  handleEndpoints.deliveries,
);
const listEvents = endpoint(admission, { body: 'none', query: listEventsQuery }, handleEndpoints.events);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  const { rawPath } = event;
  if (rawPath.endsWith('/events')) return listEvents(event, context);
  const isOfEndpoint = rawPath.includes('/webhooks/');
  if (rawPath.endsWith('/deliveries'))
    return (isOfEndpoint ? endpointDeliveries : deliveries)(event, context);
  return (isOfEndpoint ? endpoints : resource)(event, context);
}
