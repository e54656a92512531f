// PUT and PATCH /datasets/{slug}: replaces or changes a dataset's settings. Reports requested afterwards use
// them.
import type { Context } from 'aws-lambda';
import { InvalidRequestError, NotFoundError } from '../../../src/contract/errors/errors.ts';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  changeDatasetRequest,
  datasetPath,
  updateDatasetRequest,
} from '../../../src/contract/resources/datasets.ts';
import { DEFAULT_DATASET } from '../../../src/contract/schema/dataset-fields.ts';
import type { Answer, ApiEvent, Call } from '../../../src/http/call.ts';
import { findDatasetView, toDatasetView } from '../../../src/http/dataset-view.ts';
import { defineEndpoint } from '../../../src/http/endpoint.ts';
import { answerVersioned, requireMatch } from '../../../src/http/if-match.ts';
import { addLocation } from '../../../src/http/location.ts';
import { wireEndpoint } from '../../../src/http/wire.ts';
import { createDatasetShards } from '../../../src/service/datasets/dataset-shards.ts';
import { createDatasetStore, type SettingsChanges } from '../../../src/service/datasets/datasets.ts';
import { ENVIRONMENT } from '../../../src/service/wiring/environment.ts';

const { admission, db, table } = wireEndpoint(ENVIRONMENT.updateDataset);
const datasets = createDatasetStore(db, table);
const shards = createDatasetShards(db, table);

/**
 * Returns undefined if the dataset must exist and does not. Throws PreconditionFailedError and
 * InvalidRequestError.
 */
async function write(
  { caller: { accountId }, headers }: Call,
  slug: string,
  changes: SettingsChanges,
  { mustExist, wanted }: { readonly mustExist: boolean; readonly wanted?: number | undefined },
) {
  const ifMatch = headers['if-match'];
  const dataset = { accountId, datasetId: slug };
  const before = await shards.of(dataset);
  for (;;) {
    const seen = ifMatch === undefined ? undefined : await datasets.get(accountId, slug);
    if (ifMatch !== undefined) requireMatch(ifMatch, findDatasetView(slug, seen, before));
    const chosen = wanted === undefined ? before : await shards.choose(dataset, wanted);
    if (wanted !== undefined && chosen !== wanted)
      throw new InvalidRequestError('shards', `expected ${chosen}, which cannot change, got ${wanted}`);
    const expected = ifMatch !== undefined ? { seen } : mustExist ? 'exists' : undefined;
    const changed = await datasets.changeSettings(accountId, slug, changes, expected);
    if (changed !== undefined) return { isNew: changed.isNew, view: toDatasetView(changed.item, chosen) };
    // Otherwise another request has changed the dataset since it was read.
    if (ifMatch === undefined) return undefined;
  }
}

const replace = defineEndpoint(
  admission,
  { body: 'json' },
  addLocation(
    ({ slug }) => `/datasets/${slug}`,
    async (call) => {
      const { slug } = parseRequest(datasetPath, call.path);
      const {
        name = slug,
        currency = null,
        rates_source = null,
        time_zone = null,
        not_goods = null,
        identity = null,
        shards: wanted,
      } = parseRequest(updateDatasetRequest, call.body);
      const changes = { name, currency, rates_source, time_zone, not_goods, identity };
      const changed = await write(call, slug, changes, { mustExist: false, wanted });
      if (changed === undefined) throw new Error('settings without a condition were refused');
      return answerVersioned(changed.isNew && slug !== DEFAULT_DATASET ? 201 : 200, changed.view);
    },
  ),
);
const change = defineEndpoint(admission, { body: 'json' }, async (call) => {
  const { slug } = parseRequest(datasetPath, call.path);
  const { name, ...rest } = parseRequest(changeDatasetRequest, call.body);
  const changes = { ...rest, name: name === null ? slug : name };
  const changed = await write(call, slug, changes, { mustExist: slug !== DEFAULT_DATASET });
  if (changed === undefined) throw new NotFoundError('Dataset not found.');
  return answerVersioned(200, changed.view);
});

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.requestContext.http.method === 'PATCH' ? change(event, context) : replace(event, context);
}
