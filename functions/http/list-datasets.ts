// GET /datasets: all datasets of the caller. `default` is always there, even before it has data.
import { DEFAULT_DATASET } from '../../src/contract/fields.ts';
import { json } from '../../src/http/call.ts';
import { type EndpointHandler, endpoint } from '../../src/http/endpoint.ts';
import { wireAdmission } from '../../src/http/wire.ts';
import { documentClient } from '../../src/stores/clients.ts';
import { createDatasetStore, type DatasetStore } from '../../src/stores/datasets.ts';
import { ENVIRONMENT, readEnvironment } from '../../src/wiring/environment.ts';

export function listDatasets({ datasets }: { datasets: DatasetStore }): EndpointHandler {
  return async ({ caller }) => {
    const stored = (await datasets.list(caller.accountId)).map(({ slug, name, created_at }) => ({
      slug,
      name,
      created_at,
    }));
    const hasDefault = stored.some(({ slug }) => slug === DEFAULT_DATASET);
    const unborn = { slug: DEFAULT_DATASET, name: DEFAULT_DATASET, created_at: null };
    return json(200, { datasets: hasDefault ? stored : [unborn, ...stored] });
  };
}

const environment = readEnvironment(ENVIRONMENT.listDatasets);
const db = documentClient();
export const handler = endpoint(
  wireAdmission(db, environment),
  { body: 'none' },
  listDatasets({ datasets: createDatasetStore(db, environment.SERVICE_TABLE) }),
);
