// DELETE /datasets/{slug}: erases a dataset with everything that was made of it; asynchronously.
import { SFNClient } from '@aws-sdk/client-sfn';
import { ulid } from 'ulid';
import { eraseDatasetPath } from '../../src/contract/erasures.ts';
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

export function deleteDataset(requestErasure: RequestErasure): EndpointHandler {
  return async ({ caller, path }) => {
    const { slug } = parseRequest(eraseDatasetPath, path);
    return json(202, await requestErasure.dataset(caller.accountId, slug));
  };
}

const environment = readEnvironment(ENVIRONMENT.deleteDataset);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none' },
  deleteDataset(
    createRequestErasure({
      erasures: createErasureStore(db, environment.SERVICE_TABLE),
      datasets: createDatasetStore(db, environment.SERVICE_TABLE),
      workflow: createErasureWorkflow(new SFNClient({}), environment.ERASURE_WORKFLOW_ARN),
      newErasureId: ulid,
      clock: Date.now,
    }),
  ),
);
