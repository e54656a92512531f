// POST /hooks/{id}: accepts an event of a source's shop, authenticated by its signature.
import { monotonicFactory } from 'ulid';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { ORDERS_BODY, REQUESTS_PER_WINDOW } from '../../../src/contract/schema/limits.ts';
import { admitEvent, noteUncounted } from '../../../src/http/admission/admit.ts';
import { readRawBody } from '../../../src/http/bodies/read-body.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineSignedEndpoint } from '../../../src/http/endpoint.ts';
import { createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createIdempotencyRecords } from '../../../src/service/accounts/idempotency-records.ts';
import { createRateWindows } from '../../../src/service/accounts/rate-windows.ts';
import { createDocumentClient } from '../../../src/service/aws/clients.ts';
import { createKmsClient } from '../../../src/service/aws/kms-client.ts';
import { createSqsClient } from '../../../src/service/aws/sqs-client.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createChunkQueue } from '../../../src/service/orders/chunk-queue.ts';
import { wireAccept } from '../../../src/service/orders/wire-ingest.ts';
import { createOpenSecret, keepOpened } from '../../../src/service/secrets/sealed-secrets.ts';
import { createReceiveEvent } from '../../../src/service/sources/receive-event.ts';
import { createSourceStore } from '../../../src/service/sources/sources.ts';
import { ENVIRONMENT, readEnvironment } from '../../../src/service/wiring/environment.ts';

const environment = readEnvironment(ENVIRONMENT.receiveEvent);
const table = environment.SERVICE_TABLE;
const db = createDocumentClient();
const clock = Date.now;
const admission = { rateWindows: createRateWindows(db, table), clock };
const receive = createReceiveEvent({
  ...wireAccept(db, table),
  sources: createSourceStore(db, table),
  accounts: createAccountStore(db, table),
  erasures: createErasureStore(db, table),
  records: createIdempotencyRecords(db, table),
  openSecret: keepOpened(createOpenSecret(createKmsClient(), environment.SECRETS_KEY)),
  queue: createChunkQueue(createSqsClient(), environment.INGEST_QUEUE_URL),
  plans: environment.PLANS,
  newImportId: monotonicFactory(),
  clock,
});

export const handler = defineSignedEndpoint(async (event) => {
  const sourceId = event.pathParameters?.id ?? '';
  // No source has such an id: as cheap as a request without a key.
  if (!isUlid(sourceId)) {
    noteUncounted(event, REQUESTS_PER_WINDOW);
    throw new NotFoundError('Source not found.');
  }
  const received = await receive({
    sourceId,
    headers: event.headers,
    body: readRawBody(event, ORDERS_BODY),
    admit: (counted) => admitEvent(admission, event, counted),
  });
  return answerJson(200, received);
});
