// State of a delivery: requests to a destination for some time. The workflow repeats this state until the destination is in step.
import { state } from '../../src/contract/messages/states.ts';
import type { DeliverStep } from '../../src/contract/messages/workflow.ts';
import { createBringInStep } from '../../src/destinations/bring-in-step.ts';
import { destinationKinds } from '../../src/destinations/kinds.ts';
import { observed } from '../../src/observability/observed.ts';
import { createHiddenCustomers } from '../../src/report-lists/hidden-customers.ts';
import { createAudienceStore } from '../../src/stores/audiences/audiences.ts';
import { createMemberFiles } from '../../src/stores/audiences/member-files.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createCopies } from '../../src/stores/destinations/copies.ts';
import { createDestinationStore } from '../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../src/stores/destinations/forgotten.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { DELIVERY_STEPS_KEY } from '../../src/stores/tables/service-table.ts';
import { wireSending } from '../../src/webhooks/wire-sending.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.deliver);
const { SERVICE_TABLE, BUCKET, WEBHOOK_RECEIVERS } = environment;
const db = documentClient();
const s3 = s3Client();

const bringInStep = createBringInStep({
  ...wireSending(db, environment, DELIVERY_STEPS_KEY),
  destinations: createDestinationStore(db, SERVICE_TABLE),
  forgotten: createForgottenStore(db, SERVICE_TABLE),
  audiences: createAudienceStore(db, SERVICE_TABLE),
  members: createMemberFiles(s3, BUCKET),
  copies: createCopies(s3, BUCKET),
  hidden: createHiddenCustomers(createErasureStore(db, SERVICE_TABLE)),
  kinds: destinationKinds({ receivers: WEBHOOK_RECEIVERS }),
});

export const handler = observed(
  state('Deliver', async ({ error, ...ref }): Promise<DeliverStep> => {
    return { ...ref, ...(await bringInStep({ ...ref, error })) };
  }),
);
