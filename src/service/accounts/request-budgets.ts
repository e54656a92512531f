// Budgets of requests per minute for traffic that no account's rate window should carry: visitors of a shop's pages. At
// most `limit` requests are admitted in a minute of the clock, by all instances of a function together.
//
// A budget is counted in one item a minute, by one conditional write per lease: an instance takes `lease` requests at
// once and admits them from memory. What it has not used when the minute ends is lost, so the limit is never exceeded and
// may be reached a few leases early. With `lease: 1` the count is exact; with more, an item that a whole shop shares is
// written once per lease instead of at every request.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { updateIf } from '../aws/items.ts';
import { SERVICE_KEYS, toRequestBudgetKey } from '../tables/service-table.ts';
import type { Admission } from './rate-windows.ts';

export interface RequestBudget {
  /** Whose requests they are. */
  readonly name: string;
  /** Requests in a minute. */
  readonly limit: number;
  /** Requests that an instance takes at once. */
  readonly lease: number;
}

interface Lease {
  readonly minute: number;
  /** Taken and not yet used. */
  left: number;
  /** Of the budget, after this lease. */
  readonly rest: number;
}

const BUDGET_MINUTE_MS = 60_000;
/** Leases that an instance remembers; without one it takes another. */
const MAX_REMEMBERED = 10_000;

export function createRequestBudgets(db: DynamoDBDocumentClient, tableName: string) {
  const leases = new Map<string, Lease>();

  /** Undefined if the budget has not so many left. */
  async function take(name: string, minute: number, requests: number, limit: number) {
    const change = {
      add: { taken: requests },
      set: { [SERVICE_KEYS.ttl]: ((minute + 1) * BUDGET_MINUTE_MS) / 1_000 + 3_600 },
      condition: 'attribute_not_exists(taken) OR taken <= :most',
      values: { most: limit - requests },
    };
    const { met, item } = await updateIf(db, tableName, toRequestBudgetKey(name, minute), change, {
      ReturnValues: 'UPDATED_NEW',
    });
    return met ? Number(item?.taken) : undefined;
  }

  function remember(name: string, lease: Lease): void {
    if (leases.size >= MAX_REMEMBERED) leases.clear();
    leases.set(name, lease);
  }

  return {
    /** `now`: epoch milliseconds. A refusal is remembered until the minute ends: it costs one write, not one each. */
    async admit({ name, limit, lease: most }: RequestBudget, now: number): Promise<Admission> {
      const minute = Math.floor(now / BUDGET_MINUTE_MS);
      let lease = leases.get(name);
      if (lease?.minute !== minute || (lease.left === 0 && lease.rest > 0)) {
        const size = Math.min(most, limit);
        const taken = await take(name, minute, size, limit);
        // What another request of this instance took meanwhile is lost: an instance has one request at a time.
        lease = {
          minute,
          left: taken === undefined ? 0 : size,
          rest: taken === undefined ? 0 : limit - taken,
        };
        remember(name, lease);
      }
      const resetMs = (minute + 1) * BUDGET_MINUTE_MS - now;
      if (lease.left === 0) return { admitted: false, retryAfterMs: resetMs, resetMs };
      lease.left--;
      return { admitted: true, remaining: lease.left + lease.rest, resetMs };
    },
  };
}
export type RequestBudgets = ReturnType<typeof createRequestBudgets>;
