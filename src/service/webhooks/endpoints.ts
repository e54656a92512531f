// Stores webhook endpoints of accounts. Owners change the settings, workers the delivery state: each on a
// condition of its own. The account's log holds the number of endpoints, which limits them and decides
// whether events are recorded.

import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { accountEvent, bornEvent } from '../../contract/resources/events.ts';
import {
  DIGEST_LANGUAGES,
  ENDPOINT_KINDS,
  ENDPOINT_PAUSE_REASONS,
  type EndpointDelivery,
  endpointDelivery,
  MAX_ENDPOINT_SECRETS,
} from '../../contract/resources/webhook-endpoints.ts';
import { EVENT_DAYS } from '../../contract/schema/limits.ts';
import { authoredFields, buildLiveKeyCheck, requireLive, type Writer } from '../accounts/authors.ts';
import { buildPrefixQuery, buildUpdate, type Change, queryAll } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { buildWake, createLeasedItems, leasedFields } from '../leased-items.ts';
import { sealedSecret } from '../secrets/sealed-secrets.ts';
import {
  ENDPOINT_PREFIX,
  SERVICE_KEYS,
  type ServiceKey,
  toEndpointDeliveryKey,
  toEndpointKey,
  toEventLogKey,
} from '../tables/service-table.ts';

// The items of an account's events: the recorded events, the log that numbers them, and the endpoints that
// receive them.

export const bornEventItem = v.object({ event_id: v.string(), event: bornEvent });
export const loggedEventItem = accountEvent;

const secret = v.object({ secret_id: v.string(), sealed: sealedSecret });

/** The consent of an e-mail address. Tokens of links are stored as hashes: a reader of the table can't use them. */
const optIn = v.object({
  unsubscribe_hash: v.string(),
  /** The token's hash in the newest request to confirm, and the end of that request in epoch milliseconds. */
  confirm_hash: v.optional(v.string()),
  confirm_until: v.optional(v.number()),
  /** Missing: nothing but requests to confirm may be sent. */
  confirmed_at: v.optional(v.string()),
});

const endpointItem = v.object({
  account_id: v.string(),
  endpoint_id: v.string(),
  name: v.string(),
  kind: v.optional(v.picklist(ENDPOINT_KINDS), 'webhook'),
  /** The address of a channel is its only secret: here without its path. */
  url: v.string(),
  /** The schedule whose reports send a digest; missing for a webhook. */
  schedule_id: v.optional(v.string()),
  language: v.optional(v.picklist(DIGEST_LANGUAGES), 'en'),
  /** Missing: all events. */
  events: v.optional(v.array(v.string())),
  /** Oldest first: each signs. Of a digest, its channel's address, or the token of the link that unsubscribes. */
  secrets: v.pipe(v.array(secret), v.minLength(1), v.maxLength(MAX_ENDPOINT_SECRETS)),
  paused: v.optional(v.object({ because: v.picklist(ENDPOINT_PAUSE_REASONS), at: v.string() })),
  opt_in: v.optional(optIn),
  created_at: v.string(),
  ...authoredFields,
  /** Number of the last processed event. */
  sent_until: v.number(),
  /** Number of the event whose digest is being sent: found later, its worker ended without recording the outcome. */
  sending: v.optional(v.number()),
  ...leasedFields,
});
export type EndpointItem = v.InferOutput<typeof endpointItem>;

export interface EndpointRef {
  readonly accountId: string;
  readonly endpointId: string;
}

const endpointDeliveryItem = endpointDelivery;

/** Changes that only the worker with the lease makes. Null removes. */
export interface SentEvents {
  readonly sent_until?: number;
  readonly sending?: number | null;
  readonly failing?: EndpointItem['failing'] | null;
  readonly paused?: EndpointItem['paused'];
}

/** Null removes a setting. */
export type EndpointChange = Partial<
  Pick<EndpointItem, 'name' | 'url' | 'language' | 'secrets' | 'sent_until' | 'opt_in' | 'updated_by'> & {
    readonly events: EndpointItem['events'] | null;
    readonly paused: EndpointItem['paused'] | null;
  }
>;

const toItemKey = ({ account_id, endpoint_id }: EndpointItem): ServiceKey =>
  toEndpointKey(account_id, endpoint_id);

/** Wakes an endpoint, in a transaction that gives it events to send. */
export function buildEndpointWake(tableName: string, item: EndpointItem, at: string): TransactItem {
  return buildWake(tableName, 'webhook-endpoint', toItemKey(item), at);
}

export function createEndpointStore(db: DynamoDBDocumentClient, tableName: string) {
  const kind = { kind: 'webhook-endpoint', schema: endpointItem, toKey: toItemKey } as const;
  const {
    read,
    update,
    woken: _,
    changeSettings,
    ...leases
  } = createLeasedItems<EndpointItem>(db, tableName, kind);

  function buildCountChange(accountId: string, by: 1 | -1, change: Partial<Change>): TransactItem {
    const counted: Change = { add: { endpoints: by }, setOnce: { sequence: 0 }, ...change };
    return { Update: buildUpdate(tableName, toEventLogKey(accountId), counted) };
  }

  return {
    ...leases,

    get: ({ accountId, endpointId }: EndpointRef): Promise<EndpointItem | undefined> =>
      read(toEndpointKey(accountId, endpointId)),

    /** Oldest first. */
    async list(accountId: string): Promise<EndpointItem[]> {
      return v.parse(
        v.array(endpointItem),
        await queryAll(db, buildPrefixQuery(tableName, accountId, ENDPOINT_PREFIX)),
      );
    },

    /**
     * Returns false if the account already has `most` endpoints. Changes nothing if the endpoint exists, as
     * after a repeated request. Throws UnauthorizedError if `by` was revoked.
     */
    async create(item: EndpointItem, most: number, by?: Writer): Promise<boolean> {
      const Put = {
        TableName: tableName,
        Item: { ...toItemKey(item), ...item },
        ConditionExpression: 'attribute_not_exists(pk)',
      };
      const counted = buildCountChange(item.account_id, 1, {
        condition: 'attribute_not_exists(endpoints) OR endpoints < :most',
        values: { most },
      });
      const refused = await transact(db, {
        endpoint: [{ Put }],
        limit: [counted],
        key: buildLiveKeyCheck(tableName, by),
      });
      requireLive(refused);
      return refused.has('endpoint') || !refused.has('limit');
    },

    /**
     * Changes settings as their owner has read them. Undefined if they have changed since. Another execution
     * follows, without a wait.
     */
    changeSettings(item: EndpointItem, changes: EndpointChange, at: string, by?: Writer) {
      return changeSettings(item, { ...splitChanges(changes), add: { runs: 1 } }, at, by);
    },

    /** Does nothing if it no longer exists. */
    async remove({ accountId, endpointId }: EndpointRef): Promise<void> {
      const Delete = {
        TableName: tableName,
        Key: toEndpointKey(accountId, endpointId),
        ConditionExpression: 'attribute_exists(pk)',
      };
      await transact(db, { endpoint: [{ Delete }], count: [buildCountChange(accountId, -1, {})] });
    },

    /**
     * Saves the worker's deliveries. Undefined if its lease was lost, or the settings have changed since
     * `item` was read.
     */
    save(item: EndpointItem, sent: SentEvents, until: number): Promise<EndpointItem | undefined> {
      const { set, remove } = splitChanges(sent);
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

/** Separates removals (null) from other changes. */
function splitChanges(changes: object) {
  const entries: [string, unknown][] = Object.entries(changes);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    remove: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

// Logs every attempt to deliver an event to an endpoint, so that its owner can see how the receiver
// responded. An entry is written once.

const DAY_MS = 86_400_000;

export function createEndpointDeliveries(db: DynamoDBDocumentClient, tableName: string) {
  return {
    async add({ accountId, endpointId }: EndpointRef, entry: EndpointDelivery): Promise<void> {
      await db.send(
        new PutCommand({
          TableName: tableName,
          Item: {
            ...toEndpointDeliveryKey(accountId, endpointId, entry.delivery_id),
            ...entry,
            [SERVICE_KEYS.ttl]: Math.ceil((Date.parse(entry.at) + EVENT_DAYS * DAY_MS) / 1_000),
          },
        }),
      );
    },

    /** Newest first, at most `limit`. `before`: the last id of the previous page. */
    async list(
      { accountId, endpointId }: EndpointRef,
      { limit, before }: { readonly limit: number; readonly before: string | undefined },
    ): Promise<EndpointDelivery[]> {
      const { pk } = toEndpointDeliveryKey(accountId, endpointId, '');
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: limit,
          ...(before !== undefined && {
            ExclusiveStartKey: { ...toEndpointDeliveryKey(accountId, endpointId, before) },
          }),
        }),
      );
      return v.parse(v.array(endpointDeliveryItem), Items ?? []);
    },
  };
}
export type EndpointDeliveries = ReturnType<typeof createEndpointDeliveries>;
