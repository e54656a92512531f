// POST /data/orders accepts orders for a dataset; DELETE /orders/{order_id} withdraws one, or one of its
// lines. Both create imports, which are applied asynchronously in the order of their acceptance.
import type { Context } from 'aws-lambda';
import { monotonicFactory } from 'ulid';
import { ImportLimitError, NotFoundError } from '../../../src/contract/errors/errors.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import { decodePath } from '../../../src/contract/path-id.ts';
import { parseSubmitOrders } from '../../../src/contract/resources/orders/orders.ts';
import {
  deleteOrderQuery,
  orderPath,
  pickLineToDelete,
} from '../../../src/contract/resources/orders/stored-orders.ts';
import { createRemoval, createWithdrawal } from '../../../src/contract/resources/orders/submitted-order.ts';
import { MAX_QUEUED_CHUNKS, ORDERS_BODY } from '../../../src/contract/schema/limits.ts';
import { makeIdempotent } from '../../../src/http/admission/idempotency.ts';
import { type Answer, type ApiEvent, answerJson, type EndpointHandler } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { addLocation, type ToAddress } from '../../../src/http/location.ts';
import { isStrictPreferred } from '../../../src/http/prefer-wait.ts';
import { wireEndpoint, wireIdempotency } from '../../../src/http/wire.ts';
import { createSqsClient } from '../../../src/service/aws/sqs-client.ts';
import { type AcceptOrdersDeps, createAcceptOrders } from '../../../src/service/orders/accept-orders.ts';
import { type Backlog, createBacklog } from '../../../src/service/orders/backlog.ts';
import { createChunkQueue } from '../../../src/service/orders/chunk-queue.ts';
import { wireAccept } from '../../../src/service/orders/wire-ingest.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

export interface SubmitOrdersDeps extends AcceptOrdersDeps {
  readonly backlog: Backlog;
}

/** Throws ImportLimitError. */
async function requireRoom({ backlog, clock }: SubmitOrdersDeps, accountId: string): Promise<void> {
  const queued = await backlog.queuedChunks(accountId, clock());
  if (queued > MAX_QUEUED_CHUNKS) throw new ImportLimitError(queued);
}

export function deleteOrder(deps: SubmitOrdersDeps): EndpointHandler {
  const acceptOrders = createAcceptOrders(deps);
  return async ({ caller: { accountId, limits }, path, query }) => {
    const asked = parseRequest(deleteOrderQuery, query);
    const { order_id } = parseRequest(orderPath, decodePath('order_id', path, asked.id_encoding));
    const { dataset_id } = asked;
    const line = pickLineToDelete(asked);
    // Accepting an import would create the dataset. The order itself is not checked: an import in progress
    // may contain it.
    if (!(await deps.datasets.exists(accountId, dataset_id))) throw new NotFoundError('Dataset not found.');
    await requireRoom(deps, accountId);
    const orders = [line === undefined ? createWithdrawal(order_id) : createRemoval(order_id, line)];
    return answerJson(202, await acceptOrders(accountId, limits.maxStoredRows, { orders, dataset_id }));
  };
}

export function submitOrders(deps: SubmitOrdersDeps): EndpointHandler {
  const acceptOrders = createAcceptOrders(deps);
  return async ({ caller: { accountId, limits }, body, headers, idempotency }) => {
    const strict = isStrictPreferred(headers.prefer);
    const request = parseSubmitOrders(body, { strict });
    await requireRoom(deps, accountId);
    const accepted = await acceptOrders(accountId, limits.maxStoredRows, request, idempotency?.started);
    return answerJson(202, accepted, { ...(strict && { 'Preference-Applied': 'handling=strict' }) });
  };
}

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.submitOrders);
const newImportId = monotonicFactory();
const deps: SubmitOrdersDeps = {
  ...wireAccept(db, table),
  backlog: createBacklog(db, table),
  queue: createChunkQueue(createSqsClient(), environment.INGEST_QUEUE_URL),
  newImportId,
};
const importPath: ToAddress = ({ import_id }) => `/data/orders?import_id=${import_id}`;
const submit = defineEndpoint(
  admission,
  { body: 'json', limits: ORDERS_BODY },
  addLocation(importPath, makeIdempotent(wireIdempotency(db, environment, newImportId), submitOrders(deps))),
);
const remove = defineEndpoint(
  admission,
  { body: 'none', query: deleteOrderQuery },
  addLocation(importPath, deleteOrder(deps)),
);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.requestContext.http.method === 'DELETE' ? remove(event, context) : submit(event, context);
}
