// POST, GET, PATCH and DELETE /sources: shops whose webhooks are received. One function for the five operations, which
// are rarely called.
import { monotonicFactory } from 'ulid';
import {
  createSourceRequest,
  listSourcesQuery,
  updateSourceRequest,
} from '../../../src/contract/resources/orders/sources.ts';
import { type Call, json } from '../../../src/http/call.ts';
import { managed, resourceEndpoint, ulidIn } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { kmsClient } from '../../../src/service/aws/kms-client.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createOpenSecret, createSealSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { createManageSources, type MarkedSource } from '../../../src/service/sources/manage-sources.ts';
import { sourceView } from '../../../src/service/sources/source-view.ts';
import { createSourceStore, type SourceRef } from '../../../src/service/sources/sources.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageSources);
const newSourceId = monotonicFactory();
const sources = createManageSources({
  sources: createSourceStore(db, table),
  erasures: createErasureStore(db, table),
  sealSecret: createSealSecret(kmsClient(), environment.SECRETS_KEY),
  openSecret: createOpenSecret(kmsClient(), environment.SECRETS_KEY),
  newSourceId,
  clock: Date.now,
});
const view = ({ item, mark }: MarkedSource, { baseUrl }: Call) =>
  sourceView(item, mark, { baseUrl, now: Date.now() });
const refOf = (call: Call): SourceRef => ({
  accountId: call.caller.accountId,
  sourceId: ulidIn(call, 'id', 'Source'),
});

export const handler = resourceEndpoint(
  {
    ...managed({
      plural: 'sources',
      createRequest: createSourceRequest,
      listQuery: listSourcesQuery,
      updateRequest: updateSourceRequest,
      refOf,
      view,
      idOf: ({ item }) => item.source_id,
      get: sources.get,
      update: sources.update,
      create: ({ caller }, ...request) => sources.create(caller, ...request),
      list: ({ caller }) => sources.list(caller.accountId),
    }),
    remove: async (call) => json(200, view(await sources.remove(refOf(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newSourceId),
    addressOf: ({ source_id }) => `/sources/${source_id}`,
    listQuery: listSourcesQuery,
  },
);
