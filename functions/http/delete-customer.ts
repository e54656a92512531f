// DELETE /customers/{id}: erases a customer from a dataset; asynchronously.
import { SFNClient } from '@aws-sdk/client-sfn';
import { ulid } from 'ulid';
import { eraseCustomerPath, eraseCustomerQuery } from '../../src/contract/erasures.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { createRequestErasure, type RequestErasure } from '../../src/erasure/request-erasure.ts';
import { json } from '../../src/http/call.ts';
import { type EndpointHandler, endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createDatasetStore } from '../../src/stores/datasets.ts';
import { createErasureWorkflow } from '../../src/stores/erasure-workflow.ts';
import { createErasureStore } from '../../src/stores/erasures.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function deleteCustomer(requestErasure: RequestErasure): EndpointHandler {
  return async ({ caller, path, query }) => {
    const { id } = parseRequest(eraseCustomerPath, path);
    const { dataset_id } = parseRequest(eraseCustomerQuery, query);
    return json(202, await requestErasure.customer(caller.accountId, dataset_id, id));
  };
}

const environment = readEnvironment(ENVIRONMENT.deleteCustomer);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none' },
  deleteCustomer(
    createRequestErasure({
      erasures: createErasureStore(db, environment.SERVICE_TABLE),
      datasets: createDatasetStore(db, environment.SERVICE_TABLE),
      workflow: createErasureWorkflow(new SFNClient({}), environment.ERASURE_WORKFLOW_ARN),
      newErasureId: ulid,
      clock: Date.now,
    }),
  ),
);
