// Requires a report's dataset to exist: a misspelt one must not count as one without reports.
import { InvalidRequestError } from '../../../contract/errors/errors.ts';
import { DEFAULT_DATASET } from '../../../contract/schema/dataset-fields.ts';
import type { DatasetItem, DatasetStore } from '../../datasets/datasets.ts';

/** Returns the stored dataset; throws the error of an unknown one. */
export async function requireDataset(
  datasets: Pick<DatasetStore, 'get'>,
  accountId: string,
  slug: string,
): Promise<DatasetItem | undefined> {
  return requireExisting(await datasets.get(accountId, slug), slug);
}

/**
 * Undefined for the default dataset, which exists before it has data or settings. Throws InvalidRequestError.
 */
export function requireExisting(dataset: DatasetItem | undefined, slug: string): DatasetItem | undefined {
  if (dataset !== undefined || slug === DEFAULT_DATASET) return dataset;
  throw new InvalidRequestError('dataset_id', `no dataset "${slug}": push orders to it first`);
}
