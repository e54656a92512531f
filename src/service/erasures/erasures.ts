// Stores erasure jobs.

import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { decodeTime } from 'ulid';
import * as v from 'valibot';
import type { Erasure } from '../../analysis/erasure/erasure.ts';
import { storedIdentity } from '../../contract/schema/identity.ts';
import { buildPrefixQuery, buildUpdate, type Change, getItem, queryAll, updateIf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import {
  ERASURE_PREFIX,
  SERVICE_KEYS,
  toCustomerMarkKey,
  toDatasetKey,
  toErasureKey,
  toErasureMarkKey,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import { endWithEvent } from '../webhooks/outbox.ts';
import { createErasureMarks } from './erasure-marks.ts';

// The item of an erasure job.

const count = v.optional(v.number(), 0);

const erasedCustomer = v.object({ digest: v.string(), member: v.string() });

const erasureItem = v.object({
  account_id: v.string(),
  erasure_id: v.string(),
  kind: v.picklist(['dataset', 'customer']),
  dataset_id: v.string(),
  /** Missing when the whole dataset is erased. */
  customer: v.optional(erasedCustomer),
  /** The dataset's identity rules when the erasure was requested; missing without rules. */
  identity: v.optional(storedIdentity),
  /** The customer's other ids. */
  linked: v.optional(v.array(erasedCustomer)),
  /** When the other ids were searched. */
  linked_at: v.optional(v.string()),
  /** The person's keys led to more ids than the search holds. */
  unlinked: v.optional(v.boolean()),
  /** The time after which no older data of the other ids can still reach the tables. */
  linked_settled_at: v.optional(v.string()),
  created_at: v.string(),
  /** Number of workflow runs; part of the execution's name. */
  runs: count,
  /** The time after which no older data can still reach the tables. */
  settled_at: v.optional(v.string()),
  /**
   * Set on the erasure that leads a round: ids of all erasures of the dataset that are carried out together, including
   * its own.
   */
  round: v.optional(v.array(v.string())),
  shards_done: v.optional(v.instance(Set<number>)),
  /** Sort key after which each shard resumes. */
  shard_cursors: v.optional(v.record(v.string(), v.string()), {}),
  /** The time when the tables held no older data any more. */
  orders_done_at: v.optional(v.string()),
  orders: count,
  line_items: count,
  reports: count,
  dead_letters: count,
  /** Since when the files of the dataset's table hold nothing of it, ISO; missing without a table. */
  table_as_of: v.optional(v.string()),
  completed_at: v.optional(v.string()),
});
export type ErasureItem = v.InferOutput<typeof erasureItem>;
export type ErasureCounter = 'orders' | 'line_items' | 'reports' | 'dead_letters';

export interface ErasureRef {
  readonly accountId: string;
  readonly erasureId: string;
}

export function toErasureRef({ account_id, erasure_id }: ErasureItem): ErasureRef {
  return { accountId: account_id, erasureId: erasure_id };
}

/** The customer ids that are erased, as far as they are known; a single one without a customer for all. */
export function listErasures({
  erasure_id,
  customer,
  linked = [],
}: Pick<ErasureItem, 'erasure_id' | 'customer' | 'linked'>): Erasure[] {
  const customers = customer === undefined ? [undefined] : [customer, ...linked];
  return customers.map((one) => ({ erasureId: erasure_id, customer: one }));
}

// Accepts erasures: the job and its marks are written in one transaction.

/** A message and its dead letter each live at most 14 days, so nothing older than a mark arrives after this time. */
const MARK_LIFE_S = 30 * 24 * 3_600;

function toEndOfMark(timestamp: string): number {
  return Math.ceil(Date.parse(timestamp) / 1_000) + MARK_LIFE_S;
}

function createErasureAcceptance(db: DynamoDBDocumentClient, tableName: string) {
  function buildDatasetMark({ account_id, dataset_id, erasure_id: id, customer }: ErasureItem): TransactItem {
    return {
      Update: buildUpdate(tableName, toErasureMarkKey(account_id, dataset_id), {
        set: { latest: id, whole: customer === undefined ? id : undefined },
        ...(customer === undefined && { add: { active: new Set([id]) } }),
        // Ids must ascend: a mark states that everything older is erased.
        condition: 'attribute_not_exists(latest) OR latest < :id',
        values: { id },
      }),
    };
  }

  function buildCustomerMarks({ account_id, dataset_id, erasure_id, ...item }: ErasureItem): TransactItem[] {
    return [item.customer ?? [], item.linked ?? []].flat().map(({ digest }) => {
      const Item = {
        ...toCustomerMarkKey(account_id, dataset_id, digest),
        before: erasure_id,
        [SERVICE_KEYS.ttl]: toEndOfMark(item.created_at),
      };
      return { Put: { TableName: tableName, Item } };
    });
  }

  function buildJob(item: ErasureItem): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: {
          ...toErasureKey(item.account_id, item.erasure_id),
          ...item,
          [UNFINISHED_INDEX.partition]: 'erasure',
          [UNFINISHED_INDEX.sort]: item.created_at,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }

  /** Advances the dataset, so that everything it accepts from now on is newer. */
  function buildDatasetChange({ account_id, dataset_id, erasure_id, customer }: ErasureItem): TransactItem {
    const key = toDatasetKey(account_id, dataset_id);
    const time = decodeTime(erasure_id);
    const nothingNewer = {
      ConditionExpression: 'attribute_not_exists(last_accepted) OR last_accepted < :time',
      ExpressionAttributeValues: { ':time': time },
    };
    return customer === undefined
      ? { Delete: { TableName: tableName, Key: key, ...nothingNewer } }
      : {
          Update: buildUpdate(tableName, key, {
            set: { last_accepted: time },
            condition: nothingNewer.ConditionExpression,
            values: { time },
          }),
        };
  }

  return {
    /**
     * `isStored`: whether the dataset has an item. Returns false if the dataset accepted something newer
     * meanwhile; the caller retries with a newer id.
     */
    async accept(item: ErasureItem, isStored: boolean): Promise<boolean> {
      const refused = await transact(db, {
        datasetMark: [buildDatasetMark(item)],
        job: [buildJob(item)],
        customerMarks: buildCustomerMarks(item),
        dataset: isStored ? [buildDatasetChange(item)] : [],
      });
      return refused.size === 0;
    },
  };
}

// Writes an erasure's progress.

function createErasureProgress(db: DynamoDBDocumentClient, tableName: string) {
  async function update({ accountId, erasureId }: ErasureRef, change: Change): Promise<boolean> {
    const existing = { condition: 'attribute_exists(pk)', ...change };
    const { met } = await updateIf(db, tableName, toErasureKey(accountId, erasureId), existing);
    return met;
  }

  return {
    /**
     * The run number for the workflow's next run, reserved by the caller that passes the current number; undefined if
     * another caller was faster.
     */
    async takeRun(ref: ErasureRef, runs: number): Promise<number | undefined> {
      const taken = await update(ref, {
        set: { runs: runs + 1 },
        condition: runs === 0 ? 'attribute_not_exists(runs) OR runs = :runs' : 'runs = :runs',
        values: { runs },
      });
      return taken ? runs + 1 : undefined;
    },

    async noteSettled(ref: ErasureRef, at: string): Promise<void> {
      await update(ref, { setOnce: { settled_at: at } });
    },

    /** The first write wins: what is marked is erased. `unlinked`: the search met more ids than it holds. */
    async noteLinked(
      ref: ErasureRef,
      linked: NonNullable<ErasureItem['linked']>,
      unlinked: boolean,
      at: string,
    ): Promise<void> {
      await update(ref, {
        set: { linked, unlinked, linked_at: at },
        condition: 'attribute_exists(pk) AND attribute_not_exists(linked_at)',
      });
    },

    /** Marks the other ids, unless a later erasure has marked them. */
    async markLinked({ account_id, dataset_id, erasure_id, linked, linked_at }: ErasureItem): Promise<void> {
      for (const { digest } of linked ?? [])
        await updateIf(db, tableName, toCustomerMarkKey(account_id, dataset_id, digest), {
          set: { before: erasure_id, [SERVICE_KEYS.ttl]: toEndOfMark(linked_at ?? '') },
          condition: 'attribute_not_exists(#before) OR #before < :id',
          values: { id: erasure_id },
        });
    },

    async noteLinkedSettled(ref: ErasureRef, at: string): Promise<void> {
      await update(ref, { setOnce: { linked_settled_at: at } });
    },

    /** The first write wins: the members of a round are chosen once. */
    async drawRound(ref: ErasureRef, round: readonly string[]): Promise<void> {
      await update(ref, { setOnce: { round } });
    },

    async noteShards(
      ref: ErasureRef,
      done: ReadonlySet<number>,
      cursors: Readonly<Record<string, string>>,
    ): Promise<void> {
      await update(ref, {
        set: { shard_cursors: cursors },
        ...(done.size > 0 && { add: { shards_done: done } }),
      });
    },

    async noteOrdersDone(ref: ErasureRef, at: string): Promise<void> {
      await update(ref, { setOnce: { orders_done_at: at }, remove: ['shard_cursors'] });
    },

    async count(ref: ErasureRef, counter: ErasureCounter, by: number): Promise<void> {
      await update(ref, { add: { [counter]: by } });
    },

    /** `tableAsOf`: see `table_as_of`. Completes an erasure. Reports are accepted again once no erasure of the whole dataset is in progress. */
    async complete(item: ErasureItem, at: string, tableAsOf?: string): Promise<void> {
      const { account_id, dataset_id, erasure_id, customer } = item;
      if (customer === undefined) {
        const ended = { subtract: { active: new Set([erasure_id]) } };
        const mark = toErasureMarkKey(account_id, dataset_id);
        await db.send(new UpdateCommand(buildUpdate(tableName, mark, ended)));
      }
      const { kind: erasure_kind, orders, line_items, reports } = item;
      await endWithEvent(db, tableName, {
        key: toErasureKey(account_id, erasure_id),
        change: {
          set: { completed_at: at, table_as_of: tableAsOf },
          remove: [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
          condition: 'attribute_exists(pk) AND attribute_not_exists(completed_at)',
        },
        event: {
          event: 'erasure.completed',
          timestamp: at,
          ...{ dataset_id, erasure_id, erasure_kind, counts: { orders, line_items, reports } },
        },
      });
    },
  };
}

export function createErasureStore(db: DynamoDBDocumentClient, tableName: string) {
  return {
    ...createErasureReads(db, tableName),
    ...createErasureAcceptance(db, tableName),
    ...createErasureProgress(db, tableName),
  };
}
export type ErasureStore = ReturnType<typeof createErasureStore>;

/** The reads of functions that only check what is being erased. */
export function createErasureReads(db: DynamoDBDocumentClient, tableName: string) {
  return {
    ...createErasureMarks(db, tableName),

    get: ({ accountId, erasureId }: ErasureRef): Promise<ErasureItem | undefined> =>
      getItem(db, tableName, toErasureKey(accountId, erasureId), erasureItem),

    /** Newest first. `before`: the last id of the previous page. */
    async list(accountId: string, limit: number, before: string | undefined): Promise<ErasureItem[]> {
      const { Items } = await db.send(
        new QueryCommand({
          ...buildPrefixQuery(tableName, accountId, ERASURE_PREFIX),
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && { ExclusiveStartKey: { ...toErasureKey(accountId, before) } }),
        }),
      );
      return v.parse(v.array(erasureItem), Items ?? []);
    },

    /** Erasures of one dataset, oldest first. */
    async listUnfinished(accountId: string, datasetId: string): Promise<ErasureItem[]> {
      const erasures = buildPrefixQuery(tableName, accountId, ERASURE_PREFIX);
      const items = await queryAll(db, {
        ...erasures,
        FilterExpression: 'dataset_id = :dataset AND attribute_not_exists(completed_at)',
        ExpressionAttributeValues: { ...erasures.ExpressionAttributeValues, ':dataset': datasetId },
      });
      return v.parse(v.array(erasureItem), items);
    },
  };
}
