// State of an audience's run: one step of it. The workflow repeats this state until the run has ended.
import { ulid } from 'ulid';
import { createRunAudience } from '../../src/audiences/run-audience.ts';
import { state } from '../../src/contract/messages/states.ts';
import type { AudienceStep } from '../../src/contract/messages/workflow.ts';
import { observed } from '../../src/observability/observed.ts';
import { createHiddenCustomers } from '../../src/report-lists/hidden-customers.ts';
import { createStartReport } from '../../src/reporting/requests/start-report.ts';
import { wireStartReport } from '../../src/reporting/requests/wire-start-report.ts';
import { createAccountStore } from '../../src/stores/accounts/accounts.ts';
import { createAudienceStore } from '../../src/stores/audiences/audiences.ts';
import { createMemberFiles } from '../../src/stores/audiences/member-files.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { createDeliveryWorkflow } from '../../src/stores/aws/executions.ts';
import { s3Client } from '../../src/stores/aws/s3-client.ts';
import { sfnClient } from '../../src/stores/aws/sfn-client.ts';
import { createDestinationStore } from '../../src/stores/destinations/destinations.ts';
import { createErasureStore } from '../../src/stores/erasures/erasures.ts';
import { createCustomerLists } from '../../src/stores/reports/customer-lists.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.runAudience);
const { SERVICE_TABLE, BUCKET, PLANS: plans } = environment;
const db = documentClient();
const requests = wireStartReport(db, environment);

const runAudience = createRunAudience({
  ...requests,
  startReport: createStartReport(requests),
  destinations: createDestinationStore(db, SERVICE_TABLE),
  deliveryWorkflow: createDeliveryWorkflow(sfnClient(), environment.DELIVERY_WORKFLOW_ARN),
  audiences: createAudienceStore(db, SERVICE_TABLE),
  files: createMemberFiles(s3Client(), BUCKET),
  accounts: createAccountStore(db, SERVICE_TABLE),
  plans,
  lists: createCustomerLists(s3Client(), BUCKET),
  hidden: createHiddenCustomers(createErasureStore(db, SERVICE_TABLE)),
  newFileId: ulid,
});

export const handler = observed(
  state('RunAudience', async ({ error, ...ref }): Promise<AudienceStep> => {
    return { ...ref, ...(await runAudience({ ...ref, error })) };
  }),
);
