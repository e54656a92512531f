// State of a delivery: requests to a destination for some time. The workflow repeats this state until the destination is in step.
import { ulid } from 'ulid';
import * as v from 'valibot';
import { type DeliverStep, deliverInput } from '../../src/contract/messages/workflow.ts';
import { createBringInStep } from '../../src/destinations/bring-in-step.ts';
import { destinationKinds } from '../../src/destinations/kinds.ts';
import { observed } from '../../src/observability/observed.ts';
import { createHiddenCustomers } from '../../src/report-lists/hidden-customers.ts';
import { MAX_DELIVERIES_AT_ONCE } from '../../src/schema/limits.ts';
import { createHeldReads } from '../../src/stores/accounts/held-reads.ts';
import { createAudienceStore } from '../../src/stores/audiences/audiences.ts';
import { createMemberFiles } from '../../src/stores/audiences/member-files.ts';
import { kmsClient } from '../../src/stores/aws/kms-client.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { createCopies } from '../../src/stores/destinations/copies.ts';
import { createDestinationStore } from '../../src/stores/destinations/destinations.ts';
import { createForgottenStore } from '../../src/stores/destinations/forgotten.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createOpenSecret } from '../../src/stores/secrets/sealed-secrets.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { DELIVERY_STEPS_KEY } from '../../src/stores/tables/service-table.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

/** Of all accounts together: a twentieth of the concurrency that AWS gives an account. */
const MAX_STEPS_AT_ONCE = 50;

const { SERVICE_TABLE, BUCKET, SECRETS_KEY, WEBHOOK_RECEIVERS } = readEnvironment(ENVIRONMENT.deliver);
const db = guardedClient(SERVICE_TABLE);
const s3 = s3Client();

const bringInStep = createBringInStep({
  destinations: createDestinationStore(db, SERVICE_TABLE),
  forgotten: createForgottenStore(db, SERVICE_TABLE),
  audiences: createAudienceStore(db, SERVICE_TABLE),
  members: createMemberFiles(s3, BUCKET),
  copies: createCopies(s3, BUCKET),
  hidden: createHiddenCustomers(createErasureStore(db, SERVICE_TABLE)),
  openSecret: createOpenSecret(kmsClient(), SECRETS_KEY),
  kinds: destinationKinds({ receivers: WEBHOOK_RECEIVERS }),
  steps: createHeldReads(
    db,
    SERVICE_TABLE,
    { perAccount: MAX_DELIVERIES_AT_ONCE, total: MAX_STEPS_AT_ONCE },
    DELIVERY_STEPS_KEY,
  ),
  newId: ulid,
  clock: Date.now,
});

export const handler = observed(async (input: unknown): Promise<DeliverStep> => {
  const { error, ...ref } = v.parse(deliverInput, input);
  return { ...ref, ...(await bringInStep({ ...ref, error })) };
});
