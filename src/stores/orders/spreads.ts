// How each dataset's orders are spread over partitions, and how that changes while they are read and written. Announced first:
// whoever begins to read from then on looks at both places. Then, in one transaction, every row counter gets the new width:
// a commit of a writer that does not know it is refused. Last, the orders move, shard by shard.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { SHARD_COUNT } from '../../core/ingest/hash.ts';
import { COUNTER_SHARDS } from '../../core/ingest/row-capacity.ts';
import { widthAttribute } from '../accounts/row-counters.ts';
import { getItem, updateIf, updateOf } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { NARROW, type Spread, type SpreadDataset } from '../tables/orders-table.ts';
import { rowCounterKey, spreadKey } from '../tables/service-table.ts';

const spreadItem = v.object({
  width: v.number(),
  wider: v.optional(v.number()),
  /** ISO 8601: when it was announced, or, of one that does not change, when the last order had moved. */
  since: v.string(),
  moves_at: v.optional(v.number()),
  /** Shards all of whose orders have moved. */
  moved: v.optional(v.set(v.number())),
});
export type SpreadItem = v.InferOutput<typeof spreadItem>;

export function createSpreads(db: DynamoDBDocumentClient, tableName: string) {
  const keyOf = ({ accountId, datasetId }: SpreadDataset) => spreadKey(accountId, datasetId);
  const find = (dataset: SpreadDataset): Promise<SpreadItem | undefined> =>
    getItem(db, tableName, keyOf(dataset), spreadItem);

  return {
    find,

    async of(dataset: SpreadDataset): Promise<Spread> {
      return (await find(dataset)) ?? NARROW;
    },

    /** Nothing is written if it changes already, or is of another width by now. `at`: ISO 8601. */
    async announce(dataset: SpreadDataset, { width, wider }: Spread, at: string): Promise<void> {
      await updateIf(db, tableName, keyOf(dataset), {
        set: { width, wider, since: at },
        condition: 'attribute_not_exists(pk) OR (attribute_not_exists(#wider) AND #width = :width)',
        values: { width },
      });
    },

    /** From `movesAt` on, orders are created at their wider place: by nobody before, as commits under way have to end. */
    async open(dataset: SpreadDataset, wider: number, movesAt: number): Promise<void> {
      const counters = Array.from({ length: COUNTER_SHARDS }, (_, shard) => ({
        Update: updateOf(tableName, rowCounterKey(dataset.accountId, shard), {
          set: { [widthAttribute(dataset.datasetId)]: wider },
          add: { stored_rows: 0 },
        }),
      }));
      const spread = updateOf(tableName, keyOf(dataset), {
        set: { moves_at: movesAt },
        condition: '#wider = :wider AND attribute_not_exists(moves_at)',
        values: { wider },
      });
      await transact(db, { spread: [{ Update: spread }], counters });
    },

    async noteMoved(dataset: SpreadDataset, wider: number, shard: number): Promise<void> {
      await updateIf(db, tableName, keyOf(dataset), {
        add: { moved: new Set([shard]) },
        condition: '#wider = :wider',
        values: { wider },
      });
    },

    /** Once the orders of all shards have moved. */
    async settle(dataset: SpreadDataset, wider: number, at: string): Promise<void> {
      await updateIf(db, tableName, keyOf(dataset), {
        set: { width: wider, since: at },
        remove: ['wider', 'moves_at', 'moved'],
        condition: '#wider = :wider AND size(moved) = :shards',
        values: { wider, shards: SHARD_COUNT },
      });
    },
  };
}
export type Spreads = ReturnType<typeof createSpreads>;
