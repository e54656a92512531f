// Datasets. A dataset is created by its first import, or by its settings. Its item decides the order in which imports are
// accepted: each takes a time later than the one before, whatever the clocks of the functions show.
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { DatasetContents } from '../../core/extract/contents-tally.ts';
import { backoff, conditionFailed, isConflict } from '../aws/dynamodb-errors.ts';
import { queryAll } from '../aws/query-all.ts';
import { latestErasure } from '../erasures/erasure-marks.ts';
import { DATASET_PREFIX, datasetKey } from '../tables/service-table.ts';
import { type contentsItem, type DatasetItem, datasetItem } from './dataset-item.ts';
import { createChangeSettings } from './dataset-settings.ts';

/** An erasure's transaction holds the item for milliseconds. */
const MAX_ATTEMPTS = 10;

export type { DatasetItem } from './dataset-item.ts';
export type { ChangedDataset, SettingsChanges } from './dataset-settings.ts';

export function createDatasetStore(db: DynamoDBDocumentClient, tableName: string) {
  async function get(accountId: string, slug: string): Promise<DatasetItem | undefined> {
    const { Item } = await db.send(
      new GetCommand({ TableName: tableName, Key: datasetKey(accountId, slug), ConsistentRead: true }),
    );
    return Item === undefined ? undefined : v.parse(datasetItem, Item);
  }

  /** `hasAccepted`: whether the dataset that did not meet the condition has a time. */
  async function advance(
    accountId: string,
    slug: string,
    { time, now, condition }: { readonly time: number; readonly now: number; readonly condition: string },
  ): Promise<'accepted' | { readonly hasAccepted: boolean }> {
    try {
      await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: datasetKey(accountId, slug),
          UpdateExpression:
            'SET slug = :slug, #name = if_not_exists(#name, :slug), created_at = if_not_exists(created_at, :at), last_accepted = :time',
          ConditionExpression: condition,
          ExpressionAttributeNames: { '#name': 'name' },
          ExpressionAttributeValues: { ':slug': slug, ':at': new Date(now).toISOString(), ':time': time },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return 'accepted';
    } catch (error) {
      if (!conditionFailed(error)) throw error;
      return { hasAccepted: error.Item?.last_accepted !== undefined };
    }
  }

  /** One write if the clock is ahead of the dataset's last time, two if not. Undefined: an erasure deleted the dataset. */
  async function tryAccept(accountId: string, slug: string, now: number): Promise<number | undefined> {
    const inTime = await advance(accountId, slug, { time: now, now, condition: 'last_accepted < :time' });
    if (inTime === 'accepted') return now;
    if (inTime.hasAccepted) return acceptNext(accountId, slug);
    // Nothing was accepted since the dataset was last erased, if it ever was.
    const erased = await latestErasure(db, tableName, accountId, slug);
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
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: datasetKey(accountId, slug),
          UpdateExpression: 'ADD last_accepted :one',
          ConditionExpression: 'attribute_exists(last_accepted)',
          ExpressionAttributeValues: { ':one': 1 },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return v.parse(v.number(), Attributes?.last_accepted);
    } catch (error) {
      if (conditionFailed(error)) return undefined;
      throw error;
    }
  }

  return {
    get,

    /**
     * Returns the time that orders are accepted at: `now`, or a millisecond after whatever the dataset accepted last.
     * Creates the dataset if it does not exist.
     */
    async accept(accountId: string, slug: string, now: number): Promise<number> {
      for (let attempt = 0; ; attempt++) {
        try {
          const at = await tryAccept(accountId, slug, now);
          if (at !== undefined) return at;
        } catch (error) {
          if (!isConflict(error) || attempt >= MAX_ATTEMPTS) throw error;
        }
        if (attempt > 0) await backoff(attempt);
      }
    },

    /**
     * Advances the time of acceptance of a dataset whose orders were changed by an older import. Does nothing if there
     * is no such dataset, or only its settings.
     */
    async noteChange(accountId: string, slug: string): Promise<void> {
      await acceptNext(accountId, slug);
    },

    /** `at`: epoch milliseconds. Does nothing if the dataset was erased in the meantime, or later contents are noted. */
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
      try {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: datasetKey(accountId, slug),
            UpdateExpression: 'SET contents = :contents',
            ConditionExpression:
              'attribute_exists(created_at) AND (attribute_not_exists(contents) OR contents.counted_at < :at)',
            ExpressionAttributeValues: { ':contents': contents, ':at': contents.counted_at },
          }),
        );
      } catch (error) {
        if (!conditionFailed(error)) throw error;
      }
    },

    changeSettings: createChangeSettings(db, tableName),

    async exists(accountId: string, slug: string): Promise<boolean> {
      return (await get(accountId, slug)) !== undefined;
    },

    /** Ascending by slug. */
    async list(accountId: string): Promise<DatasetItem[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': accountId, ':prefix': DATASET_PREFIX },
        ConsistentRead: true,
      });
      return v.parse(v.array(datasetItem), items);
    },
  };
}
export type DatasetStore = ReturnType<typeof createDatasetStore>;
