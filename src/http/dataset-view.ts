// Datasets as the contract shows them.
import type { Dataset } from '../contract/resources/datasets.ts';
import { DEFAULT_DATASET } from '../contract/schema/dataset-fields.ts';
import { SHARD_COUNT } from '../contract/schema/limits.ts';
import type { DatasetItem } from '../service/datasets/datasets.ts';

const DEFAULT_TIME_ZONE = 'UTC';

type Contents = NonNullable<DatasetItem['contents']>;

function toContentsView({ first_order_date, last_order_date, ...counted }: Contents): Dataset['contents'] {
  return {
    ...counted,
    first_order_date: first_order_date ?? null,
    last_order_date: last_order_date ?? null,
  };
}

/** `default` exists before it has data or settings. Undefined for any other dataset that does not exist. */
export function findDatasetView(
  slug: string,
  item: DatasetItem | undefined,
  shards: number | undefined,
): Dataset | undefined {
  if (item !== undefined) return toDatasetView(item, shards);
  return slug === DEFAULT_DATASET ? toDatasetView({ slug, name: slug }, shards) : undefined;
}

export function toDatasetView(item: DatasetItem, shards = SHARD_COUNT): Dataset {
  const { slug, name, created_at, currency, rates_source, time_zone, not_goods, identity, contents } = item;
  return {
    slug,
    name,
    created_at: created_at ?? null,
    currency: currency ?? null,
    rates_source: rates_source ?? null,
    time_zone: time_zone ?? DEFAULT_TIME_ZONE,
    not_goods: not_goods ?? null,
    identity: identity ?? null,
    shards,
    contents: contents === undefined ? null : toContentsView(contents),
  };
}
