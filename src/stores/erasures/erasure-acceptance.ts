// Accepts erasures: the job and its marks are written in one transaction.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import { updateOf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import {
  customerMarkKey,
  datasetKey,
  erasureKey,
  erasureMarkKey,
  SERVICE_KEYS,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import type { ErasureItem } from './erasure-item.ts';

/** A message and its dead letter each live at most 14 days, so nothing older than a mark arrives after this time. */
const MARK_LIFE_S = 30 * 24 * 3_600;

export function createErasureAcceptance(db: DynamoDBDocumentClient, tableName: string) {
  function datasetMark({ account_id, dataset_id, erasure_id: id, customer }: ErasureItem): TransactItem {
    return {
      Update: updateOf(tableName, erasureMarkKey(account_id, dataset_id), {
        set: { latest: id, whole: customer === undefined ? id : undefined },
        ...(customer === undefined && { add: { active: new Set([id]) } }),
        // Ids must ascend: a mark states that everything older is gone.
        condition: 'attribute_not_exists(latest) OR latest < :id',
        values: { id },
      }),
    };
  }

  function customerMark(item: ErasureItem): TransactItem[] {
    const { account_id, dataset_id, erasure_id, customer, created_at } = item;
    if (customer === undefined) return [];
    const Item = {
      ...customerMarkKey(account_id, dataset_id, customer.digest),
      before: erasure_id,
      [SERVICE_KEYS.ttl]: Math.ceil(Date.parse(created_at) / 1_000) + MARK_LIFE_S,
    };
    return [{ Put: { TableName: tableName, Item } }];
  }

  function job(item: ErasureItem): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: {
          ...erasureKey(item.account_id, item.erasure_id),
          ...item,
          [UNFINISHED_INDEX.partition]: 'erasure',
          [UNFINISHED_INDEX.sort]: item.created_at,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }

  /** What the dataset accepts from now on is newer. */
  function dataset({ account_id, dataset_id, erasure_id, customer }: ErasureItem): TransactItem {
    const key = datasetKey(account_id, dataset_id);
    const time = decodeTime(erasure_id);
    const nothingNewer = {
      ConditionExpression: 'attribute_not_exists(last_accepted) OR last_accepted < :time',
      ExpressionAttributeValues: { ':time': time },
    };
    return customer === undefined
      ? { Delete: { TableName: tableName, Key: key, ...nothingNewer } }
      : {
          Update: updateOf(tableName, key, {
            set: { last_accepted: time },
            condition: nothingNewer.ConditionExpression,
            values: { time },
          }),
        };
  }

  return {
    /**
     * `isStored`: whether the dataset has an item. Returns false if the dataset accepted something newer meanwhile; the
     * caller retries with a newer id.
     */
    async accept(item: ErasureItem, isStored: boolean): Promise<boolean> {
      const refused = await transact(db, {
        datasetMark: [datasetMark(item)],
        job: [job(item)],
        customerMark: customerMark(item),
        dataset: isStored ? [dataset(item)] : [],
      });
      return refused.size === 0;
    },
  };
}
