// DELETE /customers/{id}: starts the erasure of a customer from a dataset. Erasures run asynchronously.

import { parseRequest } from '../../../src/contract/parse.ts';
import { decodePath } from '../../../src/contract/path-id.ts';
import { eraseCustomerPath, eraseCustomerQuery } from '../../../src/contract/resources/erasures.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { addLocation } from '../../../src/http/location.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createErasureWorkflow } from '../../../src/service/aws/executions.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { wireRequestErasure } from '../../../src/service/erasures/wire-request.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.deleteCustomer);
const workflow = createErasureWorkflow(createSfnClient(), environment.ERASURE_WORKFLOW_ARN);
const requestErasure = wireRequestErasure(db, table, { workflow });

export const handler = defineEndpoint(
  admission,
  { body: 'none', query: eraseCustomerQuery },
  addLocation(
    ({ erasure_id }) => `/erasures/${erasure_id}`,
    async ({ caller, path, query }) => {
      const { dataset_id, id_encoding } = parseRequest(eraseCustomerQuery, query);
      const { id } = parseRequest(eraseCustomerPath, decodePath('id', path, id_encoding));
      return answerJson(202, await requestErasure.customer(caller.accountId, dataset_id, id));
    },
  ),
);
