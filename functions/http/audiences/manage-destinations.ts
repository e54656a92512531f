// POST, GET, PATCH and DELETE /audiences/{id}/destinations, and GET /audiences/{id}/deliveries.
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
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { type AudienceRef, createAudienceStore } from '../../../src/stores/audiences/audiences.ts';
import { createDeliveryWorkflow } from '../../../src/stores/aws/executions.ts';
import { kmsClient } from '../../../src/stores/aws/kms-client.ts';
import { s3Client } from '../../../src/stores/aws/s3-client.ts';
import { sfnClient } from '../../../src/stores/aws/sfn-client.ts';
import { createCopies } from '../../../src/stores/destinations/copies.ts';
import type { DestinationItem, DestinationRef } from '../../../src/stores/destinations/destination-item.ts';
import {
  createDeliveryRecords,
  createDestinationStore,
} from '../../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/stores/destinations/forgotten.ts';
import { createSealSecret } from '../../../src/stores/secrets/sealed-secrets.ts';
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
      return json(200, {
        destinations: shown.map((item) => destinationView(item, call.caller)),
        ...call.sealed(next),
      });
    },
    get: async (call) => json(200, destinationView(await destinations.get(refOf(call)), call.caller)),
    update: async (call) => {
      const request = parseRequest(updateDestinationRequest, call.body);
      const check = (found: DestinationItem) =>
        requireMatch(call.headers['if-match'], destinationView(found, call.caller));
      const changed = await destinations.update(call.caller, refOf(call), request, check);
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
        ...call.sealed(next),
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

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageDestinations);
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

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return (event.rawPath.endsWith('/deliveries') ? deliveries : resource)(event, context);
}
