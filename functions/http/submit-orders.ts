// POST /data/orders: accepts orders for a dataset; they are applied asynchronously.
import { monotonicFactory } from 'ulid';
import { parseSubmitOrders } from '../../src/contract/resources/orders.ts';
import { ImportLimitError } from '../../src/core/errors.ts';
import { idempotent } from '../../src/http/admission/idempotency.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { located } from '../../src/http/location.ts';
import { prefersStrict } from '../../src/http/prefer.ts';
import { wireAdmission, wireIdempotency } from '../../src/http/wire.ts';
import { type AcceptOrdersDeps, createAcceptOrders } from '../../src/ingest/accept-orders.ts';
import { MAX_QUEUED_CHUNKS, ORDERS_BODY } from '../../src/schema/limits.ts';
import { createRowCounters } from '../../src/stores/accounts/row-counters.ts';
import { sqsClient } from '../../src/stores/aws/sqs-client.ts';
import { createDatasetStore } from '../../src/stores/datasets/datasets.ts';
import { type Backlog, createBacklog } from '../../src/stores/imports/backlog.ts';
import { createChunkQueue } from '../../src/stores/imports/chunk-queue.ts';
import { createImportStore } from '../../src/stores/imports/imports.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export interface SubmitOrdersDeps extends AcceptOrdersDeps {
  readonly backlog: Backlog;
}

export function submitOrders(deps: SubmitOrdersDeps): EndpointHandler {
  const acceptOrders = createAcceptOrders(deps);
  const { backlog, clock } = deps;
  return async ({ caller: { accountId, limits }, body, headers, idempotency }) => {
    const strict = prefersStrict(headers.prefer);
    const request = parseSubmitOrders(body, { strict });
    const queued = await backlog.queuedChunks(accountId, clock());
    if (queued > MAX_QUEUED_CHUNKS) throw new ImportLimitError(queued);
    const accepted = await acceptOrders(accountId, limits.maxStoredRows, request, idempotency?.started);
    return json(202, accepted, { ...(strict && { 'Preference-Applied': 'handling=strict' }) });
  };
}

const environment = readEnvironment(ENVIRONMENT.submitOrders);
const db = guardedClient(environment.SERVICE_TABLE);
const newImportId = monotonicFactory();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'json', limits: ORDERS_BODY },
  located(
    ({ import_id }) => `/data/orders?import_id=${import_id}`,
    idempotent(
      wireIdempotency(db, environment, newImportId),
      submitOrders({
        backlog: createBacklog(db, environment.SERVICE_TABLE),
        imports: createImportStore(db, environment.SERVICE_TABLE),
        datasets: createDatasetStore(db, environment.SERVICE_TABLE),
        rowCounters: createRowCounters(db, environment.SERVICE_TABLE),
        queue: createChunkQueue(sqsClient(), environment.INGEST_QUEUE_URL),
        newImportId,
        clock: Date.now,
      }),
    ),
  ),
);
