// Reports are on datasets that exist: a misspelt one must not pass as one without reports.
import { InvalidRequestError } from '../core/errors.ts';
import { DEFAULT_DATASET } from '../schema/fields.ts';
import type { DatasetStore } from '../stores/datasets.ts';

/** The default dataset exists before it has data. Throws InvalidRequestError. */
export async function requireDataset(
  datasets: Pick<DatasetStore, 'exists'>,
  accountId: string,
  slug: string,
): Promise<void> {
  if (slug === DEFAULT_DATASET || (await datasets.exists(accountId, slug))) return;
  throw new InvalidRequestError('dataset_id', `no dataset "${slug}": push orders to it first`);
}
