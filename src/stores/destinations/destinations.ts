// Destinations of audiences. Owners change their settings, workers what was sent, erasures what is stored of customers: each on a
// condition of its own, so that none undoes what another has written.
import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Change, getItem, updateIf, updateOf } from '../aws/items.ts';
import { queryAll, startingWith } from '../aws/query-all.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import {
  audienceDeliveryKey,
  DESTINATION_PREFIX,
  destinationKey,
  destinationPrefix,
  SERVICE_KEYS,
  type ServiceKey,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';
import {
  type DeliveryItem,
  type DestinationItem,
  type DestinationRef,
  destinationItem,
} from './destination-item.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** What only the worker that holds the lease changes. Null removes. */
export interface Sent {
  readonly plan?: DestinationItem['plan'] | null;
  readonly page?: DestinationItem['page'] | null;
  readonly copy?: DestinationItem['copy'];
  readonly failing?: DestinationItem['failing'] | null;
  readonly sequence?: number;
}

export type SettingsChange = Partial<Pick<DestinationItem, 'name' | 'url' | 'secret' | 'is_paused'>>;

const keyOf = ({ accountId, audienceId, destinationId }: DestinationRef): ServiceKey =>
  destinationKey(accountId, audienceId, destinationId);
const ofItem = ({ account_id, audience_id, destination_id }: DestinationItem): ServiceKey =>
  destinationKey(account_id, audience_id, destination_id);

/** There may be something to send. `at`: ISO timestamp. */
const woken = (at: string): Pick<Change, 'set' | 'add'> => ({
  set: { [UNFINISHED_INDEX.partition]: 'destination', [UNFINISHED_INDEX.sort]: at },
  add: { woken: 1 },
});

/** The update of a transaction that changes an audience's members: each of its destinations has something to send. */
export function wakingUpdate(tableName: string, item: DestinationItem, at: string): TransactItem {
  return {
    Update: updateOf(tableName, ofItem(item), { ...woken(at), condition: 'attribute_exists(pk)' }),
  };
}

export function createDestinationStore(db: DynamoDBDocumentClient, tableName: string) {
  async function listFrom(accountId: string, prefix: string): Promise<DestinationItem[]> {
    const items = await queryAll(db, startingWith(tableName, accountId, prefix));
    return v.parse(v.array(destinationItem), items);
  }

  async function update(item: DestinationItem, change: Change): Promise<DestinationItem | undefined> {
    const returned = { ReturnValues: 'ALL_NEW' } as const;
    const { met, item: stored } = await updateIf(db, tableName, ofItem(item), change, returned);
    return met ? v.parse(destinationItem, stored) : undefined;
  }

  function putDelivery(item: DeliveryItem, now: number): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: {
          ...audienceDeliveryKey(item.account_id, item.audience_id, item.delivery_id),
          ...item,
          [SERVICE_KEYS.ttl]: Math.ceil((now + KEPT_DAYS * DAY_MS) / 1_000),
        },
      },
    };
  }

  return {
    get: (ref: DestinationRef): Promise<DestinationItem | undefined> =>
      getItem(db, tableName, keyOf(ref), destinationItem),

    /** Of all audiences. */
    ofAccount: (accountId: string): Promise<DestinationItem[]> => listFrom(accountId, DESTINATION_PREFIX),

    /** Oldest first. */
    list: (accountId: string, audienceId: string): Promise<DestinationItem[]> =>
      listFrom(accountId, destinationPrefix(audienceId)),

    /** Changes nothing if the destination exists: the same request was sent before. */
    async create(item: DestinationItem): Promise<void> {
      const Put = {
        TableName: tableName,
        Item: { ...ofItem(item), ...item, ...woken(item.created_at).set },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      await transact(db, { destination: [{ Put }] });
    },

    /** Settings as their owner has read them. Undefined if they have changed since. The change is tried at once. */
    changeSettings(
      item: DestinationItem,
      changes: SettingsChange,
      at: string,
    ): Promise<DestinationItem | undefined> {
      const { set, add } = woken(at);
      return update(item, {
        set: { ...changes, ...set, version: item.version + 1 },
        ...(add && { add }),
        remove: ['failing'],
        condition: 'version = :version',
        values: { version: item.version },
      });
    },

    async remove(ref: DestinationRef): Promise<void> {
      await db.send(new DeleteCommand({ TableName: tableName, Key: keyOf(ref) }));
    },

    /** The worker that may send until `until`; undefined while another may. Times: epoch milliseconds. */
    lease(
      item: DestinationItem,
      lease: { readonly id: string; readonly until: number },
      now: number,
    ): Promise<DestinationItem | undefined> {
      return update(item, {
        set: { lease_id: lease.id, lease_until: lease.until },
        condition: 'attribute_exists(pk) AND (attribute_not_exists(lease_until) OR lease_until < :now)',
        values: { now },
      });
    },

    async release(item: DestinationItem): Promise<void> {
      await updateIf(db, tableName, ofItem(item), {
        remove: ['lease_id', 'lease_until'],
        condition: 'lease_id = :lease',
        values: { lease: item.lease_id },
      });
    },

    /**
     * What the worker has sent, or is about to. Undefined if its lease was lost, or if an erasure has replaced files since
     * `item` was read. `replaces`: plan or copy name other files. `delivery`: written with it.
     */
    async save(
      item: DestinationItem,
      { plan, page, copy, failing, sequence }: Sent,
      options: { readonly until: number; readonly now: number; readonly delivery?: DeliveryItem },
    ): Promise<DestinationItem | undefined> {
      const { until, now, delivery } = options;
      const given = { plan, page, failing };
      const replaces = copy !== undefined || (plan !== undefined && plan?.file !== item.plan?.file);
      const removed = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));
      const next: DestinationItem = {
        ...item,
        ...(plan !== undefined && { plan: plan ?? undefined }),
        ...(page !== undefined && { page: page ?? undefined }),
        ...(failing !== undefined && { failing: failing ?? undefined }),
        ...(copy && { copy }),
        ...(sequence !== undefined && { sequence }),
        lease_until: until,
        content: item.content + Number(replaces),
      };
      const change: Change = {
        set: {
          ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
          copy,
          sequence,
          lease_until: until,
          content: next.content,
        },
        remove: removed,
        condition: 'lease_id = :lease AND content = :content',
        values: { lease: item.lease_id, content: item.content },
      };
      if (delivery === undefined) {
        const { met } = await updateIf(db, tableName, ofItem(item), change);
        return met ? next : undefined;
      }
      const refused = await transact(db, {
        destination: [{ Update: updateOf(tableName, ofItem(item), change) }],
        delivery: [putDelivery(delivery, now)],
      });
      return refused.size === 0 ? next : undefined;
    },

    /** Nothing is left to send, as far as `item` was woken. False if it was woken since, or its lease was lost. */
    async rest(item: DestinationItem): Promise<boolean> {
      const { met } = await updateIf(db, tableName, ofItem(item), {
        remove: ['lease_id', 'lease_until', UNFINISHED_INDEX.partition, UNFINISHED_INDEX.sort],
        add: { runs: 1 },
        condition: 'lease_id = :lease AND woken = :woken',
        values: { lease: item.lease_id, woken: item.woken },
      });
      return met;
    },

    /** The number of another execution, after one that has ended early; undefined if another caller was first. */
    async takeRun(item: DestinationItem): Promise<number | undefined> {
      const taken = await update(item, {
        add: { runs: 1 },
        condition: 'runs = :runs',
        values: { runs: item.runs },
      });
      return taken?.runs;
    },

    /**
     * Files without an erased customer, written by an erasure, which also wakes it. Undefined if they have been replaced since
     * `item` was read. Without `files`, the worker is only made to read again who is being erased.
     */
    replaceFiles(
      item: DestinationItem,
      files: { readonly plan?: DestinationItem['plan']; readonly copy?: DestinationItem['copy'] },
      at: string,
    ): Promise<DestinationItem | undefined> {
      const { set, add } = woken(at);
      return update(item, {
        set: { ...files, ...set, content: item.content + 1 },
        ...(add && { add }),
        condition: 'content = :content',
        values: { content: item.content },
      });
    },
  };
}
export type DestinationStore = ReturnType<typeof createDestinationStore>;
