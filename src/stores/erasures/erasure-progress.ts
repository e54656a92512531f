// What an erasure notes about its progress.
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, updateIf, updateOf } from '../aws/items.ts';
import { endTelling } from '../events/outbox.ts';
import { erasureKey, erasureMarkKey, UNFINISHED_INDEX } from '../tables/service-table.ts';
import type { ErasureCounter, ErasureItem, ErasureRef } from './erasure-item.ts';

export function createErasureProgress(db: DynamoDBDocumentClient, tableName: string) {
  async function update({ accountId, erasureId }: ErasureRef, change: Change): Promise<boolean> {
    const existing = { condition: 'attribute_exists(pk)', ...change };
    const { met } = await updateIf(db, tableName, erasureKey(accountId, erasureId), existing);
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

    /** Completes an erasure. Reports are accepted again once no erasure of the whole dataset is in progress. */
    async complete(item: ErasureItem, at: string): Promise<void> {
      const { account_id, dataset_id, erasure_id, customer } = item;
      if (customer === undefined) {
        const ended = { subtract: { active: new Set([erasure_id]) } };
        const mark = erasureMarkKey(account_id, dataset_id);
        await db.send(new UpdateCommand(updateOf(tableName, mark, ended)));
      }
      const { kind: erasure_kind, orders, line_items, reports } = item;
      await endTelling(db, tableName, {
        key: erasureKey(account_id, erasure_id),
        change: {
          set: { completed_at: at },
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
