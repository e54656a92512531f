// PUT /datasets/{slug}: replaces a dataset's settings. Reports that are requested afterwards use them.

import { parseRequest } from '../../src/contract/parse.ts';
import { updateDatasetPath, updateDatasetRequest } from '../../src/contract/resources/datasets.ts';
import { type EndpointHandler, json } from '../../src/http/call.ts';
import { datasetView } from '../../src/http/dataset-view.ts';
import { endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { createDatasetStore, type DatasetStore } from '../../src/stores/datasets/datasets.ts';
import { guardedClient } from '../../src/stores/tables/data-version.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function updateDataset({ datasets }: { datasets: DatasetStore }): EndpointHandler {
  return async ({ caller, path, body }) => {
    const { slug } = parseRequest(updateDatasetPath, path);
    const { name = slug, ...rest } = parseRequest(updateDatasetRequest, body);
    const settings = { name, ...rest };
    return json(200, datasetView(await datasets.replaceSettings(caller.accountId, slug, settings)));
  };
}

const environment = readEnvironment(ENVIRONMENT.updateDataset);
const db = guardedClient(environment.SERVICE_TABLE);
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'json' },
  updateDataset({ datasets: createDatasetStore(db, environment.SERVICE_TABLE) }),
);
