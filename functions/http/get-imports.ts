// GET /data/orders: one import job, or the recent ones.

import { idOfCursor, isUlid, pageOf } from '../../src/contract/paging.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { getImportsQuery } from '../../src/contract/resources/orders.ts';
import { NotFoundError } from '../../src/core/errors.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { preferredWait, readUntil, realWaiting, type Waiting } from '../../src/http/prefer-wait.ts';
import { wireAdmission, wireHeldReads } from '../../src/http/wire.ts';
import { viewImport } from '../../src/ingest/import-view.ts';
import { documentClient } from '../../src/stores/aws/clients.ts';
import { createImportStore, type ImportStore } from '../../src/stores/imports/imports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function getImports({
  imports,
  waiting,
}: {
  imports: ImportStore;
  waiting: Waiting;
}): EndpointHandler {
  return async ({ caller: { accountId }, query, headers }) => {
    const { import_id: importId, limit, cursor } = parseRequest(getImportsQuery, query);
    if (importId === undefined) {
      const found = await imports.listRecent(accountId, limit + 1, idOfCursor(cursor, isUlid));
      const { shown, next } = pageOf(found, limit, (item) => item.import_id);
      return json(200, {
        imports: await Promise.all(shown.map((item) => viewImport(imports, item))),
        ...next,
      });
    }
    const { value: item, headers: waited } = await readUntil(
      () => imports.get({ accountId, importId }),
      (found) => found === undefined || found.completed_at !== undefined,
      { accountId, waitSeconds: preferredWait(headers.prefer) },
      waiting,
    );
    if (item === undefined) throw new NotFoundError('Import not found.');
    return json(200, await viewImport(imports, item), waited);
  };
}

const environment = readEnvironment(ENVIRONMENT.getImports);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none', query: getImportsQuery },
  getImports({
    imports: createImportStore(db, environment.SERVICE_TABLE),
    waiting: realWaiting(wireHeldReads(db, environment)),
  }),
);
