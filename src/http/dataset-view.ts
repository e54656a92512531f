// Datasets as the contract shows them.
import type { Dataset } from '../contract/datasets.ts';
import type { DatasetItem } from '../stores/datasets.ts';

export const DEFAULT_TIME_ZONE = 'UTC';

export function datasetView({ slug, name, created_at, currency, time_zone }: DatasetItem): Dataset {
  return {
    slug,
    name,
    created_at: created_at ?? null,
    currency: currency ?? null,
    time_zone: time_zone ?? DEFAULT_TIME_ZONE,
  };
}
