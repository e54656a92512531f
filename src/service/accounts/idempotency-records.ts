// The outcome of each request with an Idempotency-Key. One conditional write admits exactly one request per
// key. Its claim expires, so that a crashed request leaves nothing locked, and a repeated request finds the
// work that it had started.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StartedWork } from '../../analysis/started-work.ts';
import { type Change, updateIf } from '../aws/items.ts';
import { SERVICE_KEYS, toIdempotencyKey } from '../tables/service-table.ts';

/** Longer than any function runs: while a request is running, no other request gets its claim. */
export const CLAIM_MS = 60_000;
/** How long a response is kept after its request has ended. */
export const ANSWER_KEPT_MS = 24 * 3_600_000;

export interface IdempotencyRef {
  readonly accountId: string;
  /** The client's key. */
  readonly key: string;
}

export interface KeptAnswer {
  readonly statusCode: number;
  readonly body: string;
}

export interface Claim {
  readonly claim: string;
  readonly fingerprint: string;
  readonly workId: string;
}

export type ClaimOutcome =
  | { readonly state: 'claimed'; readonly started: Omit<StartedWork, 'renew'> }
  /** Another request holds the key: `answer` is its response, undefined while it is running. */
  | { readonly state: 'taken'; readonly fingerprint: string; readonly answer: KeptAnswer | undefined };

/** The key is free, or the same request held it and failed or crashed. TTL deletes late, so times are compared. */
const IS_OPEN =
  'attribute_not_exists(pk) OR (expires_at <= :now AND fingerprint = :fingerprint AND work_until > :now)';
/** The previous claim or response has expired. */
const IS_OVER = 'expires_at <= :now AND NOT (fingerprint = :fingerprint AND work_until > :now)';
/** A claim that was lost to another request no longer changes anything. */
const IS_OURS = 'claim = :claim';

export function createIdempotencyRecords(db: DynamoDBDocumentClient, tableName: string) {
  /** Does nothing if the claim has been lost. */
  async function update({ accountId, key }: IdempotencyRef, claim: string, change: Change): Promise<void> {
    const own = { ...change, condition: IS_OURS, values: { claim } };
    await updateIf(db, tableName, toIdempotencyKey(accountId, key), own);
  }

  /** Claims the key if the condition allows it and returns the work's id; otherwise returns the existing record. */
  async function take(
    { accountId, key }: IdempotencyRef,
    change: Change,
  ): Promise<
    | { readonly workId: string }
    | { readonly workId?: undefined; readonly taken: Record<string, AttributeValue> }
  > {
    const { met, item } = await updateIf(db, tableName, toIdempotencyKey(accountId, key), change, {
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return met ? { workId: String(item?.work_id) } : { taken: item ?? {} };
  }

  return {
    /**
     * `claim`: a random name for this request's hold on the key. `workId`: id of the resource that the request creates,
     * unless an earlier attempt already started it under another id. `now`: epoch milliseconds.
     */
    async claim(
      ref: IdempotencyRef,
      { claim, fingerprint, workId }: Claim,
      now: number,
    ): Promise<ClaimOutcome> {
      const work = { work_id: workId, work_until: now + ANSWER_KEPT_MS };
      const expiry = { expires_at: now + CLAIM_MS, [SERVICE_KEYS.ttl]: toSeconds(now + ANSWER_KEPT_MS) };
      const hold = { claim, fingerprint, ...expiry };
      const values = { now, fingerprint };
      const started = await take(ref, { set: hold, setOnce: work, condition: IS_OPEN, values });
      if (started.workId !== undefined)
        return { state: 'claimed', started: { id: started.workId, resumes: started.workId !== workId } };
      const { fingerprint: kept, answer_status, answer_body, expires_at } = started.taken;
      if (Number(expires_at?.N ?? 0) <= now) {
        const retaken = await take(ref, {
          set: { ...hold, ...work },
          remove: ['answer_status', 'answer_body'],
          condition: IS_OVER,
          values,
        });
        if (retaken.workId !== undefined)
          return { state: 'claimed', started: { id: workId, resumes: false } };
        // Another request was faster.
        return { state: 'taken', fingerprint: retaken.taken.fingerprint?.S ?? '', answer: undefined };
      }
      return {
        state: 'taken',
        fingerprint: kept?.S ?? '',
        answer:
          answer_status?.N === undefined
            ? undefined
            : { statusCode: Number(answer_status.N), body: answer_body?.S ?? '' },
      };
    },

    /** Records another id for the work of the request; a later attempt finds the work by it. */
    renewWork(ref: IdempotencyRef, claim: string, workId: string): Promise<void> {
      return update(ref, claim, { set: { work_id: workId } });
    },

    /** Stores the response for later requests with this key. */
    async complete(ref: IdempotencyRef, claim: string, answer: KeptAnswer, now: number): Promise<void> {
      const until = now + ANSWER_KEPT_MS;
      const kept = { answer_status: answer.statusCode, answer_body: answer.body };
      await update(ref, claim, {
        set: { expires_at: until, [SERVICE_KEYS.ttl]: toSeconds(until), ...kept },
        // Later requests need only the response.
        remove: ['work_id', 'work_until'],
      });
    },

    /**
     * Releases the key immediately. Keeps the record: it holds the id of the work that the request started,
     * for a repetition.
     */
    async release(ref: IdempotencyRef, claim: string, now: number): Promise<void> {
      const ttl = toSeconds(now + ANSWER_KEPT_MS);
      await update(ref, claim, { set: { expires_at: 0, [SERVICE_KEYS.ttl]: ttl } });
    },
  };
}
export type IdempotencyRecords = ReturnType<typeof createIdempotencyRecords>;

const toSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
