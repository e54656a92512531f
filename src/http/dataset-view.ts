// Datasets as the contract shows them.
import type { Dataset } from '../contract/resources/datasets.ts';
import { DEFAULT_DATASET } from '../schema/dataset-fields.ts';
import type { DatasetItem } from '../stores/datasets/datasets.ts';

const DEFAULT_TIME_ZONE = 'UTC';

type Contents = NonNullable<DatasetItem['contents']>;

function contentsView({ first_order_date, last_order_date, ...counted }: Contents): Dataset['contents'] {
  return {
    ...counted,
    first_order_date: first_order_date ?? null,
    last_order_date: last_order_date ?? null,
  };
}

/** `default` exists before it has data or settings. Undefined for any other dataset that does not exist. */
export function findDatasetView(slug: string, item: DatasetItem | undefined): Dataset | undefined {
  if (item !== undefined) return datasetView(item);
  return slug === DEFAULT_DATASET ? datasetView({ slug, name: slug }) : undefined;
}

export function datasetView(item: DatasetItem): Dataset {
  const { slug, name, created_at, currency, rates_source, time_zone, not_goods, contents } = item;
  return {
    slug,
    name,
    created_at: created_at ?? null,
    currency: currency ?? null,
    rates_source: rates_source ?? null,
    time_zone: time_zone ?? DEFAULT_TIME_ZONE,
    not_goods: not_goods ?? null,
    contents: contents === undefined ? null : contentsView(contents),
  };
}
