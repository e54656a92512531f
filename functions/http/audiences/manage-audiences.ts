// POST, GET and PATCH /audiences, and their runs. One function for the operations that read no customers.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOf } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createAudienceRequest,
  listAudiencesQuery,
  listRunsQuery,
  updateAudienceRequest,
} from '../../../src/contract/resources/audiences.ts';
import { type Answer, type ApiEvent, type Call, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { managed, resourceEndpoint, ulidIn } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { audienceRunView, audienceView } from '../../../src/service/audiences/audience-view.ts';
import { type AudienceRef, createAudienceStore } from '../../../src/service/audiences/audiences.ts';
import { createManageAudiences } from '../../../src/service/audiences/manage-audiences.ts';
import { createAudienceWorkflow } from '../../../src/service/aws/executions.ts';
import { sfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageAudiences);
const { AUDIENCE_WORKFLOW_ARN } = environment;
const newId = monotonicFactory();
const audiences = createManageAudiences({
  audiences: createAudienceStore(db, table),
  datasets: createDatasetStore(db, table),
  erasures: createErasureStore(db, table),
  workflow: createAudienceWorkflow(sfnClient(), AUDIENCE_WORKFLOW_ARN),
  newId,
  clock: Date.now,
});
const refOf = (call: Call): AudienceRef => ({
  accountId: call.caller.accountId,
  audienceId: ulidIn(call, 'id', 'Audience'),
});

const resource = resourceEndpoint(
  managed({
    plural: 'audiences',
    createRequest: createAudienceRequest,
    listQuery: listAudiencesQuery,
    updateRequest: updateAudienceRequest,
    refOf,
    idOf: ({ item }) => item.audience_id,
    view: ({ item, mark }) => audienceView(item, mark),
    get: audiences.get,
    update: audiences.update,
    create: ({ caller }, ...request) => audiences.create(caller, ...request),
    list: ({ caller }) => audiences.list(caller.accountId),
  }),
  {
    admission,
    idempotency: wireIdempotency(db, environment, newId),
    addressOf: ({ audience_id }) => `/audiences/${audience_id}`,
    listQuery: listAudiencesQuery,
  },
);
const refresh = endpoint(admission, { body: 'none' }, async (call) =>
  json(202, audienceRunView(await audiences.refresh(call.caller, refOf(call)))),
);
const runs = endpoint(admission, { body: 'none', query: listRunsQuery }, async (call) => {
  const { limit, cursor } = parseRequest(listRunsQuery, call.query);
  const before = idOfCursor(cursor, isUlid);
  const found = await audiences.runs(refOf(call), limit + 1, before);
  const { shown, next } = pageOf(found, limit, ({ run_id }) => run_id);
  return json(200, { runs: shown.map(audienceRunView), ...call.sealed(next) });
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (!event.rawPath.endsWith('/runs')) return resource(event, context);
  return (event.requestContext.http.method === 'POST' ? refresh : runs)(event, context);
}
