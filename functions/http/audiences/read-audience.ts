// GET /audiences/{id}/members and /changes, POST /audiences/preview and DELETE /audiences/{id}: the
// operations that read or delete customers.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { isUlid } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  type ListChangesResponse,
  type ListMembersResponse,
  listChangesQuery,
  listMembersQuery,
  previewAudienceRequest,
} from '../../../src/contract/resources/audiences.ts';
import { answerCompressed, answerPlain, isGzipAccepted } from '../../../src/http/bodies/gzip-answer.ts';
import { type Answer, type ApiEvent, answerJson, type Call } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createAudienceStore } from '../../../src/service/audiences/audiences.ts';
import { createMemberFiles } from '../../../src/service/audiences/member-files.ts';
import { createPreviewAudience } from '../../../src/service/audiences/preview-audience.ts';
import { createReadMembers } from '../../../src/service/audiences/read-members.ts';
import { createRemoveAudience } from '../../../src/service/audiences/remove-audience.ts';
import { createS3Client } from '../../../src/service/aws/s3-client.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { createCopies } from '../../../src/service/destinations/copies.ts';
import { createDestinationStore } from '../../../src/service/destinations/destinations.ts';
import { createForgottenStore } from '../../../src/service/destinations/forgotten.ts';
import { removeDestination } from '../../../src/service/destinations/remove-destination.ts';
import { createErasureStore } from '../../../src/service/erasures/erasures.ts';
import { createCustomerLists } from '../../../src/service/reports/customer-lists.ts';
import { createColumnCache } from '../../../src/service/reports/lists/column-cache.ts';
import { createHiddenCustomers } from '../../../src/service/reports/lists/hidden-customers.ts';
import { createReportStore } from '../../../src/service/reports/reports.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Bytes of columns cached by an instance: the members of an audience of about five million customers. */
const KEPT_BYTES = 400_000_000;

const compress = promisify(gzip);

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.readAudience);
const { BUCKET } = environment;
const erasures = createErasureStore(db, table);
const hidden = createHiddenCustomers(erasures);
const audiences = createAudienceStore(db, table);
const files = createMemberFiles(createS3Client(), BUCKET);
const destinations = createDestinationStore(db, table);
const forgotten = createForgottenStore(db, table);
const copies = createCopies(createS3Client(), BUCKET);
const read = createReadMembers({
  audiences,
  files,
  erasures,
  hidden,
  cache: createColumnCache(KEPT_BYTES),
});
const previewAudience = createPreviewAudience({
  reports: createReportStore(db, table),
  datasets: createDatasetStore(db, table),
  lists: createCustomerLists(createS3Client(), BUCKET),
  hidden,
  membership: read.membership,
});
const removeAudience = createRemoveAudience({
  ...{ audiences, files, erasures, destinations },
  removeDestination: (ref) => removeDestination({ destinations, forgotten, copies }, ref),
});

function getAudienceRef({ caller: { accountId }, path }: Call) {
  return { accountId, audienceId: path.id ?? '' };
}

async function answerPage(
  { headers, sealed }: Call,
  page: ListMembersResponse | ListChangesResponse,
): Promise<Answer> {
  const body = JSON.stringify(sealed(page));
  return isGzipAccepted(headers['accept-encoding'])
    ? answerCompressed(await compress(body), JSON_TYPE)
    : answerPlain(body, JSON_TYPE);
}

const members = defineEndpoint(admission, { body: 'none', query: listMembersQuery }, async (call) =>
  answerPage(call, await read.members(getAudienceRef(call), parseRequest(listMembersQuery, call.query))),
);
const changes = defineEndpoint(admission, { body: 'none', query: listChangesQuery }, async (call) =>
  answerPage(call, await read.changes(getAudienceRef(call), parseRequest(listChangesQuery, call.query))),
);
const preview = defineEndpoint(admission, { body: 'json' }, async ({ caller: { accountId }, body }) =>
  answerJson(200, await previewAudience(accountId, parseRequest(previewAudienceRequest, body))),
);
const remove = defineEndpoint(admission, { body: 'none' }, async (call) => {
  const ref = getAudienceRef(call);
  if (!isUlid(ref.audienceId)) throw new NotFoundError('Audience not found.');
  return answerJson(200, await removeAudience(ref));
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  const { method } = event.requestContext.http;
  if (method === 'POST') return preview(event, context);
  if (method === 'DELETE') return remove(event, context);
  return event.rawPath.endsWith('/changes') ? changes(event, context) : members(event, context);
}
