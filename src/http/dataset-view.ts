// Datasets as the contract shows them.
import type { Dataset } from '../contract/datasets.ts';
import type { DatasetItem } from '../stores/datasets.ts';

export const DEFAULT_TIME_ZONE = 'UTC';

export function datasetView(item: DatasetItem): Dataset {
  const { slug, name, created_at, currency, rates_source, time_zone } = item;
  return {
    slug,
    name,
    created_at: created_at ?? null,
    currency: currency ?? null,
    rates_source: rates_source ?? null,
    time_zone: time_zone ?? DEFAULT_TIME_ZONE,
  };
}
