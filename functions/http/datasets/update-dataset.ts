// PUT and PATCH /datasets/{slug}: replaces or changes a dataset's settings. Reports that are requested afterwards use them.
import type { Context } from 'aws-lambda';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  changeDatasetRequest,
  datasetPath,
  updateDatasetRequest,
} from '../../../src/contract/resources/datasets.ts';
import { NotFoundError } from '../../../src/core/errors.ts';
import type { Answer, ApiEvent, Call, EndpointHandler } from '../../../src/http/call.ts';
import { datasetView, findDatasetView } from '../../../src/http/dataset-view.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { requireMatch, versioned } from '../../../src/http/if-match.ts';
import { located } from '../../../src/http/location.ts';
import { wireWriter } from '../../../src/http/wire.ts';
import { DEFAULT_DATASET } from '../../../src/schema/dataset-fields.ts';
import {
  type ChangedDataset,
  createDatasetStore,
  type DatasetStore,
  type SettingsChanges,
} from '../../../src/stores/datasets/datasets.ts';
import { ENVIRONMENT } from '../../../src/wiring/environment.ts';

export function updateDataset({
  datasets,
}: {
  readonly datasets: Pick<DatasetStore, 'get' | 'changeSettings'>;
}): Readonly<Record<'replace' | 'change', EndpointHandler>> {
  /** Undefined if the dataset does not exist and must. Throws PreconditionFailedError. */
  async function write(
    { caller: { accountId }, headers }: Call,
    slug: string,
    changes: SettingsChanges,
    { mustExist }: { readonly mustExist: boolean },
  ): Promise<ChangedDataset | undefined> {
    const ifMatch = headers['if-match'];
    if (ifMatch === undefined)
      return datasets.changeSettings(accountId, slug, changes, mustExist ? 'exists' : undefined);
    for (;;) {
      const seen = await datasets.get(accountId, slug);
      requireMatch(ifMatch, findDatasetView(slug, seen));
      const changed = await datasets.changeSettings(accountId, slug, changes, { seen });
      // Otherwise another request has changed it since it was read.
      if (changed !== undefined) return changed;
    }
  }

  return {
    replace: async (call) => {
      const { slug } = parseRequest(datasetPath, call.path);
      const {
        name = slug,
        currency = null,
        rates_source = null,
        time_zone = null,
        not_goods = null,
      } = parseRequest(updateDatasetRequest, call.body);
      const changes = { name, currency, rates_source, time_zone, not_goods };
      const changed = await write(call, slug, changes, { mustExist: false });
      if (changed === undefined) throw new Error('settings without a condition were refused');
      return versioned(changed.isNew && slug !== DEFAULT_DATASET ? 201 : 200, datasetView(changed.item));
    },
    change: async (call) => {
      const { slug } = parseRequest(datasetPath, call.path);
      const { name, ...rest } = parseRequest(changeDatasetRequest, call.body);
      const changes = { ...rest, name: name === null ? slug : name };
      const changed = await write(call, slug, changes, { mustExist: slug !== DEFAULT_DATASET });
      if (changed === undefined) throw new NotFoundError('Dataset not found.');
      return versioned(200, datasetView(changed.item));
    },
  };
}

const { admission, db, table } = wireWriter(ENVIRONMENT.updateDataset);
const handle = updateDataset({ datasets: createDatasetStore(db, table) });
const replace = endpoint(
  admission,
  { body: 'json' },
  located(({ slug }) => `/datasets/${slug}`, handle.replace),
);
const change = endpoint(admission, { body: 'json' }, handle.change);

export function handler(event: ApiEvent, context: Context): Promise<Answer> {
  return event.requestContext.http.method === 'PATCH' ? change(event, context) : replace(event, context);
}
