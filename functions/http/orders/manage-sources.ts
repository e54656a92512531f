// POST, GET, PATCH and DELETE /sources: shops whose webhooks are received. One function for the five operations, which
// are rarely called.
import { monotonicFactory } from 'ulid';
import { idOfCursor, isUlid, pageOfAll } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createSourceRequest,
  listSourcesQuery,
  updateSourceRequest,
} from '../../../src/contract/resources/orders/sources.ts';
import { NotFoundError } from '../../../src/core/errors.ts';
import { type Call, type EndpointHandler, json } from '../../../src/http/call.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { resourceEndpoint } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import {
  createManageSources,
  type ManageSources,
  type MarkedSource,
} from '../../../src/sources/manage-sources.ts';
import { sourceView } from '../../../src/sources/source-view.ts';
import { kmsClient } from '../../../src/stores/aws/kms-client.ts';
import { createErasureStore } from '../../../src/stores/erasures/erasures.ts';
import { createOpenSecret, createSealSecret } from '../../../src/stores/secrets/sealed-secrets.ts';
import { createSourceStore, type SourceRef } from '../../../src/stores/sources/sources.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

export function manageSources(
  sources: ManageSources,
  clock: () => number,
): Readonly<Record<'create' | 'list' | 'get' | 'update' | 'remove', EndpointHandler>> {
  const view = ({ item, mark }: MarkedSource, { baseUrl }: Call) =>
    sourceView(item, mark, { baseUrl, now: clock() });
  return {
    create: async (call) => {
      const request = parseRequest(createSourceRequest, call.body);
      const { caller, idempotency } = call;
      return json(201, view(await sources.create(caller, request, idempotency?.started?.id), call));
    },
    list: async (call) => {
      const { limit, cursor } = parseRequest(listSourcesQuery, call.query);
      const after = idOfCursor(cursor, isUlid);
      const found = await sources.list(call.caller.accountId);
      const { shown, next } = pageOfAll(found, { limit, after }, ({ item }) => item.source_id);
      return json(200, { sources: shown.map((source) => view(source, call)), ...call.sealed(next) });
    },
    get: async (call) => json(200, view(await sources.get(refOf(call)), call)),
    update: async (call) => {
      const request = parseRequest(updateSourceRequest, call.body);
      const check = (found: MarkedSource) => requireMatch(call.headers['if-match'], view(found, call));
      return versioned(200, view(await sources.update(call.caller, refOf(call), request, check), call));
    },
    remove: async (call) => json(200, view(await sources.remove(refOf(call)), call)),
  };
}

function refOf({ caller: { accountId }, path }: Call): SourceRef {
  const sourceId = path.id ?? '';
  if (!isUlid(sourceId)) throw new NotFoundError('Source not found.');
  return { accountId, sourceId };
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageSources);
const newSourceId = monotonicFactory();
export const handler = resourceEndpoint(
  manageSources(
    createManageSources({
      sources: createSourceStore(db, table),
      erasures: createErasureStore(db, table),
      sealSecret: createSealSecret(kmsClient(), environment.SECRETS_KEY),
      openSecret: createOpenSecret(kmsClient(), environment.SECRETS_KEY),
      newSourceId,
      clock: Date.now,
    }),
    Date.now,
  ),
  {
    admission,
    idempotency: wireIdempotency(db, environment, newSourceId),
    addressOf: ({ source_id }) => `/sources/${source_id}`,
    listQuery: listSourcesQuery,
  },
);
