// Webhook endpoints of accounts. Owners change their settings, workers what was sent: each on a condition of its own. How many there
// are stands in the account's log: it bounds them, and says whether events are recorded.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { requireLive, type Writer, whileLive } from '../accounts/authors.ts';
import { type Change, updateOf } from '../aws/items.ts';
import { queryAll, startingWith } from '../aws/query-all.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import { createLeasedItems, waking } from '../leased-items.ts';
import { ENDPOINT_PREFIX, endpointKey, eventLogKey, type ServiceKey } from '../tables/service-table.ts';
import { type EndpointItem, type EndpointRef, endpointItem } from './event-items.ts';

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
