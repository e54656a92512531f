// Stores destinations of audiences. Owners change the settings, workers the delivery state, erasures the
// stored customers: each on a condition of its own, so that no write undoes another's.

import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { buildLiveKeyCheck, requireLive, type Writer } from '../accounts/authors.ts';
import { buildPrefixQuery, buildUpdate, type Change, getItem, queryAll, updateIf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { buildWake, createLeasedItems } from '../leased-items.ts';
import {
  DESTINATION_PREFIX,
  SERVICE_KEYS,
  type ServiceKey,
  toAudienceDeliveryKey,
  toAudienceDeliveryPrefix,
  toDestinationKey,
  toDestinationPrefix,
} from '../tables/service-table.ts';
import {
  type DeliveryItem,
  type DestinationItem,
  type DestinationRef,
  deliveryItem,
  destinationItem,
} from './destination-item.ts';

const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Changes that only the worker with the lease makes. Null removes. */
export interface LeasedChanges {
  readonly plan?: DestinationItem['plan'] | null;
  readonly page?: DestinationItem['page'] | null;
  readonly copy?: DestinationItem['copy'];
  readonly failing?: DestinationItem['failing'] | null;
  readonly sequence?: number;
}

/** Null removes a setting. */
export type SettingsChange = Partial<
  Pick<DestinationItem, 'name' | 'url' | 'secret' | 'is_paused' | 'updated_by'> & {
    readonly paused_because: DestinationItem['paused_because'] | null;
  }
>;

const toKey = ({ accountId, audienceId, destinationId }: DestinationRef): ServiceKey =>
  toDestinationKey(accountId, audienceId, destinationId);
const toItemKey = ({ account_id, audience_id, destination_id }: DestinationItem): ServiceKey =>
  toDestinationKey(account_id, audience_id, destination_id);

/** The update that wakes a destination, for a transaction that changes its audience's members. */
export function buildDestinationWake(tableName: string, item: DestinationItem, at: string): TransactItem {
  return buildWake(tableName, 'destination', toItemKey(item), at);
}

export function createDestinationStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { kind: 'destination', schema: destinationItem, toKey: toItemKey } as const;
  const { read, update, woken, changeSettings, ...leases } = createLeasedItems<DestinationItem>(
    db,
    tableName,
    kind,
  );

  async function listFrom(accountId: string, prefix: string): Promise<DestinationItem[]> {
    const items = await queryAll(db, buildPrefixQuery(tableName, accountId, prefix));
    return v.parse(v.array(destinationItem), items);
  }

  function putDelivery(item: DeliveryItem, now: number): TransactItem {
    return {
      Put: {
        TableName: tableName,
        Item: {
          ...toAudienceDeliveryKey(item.account_id, item.audience_id, item.delivery_id),
          ...item,
          [SERVICE_KEYS.ttl]: Math.ceil((now + KEPT_DAYS * DAY_MS) / 1_000),
        },
      },
    };
  }

  return {
    ...leases,

    get: (ref: DestinationRef): Promise<DestinationItem | undefined> => read(toKey(ref)),

    /** Destinations of all audiences. */
    ofAccount: (accountId: string): Promise<DestinationItem[]> => listFrom(accountId, DESTINATION_PREFIX),

    /** Oldest first. */
    list: (accountId: string, audienceId: string): Promise<DestinationItem[]> =>
      listFrom(accountId, toDestinationPrefix(audienceId)),

    /**
     * Changes nothing if the destination exists, as after a repeated request. Throws UnauthorizedError if
     * `by` was revoked.
     */
    async create(item: DestinationItem, by?: Writer): Promise<void> {
      const Put = {
        TableName: tableName,
        Item: { ...toItemKey(item), ...item, ...woken(item.created_at).set },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      requireLive(await transact(db, { destination: [{ Put }], key: buildLiveKeyCheck(tableName, by) }));
    },

    /**
     * Changes settings as their owner has read them. Undefined if they have changed since. Resets retries, so
     * that the change applies at once.
     */
    changeSettings: (
      item: DestinationItem,
      { paused_because, ...set }: SettingsChange,
      at: string,
      by?: Writer,
    ) => {
      const why = { paused_because: paused_because ?? undefined };
      const remove = paused_because === null ? ['paused_because'] : [];
      return changeSettings(item, { set: { ...set, ...why }, remove }, at, by);
    },

    async remove(ref: DestinationRef): Promise<void> {
      await db.send(new DeleteCommand({ TableName: tableName, Key: toKey(ref) }));
    },

    /**
     * Saves the worker's deliveries. Undefined if its lease was lost, or if an erasure has replaced files
     * since `item` was read. `replaces`: plan or copy name other files. `delivery`: written with it.
     * `isAnnounced`: a request follows, unless the destination was paused.
     */
    async save(
      item: DestinationItem,
      { plan, page, copy, failing, sequence }: LeasedChanges,
      options: {
        readonly until: number;
        readonly now: number;
        readonly delivery?: DeliveryItem;
        readonly isAnnounced?: boolean;
      },
    ): Promise<DestinationItem | undefined> {
      const { until, now, delivery, isAnnounced = false } = options;
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
        condition: [
          'lease_id = :lease AND content = :content',
          ...(isAnnounced ? ['is_paused = :no'] : []),
        ].join(' AND '),
        values: { lease: item.lease_id, content: item.content, no: false },
      };
      if (delivery === undefined) {
        const { met } = await updateIf(db, tableName, toItemKey(item), change);
        return met ? next : undefined;
      }
      const refused = await transact(db, {
        destination: [{ Update: buildUpdate(tableName, toItemKey(item), change) }],
        delivery: [putDelivery(delivery, now)],
      });
      return refused.size === 0 ? next : undefined;
    },

    /**
     * Replaces files by ones without an erased customer, for an erasure, and wakes the destination. Undefined
     * if they have been replaced since `item` was read. Without `files`, only makes the worker read again who
     * is being erased.
     */
    replaceFiles(
      item: DestinationItem,
      files: { readonly plan?: DestinationItem['plan']; readonly copy?: DestinationItem['copy'] },
      at: string,
    ): Promise<DestinationItem | undefined> {
      const { set, add } = woken(at);
      return update(item, {
        set: { ...files, ...set, content: item.content + 1 },
        add,
        condition: 'content = :content',
        values: { content: item.content },
      });
    },
  };
}
export type DestinationStore = ReturnType<typeof createDestinationStore>;

// Deliveries to destinations: one item each, in the audience's partition, without customers.

export function createDeliveryRecords(db: DynamoDBDocumentClient, tableName: string) {
  return {
    get: (
      { accountId, audienceId }: Omit<DestinationRef, 'destinationId'>,
      deliveryId: string,
    ): Promise<DeliveryItem | undefined> =>
      getItem(db, tableName, toAudienceDeliveryKey(accountId, audienceId, deliveryId), deliveryItem),

    /**
     * Newest first, at most `limit`. `before`: the last id of the previous page; `destinationId`: only of
     * this one.
     */
    async list(
      { accountId, audienceId }: Omit<DestinationRef, 'destinationId'>,
      {
        limit,
        before,
        destinationId,
      }: {
        readonly limit: number;
        readonly before?: string | undefined;
        readonly destinationId?: string | undefined;
      },
    ): Promise<DeliveryItem[]> {
      const found: DeliveryItem[] = [];
      let from = before;
      // Skips deliveries of others in pages of the same size: 90 days of an audience have some thousands at
      // most.
      for (;;) {
        const { Items = [], LastEvaluatedKey } = await db.send(
          new QueryCommand({
            ...buildPrefixQuery(tableName, accountId, toAudienceDeliveryPrefix(audienceId)),
            ScanIndexForward: false,
            Limit: limit,
            ...(from !== undefined && {
              ExclusiveStartKey: { ...toAudienceDeliveryKey(accountId, audienceId, from) },
            }),
          }),
        );
        const page = v.parse(v.array(deliveryItem), Items);
        found.push(
          ...page.filter((one) => destinationId === undefined || one.destination_id === destinationId),
        );
        from = page.at(-1)?.delivery_id;
        if (found.length >= limit || LastEvaluatedKey === undefined || from === undefined)
          return found.slice(0, limit);
      }
    },
  };
}
export type DeliveryRecords = ReturnType<typeof createDeliveryRecords>;
