// Stores how far the table of a dataset is in step with its orders. Each item is always in the index of unfinished
// work, at the time when the reconciler checks it next. An execution is named after the item and its run: a later run
// ends all earlier ones.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import { type Change, getItem, updateIf } from '../../aws/items.ts';
import { transact } from '../../aws/transact.ts';
import type { DatasetRef } from '../../orders/orders.ts';
import { toOpenTableKey, UNFINISHED_INDEX } from '../../tables/service-table.ts';

const openTableItem = v.object({
  account_id: v.string(),
  dataset_id: v.string(),
  table_id: v.string(),
  /** Number of the current or latest execution; 0 before the first. */
  runs: v.number(),
  /** The state of the dataset whose orders the files hold; none after a refresh that left out customers. */
  state: v.optional(v.string()),
  /** ISO timestamp: the files hold all orders that were stored by then. */
  as_of: v.optional(v.string()),
  /** The latest erasure that the files cover; empty if there was none. */
  erased_until: v.optional(v.string(), ''),
  /** Epoch milliseconds of the last comparison with the files. */
  compared_at: v.optional(v.number(), 0),
});
export type OpenTableItem = v.InferOutput<typeof openTableItem>;

/** The outcome of a refresh. */
export type RefreshedTable = Pick<OpenTableItem, 'state' | 'as_of' | 'erased_until' | 'compared_at'>;

/** A dataset is noted again after this time, in case its item was deleted. */
const NOTED_FOR_MS = 10 * 60_000;
const MAX_NOTED = 10_000;

export function createOpenTables(db: DynamoDBDocumentClient, tableName: string) {
  const noted = new Map<string, number>();

  async function update({ accountId, datasetId }: DatasetRef, change: Change): Promise<boolean> {
    const { met } = await updateIf(db, tableName, toOpenTableKey(accountId, datasetId), change);
    return met;
  }

  const toRef = ({ account_id, dataset_id }: OpenTableItem): DatasetRef => ({
    accountId: account_id,
    datasetId: dataset_id,
  });

  return {
    get: ({ accountId, datasetId }: DatasetRef): Promise<OpenTableItem | undefined> =>
      getItem(db, tableName, toOpenTableKey(accountId, datasetId), openTableItem),

    /** Begins the table of a dataset, unless it has one. `now`: epoch milliseconds. */
    async begin(dataset: DatasetRef, now: number): Promise<void> {
      const name = JSON.stringify([dataset.accountId, dataset.datasetId]);
      if (now - (noted.get(name) ?? Number.NEGATIVE_INFINITY) < NOTED_FOR_MS) return;
      await update(dataset, {
        set: {
          account_id: dataset.accountId,
          dataset_id: dataset.datasetId,
          table_id: ulid(now),
          runs: 0,
          [UNFINISHED_INDEX.partition]: 'open-table',
          [UNFINISHED_INDEX.sort]: new Date(now).toISOString(),
        },
        condition: 'attribute_not_exists(pk)',
      });
      if (noted.size >= MAX_NOTED) noted.clear();
      noted.set(name, now);
    },

    /** Sets the time of the next check, ISO. `as_of`: set if nothing has changed since. */
    async postpone(item: OpenTableItem, until: string, as_of?: string): Promise<void> {
      await update(toRef(item), {
        set: { [UNFINISHED_INDEX.sort]: until, as_of },
        condition: 'runs = :runs',
        values: { runs: item.runs },
      });
    },

    /** The item with its next run, which ends all earlier ones; undefined if another caller was first. */
    async takeRun(item: OpenTableItem, until: string): Promise<OpenTableItem | undefined> {
      const taken = await update(toRef(item), {
        set: { runs: item.runs + 1, [UNFINISHED_INDEX.sort]: until },
        condition: 'runs = :runs',
        values: { runs: item.runs },
      });
      return taken ? { ...item, runs: item.runs + 1 } : undefined;
    },

    /** Records a refresh. Returns false if a later run has begun, or the table was removed. */
    finish(item: OpenTableItem, { state, ...rest }: RefreshedTable): Promise<boolean> {
      return update(toRef(item), {
        set: { ...rest, state },
        remove: state === undefined ? ['state'] : [],
        condition: 'runs = :runs',
        values: { runs: item.runs },
      });
    },

    /** Has the table compared with its files at the next call of the reconciler. `now`: ISO timestamp. */
    async callNow(dataset: DatasetRef, now: string): Promise<void> {
      const set = { [UNFINISHED_INDEX.sort]: now, compared_at: 0 };
      await update(dataset, { set, condition: 'attribute_exists(pk)' });
    },

    /** Ends the table: the caller has deleted its files. Returns false if a later run has begun. */
    async remove(item: OpenTableItem): Promise<boolean> {
      const Delete = {
        TableName: tableName,
        Key: { ...toOpenTableKey(item.account_id, item.dataset_id) },
        ConditionExpression: 'runs = :runs',
        ExpressionAttributeValues: { ':runs': item.runs },
      };
      return (await transact(db, { item: [{ Delete }] })).size === 0;
    },
  };
}
export type OpenTables = ReturnType<typeof createOpenTables>;
