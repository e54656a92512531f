// Stores datasets. A dataset is created by its first import, or by its settings. Its item decides the order
// in which imports are accepted: each gets a later time than the one before, whatever the clocks of the
// functions show.

import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { DatasetContents } from '../../analysis/extract/extract-file.ts';
import { isConflict, waitWithJitter } from '../aws/dynamodb-errors.ts';
import { buildPrefixQuery, getItem, queryAll, updateIf } from '../aws/items.ts';
import { readLatestErasure } from '../erasures/erasure-marks.ts';
import { DATASET_PREFIX, toDatasetKey } from '../tables/service-table.ts';
import {
  type contentsItem,
  createChangeSettings,
  type DatasetItem,
  datasetItem,
} from './dataset-settings.ts';

/** An erasure's transaction holds the item for milliseconds. */
const MAX_ATTEMPTS = 10;

export type { DatasetItem, SettingsChanges } from './dataset-settings.ts';

export function createDatasetStore(db: DynamoDBDocumentClient, tableName: string) {
  const get = (accountId: string, slug: string): Promise<DatasetItem | undefined> =>
    getItem(db, tableName, toDatasetKey(accountId, slug), datasetItem);

  /** `hasAccepted`: for a failed condition, whether the dataset has a time. */
  async function advance(
    accountId: string,
    slug: string,
    { time, now, condition }: { readonly time: number; readonly now: number; readonly condition: string },
  ): Promise<'accepted' | { readonly hasAccepted: boolean }> {
    const change = {
      set: { slug, last_accepted: time },
      setOnce: { name: slug, created_at: new Date(now).toISOString() },
      condition,
      values: { time },
    };
    const { met, item } = await updateIf(db, tableName, toDatasetKey(accountId, slug), change, {
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return met ? 'accepted' : { hasAccepted: item?.last_accepted !== undefined };
  }

  /**
   * Takes one write if the clock is ahead of the dataset's last time, otherwise two. Undefined: an erasure
   * deleted the dataset.
   */
  async function tryAccept(accountId: string, slug: string, now: number): Promise<number | undefined> {
    const inTime = await advance(accountId, slug, { time: now, now, condition: 'last_accepted < :time' });
    if (inTime === 'accepted') return now;
    if (inTime.hasAccepted) return acceptNext(accountId, slug);
    // Nothing was accepted since the dataset's last erasure, if there was one.
    const erased = await readLatestErasure(db, tableName, accountId, slug);
    const time = Math.max(now, erased + 1);
    const first = await advance(accountId, slug, {
      time,
      now,
      condition: 'attribute_not_exists(last_accepted)',
    });
    return first === 'accepted' ? time : undefined;
  }

  /** The clock is behind, or others were accepted in the same millisecond. */
  async function acceptNext(accountId: string, slug: string): Promise<number | undefined> {
    const change = { add: { last_accepted: 1 }, condition: 'attribute_exists(last_accepted)' };
    const { met, item } = await updateIf(db, tableName, toDatasetKey(accountId, slug), change, {
      ReturnValues: 'UPDATED_NEW',
    });
    return met ? v.parse(v.number(), item?.last_accepted) : undefined;
  }

  return {
    get,

    /**
     * Returns the time of acceptance: `now`, or a millisecond after the dataset's last acceptance. Creates
     * the dataset if it does not exist.
     */
    async accept(accountId: string, slug: string, now: number): Promise<number> {
      for (let attempt = 0; ; attempt++) {
        try {
          const at = await tryAccept(accountId, slug, now);
          if (at !== undefined) return at;
        } catch (error) {
          if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw error;
        }
        if (attempt > 0) await waitWithJitter(attempt);
      }
    },

    /**
     * Advances the time of acceptance of a dataset whose orders were changed by an older import. Does nothing
     * for a missing dataset, or one with settings only.
     */
    async noteChange(accountId: string, slug: string): Promise<void> {
      await acceptNext(accountId, slug);
    },

    /**
     * `at`: epoch milliseconds. Does nothing if the dataset was erased in the meantime, or later contents are
     * recorded.
     */
    async noteContents(
      accountId: string,
      slug: string,
      { firstOrderDate, lastOrderDate, ...counts }: DatasetContents,
      at: number,
    ): Promise<void> {
      const contents: v.InferOutput<typeof contentsItem> = {
        counted_at: new Date(at).toISOString(),
        ...counts,
        ...(firstOrderDate !== undefined && { first_order_date: new Date(firstOrderDate).toISOString() }),
        ...(lastOrderDate !== undefined && { last_order_date: new Date(lastOrderDate).toISOString() }),
      };
      await updateIf(db, tableName, toDatasetKey(accountId, slug), {
        set: { contents },
        condition:
          'attribute_exists(created_at) AND (attribute_not_exists(contents) OR contents.counted_at < :at)',
        values: { at: contents.counted_at },
      });
    },

    changeSettings: createChangeSettings(db, tableName),

    async exists(accountId: string, slug: string): Promise<boolean> {
      return (await get(accountId, slug)) !== undefined;
    },

    /** Ascending by slug. */
    async list(accountId: string): Promise<DatasetItem[]> {
      const items = await queryAll(db, buildPrefixQuery(tableName, accountId, DATASET_PREFIX));
      return v.parse(v.array(datasetItem), items);
    },
  };
}
export type DatasetStore = ReturnType<typeof createDatasetStore>;
