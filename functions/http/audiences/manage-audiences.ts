// POST, GET and PATCH /audiences, and their runs: the operations that read no customers.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { cutPage, isUlid, parseCursor } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createAudienceRequest,
  listAudiencesQuery,
  listRunsQuery,
  updateAudienceRequest,
} from '../../../src/contract/resources/audiences.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createManaged, defineResourceEndpoint, getPathUlid } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { toAudienceRunView, toAudienceView } from '../../../src/service/audiences/audience-view.ts';
import { type AudienceRef, createAudienceStore } from '../../../src/service/audiences/audiences.ts';
import { createManageAudiences } from '../../../src/service/audiences/manage-audiences.ts';
import { createAudienceWorkflow } from '../../../src/service/aws/executions.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
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
  workflow: createAudienceWorkflow(createSfnClient(), AUDIENCE_WORKFLOW_ARN),
  newId,
  clock: Date.now,
});
const getAudienceRef = (call: Call): AudienceRef => ({
  accountId: call.caller.accountId,
  audienceId: getPathUlid(call, 'id', 'Audience'),
});

const resource = defineResourceEndpoint(
  createManaged({
    plural: 'audiences',
    createRequest: createAudienceRequest,
    listQuery: listAudiencesQuery,
    updateRequest: updateAudienceRequest,
    toRef: getAudienceRef,
    getId: ({ item }) => item.audience_id,
    view: ({ item, mark }) => toAudienceView(item, mark),
    get: audiences.get,
    update: audiences.update,
    create: ({ caller }, ...request) => audiences.create(caller, ...request),
    list: ({ caller }) => audiences.list(caller.accountId),
  }),
  {
    admission,
    idempotency: wireIdempotency(db, environment, newId),
    toAddress: ({ audience_id }) => `/audiences/${audience_id}`,
    listQuery: listAudiencesQuery,
  },
);
const refresh = defineEndpoint(admission, { body: 'none' }, async (call) =>
  answerJson(202, toAudienceRunView(await audiences.refresh(call.caller, getAudienceRef(call)))),
);
const runs = defineEndpoint(admission, { body: 'none', query: listRunsQuery }, async (call) => {
  const { limit, cursor } = parseRequest(listRunsQuery, call.query);
  const before = parseCursor(cursor, isUlid);
  const found = await audiences.runs(getAudienceRef(call), limit + 1, before);
  const { shown, next } = cutPage(found, limit, ({ run_id }) => run_id);
  return answerJson(200, { runs: shown.map(toAudienceRunView), ...call.sealed(next) });
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (!event.rawPath.endsWith('/runs')) return resource(event, context);
  return (event.requestContext.http.method === 'POST' ? refresh : runs)(event, context);
}
