// POST, GET, PATCH and DELETE /sources: manages shops whose webhooks are received. One function for the five
// operations, which are rarely called.
import { monotonicFactory } from 'ulid';
import {
  createSourceRequest,
  listSourcesQuery,
  updateSourceRequest,
} from '../../../src/contract/resources/orders/sources.ts';
import { answerJson, type Call } from '../../../src/http/call.ts';
import { createManaged, defineResourceEndpoint, getPathUlid } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { createKmsClient } from '../../../src/service/aws/kms-client.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createOpenSecret, createSealSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { createManageSources, type MarkedSource } from '../../../src/service/sources/manage-sources.ts';
import { toSourceView } from '../../../src/service/sources/source-view.ts';
import { createSourceStore, type SourceRef } from '../../../src/service/sources/sources.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageSources);
const newSourceId = monotonicFactory();
const sources = createManageSources({
  sources: createSourceStore(db, table),
  erasures: createErasureStore(db, table),
  sealSecret: createSealSecret(createKmsClient(), environment.SECRETS_KEY),
  openSecret: createOpenSecret(createKmsClient(), environment.SECRETS_KEY),
  newSourceId,
  clock: Date.now,
});
const toView = ({ item, mark }: MarkedSource, { baseUrl }: Call) =>
  toSourceView(item, mark, { baseUrl, now: Date.now() });
const getSourceRef = (call: Call): SourceRef => ({
  accountId: call.caller.accountId,
  sourceId: getPathUlid(call, 'id', 'Source'),
});

export const handler = defineResourceEndpoint(
  {
    ...createManaged({
      plural: 'sources',
      createRequest: createSourceRequest,
      listQuery: listSourcesQuery,
      updateRequest: updateSourceRequest,
      toRef: getSourceRef,
      view: toView,
      getId: ({ item }) => item.source_id,
      get: sources.get,
      update: sources.update,
      create: ({ caller }, ...request) => sources.create(caller, ...request),
      list: ({ caller }) => sources.list(caller.accountId),
    }),
    remove: async (call) => answerJson(200, toView(await sources.remove(getSourceRef(call)), call)),
  },
  {
    admission,
    idempotency: wireIdempotency(db, environment, newSourceId),
    toAddress: ({ source_id }) => `/sources/${source_id}`,
    listQuery: listSourcesQuery,
  },
);
