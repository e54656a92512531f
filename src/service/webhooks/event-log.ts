// An account's log of events: contains each once, numbered without gaps in the order of logging, so that a
// reader of a number has missed none below it. The transaction that adds events also removes them from the
// outbox and wakes the endpoints.

import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AccountEvent } from '../../contract/resources/events.ts';
import { EVENT_DAYS } from '../../contract/schema/limits.ts';
import { buildPrefixQuery, buildUpdate, getItem } from '../aws/items.ts';
import { transact } from '../aws/transact.ts';
import {
  EVENT_PREFIX,
  SERVICE_KEYS,
  toEventKey,
  toEventLogKey,
  toLoggedEventKey,
} from '../tables/service-table.ts';
import { bornEventItem, buildEndpointWake, type EndpointItem, loggedEventItem } from './endpoints.ts';
import { eventLogItem } from './outbox.ts';

/**
 * Each event is a put and a delete: with the log and ten endpoints, below the 100 writes of a transaction.
 */
const BATCH = 40;
const DAY_MS = 86_400_000;

export function createEventLog(db: DynamoDBDocumentClient, tableName: string) {
  async function readHead(accountId: string): Promise<v.InferOutput<typeof eventLogItem>> {
    const none = { sequence: 0, endpoints: 0 };
    return (await getItem(db, tableName, toEventLogKey(accountId), eventLogItem)) ?? none;
  }

  return {
    head: readHead,

    /**
     * Logs the oldest events of the account's outbox. `endpoints`: the endpoints to wake. Returns the number
     * of events; undefined if another caller was first, or an endpoint was deleted.
     */
    async take(
      accountId: string,
      endpoints: readonly EndpointItem[],
      now: number,
    ): Promise<number | undefined> {
      // Read before the outbox: another caller that logs events meanwhile changes it.
      const { sequence } = await readHead(accountId);
      const { Items } = await db.send(
        new QueryCommand({ ...buildPrefixQuery(tableName, accountId, EVENT_PREFIX), Limit: BATCH }),
      );
      const born = v.parse(v.array(bornEventItem), Items ?? []);
      if (born.length === 0) return 0;
      const expires = Math.ceil((now + EVENT_DAYS * DAY_MS) / 1_000);
      const numbered = born.map(
        ({ event_id, event }, at): AccountEvent => ({ event_id, sequence: sequence + at + 1, ...event }),
      );
      const refused = await transact(db, {
        log: [
          {
            Update: buildUpdate(tableName, toEventLogKey(accountId), {
              set: { sequence: sequence + born.length },
              condition: '#sequence = :read',
              values: { read: sequence },
            }),
          },
        ],
        events: numbered.map((event) => ({
          Put: {
            TableName: tableName,
            Item: {
              ...toLoggedEventKey(accountId, event.sequence),
              ...event,
              [SERVICE_KEYS.ttl]: expires,
            },
          },
        })),
        outbox: born.map(({ event_id }) => ({
          Delete: { TableName: tableName, Key: toEventKey(accountId, event_id) },
        })),
        endpoints: endpoints.map((item) => buildEndpointWake(tableName, item, new Date(now).toISOString())),
      });
      return refused.size === 0 ? born.length : undefined;
    },

    /** Events with a number above `sequence`, ascending, at most `limit`. */
    async after(accountId: string, sequence: number, limit: number): Promise<AccountEvent[]> {
      const { pk, sk } = toLoggedEventKey(accountId, sequence);
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND sk > :after',
          ExpressionAttributeValues: { ':pk': pk, ':after': sk },
          ConsistentRead: true,
          Limit: limit,
        }),
      );
      return v.parse(v.array(loggedEventItem), Items ?? []);
    },
  };
}
export type EventLog = ReturnType<typeof createEventLog>;
