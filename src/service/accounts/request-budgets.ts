// Budgets of requests per minute for visitors of a shop's pages, which no account's rate window should count.
// All instances of a function together admit at most `limit` requests per minute of the clock.
// One item a minute counts a budget, by one conditional write per lease: an instance takes `lease` requests
// at once and admits them from memory. It loses those left when the minute ends, so the limit is never
// exceeded and may be reached a few leases early. With `lease: 1` the count is exact; with more, an item
// shared by a whole shop is written once per lease instead of at every request.
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { updateIf } from '../aws/items.ts';
import { SERVICE_KEYS, toRequestBudgetKey } from '../tables/service-table.ts';
import type { Admission } from './rate-windows.ts';

export interface RequestBudget {
  /** Name of the budget: a key, or an address. */
  readonly name: string;
  /** Requests per minute. */
  readonly limit: number;
  /** Requests that an instance takes at once. */
  readonly lease: number;
}

interface Lease {
  readonly minute: number;
  /** Requests taken and not yet used. */
  left: number;
  /** Requests left in the budget after this lease. */
  readonly rest: number;
}

const BUDGET_MINUTE_MS = 60_000;
/** Leases that an instance caches; without one it takes another. */
const MAX_REMEMBERED = 10_000;

export function createRequestBudgets(db: DynamoDBDocumentClient, tableName: string) {
  const leases = new Map<string, Lease>();

  /** Undefined if the budget has fewer requests left. */
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
    /** `now`: epoch milliseconds. A refusal is cached until the minute ends: it costs one write in total. */
    async admit({ name, limit, lease: most }: RequestBudget, now: number): Promise<Admission> {
      const minute = Math.floor(now / BUDGET_MINUTE_MS);
      let lease = leases.get(name);
      if (lease?.minute !== minute || (lease.left === 0 && lease.rest > 0)) {
        const size = Math.min(most, limit);
        const taken = await take(name, minute, size, limit);
        // Overwrites a lease taken meanwhile, which does not occur: an instance processes one request at a
        // time.
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
