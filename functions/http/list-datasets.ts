// GET /datasets: the caller's datasets by slug. `default` is always listed, even before it has data.
import * as v from 'valibot';
import { listDatasetsQuery } from '../../src/contract/datasets.ts';
import { idOfCursor, pageOf } from '../../src/contract/paging.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { datasetView } from '../../src/http/dataset-view.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { DEFAULT_DATASET, datasetSlug } from '../../src/schema/fields.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createDatasetStore, type DatasetStore } from '../../src/stores/datasets.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function listDatasets({ datasets }: { datasets: DatasetStore }): EndpointHandler {
  return async ({ caller, query }) => {
    const { limit, cursor } = parseRequest(listDatasetsQuery, query);
    const after = idOfCursor(cursor, (slug) => v.is(datasetSlug, slug));
    const stored = (await datasets.list(caller.accountId)).map(datasetView);
    const hasDefault = stored.some(({ slug }) => slug === DEFAULT_DATASET);
    const unwritten = datasetView({ slug: DEFAULT_DATASET, name: DEFAULT_DATASET });
    const all = hasDefault ? stored : [unwritten, ...stored].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    const rest = after === undefined ? all : all.filter(({ slug }) => slug > after);
    const { shown, next } = pageOf(rest, limit ?? rest.length, ({ slug }) => slug);
    return json(200, { datasets: shown, ...next });
  };
}

const environment = readEnvironment(ENVIRONMENT.listDatasets);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none', query: listDatasetsQuery },
  listDatasets({ datasets: createDatasetStore(db, environment.SERVICE_TABLE) }),
);
