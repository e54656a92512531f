// A fixed 60-second window that opens with its first request. Each admission is one conditional write to one item, so
// exactly `limit` requests pass, however many arrive at once.
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionFailed } from './dynamodb-errors.ts';
import { rateWindowKey, SERVICE_KEYS } from './service-table.ts';

export type Admission =
  | { readonly admitted: true; readonly remaining: number }
  | { readonly admitted: false; readonly retryAfterMs: number };

export interface RateWindow {
  readonly limit: number;
  readonly windowMs: number;
}

export function createRateWindows(db: DynamoDBDocumentClient, tableName: string) {
  /** Requests counted in the open window, including this one; undefined if no window is open or the window is full. */
  async function countInOpenWindow(caller: string, { limit }: RateWindow, now: number) {
    try {
      const { Attributes } = await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: rateWindowKey(caller),
          UpdateExpression: 'ADD requests :one',
          ConditionExpression: 'ends_at > :now AND requests < :limit',
          ExpressionAttributeValues: { ':one': 1, ':now': now, ':limit': limit },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return Number(Attributes?.requests);
    } catch (error) {
      if (!conditionFailed(error)) throw error;
      return undefined;
    }
  }

  /** Opens a window and counts this request, unless a window is open. */
  async function openWindow(caller: string, { windowMs }: RateWindow, now: number) {
    const endsAt = now + windowMs;
    try {
      await db.send(
        new UpdateCommand({
          TableName: tableName,
          Key: rateWindowKey(caller),
          UpdateExpression: `SET requests = :one, ends_at = :end, ${SERVICE_KEYS.ttl} = :ttl`,
          ConditionExpression: 'attribute_not_exists(pk) OR ends_at <= :now',
          ExpressionAttributeValues: {
            ':one': 1,
            ':end': endsAt,
            ':now': now,
            ':ttl': Math.ceil(endsAt / 1000) + 3_600,
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return { opened: true, openUntil: undefined, requests: undefined };
    } catch (error) {
      if (!conditionFailed(error)) throw error;
      const { ends_at, requests } = error.Item ?? {};
      return { opened: false, openUntil: Number(ends_at?.N), requests: Number(requests?.N) };
    }
  }

  return {
    /**
     * `caller`: an account id or a client's address. `now`: epoch milliseconds. If the clock jumps back, the window
     * stays open for longer, but the reported wait is never longer than a window and never zero.
     */
    async admit(caller: string, window: RateWindow, now: number): Promise<Admission> {
      for (;;) {
        const counted = await countInOpenWindow(caller, window, now);
        if (counted !== undefined) return { admitted: true, remaining: window.limit - counted };
        const fresh = await openWindow(caller, window, now);
        if (fresh.opened) return { admitted: true, remaining: window.limit - 1 };
        // Another request opened the window in the meantime: count this request in that window, if it has room.
        if ((fresh.requests ?? 0) < window.limit) continue;
        const wait = (fresh.openUntil ?? now) - now;
        return { admitted: false, retryAfterMs: Math.min(window.windowMs, Math.max(1, wait)) };
      }
    },
  };
}
export type RateWindows = ReturnType<typeof createRateWindows>;
