// Webhook endpoints of accounts. Owners change their settings, workers what was sent: each on a condition of its own. How many there
// are stands in the account's log: it bounds them, and says whether events are recorded.

import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { accountEvent, bornEvent } from '../../contract/resources/events.ts';
import {
  type EndpointDelivery,
  endpointDelivery,
  MAX_ENDPOINT_SECRETS,
  PAUSE_REASONS,
} from '../../contract/resources/webhook-endpoints.ts';
import { EVENT_DAYS } from '../../contract/schema/limits.ts';
import { authoredFields, requireLive, type Writer, whileLive } from '../accounts/authors.ts';
import { type Change, queryAll, startingWith, updateOf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { createLeasedItems, leasedFields, waking } from '../leased-items.ts';
import { sealedSecret } from '../secrets/sealed-secrets.ts';
import {
  ENDPOINT_PREFIX,
  endpointDeliveryKey,
  endpointKey,
  eventLogKey,
  SERVICE_KEYS,
  type ServiceKey,
} from '../tables/service-table.ts';

// The items of an account's events: those that were born, the log that numbers them, and the endpoints that they are sent to.

export const bornEventItem = v.object({ event_id: v.string(), event: bornEvent });
export const loggedEventItem = accountEvent;

const secret = v.object({ secret_id: v.string(), sealed: sealedSecret });

const endpointItem = v.object({
  account_id: v.string(),
  endpoint_id: v.string(),
  name: v.string(),
  url: v.string(),
  /** Missing: all. */
  events: v.optional(v.array(v.string())),
  /** Oldest first: all of them sign. */
  secrets: v.pipe(v.array(secret), v.minLength(1), v.maxLength(MAX_ENDPOINT_SECRETS)),
  paused: v.optional(v.object({ because: v.picklist(PAUSE_REASONS), at: v.string() })),
  created_at: v.string(),
  ...authoredFields,
  /** Number of the last event that it is done with. */
  sent_until: v.number(),
  ...leasedFields,
});
export type EndpointItem = v.InferOutput<typeof endpointItem>;

export interface EndpointRef {
  readonly accountId: string;
  readonly endpointId: string;
}

const endpointDeliveryItem = endpointDelivery;

/** What only the worker that holds the lease changes. Null removes. */
export interface SentEvents {
  readonly sent_until?: number;
  readonly failing?: EndpointItem['failing'] | null;
  readonly paused?: EndpointItem['paused'];
}

/** Null removes. */
export type EndpointChange = Partial<
  Pick<EndpointItem, 'name' | 'url' | 'secrets' | 'sent_until' | 'updated_by'> & {
    readonly events: EndpointItem['events'] | null;
    readonly paused: EndpointItem['paused'] | null;
  }
>;

const ofItem = ({ account_id, endpoint_id }: EndpointItem): ServiceKey =>
  endpointKey(account_id, endpoint_id);

/** Of a transaction that gives an endpoint events to send. */
export function wakingEndpoint(tableName: string, item: EndpointItem, at: string): TransactItem {
  return waking(tableName, 'webhook-endpoint', ofItem(item), at);
}

export function createEndpointStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { kind: 'webhook-endpoint', schema: endpointItem, keyOf: ofItem } as const;
  const {
    read,
    update,
    woken: _,
    changeSettings,
    ...leases
  } = createLeasedItems<EndpointItem>(db, tableName, kind);

  function counting(accountId: string, by: 1 | -1, change: Partial<Change>): TransactItem {
    const counted: Change = { add: { endpoints: by }, setOnce: { sequence: 0 }, ...change };
    return { Update: updateOf(tableName, eventLogKey(accountId), counted) };
  }

  return {
    ...leases,

    get: ({ accountId, endpointId }: EndpointRef): Promise<EndpointItem | undefined> =>
      read(endpointKey(accountId, endpointId)),

    /** Oldest first. */
    async list(accountId: string): Promise<EndpointItem[]> {
      return v.parse(
        v.array(endpointItem),
        await queryAll(db, startingWith(tableName, accountId, ENDPOINT_PREFIX)),
      );
    },

    /** False if the account has `most`. Changes nothing if the endpoint exists: the same request was sent before. Throws UnauthorizedError if `by` was revoked. */
    async create(item: EndpointItem, most: number, by?: Writer): Promise<boolean> {
      const Put = {
        TableName: tableName,
        Item: { ...ofItem(item), ...item },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      const counted = counting(item.account_id, 1, {
        condition: 'attribute_not_exists(endpoints) OR endpoints < :most',
        values: { most },
      });
      const refused = await transact(db, {
        endpoint: [{ Put }],
        limit: [counted],
        key: whileLive(tableName, by),
      });
      requireLive(refused);
      return refused.has('endpoint') || !refused.has('limit');
    },

    /** Settings as their owner has read them. Undefined if they have changed since. Another execution follows, which waits for nothing. */
    changeSettings(item: EndpointItem, changes: EndpointChange, at: string, by?: Writer) {
      return changeSettings(item, { ...clearing(changes), add: { runs: 1 } }, at, by);
    },

    /** Does nothing if it is gone. */
    async remove({ accountId, endpointId }: EndpointRef): Promise<void> {
      const Delete = {
        TableName: tableName,
        Key: endpointKey(accountId, endpointId),
        ConditionExpression: 'attribute_exists(pk)',
      };
      await transact(db, { endpoint: [{ Delete }], count: [counting(accountId, -1, {})] });
    },

    /** What the worker has sent. Undefined if its lease was lost, or the settings have changed since `item` was read. */
    save(item: EndpointItem, sent: SentEvents, until: number): Promise<EndpointItem | undefined> {
      const { set, remove } = clearing(sent);
      return update(item, {
        set: { ...set, lease_until: until },
        remove,
        condition: 'lease_id = :lease AND version = :version',
        values: { lease: item.lease_id, version: item.version },
      });
    },
  };
}
export type EndpointStore = ReturnType<typeof createEndpointStore>;

/** Null removes. */
function clearing(changes: object) {
  const entries: [string, unknown][] = Object.entries(changes);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    remove: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

// Every attempt to deliver an event to an endpoint, so that its owner can see how the receiver responded. An entry is written once.

const DAY_MS = 86_400_000;

export function createEndpointDeliveries(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async add({ accountId, endpointId }: EndpointRef, entry: EndpointDelivery): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...endpointDeliveryKey(accountId, endpointId, entry.delivery_id),
            ...entry,
            [SERVICE_KEYS.ttl]: Math.ceil((Date.parse(entry.at) + EVENT_DAYS * DAY_MS) / 1_000),
          },
        }),
      );
    },

    /** Newest first, at most `limit`. `before`: the last id of the page before. */
    async list(
      { accountId, endpointId }: EndpointRef,
      { limit, before }: { readonly limit: number; readonly before: string | undefined },
    ): Promise<EndpointDelivery[]> {
      const { pk } = endpointDeliveryKey(accountId, endpointId, '');
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && {
            ExclusiveStartKey: { ...endpointDeliveryKey(accountId, endpointId, before) },
          }),
        }),
      );
      return v.parse(v.array(endpointDeliveryItem), Items ?? []);
    },
  };
}
export type EndpointDeliveries = ReturnType<typeof createEndpointDeliveries>;
