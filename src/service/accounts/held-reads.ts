// Counts the reads that `Prefer: wait` holds, and the webhooks sent on request: an item with a lease for
// each. A hold occupies a function's concurrency for up to 20 s, so its number is limited per account and in
// total. A lease expires: a crashed function does not block others.
import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { getItem, updateIf } from '../aws/items.ts';
import { describeError } from '../observability/describe-error.ts';
import { log } from '../observability/log.ts';
import { HELD_READS_KEY, type ServiceKey } from '../tables/service-table.ts';

export interface HeldReadLimits {
  /** Limit of one account. */
  readonly perAccount: number;
  /** Limit of all accounts together. */
  readonly total: number;
}

const lease = v.object({
  id: v.string(),
  account_id: v.string(),
  /** Epoch milliseconds. */
  ends_at: v.number(),
});
export type HeldRead = v.InferOutput<typeof lease>;

const heldReads = v.object({ revision: v.number(), leases: v.array(lease) });
type HeldReadsItem = v.InferOutput<typeof heldReads>;

/**
 * Attempts against concurrent writers. A read that exceeds them is not held, because free capacity is
 * uncertain.
 */
const MAX_ATTEMPTS = 8;
/** Time after the wait for the last read and the answer. */
const GRACE_MS = 5_000;

/** `key`: key of the item with the leases. */
export function createHeldReads(
  db: DynamoDBDocumentClient,
  tableName: string,
  limits: HeldReadLimits,
  key: ServiceKey = HELD_READS_KEY,
) {
  async function read(): Promise<HeldReadsItem> {
    return (await getItem(db, tableName, key, heldReads)) ?? { revision: 0, leases: [] };
  }

  /** Returns false when another writer was first. */
  async function replace({ revision }: HeldReadsItem, leases: readonly HeldRead[]): Promise<boolean> {
    const { met } = await updateIf(db, tableName, key, {
      set: { leases, revision: revision + 1 },
      condition: revision === 0 ? 'attribute_not_exists(pk)' : 'revision = :revision',
      values: { revision },
    });
    return met;
  }

  return {
    /**
     * Undefined where the account, or all accounts together, hold as many reads as they may. `now`: epoch ms.
     */
    async take(accountId: string, waitSeconds: number, now: number): Promise<HeldRead | undefined> {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const item = await read();
        const live = item.leases.filter(({ ends_at }) => ends_at > now);
        const own = live.filter(({ account_id }) => account_id === accountId).length;
        if (own >= limits.perAccount || live.length >= limits.total) return undefined;
        const held = {
          id: randomUUID(),
          account_id: accountId,
          ends_at: now + waitSeconds * 1_000 + GRACE_MS,
        };
        if (await replace(item, [...live, held])) return held;
      }
      return undefined;
    },

    /** Never rejects: a lease that is not returned expires. */
    async release({ id }: HeldRead): Promise<void> {
      try {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const item = await read();
          const left = item.leases.filter((other) => other.id !== id);
          if (left.length === item.leases.length || (await replace(item, left))) return;
        }
      } catch (error) {
        log('warn', 'held read not released', describeError(error));
      }
    },
  };
}
export type HeldReads = ReturnType<typeof createHeldReads>;
