// DELETE /datasets/{slug}: starts the erasure of a dataset and of everything derived from it. Erasures run
// asynchronously.

import { parseRequest } from '../../../src/contract/parse.ts';
import { eraseDatasetPath } from '../../../src/contract/resources/erasures.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { addLocation } from '../../../src/http/location.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createErasureWorkflow } from '../../../src/service/aws/executions.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { wireRequestErasure } from '../../../src/service/erasures/wire-request.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.deleteDataset);
const workflow = createErasureWorkflow(createSfnClient(), environment.ERASURE_WORKFLOW_ARN);
const requestErasure = wireRequestErasure(db, table, { workflow });

export const handler = defineEndpoint(
  admission,
  { body: 'none' },
  addLocation(
    ({ erasure_id }) => `/erasures/${erasure_id}`,
    async ({ caller, path }) => {
      const { slug } = parseRequest(eraseDatasetPath, path);
      return answerJson(202, await requestErasure.dataset(caller.accountId, slug));
    },
  ),
);
