// GET /data/orders: one import job, or the recent ones.

import { NotFoundError } from '../../../src/contract/errors/errors.ts';
import { parseCreatedRange } from '../../../src/contract/list-fields.ts';
import { isUlid, parseCursor, toCursor, toPageEnd } from '../../../src/contract/paging.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  getImportsQuery,
  type ListImportsQuery,
  type ListImportsResponse,
} from '../../../src/contract/resources/orders/orders.ts';
import { answerJson } from '../../../src/http/call.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { createHeldReadDeps, parsePreferredWait, readUntil } from '../../../src/http/prefer-wait.ts';
import { wireEndpoint, wireHeldReads } from '../../../src/http/wire.ts';
import { createDatasetStore } from '../../../src/service/datasets/datasets.ts';
import { toImportView } from '../../../src/service/orders/import-view.ts';
import { createImportStore } from '../../../src/service/orders/imports.ts';
import { requireDataset } from '../../../src/service/reports/requests/require-dataset.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, environment, table } = wireEndpoint(ENVIRONMENT.getImports);
const imports = createImportStore(db, table);
const datasets = createDatasetStore(db, table);
const waiting = createHeldReadDeps(wireHeldReads(db, environment));

async function listPage(
  accountId: string,
  { dataset_id: datasetId, status, limit, cursor, ...range }: ListImportsQuery,
): Promise<ListImportsResponse> {
  if (datasetId !== undefined) await requireDataset(datasets, accountId, datasetId);
  const isUnfinished = status === 'pending' || status === 'processing';
  const { items, next } = await imports.page(
    accountId,
    { datasetId, status: isUnfinished ? 'unfinished' : status, ...parseCreatedRange(range) },
    { limit, before: parseCursor(cursor, isUlid) },
  );
  const views = await Promise.all(items.map((item) => toImportView(imports, item)));
  return {
    imports: isUnfinished ? views.filter((view) => view.status === status) : views,
    ...toPageEnd(next && toCursor(next)),
  };
}

export const handler = defineEndpoint(
  admission,
  { body: 'none', query: getImportsQuery },
  async ({ caller: { accountId }, query, headers, sealed }) => {
    const { import_id: importId, ...asked } = parseRequest(getImportsQuery, query);
    if (importId === undefined) return answerJson(200, sealed(await listPage(accountId, asked)));
    const { value: item, headers: waited } = await readUntil(
      () => imports.get({ accountId, importId }),
      (found) => found === undefined || found.completed_at !== undefined,
      { accountId, waitSeconds: parsePreferredWait(headers.prefer) },
      waiting,
    );
    if (item === undefined) throw new NotFoundError('Import not found.');
    return answerJson(200, await toImportView(imports, item), waited);
  },
);
