// POST, GET and PATCH /audiences, and their runs. One function for the operations that read no customers.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { audienceRunView, audienceView } from '../../../src/audiences/audience-view.ts';
import {
  createManageAudiences,
  type ManageAudiences,
  type MarkedAudience,
} from '../../../src/audiences/manage-audiences.ts';
import { idOfCursor, isUlid, pageOf, pageOfAll } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createAudienceRequest,
  listAudiencesQuery,
  listRunsQuery,
  updateAudienceRequest,
} from '../../../src/contract/resources/audiences.ts';
import { NotFoundError } from '../../../src/core/errors.ts';
import { type Answer, type ApiEvent, type Call, type EndpointHandler, json } from '../../../src/http/call.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { resourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { type AudienceRef, createAudienceStore } from '../../../src/stores/audiences/audiences.ts';
import { createAudienceWorkflow } from '../../../src/stores/aws/executions.ts';
import { sfnClient } from '../../../src/stores/aws/sfn-client.ts';
import { createDatasetStore } from '../../../src/stores/datasets/datasets.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

type Name = 'create' | 'list' | 'get' | 'update' | 'refresh' | 'runs';

export function manageAudiences(audiences: ManageAudiences): Readonly<Record<Name, EndpointHandler>> {
  const view = ({ item, mark }: MarkedAudience) => audienceView(item, mark);
  return {
    create: async ({ body, caller, idempotency }) => {
      const request = parseRequest(createAudienceRequest, body);
      return json(201, view(await audiences.create(caller, request, idempotency?.started?.id)));
    },
    list: async ({ caller, query, sealed }) => {
      const { limit, cursor } = parseRequest(listAudiencesQuery, query);
      const after = idOfCursor(cursor, isUlid);
      const found = await audiences.list(caller.accountId);
      const { shown, next } = pageOfAll(found, { limit, after }, ({ item }) => item.audience_id);
      return json(200, { audiences: shown.map(view), ...sealed(next) });
    },
    get: async (call) => json(200, view(await audiences.get(refOf(call)))),
    update: async (call) => {
      const request = parseRequest(updateAudienceRequest, call.body);
      const check = (found: MarkedAudience) => requireMatch(call.headers['if-match'], view(found));
      return versioned(200, view(await audiences.update(call.caller, refOf(call), request, check)));
    },
    refresh: async (call) => json(202, audienceRunView(await audiences.refresh(call.caller, refOf(call)))),
    runs: async (call) => {
      const { limit, cursor } = parseRequest(listRunsQuery, call.query);
      const before = idOfCursor(cursor, isUlid);
      const found = await audiences.runs(refOf(call), limit + 1, before);
      const { shown, next } = pageOf(found, limit, ({ run_id }) => run_id);
      return json(200, { runs: shown.map(audienceRunView), ...call.sealed(next) });
    },
  };
}

function refOf({ caller: { accountId }, path }: Call): AudienceRef {
  const audienceId = path.id ?? '';
  if (!isUlid(audienceId)) throw new NotFoundError('Audience not found.');
  return { accountId, audienceId };
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageAudiences);
const { AUDIENCE_WORKFLOW_ARN } = environment;
const newId = monotonicFactory();
const handle = manageAudiences(
  createManageAudiences({
    audiences: createAudienceStore(db, table),
    datasets: createDatasetStore(db, table),
    erasures: createErasureStore(db, table),
    workflow: createAudienceWorkflow(sfnClient(), AUDIENCE_WORKFLOW_ARN),
    newId,
    clock: Date.now,
  }),
);
const resource = resourceEndpoint(handle, {
  admission,
  idempotency: wireIdempotency(db, environment, newId),
  addressOf: ({ audience_id }) => `/audiences/${audience_id}`,
  listQuery: listAudiencesQuery,
});
const refresh = endpoint(admission, { body: 'none' }, handle.refresh);
const runs = endpoint(admission, { body: 'none', query: listRunsQuery }, handle.runs);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  if (!event.rawPath.endsWith('/runs')) return resource(event, context);
  return (event.requestContext.http.method === 'POST' ? refresh : runs)(event, context);
}
