// POST, GET, PATCH and DELETE /audiences/{id}/destinations, and GET /audiences/{id}/deliveries.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOf } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createDestinationRequest,
  listAudienceDeliveriesQuery,
  listDestinationsQuery,
  updateDestinationRequest,
} from '../../../src/contract/resources/destinations.ts';
import { type Answer, type ApiEvent, type Call, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { managed, resourceEndpoint, ulidIn } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { type AudienceRef, createAudienceStore } from '../../../src/service/audiences/audiences.ts';
import { createDeliveryWorkflow } from '../../../src/service/aws/executions.ts';
import { kmsClient } from '../../../src/service/aws/kms-client.ts';
import { s3Client } from '../../../src/service/aws/s3-client.ts';
import { sfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createCopies } from '../../../src/service/destinations/copies.ts';
import type { DestinationItem, DestinationRef } from '../../../src/service/destinations/destination-item.ts';
import { deliveryView, destinationView } from '../../../src/service/destinations/destination-view.ts';
import {
  createDeliveryRecords,
  createDestinationStore,
} from '../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/service/destinations/forgotten.ts';
import { destinationKinds } from '../../../src/service/destinations/kinds.ts';
import { createManageDestinations } from '../../../src/service/destinations/manage-destinations.ts';
import { createSealSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageDestinations);
const { BUCKET, DELIVERY_WORKFLOW_ARN, SECRETS_KEY, WEBHOOK_RECEIVERS } = environment;
const newId = monotonicFactory();
const destinations = createManageDestinations({
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
});
const view = (item: DestinationItem, { caller }: Call) => destinationView(item, caller);
const audienceOf = (call: Call): AudienceRef => ({
  accountId: call.caller.accountId,
  audienceId: ulidIn(call, 'id', 'Audience'),
});
const refOf = (call: Call): DestinationRef => {
  const destinationId = ulidIn(call, 'destination_id', 'Destination');
  return { ...audienceOf(call), destinationId };
};

const resource = resourceEndpoint(
  {
    ...managed({
      plural: 'destinations',
      createRequest: createDestinationRequest,
      listQuery: listDestinationsQuery,
      updateRequest: updateDestinationRequest,
      refOf,
      checkPath: audienceOf,
      view,
      idOf: ({ destination_id }) => destination_id,
      get: destinations.get,
      update: destinations.update,
      create: (call, ...request) => destinations.create(call.caller, audienceOf(call).audienceId, ...request),
      list: (call) => destinations.list(audienceOf(call)),
    }),
    remove: async (call) => json(200, view(await destinations.remove(refOf(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newId),
    addressOf: ({ audience_id, destination_id }) =>
      `/audiences/${audience_id}/destinations/${destination_id}`,
    listQuery: listDestinationsQuery,
    item: 'destination_id',
  },
);
const deliveries = endpoint(admission, { body: 'none', query: listAudienceDeliveriesQuery }, async (call) => {
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
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return (event.rawPath.endsWith('/deliveries') ? deliveries : resource)(event, context);
}
