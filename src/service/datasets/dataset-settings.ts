// The settings of a dataset: replaced or changed in one write, on condition that they equal those that the
// client has read.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { storedIdentity } from '../../contract/schema/identity.ts';
import { updateIf } from '../aws/items.ts';
import { toDatasetKey } from '../tables/service-table.ts';

// The item of a dataset.

/** The contents of a dataset at a time. */
export const contentsItem = v.object({
  /** ISO 8601, like the dates of the first and the last order, which are missing if no order has one. */
  counted_at: v.string(),
  rows: v.number(),
  orders: v.number(),
  customers: v.number(),
  first_order_date: v.optional(v.string()),
  last_order_date: v.optional(v.string()),
});

export const datasetItem = v.object({
  slug: v.string(),
  name: v.string(),
  /** When orders were first pushed to it; missing before. */
  created_at: v.optional(v.string()),
  /** Epoch milliseconds, ascending: the time in the id of the import or erasure that was accepted last. */
  last_accepted: v.optional(v.number()),
  currency: v.optional(v.string()),
  rates_source: v.optional(v.string()),
  time_zone: v.optional(v.string()),
  /** Products that are fees and services. */
  not_goods: v.optional(v.array(v.string())),
  /** Which customer ids are one person. */
  identity: v.optional(storedIdentity),
  contents: v.optional(contentsItem),
});
export type DatasetItem = v.InferOutput<typeof datasetItem>;

const SETTINGS = ['name', 'currency', 'rates_source', 'time_zone', 'not_goods', 'identity'] as const;
type Setting = (typeof SETTINGS)[number];

/** Null removes a setting. */
export type SettingsChanges = {
  readonly [K in Exclude<Setting, 'name'>]?: DatasetItem[K] | null | undefined;
} & {
  readonly name?: string | undefined;
};

/**
 * Requires the dataset to exist, or its settings to equal `seen`, or, without `seen`, the dataset not to
 * exist.
 */
export type ExpectedDataset = 'exists' | { readonly seen: DatasetItem | undefined };

interface ChangedDataset {
  readonly item: DatasetItem;
  readonly isNew: boolean;
}

interface Conditions {
  readonly conditions: readonly string[];
  /** Values that the conditions refer to. */
  readonly values: Readonly<Record<string, DatasetItem[Setting]>>;
}

function buildConditions(expected: ExpectedDataset | undefined): Conditions {
  const withoutValues = (...conditions: string[]): Conditions => ({ conditions, values: {} });
  if (expected === undefined) return withoutValues();
  if (expected === 'exists') return withoutValues('attribute_exists(pk)');
  const { seen } = expected;
  if (seen === undefined) return withoutValues('attribute_not_exists(pk)');
  const set = SETTINGS.filter((key) => seen[key] !== undefined);
  return {
    conditions: SETTINGS.map((key) =>
      set.includes(key) ? `#${key} = :seen_${key}` : `attribute_not_exists(#${key})`,
    ),
    values: Object.fromEntries(set.map((key) => [`seen_${key}`, seen[key]])),
  };
}

/**
 * Null removes a setting; a missing one stays. Creates the dataset if it does not exist. Returns undefined
 * and writes nothing if the dataset is not as expected.
 */
export function createChangeSettings(db: DynamoDBDocumentClient, tableName: string) {
  return async function changeSettings(
    accountId: string,
    slug: string,
    changes: SettingsChanges,
    expected?: ExpectedDataset,
  ): Promise<ChangedDataset | undefined> {
    const given = SETTINGS.filter((key) => changes[key] !== undefined);
    const removed = given.filter((key) => changes[key] === null);
    const set = given.filter((key) => changes[key] !== null);
    const { conditions, values } = buildConditions(expected);
    const change = {
      set: { slug, ...Object.fromEntries(set.map((key) => [key, changes[key]])) },
      ...(changes.name === undefined && { setOnce: { name: slug } }),
      remove: removed,
      ...(conditions.length > 0 && { condition: conditions.join(' AND ') }),
      values,
    };
    const { met, item: before } = await updateIf(db, tableName, toDatasetKey(accountId, slug), change, {
      ReturnValues: 'ALL_OLD',
    });
    if (!met) return undefined;
    const changed = Object.fromEntries(given.map((key) => [key, changes[key] ?? undefined]));
    const item = v.parse(datasetItem, { slug, name: slug, ...before, ...changed });
    return { item, isNew: before?.slug === undefined };
  };
}
