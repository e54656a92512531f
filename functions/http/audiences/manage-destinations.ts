// POST, GET, PATCH and DELETE /audiences/{id}/destinations, and GET /audiences/{id}/deliveries.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createDestinationRequest,
  listAudienceDeliveriesQuery,
  listDestinationsQuery,
  updateDestinationRequest,
} from '../../../src/contract/resources/destinations.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createManaged, defineResourceEndpoint, getPathUlid } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { type AudienceRef, createAudienceStore } from '../../../src/service/audiences/audiences.ts';
import { createDeliveryWorkflow } from '../../../src/service/aws/executions.ts';
import { createKmsClient } from '../../../src/service/aws/kms-client.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createCopies } from '../../../src/service/destinations/copies.ts';
import type { DestinationItem, DestinationRef } from '../../../src/service/destinations/destination-item.ts';
import { toDeliveryView, toDestinationView } from '../../../src/service/destinations/destination-view.ts';
import {
  createDeliveryRecords,
  createDestinationStore,
} from '../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/service/destinations/forgotten.ts';
import { createDestinationKinds } from '../../../src/service/destinations/kinds.ts';
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
  copies: createCopies(createS3Client(), BUCKET),
  workflow: createDeliveryWorkflow(createSfnClient(), DELIVERY_WORKFLOW_ARN),
  sealSecret: createSealSecret(createKmsClient(), SECRETS_KEY),
  kinds: createDestinationKinds({ receivers: WEBHOOK_RECEIVERS }),
  receivers: WEBHOOK_RECEIVERS,
  newId,
  clock: Date.now,
});
const toView = (item: DestinationItem, { caller }: Call) => toDestinationView(item, caller);
const getAudienceRef = (call: Call): AudienceRef => ({
  accountId: call.caller.accountId,
  audienceId: getPathUlid(call, 'id', 'Audience'),
});
const getDestinationRef = (call: Call): DestinationRef => {
  const destinationId = getPathUlid(call, 'destination_id', 'Destination');
  return { ...getAudienceRef(call), destinationId };
};

const resource = defineResourceEndpoint(
  {
    ...createManaged({
      plural: 'destinations',
      createRequest: createDestinationRequest,
      listQuery: listDestinationsQuery,
      updateRequest: updateDestinationRequest,
      toRef: getDestinationRef,
      checkPath: getAudienceRef,
      view: toView,
      getId: ({ destination_id }) => destination_id,
      get: destinations.get,
      update: destinations.update,
      create: (call, ...request) =>
        destinations.create(call.caller, getAudienceRef(call).audienceId, ...request),
      list: (call) => destinations.list(getAudienceRef(call)),
    }),
    remove: async (call) => answerJson(200, toView(await destinations.remove(getDestinationRef(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newId),
    toAddress: ({ audience_id, destination_id }) =>
      `/audiences/${audience_id}/destinations/${destination_id}`,
    listQuery: listDestinationsQuery,
    item: 'destination_id',
  },
);
const deliveries = defineEndpoint(
  admission,
  { body: 'none', query: listAudienceDeliveriesQuery },
  async (call) => {
    const query = parseRequest(listAudienceDeliveriesQuery, call.query);
    const { limit, destination_id: destinationId } = query;
    const before = parseCursor(query.cursor, isUlid);
    const page = { limit: limit + 1, before, destinationId };
    const found = await destinations.deliveries(getAudienceRef(call), page);
    const { shown, next } = cutPage(found.items, limit, ({ delivery_id }) => delivery_id);
    return answerJson(200, {
      deliveries: shown.map((item) => toDeliveryView(item, found.destinations)),
      ...call.sealed(next),
    });
  },
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return (event.rawPath.endsWith('/deliveries') ? deliveries : resource)(event, context);
}
