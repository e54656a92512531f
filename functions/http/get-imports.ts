// GET /data/orders: one import job, or the recent ones.
import { IMPORT_LIST_LENGTH } from '../../src/contract/limits.ts';
import { getImportsQuery } from '../../src/contract/orders.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { NotFoundError } from '../../src/core/errors.ts';
import { json } from '../../src/http/call.ts';
import { type EndpointHandler, endpoint } from '../../src/http/endpoint.ts';
import {
  preferredWait,
  readUntil,
  realWaiting,
  type Waiting,
  waitHeaders,
} from '../../src/http/prefer-wait.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { viewImport } from '../../src/ingest/import-view.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createImportStore, type ImportItem, type ImportStore } from '../../src/stores/imports.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function getImports({
  imports,
  waiting,
}: {
  imports: ImportStore;
  waiting: Waiting;
}): EndpointHandler {
  return async ({ caller: { accountId }, query, headers }) => {
    const { import_id: importId } = parseRequest(getImportsQuery, query);
    if (importId === undefined) {
      const recent = await imports.listRecent(accountId, IMPORT_LIST_LENGTH);
      return json(200, { imports: await Promise.all(recent.map((item) => viewImport(imports, item))) });
    }
    const wait = preferredWait(headers.prefer);
    const read = () => imports.get({ accountId, importId });
    const isFinished = (item: ImportItem | undefined): boolean =>
      item === undefined || item.completed_at !== undefined;
    const item = await readUntil(read, isFinished, wait, waiting);
    if (item === undefined) throw new NotFoundError('Import not found.');
    return json(200, await viewImport(imports, item), waitHeaders(isFinished(item), wait));
  };
}

const environment = readEnvironment(ENVIRONMENT.getImports);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none' },
  getImports({ imports: createImportStore(db, environment.SERVICE_TABLE), waiting: realWaiting }),
);
