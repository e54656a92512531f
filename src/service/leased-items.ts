// Items with one worker at a time, such as destinations: woken whenever there may be work, leased by a
// worker, and at rest when the worker has done all work it was woken for. An execution is named after its
// item and the number of earlier executions.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { sentence } from '../contract/schema/coded.ts';
import { buildLiveKeyCheck, requireLive, type Writer } from './accounts/authors.ts';
import { buildUpdate, type Change, getItem, updateIf } from './aws/items.ts';
import { type TransactItem, transact } from './aws/transact.ts';
import { type ServiceKey, UNFINISHED_INDEX, type UnfinishedKind } from './tables/service-table.ts';

/** Consecutive failed requests. */
const failing = v.object({
  /** Epoch milliseconds of the first failure. */
  since: v.number(),
  times: v.number(),
  /** Epoch milliseconds; missing after the worker has stopped retrying. */
  next_at: v.optional(v.number()),
  reason: v.string(),
  reason_coded: v.array(sentence),
});
export type Failing = v.InferOutput<typeof failing>;

/** Fields of every leased item. */
export const leasedFields = {
  /** Incremented by every change of the settings. */
  version: v.number(),
  /**
   * Incremented whenever there may be something to send: a worker rests only if it has not been woken since.
   */
  woken: v.number(),
  /** Workflow executions that have ended; names the current one. */
  runs: v.number(),
  /** Lease of the worker that may send, and its end (epoch milliseconds). */
  lease_id: v.optional(v.string()),
  lease_until: v.optional(v.number()),
  failing: v.optional(failing),
  /** Present while there may be something to send. */
  [UNFINISHED_INDEX.partition]: v.optional(v.string()),
};
export type LeasedItem = v.InferOutput<v.ObjectSchema<typeof leasedFields, undefined>>;

interface LeasedItems<Item> {
  readonly kind: UnfinishedKind;
  readonly schema: v.GenericSchema<unknown, Item>;
  toKey(item: Item): ServiceKey;
}

/** Marks that there may be something to send. `at`: ISO timestamp. */
function buildWakeChange(kind: UnfinishedKind, at: string): Required<Pick<Change, 'set' | 'add'>> {
  return {
    set: { [UNFINISHED_INDEX.partition]: kind, [UNFINISHED_INDEX.sort]: at },
    add: { woken: 1 },
  };
}

/** Wakes the item, unless it was deleted, in a transaction that gives it something to send. */
export function buildWake(
  tableName: string,
  kind: UnfinishedKind,
  key: ServiceKey,
  at: string,
): TransactItem {
  return {
    Update: buildUpdate(tableName, key, { ...buildWakeChange(kind, at), condition: 'attribute_exists(pk)' }),
  };
}

export function createLeasedItems<Item extends LeasedItem>(
  db: DynamoDBDocumentClient,
  tableName: string,
  { kind, schema, toKey }: LeasedItems<Item>,
) {
  const buildOwnWakeChange = (at: string) => buildWakeChange(kind, at);

  async function update(item: Item, change: Change): Promise<Item | undefined> {
    const returned = { ReturnValues: 'ALL_NEW' } as const;
    const { met, item: stored } = await updateIf(db, tableName, toKey(item), change, returned);
    return met ? v.parse(schema, stored) : undefined;
  }

  const read = (key: ServiceKey): Promise<Item | undefined> => getItem(db, tableName, key, schema);

  return {
    woken: buildOwnWakeChange,
    update,
    read,

    /**
     * Changes settings as their owner has read them. Undefined if they have changed since. Resets retries, so
     * that the change applies at once. Throws UnauthorizedError if `by` was revoked.
     */
    async changeSettings(
      item: Item,
      { set: settings, remove = [], add: also }: Pick<Change, 'set' | 'remove' | 'add'>,
      at: string,
      by?: Writer,
    ): Promise<Item | undefined> {
      const { set, add } = buildOwnWakeChange(at);
      const Update = buildUpdate(tableName, toKey(item), {
        set: { ...settings, ...set, version: item.version + 1 },
        add: { ...add, ...also },
        remove: ['failing', ...remove],
        condition: 'version = :version',
        values: { version: item.version },
      });
      const refused = await transact(db, { item: [{ Update }], key: buildLiveKeyCheck(tableName, by) });
      requireLive(refused);
      return refused.size === 0 ? read(toKey(item)) : undefined;
    },

    /**
     * Leases the item to a worker until `until`; undefined while another has it. Times: epoch milliseconds.
     */
    lease(
      item: Item,
      lease: { readonly id: string; readonly until: number },
      now: number,
    ): Promise<Item | undefined> {
      return update(item, {
        set: { lease_id: lease.id, lease_until: lease.until },
        condition: 'attribute_exists(pk) AND (attribute_not_exists(lease_until) OR lease_until < :now)',
        values: { now },
      });
    },

    async release(item: Item): Promise<void> {
      await updateIf(db, tableName, toKey(item), {
        remove: ['lease_id', 'lease_until'],
        condition: 'lease_id = :lease',
        values: { lease: item.lease_id },
      });
    },

    /**
     * Records that nothing is left to send, as of when `item` was read. Returns false if it was woken since,
     * or its lease was lost.
     */
    async rest(item: Item): Promise<boolean> {
      const { met } = await updateIf(db, tableName, toKey(item), {
        remove: ['lease_id', 'lease_until', UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
        add: { runs: 1 },
        condition: 'lease_id = :lease AND woken = :woken',
        values: { lease: item.lease_id, woken: item.woken },
      });
      return met;
    },

    /**
     * The number of another execution, after one that has ended early; undefined if another caller was first.
     */
    async takeRun(item: Item): Promise<number | undefined> {
      const taken = await update(item, {
        add: { runs: 1 },
        condition: 'runs = :runs',
        values: { runs: item.runs },
      });
      return taken?.runs;
    },
  };
}
