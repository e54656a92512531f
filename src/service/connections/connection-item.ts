// Stores connections: for each source with credentials of its shop, how far the shop's orders have been read.
// Owners change the credentials, the worker with the lease the progress. A connection at rest waits in the
// index of unfinished work for its next comparison.
import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { CONNECTION_EVENTS, SOURCE_KINDS } from '../../contract/source.ts';
import { buildPrefixQuery, queryAll, updateIf } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import { createLeasedItems, leasedFields } from '../leased-items.ts';
import { type SecretOwner, sealedSecret } from '../secrets/sealed-secrets.ts';
import type { SourceRef } from '../sources/sources.ts';
import {
  CONNECTION_PREFIX,
  type ServiceKey,
  toConnectionKey,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';

/** Reads all orders of a shop that were changed from `since` on, before `until` (epoch milliseconds). */
const pass = v.object({
  /** Missing: from the first order of the shop. */
  since: v.optional(v.number()),
  until: v.number(),
  /** The place to continue, in a format of the shop's kind; missing at the start. */
  cursor: v.optional(v.string()),
  /** Orders read by this pass, and those of them whose change was missing. */
  read: v.number(),
  repaired: v.number(),
  expected: v.optional(v.number()),
  /** Imports whose orders may not have been applied yet, oldest first. */
  imports: v.array(v.string()),
});
export type Pass = v.InferOutput<typeof pass>;

const connectionItem = v.object({
  account_id: v.string(),
  source_id: v.string(),
  kind: v.picklist(SOURCE_KINDS),
  address: v.string(),
  /** JSON of the credentials, without the address. */
  credentials: sealedSecret,
  connected_at: v.string(),
  /** The address of the source, for events of the shop. */
  hook_url: v.string(),
  /** Whether the shop posts its events; missing until that was requested. `manual`: it refused. */
  events: v.optional(v.picklist(CONNECTION_EVENTS)),
  ...leasedFields,
  is_cancelled: v.boolean(),
  /** Missing while there is nothing to read. */
  pass: v.optional(pass),
  /** The owner requests a comparison before `next_at`. */
  is_due: v.boolean(),
  /** Epoch milliseconds: all changes until then were read. Missing until the history is complete. */
  read_until: v.optional(v.number()),
  /** Epoch milliseconds of the next comparison. */
  next_at: v.optional(v.number()),
  orders_read: v.number(),
  orders_ignored: v.number(),
  last_comparison: v.optional(v.object({ at: v.string(), orders: v.number(), repaired: v.number() })),
  last_order_at: v.optional(v.string()),
});
export type ConnectionItem = v.InferOutput<typeof connectionItem>;

/** Changes that only the worker with the lease makes. Null removes. */
export type Progress = Partial<
  Pick<
    ConnectionItem,
    | 'events'
    | 'read_until'
    | 'next_at'
    | 'is_due'
    | 'orders_read'
    | 'orders_ignored'
    | 'last_comparison'
    | 'last_order_at'
  > & { readonly pass: Pass | null; readonly failing: ConnectionItem['failing'] | null }
>;

export function toConnectionOwner({ accountId, sourceId }: SourceRef): SecretOwner {
  return { accountId, kind: 'connection', id: sourceId };
}

const toItemKey = ({ account_id, source_id }: ConnectionItem): ServiceKey =>
  toConnectionKey(account_id, source_id);

export function createConnectionStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { kind: 'connection', schema: connectionItem, toKey: toItemKey } as const;
  const { update, woken, read, lease, release, takeRun, changeSettings } = createLeasedItems<ConnectionItem>(
    db,
    tableName,
    kind,
  );

  return {
    ...{ lease, release, takeRun },

    get: ({ accountId, sourceId }: SourceRef): Promise<ConnectionItem | undefined> =>
      read(toConnectionKey(accountId, sourceId)),

    async list(accountId: string): Promise<ConnectionItem[]> {
      const items = await queryAll(db, buildPrefixQuery(tableName, accountId, CONNECTION_PREFIX));
      return v.parse(v.array(connectionItem), items);
    },

    /** Changes nothing if the source has a connection, as after a repeated request. */
    async create(item: ConnectionItem): Promise<void> {
      const Put = {
        TableName: tableName,
        Item: { ...toItemKey(item), ...item, ...woken(item.connected_at).set },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      await transact(db, { connection: [{ Put }] });
    },

    /**
     * Undefined if the settings have changed since `item` was read. `restarts`: another shop, whose orders
     * are read from the first.
     */
    change(
      item: ConnectionItem,
      settings: Partial<
        Pick<
          ConnectionItem,
          'address' | 'credentials' | 'connected_at' | 'hook_url' | 'is_cancelled' | 'is_due'
        >
      >,
      at: string,
      restarts = false,
    ): Promise<ConnectionItem | undefined> {
      // Another key may permit what the former one did not, and another secret replaces that of the shop.
      const remove = restarts
        ? ['events', 'pass', 'read_until', 'next_at', 'last_comparison', 'last_order_at']
        : ['events'];
      const counts = restarts ? { orders_read: 0, orders_ignored: 0 } : {};
      return changeSettings(item, { set: { ...settings, ...counts }, remove }, at);
    },

    async remove({ accountId, sourceId }: SourceRef): Promise<void> {
      const Key = toConnectionKey(accountId, sourceId);
      await db.send(new DeleteCommand({ TableName: tableName, Key }));
    },

    /** Saves the worker's progress. Undefined if its lease was lost, or the settings have changed. */
    save(item: ConnectionItem, progress: Progress, until: number): Promise<ConnectionItem | undefined> {
      const entries: [string, unknown][] = Object.entries(progress);
      return update(item, {
        set: { ...Object.fromEntries(entries.filter(([, value]) => value !== null)), lease_until: until },
        remove: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
        condition: 'lease_id = :lease AND version = :version',
        values: { lease: item.lease_id, version: item.version },
      });
    },

    /**
     * Ends the work on a connection until its next comparison. Returns false if it was woken since `item` was
     * read, or its lease was lost.
     */
    async rest(item: ConnectionItem): Promise<boolean> {
      const { next_at, lease_id, woken: seen } = item;
      const isPlanned = next_at !== undefined && !item.is_cancelled;
      const [kind, since] = [UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort];
      const { met } = await updateIf(db, tableName, toItemKey(item), {
        ...(isPlanned && { set: { [kind]: 'connection-due', [since]: new Date(next_at).toISOString() } }),
        remove: ['lease_id', 'lease_until', ...(isPlanned ? [] : [kind, since])],
        add: { runs: 1 },
        condition: 'lease_id = :lease AND woken = :woken',
        values: { lease: lease_id, woken: seen },
      });
      return met;
    },

    /** Makes a connection at rest be compared. Undefined if another caller was first, or it was deleted. */
    wake(item: ConnectionItem, at: string): Promise<ConnectionItem | undefined> {
      return update(item, {
        ...woken(at),
        condition: `${UNFINISHED_INDEX.partition} = :due AND woken = :woken`,
        values: { due: 'connection-due', woken: item.woken },
      });
    },
  };
}
export type ConnectionStore = ReturnType<typeof createConnectionStore>;
