// Erasure jobs. An erasure is accepted by writing its job and its marks in one transaction.
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import { backoff, cancellationCodes, conditionFailed, isTransient } from '../aws/dynamodb-errors.ts';
import { queryAll } from '../aws/query-all.ts';
import {
  customerMarkKey,
  datasetKey,
  ERASURE_PREFIX,
  erasureKey,
  erasureMarkKey,
  SERVICE_KEYS,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { type ErasureCounter, type ErasureItem, type ErasureRef, erasureItem } from './erasure-item.ts';
import { createErasureMarks } from './erasure-marks.ts';

const MAX_ATTEMPTS = 10;
/** A message and its dead letter each live at most 14 days, so nothing older than a mark arrives after this time. */
const MARK_LIFE_S = 30 * 24 * 3_600;

export function createErasureStore(db: DynamoDBDocumentClient, tableName: string) {
  type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

  function acceptance(item: ErasureItem, isStored: boolean): Items {
    const { account_id: accountId, dataset_id: datasetId, erasure_id: id } = item;
    const isWhole = item.customer === undefined;
    const nothingNewer = {
      ConditionExpression: 'attribute_not_exists(last_accepted) OR last_accepted < :time',
      ExpressionAttributeValues: { ':time': decodeTime(id) },
    };
    const dataset = { TableName: tableName, Key: datasetKey(accountId, datasetId) };
    const ofDataset: Items = isWhole
      ? [{ Delete: { ...dataset, ...nothingNewer } }]
      : [{ Update: { ...dataset, ...nothingNewer, UpdateExpression: 'SET last_accepted = :time' } }];
    return [
      {
        // Ids must ascend: a mark states that everything older is gone.
        Update: {
          TableName: tableName,
          Key: erasureMarkKey(accountId, datasetId),
          UpdateExpression: isWhole ? 'SET latest = :id, whole = :id ADD active :ids' : 'SET latest = :id',
          ConditionExpression: 'attribute_not_exists(latest) OR latest < :id',
          ExpressionAttributeValues: { ':id': id, ...(isWhole && { ':ids': new Set([id]) }) },
        },
      },
      {
        Put: {
          TableName: tableName,
          Item: {
            ...erasureKey(accountId, id),
            ...item,
            [UNFINISHED_INDEX.partition]: 'erasure',
            [UNFINISHED_INDEX.sort]: item.created_at,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      ...(item.customer === undefined
        ? []
        : [
            {
              Put: {
                TableName: tableName,
                Item: {
                  ...customerMarkKey(accountId, datasetId, item.customer.digest),
                  before: id,
                  [SERVICE_KEYS.ttl]: Math.ceil(Date.parse(item.created_at) / 1_000) + MARK_LIFE_S,
                },
              },
            },
          ]),
      // What the dataset accepts from now on is newer.
      ...(isStored ? ofDataset : []),
    ];
  }

  async function update(
    { accountId, erasureId }: ErasureRef,
    input: {
      readonly expression: string;
      readonly condition?: string;
      readonly names?: Record<string, string>;
      readonly values?: Record<string, unknown>;
    },
  ): Promise<boolean> {
    try {
      await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: erasureKey(accountId, erasureId),
          UpdateExpression: input.expression,
          ConditionExpression: input.condition ?? 'attribute_exists(pk)',
          ...(input.names && { ExpressionAttributeNames: input.names }),
          ...(input.values && { ExpressionAttributeValues: input.values }),
        }),
      );
      return true;
    } catch (error) {
      if (conditionFailed(error)) return false;
      throw error;
    }
  }

  return {
    ...createErasureMarks(db, tableName),

    /**
     * `isStored`: whether the dataset has an item. Returns false if the dataset accepted something newer meanwhile; the
     * caller retries with a newer id.
     */
    async accept(item: ErasureItem, isStored: boolean): Promise<boolean> {
      for (let attempt = 0; ; attempt++) {
        try {
          await db.send(new TransactWriteCommand({ TransactItems: acceptance(item, isStored) }));
          return true;
        } catch (error) {
          const codes = cancellationCodes(error);
          if (codes === undefined) throw error;
          if (codes.includes('ConditionalCheckFailed')) return false;
          if (!codes.some(isTransient) || attempt >= MAX_ATTEMPTS) throw error;
          await backoff(attempt);
        }
      }
    },

    async get({ accountId, erasureId }: ErasureRef): Promise<ErasureItem | undefined> {
      const { Item } = await db.send(
        new GetCommand({ TableName: tableName, Key: erasureKey(accountId, erasureId), ConsistentRead: true }),
      );
      return Item === undefined ? undefined : v.parse(erasureItem, Item);
    },

    /** Newest first. `before`: the last id of the previous page. */
    async list(accountId: string, limit: number, before: string | undefined): Promise<ErasureItem[]> {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': accountId, ':prefix': ERASURE_PREFIX },
          ScanIndexForward: false,
          Limit: limit,
          ConsistentRead: true,
          ...(before !== undefined && { ExclusiveStartKey: { ...erasureKey(accountId, before) } }),
        }),
      );
      return v.parse(v.array(erasureItem), Items ?? []);
    },

    /** Of one dataset, oldest first. */
    async listUnfinished(accountId: string, datasetId: string): Promise<ErasureItem[]> {
      const items = await queryAll(db, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        FilterExpression: 'dataset_id = :dataset AND attribute_not_exists(completed_at)',
        ExpressionAttributeValues: { ':pk': accountId, ':prefix': ERASURE_PREFIX, ':dataset': datasetId },
        ConsistentRead: true,
      });
      return v.parse(v.array(erasureItem), items);
    },

    /**
     * The run number for the workflow's next run, reserved by the caller that passes the current number; undefined if
     * another caller was faster.
     */
    async takeRun(ref: ErasureRef, runs: number): Promise<number | undefined> {
      const taken = await update(ref, {
        expression: 'SET runs = :next',
        condition: runs === 0 ? 'attribute_not_exists(runs) OR runs = :runs' : 'runs = :runs',
        values: { ':next': runs + 1, ':runs': runs },
      });
      return taken ? runs + 1 : undefined;
    },

    async noteSettled(ref: ErasureRef, at: string): Promise<void> {
      await update(ref, {
        expression: 'SET settled_at = if_not_exists(settled_at, :at)',
        values: { ':at': at },
      });
    },

    /** The first write wins: the members of a round are chosen once. */
    async drawRound(ref: ErasureRef, round: readonly string[]): Promise<void> {
      await update(ref, {
        expression: 'SET #round = if_not_exists(#round, :round)',
        names: { '#round': 'round' },
        values: { ':round': round },
      });
    },

    async noteShards(
      ref: ErasureRef,
      done: ReadonlySet<number>,
      cursors: Readonly<Record<string, string>>,
    ): Promise<void> {
      await update(ref, {
        expression:
          done.size === 0
            ? 'SET shard_cursors = :cursors'
            : 'SET shard_cursors = :cursors ADD shards_done :done',
        values: { ':cursors': cursors, ...(done.size > 0 && { ':done': done }) },
      });
    },

    async noteOrdersDone(ref: ErasureRef, at: string): Promise<void> {
      await update(ref, {
        expression: 'SET orders_done_at = if_not_exists(orders_done_at, :at) REMOVE shard_cursors',
        values: { ':at': at },
      });
    },

    async count(ref: ErasureRef, counter: ErasureCounter, by: number): Promise<void> {
      await update(ref, {
        expression: 'ADD #counter :by',
        names: { '#counter': counter },
        values: { ':by': by },
      });
    },

    /** Completes an erasure. Reports are accepted again once no erasure of the whole dataset is in progress. */
    async complete(item: ErasureItem, at: string): Promise<void> {
      const ref = { accountId: item.account_id, erasureId: item.erasure_id };
      if (item.customer === undefined) {
        await db.send(
          new UpdateCommand({
            TableName: tableName,
            Key: erasureMarkKey(item.account_id, item.dataset_id),
            UpdateExpression: 'DELETE active :ids',
            ExpressionAttributeValues: { ':ids': new Set([item.erasure_id]) },
          }),
        );
      }
      await update(ref, {
        expression: 'SET completed_at = if_not_exists(completed_at, :at) REMOVE #kind, #since',
        names: { '#kind': UNFINISHED_INDEX.partition, '#since': UNFINISHED_INDEX.sort },
        values: { ':at': at },
      });
    },
  };
}
export type ErasureStore = ReturnType<typeof createErasureStore>;
