// State of a connection's workflow: reads orders of its shop for a limited time. The workflow repeats this
// state until everything is read.
import { monotonicFactory } from 'ulid';
import { state } from '../../src/contract/messages/states.ts';
import type { PullStep } from '../../src/contract/messages/workflow.ts';
import { createAccountStore } from '../../src/service/accounts/accounts.ts';
import { createDocumentClient } from '../../src/service/aws/clients.ts';
import { createSqsClient } from '../../src/service/aws/sqs-client.ts';
import { createConnectionStore } from '../../src/service/connections/connection-item.ts';
import { createConnectors } from '../../src/service/connections/connectors.ts';
import { createPullOrders } from '../../src/service/connections/pull-orders.ts';
import { createErasureStore } from '../../src/service/erasures/erasures.ts';
import { observeHandler } from '../../src/service/observability/observed.ts';
import { createChunkQueue } from '../../src/service/orders/chunk-queue.ts';
import { createOrderReader } from '../../src/service/orders/order-reader.ts';
import { wireAccept } from '../../src/service/orders/wire-ingest.ts';
import { createSourceStore } from '../../src/service/sources/sources.ts';
import { PULL_STEPS_KEY } from '../../src/service/tables/service-table.ts';
import { wireSending } from '../../src/service/webhooks/wire-sending.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.pullOrders);
const { SERVICE_TABLE, ORDERS_TABLE, WEBHOOK_RECEIVERS } = environment;
const db = createDocumentClient();

const pullOrders = createPullOrders({
  ...wireAccept(db, SERVICE_TABLE),
  ...wireSending(db, environment, PULL_STEPS_KEY),
  connections: createConnectionStore(db, SERVICE_TABLE),
  sources: createSourceStore(db, SERVICE_TABLE),
  accounts: createAccountStore(db, SERVICE_TABLE),
  erasures: createErasureStore(db, SERVICE_TABLE),
  orders: createOrderReader(db, { orders: ORDERS_TABLE, service: SERVICE_TABLE }),
  queue: createChunkQueue(createSqsClient(), environment.INGEST_QUEUE_URL),
  connectors: createConnectors({ receivers: WEBHOOK_RECEIVERS }),
  plans: environment.PLANS,
  newImportId: monotonicFactory(),
});

export const handler = observeHandler(
  state('PullOrders', async ({ error, ...ref }): Promise<PullStep> => {
    return { ...ref, ...(await pullOrders({ ...ref, error })) };
  }),
);
