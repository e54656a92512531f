// Writes an event in the transaction of the end that it reports, so that no event is lost, and none reports
// an end that did not happen. An account without a webhook endpoint has no events, and its ends need no
// further write.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import * as v from 'valibot';
import type { BornEvent } from '../../contract/resources/events.ts';
import { EVENT_DAYS } from '../../contract/schema/limits.ts';
import { buildUpdate, type Change, getItem, updateIf } from '../aws/items.ts';
import { type TransactItem, transact } from '../aws/transact.ts';
import {
  SERVICE_KEYS,
  type ServiceKey,
  toEventKey,
  toEventLogKey,
  toUnfinishedPartition,
  UNFINISHED_INDEX,
} from '../tables/service-table.ts';

const DAY_MS = 86_400_000;

/** The account's log. Kept when the last endpoint is deleted: the numbers continue. */
export const eventLogItem = v.object({ sequence: v.number(), endpoints: v.number() });

/**
 * The write of the event; none for an account without an endpoint. Requires only the right to update items.
 */
export async function buildEventWrite(
  db: DynamoDBDocumentClient,
  tableName: string,
  accountId: string,
  event: BornEvent,
): Promise<TransactItem[]> {
  const log = await getItem(db, tableName, toEventLogKey(accountId), eventLogItem);
  if (log === undefined || log.endpoints === 0) return [];
  const at = Date.parse(event.timestamp);
  const id = ulid(at);
  const set = {
    event_id: id,
    event,
    [UNFINISHED_INDEX.partition]: toUnfinishedPartition('event', id),
    [UNFINISHED_INDEX.sort]: event.timestamp,
    [SERVICE_KEYS.ttl]: Math.ceil((at + EVENT_DAYS * DAY_MS) / 1_000),
  };
  return [{ Update: buildUpdate(tableName, toEventKey(accountId, id), { set }) }];
}

/**
 * Ends an item on its condition, with the event and `others`. Returns false if the condition, or one of
 * `others`, does not hold.
 */
export async function endWithEvent(
  db: DynamoDBDocumentClient,
  tableName: string,
  end: { readonly key: ServiceKey; readonly change: Change; readonly event: BornEvent },
  others: readonly TransactItem[] = [],
): Promise<boolean> {
  const { key, change, event } = end;
  const told = await buildEventWrite(db, tableName, key.pk, event);
  if (told.length + others.length === 0) return (await updateIf(db, tableName, key, change)).met;
  const ended = [{ Update: buildUpdate(tableName, key, change) }];
  return (await transact(db, { ended, others, told })).size === 0;
}
