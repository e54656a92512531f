// State of the audience workflow: one step of a run. The workflow repeats this state until the run has ended.
import { ulid } from 'ulid';
import { state } from '../../src/contract/messages/states.ts';
import type { AudienceStep } from '../../src/contract/messages/workflow.ts';
import { createAccountStore } from '../../src/service/accounts/accounts.ts';
import { createAudienceStore } from '../../src/service/audiences/audiences.ts';
import { createMemberFiles } from '../../src/service/audiences/member-files.ts';
import { createRunAudience } from '../../src/service/audiences/run-audience.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createDeliveryWorkflow } from '../../src/service/aws/executions.ts';
import { createS3Client } from '../../src/service/aws/s3-client.ts';
import { createSfnClient } from '../../src/service/aws/sfn-client.ts';
import { createDestinationStore } from '../../src/service/destinations/destinations.ts';
import { createErasureStore } from '../../src/service/erasures/erasures.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createCustomerLists } from '../../src/service/reports/customer-lists.ts';
import { createHiddenCustomers } from '../../src/service/reports/lists/hidden-customers.ts';
import { createStartReport } from '../../src/service/reports/requests/start-report.ts';
import { wireStartReport } from '../../src/service/reports/requests/wire-start-report.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.runAudience);
const { SERVICE_TABLE, BUCKET, PLANS: plans } = environment;
const db = createDocumentClient();
const requests = wireStartReport(db, environment);

const runAudience = createRunAudience({
  ...requests,
  startReport: createStartReport(requests),
  destinations: createDestinationStore(db, SERVICE_TABLE),
  deliveryWorkflow: createDeliveryWorkflow(createSfnClient(), environment.DELIVERY_WORKFLOW_ARN),
  audiences: createAudienceStore(db, SERVICE_TABLE),
  files: createMemberFiles(createS3Client(), BUCKET),
  accounts: createAccountStore(db, SERVICE_TABLE),
  plans,
  lists: createCustomerLists(createS3Client(), BUCKET),
  hidden: createHiddenCustomers(createErasureStore(db, SERVICE_TABLE)),
  newFileId: ulid,
});

export const handler = observeHandler(
  state('RunAudience', async ({ error, ...ref }): Promise<AudienceStep> => {
    return { ...ref, ...(await runAudience({ ...ref, error })) };
  }),
);
