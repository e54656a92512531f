// State of the delivery workflow: sends requests to a destination for a limited time. The workflow repeats
// this state until the destination is in step with its audience.
import { state } from '../../src/contract/messages/states.ts';
import type { DeliverStep } from '../../src/contract/messages/workflow.ts';
import { createAudienceStore } from '../../src/service/audiences/audiences.ts';
import { createMemberFiles } from '../../src/service/audiences/member-files.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { createBringInStep } from '../../src/service/destinations/bring-in-step.ts';
import { createCopies } from '../../src/service/destinations/copies.ts';
import { createDestinationStore } from '../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../src/service/destinations/forgotten.ts';
import { createDestinationKinds } from '../../src/service/destinations/kinds.ts';
import { createErasureStore } from '../../src/service/erasures/erasures.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createHiddenCustomers } from '../../src/service/reports/lists/hidden-customers.ts';
import { DELIVERY_STEPS_KEY } from '../../src/service/tables/service-table.ts';
import { wireSending } from '../../src/service/webhooks/wire-sending.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.deliver);
const { SERVICE_TABLE, BUCKET, WEBHOOK_RECEIVERS } = environment;
const db = createDocumentClient();
const s3 = createS3Client();

const bringInStep = createBringInStep({
  ...wireSending(db, environment, DELIVERY_STEPS_KEY),
  destinations: createDestinationStore(db, SERVICE_TABLE),
  forgotten: createForgottenStore(db, SERVICE_TABLE),
  audiences: createAudienceStore(db, SERVICE_TABLE),
  members: createMemberFiles(s3, BUCKET),
  copies: createCopies(s3, BUCKET),
  hidden: createHiddenCustomers(createErasureStore(db, SERVICE_TABLE)),
  kinds: createDestinationKinds({ receivers: WEBHOOK_RECEIVERS }),
});

export const handler = observeHandler(
  state('Deliver', async ({ error, ...ref }): Promise<DeliverStep> => {
    return { ...ref, ...(await bringInStep({ ...ref, error })) };
  }),
);
