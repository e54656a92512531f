// Items that one worker at a time works on, such as destinations: woken whenever there may be something to do, leased by a worker,
// and at rest when it has done all that it has seen. An execution is named after its item and the number of those before it.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { sentence } from '../contract/schema/coded.ts';
import { buildLiveKeyCheck, requireLive, type Writer } from './accounts/authors.ts';
import { buildUpdate, type Change, getItem, updateIf } from './aws/items.ts';
import { type TransactItem, transact } from './aws/transact.ts';
import { type ServiceKey, UNFINISHED_INDEX, type UnfinishedKind } from './tables/service-table.ts';

/** Requests that failed, one after the other. */
const failing = v.object({
  /** Epoch milliseconds of the first. */
  since: v.number(),
  times: v.number(),
  /** Epoch milliseconds; missing after it was given up. */
  next_at: v.optional(v.number()),
  reason: v.string(),
  reason_coded: v.array(sentence),
});
export type Failing = v.InferOutput<typeof failing>;

/** Of every such item. */
export const leasedFields = {
  /** Incremented by every change of the settings. */
  version: v.number(),
  /** Incremented whenever there may be something to send: a worker rests only on what it has seen. */
  woken: v.number(),
  /** Workflow executions that have ended; names the current one. */
  runs: v.number(),
  /** The worker that may send, until then (epoch milliseconds). */
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
  keyOf(item: Item): ServiceKey;
}

/** There may be something to send. `at`: ISO timestamp. */
function buildWakeChange(kind: UnfinishedKind, at: string): Required<Pick<Change, 'set' | 'add'>> {
  return {
    set: { [UNFINISHED_INDEX.partition]: kind, [UNFINISHED_INDEX.sort]: at },
    add: { woken: 1 },
  };
}

/** Of a transaction that gives the item something to send, unless it was deleted. */
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
  { kind, schema, keyOf }: LeasedItems<Item>,
) {
  const buildOwnWakeChange = (at: string) => buildWakeChange(kind, at);

  async function update(item: Item, change: Change): Promise<Item | undefined> {
    const returned = { ReturnValues: 'ALL_NEW' } as const;
    const { met, item: stored } = await updateIf(db, tableName, keyOf(item), change, returned);
    return met ? v.parse(schema, stored) : undefined;
  }

  const read = (key: ServiceKey): Promise<Item | undefined> => getItem(db, tableName, key, schema);

  return {
    woken: buildOwnWakeChange,
    update,
    read,

    /**
     * Settings as their owner has read them. Undefined if they have changed since. The change is tried at once. `by`: throws
     * UnauthorizedError if it was revoked.
     */
    async changeSettings(
      item: Item,
      { set: settings, remove = [], add: also }: Pick<Change, 'set' | 'remove' | 'add'>,
      at: string,
      by?: Writer,
    ): Promise<Item | undefined> {
      const { set, add } = buildOwnWakeChange(at);
      const Update = buildUpdate(tableName, keyOf(item), {
        set: { ...settings, ...set, version: item.version + 1 },
        add: { ...add, ...also },
        remove: ['failing', ...remove],
        condition: 'version = :version',
        values: { version: item.version },
      });
      const refused = await transact(db, { item: [{ Update }], key: buildLiveKeyCheck(tableName, by) });
      requireLive(refused);
      return refused.size === 0 ? read(keyOf(item)) : undefined;
    },

    /** The worker that may send until `until`; undefined while another may. Times: epoch milliseconds. */
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
      await updateIf(db, tableName, keyOf(item), {
        remove: ['lease_id', 'lease_until'],
        condition: 'lease_id = :lease',
        values: { lease: item.lease_id },
      });
    },

    /** Nothing is left to send, as far as `item` was woken. False if it was woken since, or its lease was lost. */
    async rest(item: Item): Promise<boolean> {
      const { met } = await updateIf(db, tableName, keyOf(item), {
        remove: ['lease_id', 'lease_until', UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
        add: { runs: 1 },
        condition: 'lease_id = :lease AND woken = :woken',
        values: { lease: item.lease_id, woken: item.woken },
      });
      return met;
    },

    /** The number of another execution, after one that has ended early; undefined if another caller was first. */
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
