// POST, GET, PATCH and DELETE /sources: manages shops whose webhooks are received, or whose orders are read.
// One function for the five operations, which are rarely called.
import { monotonicFactory } from 'ulid';
import {
  createSourceRequest,
  listSourcesQuery,
  updateSourceRequest,
} from '../../../src/contract/resources/orders/sources.ts';
import { answerJson, type Call } from '../../../src/http/call.ts';
import { createManaged, defineResourceEndpoint, getPathUlid } from '../../../src/http/resource-endpoint.ts';
import { wireEndpoint, wireIdempotency, wireWebhookSends } from '../../../src/http/wire.ts';
import { createPullWorkflow } from '../../../src/service/aws/executions.ts';
import { createKmsClient } from '../../../src/service/aws/kms-client.ts';
import { createSfnClient } from '../../../src/service/aws/sfn-client.ts';
import { createConnectionStore } from '../../../src/service/connections/connection-item.ts';
import { createConnectors } from '../../../src/service/connections/connectors.ts';
import { createManageConnections } from '../../../src/service/connections/manage-connections.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createOpenSecret, createSealSecret } from '../../../src/service/secrets/sealed-secrets.ts';
import { createManageSources, type MarkedSource } from '../../../src/service/sources/manage-sources.ts';
import { toSourceView } from '../../../src/service/sources/source-view.ts';
import { createSourceStore, type SourceRef } from '../../../src/service/sources/sources.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.manageSources);
const newSourceId = monotonicFactory();
const sealSecret = createSealSecret(createKmsClient(), environment.SECRETS_KEY);
const openSecret = createOpenSecret(createKmsClient(), environment.SECRETS_KEY);
const sources = createManageSources({
  sources: createSourceStore(db, table),
  connections: createManageConnections({
    connections: createConnectionStore(db, table),
    connectors: createConnectors({ receivers: environment.WEBHOOK_RECEIVERS }),
    workflow: createPullWorkflow(createSfnClient(), environment.PULL_WORKFLOW_ARN),
    sealSecret,
    openSecret,
    sends: wireWebhookSends(db, environment),
    clock: Date.now,
  }),
  erasures: createErasureStore(db, table),
  sealSecret,
  openSecret,
  newSourceId,
  clock: Date.now,
});
const toView = ({ item, ...found }: MarkedSource, { baseUrl }: Call) =>
  toSourceView(item, found, { baseUrl, now: Date.now() });
const getSourceRef = (call: Call): SourceRef & { readonly baseUrl: string } => ({
  accountId: call.caller.accountId,
  baseUrl: call.baseUrl,
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
      create: ({ caller, baseUrl }, ...request) => sources.create(caller, ...request, baseUrl),
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
