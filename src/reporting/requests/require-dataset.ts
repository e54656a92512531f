// Reports are on datasets that exist: a misspelt one must not pass as one without reports.
import { InvalidRequestError } from '../../core/errors.ts';
import { DEFAULT_DATASET } from '../../schema/dataset-fields.ts';
import type { DatasetItem, DatasetStore } from '../../stores/datasets/datasets.ts';

/** Undefined for the default dataset, which exists before it has data or settings. Throws InvalidRequestError. */
export async function requireDataset(
  datasets: Pick<DatasetStore, 'get'>,
  accountId: string,
  slug: string,
): Promise<DatasetItem | undefined> {
  const dataset = await datasets.get(accountId, slug);
  if (dataset !== undefined || slug === DEFAULT_DATASET) return dataset;
  throw new InvalidRequestError('dataset_id', `no dataset "${slug}": push orders to it first`);
}
